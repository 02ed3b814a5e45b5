import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const packages = fileURLToPath(new URL("../../", import.meta.url))
const source = (pattern: string): ReadonlyMap<string, string> =>
  new Map(globSync(pattern, { cwd: packages }).map((file) => [file, readFileSync(packages + file, "utf8")]))

const own = source("statistics/src/**/*.ts")
const callers = source("{core,http}/src/**/*.ts")

/** The names that a text imports from modules of statistics. */
const importedBy = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/^import (?:type )?\{([^}]*)\} from "(?:\.|@hedgerow\/statistics)/gms)].flatMap(([, names = ""]) =>
    names.split(",").map((name) => name.replace(/^\s*(type )?/, "").replace(/ as .*/s, "").trim())
  )

const occurrences = (text: string, name: string): number => text.match(new RegExp(`\\b${name}\\b`, "g"))?.length ?? 0

const modules = [...own].filter(([file]) => !file.endsWith("/index.ts"))
const imported = new Set([...callers.values(), ...modules.map(([, text]) => text)].flatMap(importedBy))

describe("the sources of statistics", () => {
  it("have no function that only vectors, calibrations or tests run", () => {
    const unused = modules.flatMap(([file, text]) =>
      [...text.matchAll(/^export const (\w+|\{[^}]*\})/gm)]
        .map(([, name = ""]) => name)
        .filter((name) => !imported.has(name) && occurrences(text, name) === 1)
        .map((name) => `${file}: ${name}`)
    )
    assert.deepStrictEqual(unused, [])
  })

  it("import no tool, and every formula that is one is listed in the README", () => {
    assert.deepStrictEqual([...own].filter(([, text]) => /from "[^"]*tools\//.test(text)).map(([file]) => file), [])
    const readme = readFileSync(`${packages}statistics/README.md`, "utf8")
    const formulas = globSync("statistics/tools/**/*.ts", { cwd: packages })
      .map((file) => file.replace("statistics/tools/", "").replace(".ts", ""))
      .filter((name) => !/^(vectors|calibration)\//.test(name))
    assert.deepStrictEqual(formulas.filter((name) => !readme.includes(`\`${name}\``)), [])
  })
})
