import { assert, it } from "@effect/vitest"
import { mergedFilters } from "@hedgerow/core/flags/editing/FlagChanging"

const manyNames = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`grouq${index}`, index]))

it("filters of a new flag are not copied to be refused", () =>
  assert.strictEqual(mergedFilters({}, manyNames), manyNames))

it("filters without conditions are laid over those of before, and the names of cohorts are left out", () => {
  const properties = [{ type: "cohort", key: "id", value: 1, cohort_name: "Testers" }]
  const before = { groups: [{ properties: [] }], payloads: {} }
  assert.deepStrictEqual(mergedFilters(before, { note: 1 }), { ...before, note: 1 })
  assert.deepStrictEqual(mergedFilters(before, { groups: [{ properties }] }), {
    groups: [{ properties: [{ type: "cohort", key: "id", value: 1 }] }]
  })
})
