import { assert, it } from "@effect/vitest"
import { conditionNames, filterNames, propertyNames } from "@hedgerow/core/evaluation/filters/FilterNames"
import { propertyOperators } from "@hedgerow/core/evaluation/Operators"
import { newFlagTable } from "@hedgerow/core/flags/editing/FlagFields"
import { isKnown } from "@hedgerow/core/shared/KnownNames"
import { FeatureFlagRecord } from "@hedgerow/http/flags/FeatureFlagSchema"
import { TestApi } from "@hedgerow/testing"
import { Effect } from "effect"
import { call } from "../definitions/Call.ts"
import { pageOf } from "./DocumentedCalls.ts"

const page = pageOf("flags-reference.md")

const codesOf = (cell: string | undefined): ReadonlyArray<string> =>
  [...(cell ?? "").matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code)

const valuesOf = (cell: string | undefined): ReadonlyArray<unknown> =>
  codesOf(cell).map((code): unknown => JSON.parse(code))

/** The cells of the table whose head begins so. */
const tableOf = (head: string): ReadonlyArray<ReadonlyArray<string>> => {
  const after = page.split(`\n${head}`)[1]
  assert.isDefined(after, head)
  const rows = (after ?? "").split("\n\n")[0]?.split("\n").slice(2) ?? []
  return rows.map((row) => row.split("|").slice(1, -1).map((cell) => cell.trim()))
}

const rows = tableOf("| operator | `value` | holds for").flatMap(([operators, value, holds, misses, without]) =>
  codesOf(operators).map((operator) => ({
    operator,
    value: valuesOf(value)[0],
    holds: valuesOf(holds),
    misses: valuesOf(misses),
    isWithout: without === "yes"
  }))
)

it.effect("each operator holds for whom its example says, does not for others, and without the property as it says", () =>
  Effect.gen(function*() {
    const { token } = yield* TestApi
    const ask = Effect.fnUntraced(function*(key: string, person_properties: object) {
      const body = { token, distinct_id: "ada", flag_keys_to_evaluate: [key], person_properties }
      const { body: { flags } } = yield* call("POST", "/flags?v=2", body)
      return (flags as Readonly<Record<string, { readonly enabled: boolean }>>)[key]?.enabled
    })
    for (const [index, { holds, isWithout, misses, operator, value }] of rows.entries()) {
      const key = `row-${index}`
      const properties = [{ key: "given", type: "person", operator, value }]
      const fields = { filters: { groups: [{ properties }] }, _should_create_usage_dashboard: false }
      const made = yield* call("POST", "feature_flags/", { key, ...fields })
      assert.strictEqual(made.status, 201, JSON.stringify(made.body))
      for (const given of holds) assert.isTrue(yield* ask(key, { given }), `${operator} ${JSON.stringify(given)}`)
      for (const given of misses) assert.isFalse(yield* ask(key, { given }), `${operator} ${JSON.stringify(given)}`)
      assert.strictEqual(yield* ask(key, {}), isWithout, operator)
      assert.isAbove(holds.length + misses.length, 0)
    }
  }).pipe(Effect.provide(TestApi.layer)))

const fieldsOf = (head: string) => new Set(tableOf(head).flatMap(([names]) => codesOf(names)))

it("every operator and every field of a flag and its filters is in a table", () => {
  const ofCohorts = new Set(["in", "not_in"])
  assert.deepStrictEqual(
    new Set(rows.map(({ operator }) => operator)),
    new Set(propertyOperators.filter((name) => !ofCohorts.has(name)))
  )
  const record = fieldsOf("| field | | meaning |")
  const known = [...Object.keys(FeatureFlagRecord.fields), ...Object.keys(newFlagTable)]
  assert.deepStrictEqual(known.filter((name) => !record.has(name)), [])
  const tables = [
    ["| field of `filters` | meaning |", filterNames],
    ["| field of a condition | meaning |", conditionNames],
    ["| field of a property | meaning |", propertyNames]
  ] as const
  for (const [head, names] of tables) {
    const own = [...Object.keys(names.read), ...names.shown].filter((name) => isKnown(names, name))
    assert.deepStrictEqual(fieldsOf(head), new Set(own), head)
  }
})
