import { assert, it } from "@effect/vitest"
import { openApiDocument, openApiSteps } from "@hedgerow/http/documents/OpenApiDocument"
import { readFileSync } from "node:fs"

const golden = new URL("../../../docs/openapi.json", import.meta.url)

it("docs/openapi.json is the contract's document (after a wanted change: pnpm run docs)", () => {
  assert.strictEqual(readFileSync(golden, "utf8"), `${JSON.stringify(openApiDocument(), null, 2)}\n`)
})

it("the document is made in steps: others run between the kinds of queries", () => {
  assert.isAtLeast([...openApiSteps()].length, 10)
})
