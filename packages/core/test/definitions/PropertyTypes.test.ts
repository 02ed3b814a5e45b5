import { assert, describe, it } from "@effect/vitest"
import type { PropertyType } from "@hedgerow/core/definitions/PropertyDefinition"
import { isReadableAs, propertyTypeOf } from "@hedgerow/core/definitions/PropertyTypes"

const cases: ReadonlyArray<readonly [name: string, value: unknown, type: string | null]> = [
  ["a", true, "Boolean"],
  ["a", false, "Boolean"],
  ["a", 0, "Numeric"],
  ["a", 1.5, "Numeric"],
  ["a", "", "String"],
  ["a", "5", "String"],
  ["a", "true", "String"],
  ["a", "2026-01-02", "DateTime"],
  ["a", "2026-01-02T03:04:05.678Z", "DateTime"],
  ["a", "2026-01-02 03:04", "DateTime"],
  ["a", "2026-13-02", "String"],
  ["a", "on 2026-01-02", "String"],
  ["a", null, null],
  ["a", [], null],
  ["a", {}, null],
  ["a", undefined, null],
  ["utm_campaign", 5, "String"],
  ["$initial_utm_source", "2026-01-02", "String"],
  ["$feature/beta", true, "String"],
  ["$feature_flag_response", false, "String"],
  ["$feature_flag_responses", false, "Boolean"],
  ["$survey_response_1", 9, "String"],
  ["my_utm_campaign", 5, "Numeric"],
  ["utm_list", [], null]
]

describe("propertyTypeOf", () => {
  for (const [name, value, type] of cases) {
    it(`${name}: ${JSON.stringify(value)} is ${type}`, () => assert.strictEqual(propertyTypeOf(name, value), type))
  }
})

describe("a value", () => {
  const cases: ReadonlyArray<readonly [type: PropertyType, value: unknown, isReadable: boolean]> = [
    ["Numeric", 1.5, true],
    ["Numeric", "1.5e3", true],
    ["Numeric", " 1", false],
    ["Numeric", "abc", false],
    ["Numeric", true, false],
    ["Numeric", [1], false],
    ["Numeric", null, true],
    ["Boolean", false, true],
    ["Boolean", "Yes", true],
    ["Boolean", 1, true],
    ["Boolean", 2, false],
    ["Boolean", "perhaps", false],
    ["DateTime", "2024-02-29", true],
    ["DateTime", "2024-02-29T10:00:00Z", true],
    ["DateTime", "2024-02-30", false],
    ["DateTime", 1_700_000_000, false],
    ["String", 5, true],
    ["String", {}, true]
  ]
  it.each(cases)("%s of %j: %s", (type, value, isReadable) => {
    assert.strictEqual(isReadableAs(type, value), isReadable)
  })
})
