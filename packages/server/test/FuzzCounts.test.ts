/** The published counts of the fuzz run are those of the contract as it is. */
import { assert, it } from "@effect/vitest"
import { openApiDocument } from "@hedgerow/http/documents/OpenApiDocument"
import { readFileSync } from "node:fs"

type Paths = Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>

const operations = (): ReadonlyArray<string> =>
  Object.values((openApiDocument() as { readonly paths: Paths }).paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId)
  )

it("the page of counts has every operation, with its successes on each storage", () => {
  const text = readFileSync(new URL("../../../docs/robustness-counts.md", import.meta.url), "utf8")
  const [, successes = ""] = text.split("## Successes\n")
  const rows = successes.matchAll(/^\| (\S+\.\S+) \|(?: \d+ \|)+$/gm)
  const counted = new Set(Array.from(rows, ([, name = ""]) => name))
  assert.isAbove(operations().length, 200)
  assert.deepStrictEqual(operations().filter((name) => !counted.has(name)), [])
})
