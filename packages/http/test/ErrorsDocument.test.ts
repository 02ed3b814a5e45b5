import { assert, describe, it } from "@effect/vitest"
import { errorsDocument } from "@hedgerow/http/documents/ErrorsDocument"
import { requestErrorCases } from "@hedgerow/http/documents/RequestErrorCases"
import { connectionErrors } from "@hedgerow/http/errors/ConnectionErrors"
import { templateOf } from "@hedgerow/http/errors/ErrorCase"
import { answeredDomainErrors } from "@hedgerow/http/errors/ErrorCases"
import { readFileSync } from "node:fs"

const golden = new URL("../../../docs/errors.md", import.meta.url)

const cases = [
  ...answeredDomainErrors(),
  ...Object.values(requestErrorCases).flat(),
  ...Object.values(connectionErrors)
]

it("docs/errors.md has the code's answers (after a wanted change: pnpm run docs)", () => {
  assert.strictEqual(readFileSync(golden, "utf8"), errorsDocument())
})

describe("the cases of the document", () => {
  it("name only data that their example has", () => {
    for (const given of cases) {
      const template = templateOf(given, given.error.body.detail)
      for (const name of Object.keys(given.fields ?? {})) assert.include(template, `{${name}}`, given.when)
    }
  })

  it("differ from each other in their answers or in their causes", () => {
    const seen = cases.map(({ error, when }) => JSON.stringify([error.status, error.body, when]))
    assert.strictEqual(new Set(seen).size, seen.length)
  })

  it("do not end their words with a full stop, since they follow `when`", () => {
    for (const { when } of cases) assert.match(when, /^[^A-Z].*[^.]$/)
  })
})
