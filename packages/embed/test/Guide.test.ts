import { assert, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "../../..")
const read = (file: string): string => readFileSync(join(root, file), "utf8")

const examples = globSync("examples/*/*.ts", { cwd: root }).map(read)

const programsOf = (page: string): ReadonlyArray<string> =>
  Array.from(read(page).matchAll(/^```ts\n(.*?)^```$/gms), ([, code = ""]) => code).filter((code) =>
    code.startsWith("/**")
  )

it("the programs of the guides are examples, which run", () => {
  const programs = [...programsOf("docs/embedding.md"), ...programsOf("docs/testing.md")]
  assert.isAtLeast(programs.length, 8)
  for (const program of programs) assert.include(examples, program)
})
