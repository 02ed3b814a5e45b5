/** The web console: built by Vite, compressed beforehand, and put where the server serves it. */
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, globSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { brotli, copyServed, filesOf as filesIn, putCompressed } from "./served-files.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const source = join(root, "packages/console")
const built = join(source, "dist/site")

/** Where the server looks for the console. */
const served = join(root, "packages/server/dist/web")

/** The sources beside those that the build says it is made of. */
const further = [
  "packages/console/{index.html,package.json,vite.config.ts}",
  "packages/console/public/*",
  "pnpm-lock.yaml",
  "scripts/{console,served-files}.ts"
]

/** What the browser loads before its first page can be used may weigh this much in gzip, in bytes. */
const mostOfFirstPage = 250_000

const isFresh = (): boolean => {
  const [stamp, list] = [join(served, "manifest.json"), join(built, "inputs.json")]
  if (!existsSync(stamp) || !existsSync(list)) return false
  const { mtimeMs } = statSync(stamp)
  const inputs: ReadonlyArray<string> = JSON.parse(readFileSync(list, "utf8"))
  return [...inputs, ...globSync(further, { cwd: root })].every((file) =>
    existsSync(join(root, file)) && statSync(join(root, file)).mtimeMs < mtimeMs
  )
}

/** A part of the build, as Vite's manifest has it. */
interface Part {
  readonly file: string
  readonly imports?: ReadonlyArray<string>
  readonly css?: ReadonlyArray<string>
}

type Manifest = Readonly<Record<string, Part>>

/** The files that come with a part: its own, and those of the parts that it imports before it runs. */
const filesOf = (manifest: Manifest, names: ReadonlyArray<string>): ReadonlySet<string> => {
  const [files, seen] = [new Set<string>(), new Set<string>()]
  const take = (name: string): void => {
    const part = manifest[name]
    if (part === undefined || seen.has(name)) return
    seen.add(name)
    for (const file of [part.file, ...part.css ?? []]) files.add(file)
    part.imports?.forEach(take)
  }
  names.forEach(take)
  return files
}

/** The pages that one sees first: that of signing in, and the start of a project. */
const firstPages = ["src/screens/entry/LoginPage.tsx", "src/screens/home/HomePage.tsx"]

/** The bytes in gzip that each first page needs before it can be used. */
const weights = (): ReadonlyArray<readonly [page: string, bytes: number]> => {
  const manifest: Manifest = JSON.parse(readFileSync(join(built, "manifest.json"), "utf8"))
  return firstPages.map((page) => {
    if (manifest[page] === undefined) throw new Error(`The build has no part for ${page}.`)
    const files = filesOf(manifest, ["index.html", page])
    return [page, [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(built, file))).length, 0)]
  })
}

const weigh = (): void => {
  for (const [page, bytes] of weights()) {
    if (bytes > mostOfFirstPage) {
      throw new Error(`${page} needs ${bytes} bytes in gzip before it can be used, more than ${mostOfFirstPage}.`)
    }
  }
}

/** Files that are only of use while building. */
const unserved = new Set(["inputs.json", "manifest.json", "packages.json"])

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("base64url").slice(0, 22)

/** Puts the files, and the list of their hashes, where they are served. */
const compress = (): void => {
  const names = filesIn(built).filter((name) => !unserved.has(name))
  const hashes = Object.fromEntries(names.map((name) => [name, hashOf(readFileSync(join(built, name)))]))
  putCompressed({
    from: built,
    to: served,
    names,
    codings: { ".br": brotli(11), ".gz": (bytes) => gzipSync(bytes, { level: 9 }) },
    lists: { "manifest.json": JSON.stringify(hashes, undefined, 2) }
  })
}

/** Builds the console when it is missing or older than a source. */
export const ensureConsole = (): void => {
  if (isFresh()) return
  console.log("The console is built from its sources, which takes some seconds.")
  const vite = join(source, "node_modules/vite/bin/vite.js")
  const { status, stderr, stdout } = spawnSync(process.execPath, [vite, "build", "--logLevel", "warn"], {
    cwd: source,
    encoding: "utf8",
    // Tests set another one, with which React is twice as large.
    env: { ...process.env, NODE_ENV: "production" }
  })
  if (status !== 0) throw new Error(`The console cannot be built:\n${stdout}\n${stderr}`)
  weigh()
  compress()
}

/** The folders of the packages of others that the console contains, from the repository. */
export const packagesOfConsole = (): ReadonlyArray<string> =>
  JSON.parse(readFileSync(join(built, "packages.json"), "utf8"))

/** Copies the console into a folder of a package that serves it. */
export const copyConsole = (folder: string): void => {
  ensureConsole()
  copyServed(served, folder)
}
