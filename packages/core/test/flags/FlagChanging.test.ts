import { assert, it } from "@effect/vitest"
import { mergedFilters } from "@hedgerow/core/flags/editing/FlagChanging"
import { readFlagChanges, readNewFlag } from "@hedgerow/core/flags/editing/FlagInput"
import { Effect } from "effect"

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

it.effect("filters of a hundred thousand names are refused where they are read", () =>
  Effect.gen(function*() {
    const filters = Object.fromEntries(Array.from({ length: 80_000 }, (_, index) => [`grouq${index}`, index]))
    for (const read of [readNewFlag({ key: "gate", filters }), readFlagChanges({ filters })]) {
      const { issues } = yield* Effect.flip(read)
      assert.deepStrictEqual(issues.map(({ code, path }) => `${code} ${path.join(".")}`), ["max_length filters"])
    }
  }))
