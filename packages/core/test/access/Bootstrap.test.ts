import { assert, describe, it } from "@effect/vitest"
import { PersonalApiKeyValue } from "@hedgerow/core/access/Bootstrap"
import { Schema } from "effect"

const isValue = Schema.is(PersonalApiKeyValue)

describe("a personal API key that is set by configuration", () => {
  it("has at least 20 characters after its prefix", () => {
    assert.isTrue(isValue(`phx_${"a".repeat(20)}`))
    assert.isFalse(isValue(`phx_${"a".repeat(19)}`))
    assert.isFalse(isValue(`phc_${"a".repeat(20)}`))
    assert.isFalse(isValue(`phx_${"a".repeat(20)} `))
  })
})
