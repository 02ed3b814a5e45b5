import { assert, it } from "@effect/vitest"
import { existsSync, readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { root } from "../support/WorkingCopy.ts"
import { changed, printedChanges, printedFiles } from "./GuideChanges.ts"

const guides = ["docs/adding-a-query.md", "docs/adding-an-entity.md"]
const textOf = (path: string): string => readFileSync(join(root, path), "utf8")

const printedIn = (guide: string): ReadonlyMap<string, string> =>
  new Map(printedFiles(textOf(guide)).map(({ code, path }) => [path, code]))

/** The file that an import means; undefined for a package from npm. */
const moduleOf = (from: string, name: string): string | undefined => {
  if (name.startsWith(".")) return normalize(join(dirname(from), name))
  const [, part, path = "index"] = /^@hedgerow\/([^/]+)(?:\/(.+))?$/.exec(name) ?? []
  return part === undefined ? undefined : `packages/${part}/src/${path}.ts`
}

const namesIn = (list: string): ReadonlyArray<string> =>
  list.split(",").map((one) => one.replace(/^\s*type /, "").trim()).filter((one) => one !== "")

type Read = (path: string) => string | undefined

const exportsOf = (path: string, read: Read): ReadonlyArray<string> => {
  const code = read(path) ?? ""
  return [
    ...[...code.matchAll(/^export (?:const|class|interface|type|function\*?) (\w+)/gm)].map(([, name = ""]) => name),
    ...[...code.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = ""]) => namesIn(list)),
    ...[...code.matchAll(/^export \* from "(\..+)"/gm)].flatMap(([, name = ""]) =>
      exportsOf(normalize(join(dirname(path), name)), read)
    )
  ]
}

/** The imports of a printed file that lead nowhere. */
const lostImports = (path: string, code: string, read: Read): ReadonlyArray<string> =>
  [...code.matchAll(/^import (?:type )?(?:\{([^}]*)\}|\* as \w+) from "([^"]+)"/gm)].flatMap(
    ([, list = "", name = ""]) => {
      const target = moduleOf(path, name)
      if (target === undefined) return []
      if (read(target) === undefined) return [`${path}: there is no ${target}`]
      const known = exportsOf(target, read)
      return namesIn(list).filter((one) => !known.includes(one)).map((one) => `${path}: ${target} has no ${one}`)
    }
  )

it.each(guides)("%s: every import of a printed file leads to an export", (guide) => {
  const printed = printedIn(guide)
  const read: Read = (path) => printed.get(path) ?? (existsSync(join(root, path)) ? textOf(path) : undefined)
  assert.isAtLeast(printed.size, 2)
  assert.deepStrictEqual([...printed].flatMap(([path, code]) => lostImports(path, code, read)), [])
})

it.each(guides)("%s: every file that it names exists, or is printed there", (guide) => {
  const printed = printedIn(guide)
  const text = textOf(guide)
  const changes = printedChanges(text).map(({ path }) => path)
  const named = [...changes, ...[...text.matchAll(/`(packages\/[^`*\s]+\.ts)`/g)].map(([, path = ""]) => path)]
  assert.isAtLeast(named.length, 5)
  assert.deepStrictEqual(named.filter((path) => !printed.has(path) && !existsSync(join(root, path))), [])
})

it.each(guides)("%s: every change that it prints can be made", (guide) => {
  const changes = printedChanges(textOf(guide))
  assert.isAtLeast(changes.length, 1)
  for (const change of changes) assert.notStrictEqual(changed(textOf(change.path), change), textOf(change.path))
})
