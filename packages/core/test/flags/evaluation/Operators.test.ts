import { assert, describe, it } from "@effect/vitest"
import { startEvaluation } from "@hedgerow/core/evaluation/Evaluation"
import { operatorOf } from "@hedgerow/core/evaluation/Operators"
import { makeRequest } from "./EvaluationWorld.ts"

const missing = Symbol("missing")

const holds = (operator: string, wanted: unknown, value: unknown, timeZone = "UTC"): boolean | undefined => {
  const made = operatorOf({ key: "k", operator, ...(wanted === missing ? {} : { value: wanted }) }, timeZone)
  if (made === undefined) return undefined
  const evaluation = startEvaluation(makeRequest({}))
  if (made.prepare?.(evaluation) === false) return false
  return value === missing ? made.whenMissing : made.matches(value, evaluation)
}

type Row = readonly [operator: string, wanted: unknown, yes: ReadonlyArray<unknown>, no: ReadonlyArray<unknown>]

/**
 * The values for which an operator holds, and those for which it does not: of every type, null and a missing property.
 */
const rows: ReadonlyArray<Row> = [
  ["exact", "Pro", ["pro", "PRO", "Pro"], ["pr", null, missing, 1, true, ["pro"], {}]],
  ["exact", "1.5", [1.5, "1.5"], [1, missing]],
  ["exact", 42, [42, "42"], [43, [42], missing]],
  ["exact", ["a", "B", 3], ["A", "b", 3, "3"], ["c", null, missing]],
  ["exact", null, [null, "null"], ["", missing]],
  ["exact", "null", [null, "NULL"], [missing]],
  ["exact", ["x", ["a", 1]], ["[\"a\",1]", ["a", 1], ["A", 1]], ["a"]],
  ["exact", { b: 1, a: 2 }, [{ a: 2, b: 1 }, "{\"a\":2,\"b\":1}"], [{ a: 2 }]],
  ["exact", true, [true, "true", "TRUE", ["true", true], []], [false, "yes", 1, null, missing]],
  ["exact", "false", [false, "False", "maybe", 0, null], [true, "True", missing]],
  ["exact", ["true", "false"], [false, "x"], [true, missing]],
  ["exact", [], [true, "true"], ["x", missing]],
  ["exact", missing, [], ["undefined", missing]],
  ["is_not", "Pro", ["x", null, missing, 1], ["pro"]],
  ["is_not", ["a", "b"], ["c", missing], ["A"]],
  ["is_not", true, [false, "x", missing], [true, "true"]],
  ["in", ["a"], ["A"], ["b", missing]],
  ["not_in", ["a"], ["b", missing], ["A"]],
  ["icontains", "@X.io", ["me@x.IO", ["a@x.io"]], ["x.io", null, missing, 5]],
  ["icontains", "ul", [null], [true]],
  ["icontains", "É", ["É"], ["é", missing]],
  ["icontains", "5", [15, "50"], [4]],
  ["not_icontains", "@x.io", ["me", null, missing, 5], ["A@X.IO"]],
  ["icontains_multi", ["foo", "BAR"], ["a bar", "Foo"], ["ba", null, missing]],
  ["icontains_multi", "foo", ["Foo"], ["bar"]],
  ["not_icontains_multi", ["foo", "bar"], ["ba", missing], ["a BAR"]],
  ["starts_with", "Ab", ["ABC", "ab"], ["cab", missing, null]],
  ["not_starts_with", "ab", ["cab", missing], ["ABC"]],
  ["ends_with", "Bc", ["ABC"], ["bcd", missing]],
  ["not_ends_with", "bc", ["bcd", missing], ["ABC"]],
  ["regex", "^a+$", ["aaa", "a"], ["b", "ab", null, missing]],
  ["regex", "1\\d", [12, "x123"], [2, missing]],
  ["regex", "(", [], ["(", missing]],
  ["not_regex", "(", [], ["(", "x", missing]],
  ["not_regex", "^a+$", ["b", null, missing], ["aa"]],
  ["regex", "", ["", "x", null], [missing]],
  ["is_set", missing, ["", null, 0, false], [missing]],
  ["is_set", "is_set", ["x"], [missing]],
  ["is_not_set", missing, [missing], ["", null, 0]],
  ["gt", 5, [6, "6", "5.5", " 7 ", "1e2"], [5, "5", "six", "6px", null, true, [6], missing]],
  ["gte", "5", [5, "5.0"], [4.9, missing]],
  ["lt", 5, [4, "-1"], [5, "", null, missing]],
  ["lte", 5, [5, "5"], [6, missing]],
  ["gt", "abc", [], ["abd", 1, missing]],
  ["min", 5, [5], [4, missing]],
  ["max", 5, [5], [6, missing]],
  ["between", [1, 3], [1, 2, "3"], [0, 3.1, "x", null, missing]],
  ["between", ["1", "3"], [2], [4]],
  ["between", [1], [], [1, missing]],
  ["between", "x", [], [1, missing]],
  ["not_between", [1, 3], [0, "4", missing], [1, 3, "x"]],
  ["is_date_before", "2026-01-01", ["2025-12-31", "2025-12-31T23:59:59Z", 1_700_000_000], [
    "2026-01-01",
    "soon",
    null,
    true,
    missing
  ]],
  ["is_date_after", "2026-01-01T00:00:00Z", ["2026-01-01T00:00:01Z", 1_800_000_000, 1_800_000_000_000], [
    "2026-01-01",
    missing
  ]],
  ["is_date_after", "-7d", ["2026-03-24T12:00:01Z"], ["2026-03-24T11:59:59Z", missing]],
  ["is_date_after", "7d", ["2026-03-24T12:00:01Z"], ["2026-03-24T11:59:59Z"]],
  ["is_date_before", "1m", ["2026-02-28T11:59:59Z"], ["2026-02-28T12:00:01Z"]],
  ["is_date_exact", "2026-01-01", ["2026-01-01", "2026-01-01T13:00:00Z"], ["2026-01-02", missing]],
  ["is_date_exact", "2026-01-01T13:00:00Z", ["2026-01-01 14:00:00+01:00"], ["2026-01-01", "2026-01-01T13:00:01Z"]],
  ["is_date_after", "not a date", [], ["2026-01-01", missing]],
  ["semver_eq", "1.2.3", ["1.2.3", "v1.2.3", " 1.2.3-rc1 ", "1.2.3+build", "01.02.03"], ["1.2.4", "x", null, missing]],
  ["semver_eq", "1.2", ["1.2.0", 1.2], ["1.2.1"]],
  ["semver_neq", "1.2.3", ["1.2.4"], ["1.2.3", "x", missing]],
  ["semver_gt", "1.9.0", ["1.10.0", "2"], ["1.9.0", "1.8", missing]],
  ["semver_gte", "1.9.0", ["1.9.0", "1.10"], ["1.8.9", missing]],
  ["semver_lt", "1.9.0", ["1.8.9", "0"], ["1.9.0", "1.10", "", missing]],
  ["semver_lte", "1.9.0", ["1.9.0"], ["1.9.1", missing]],
  ["semver_tilde", "1.2.3", ["1.2.3", "1.2.9"], ["1.3.0", "1.2.2", missing]],
  ["semver_caret", "1.2.3", ["1.2.3", "1.9.0"], ["2.0.0", "1.2.2", missing]],
  ["semver_caret", "0.2.3", ["0.2.3", "0.2.9"], ["0.3.0", missing]],
  ["semver_caret", "0.0.3", ["0.0.3"], ["0.0.4", "0.0.2", missing]],
  ["semver_wildcard", "1.2.*", ["1.2.0", "1.2.9"], ["1.3.0", "1.1.9", missing]],
  ["semver_wildcard", "1.*", ["1.0.0", "1.9.9"], ["2.0.0", "0.9", missing]],
  ["semver_wildcard", "*", [], ["1.0.0", missing]],
  ["semver_eq", "one", [], ["one", "1", missing]]
]

describe("Operators", () => {
  it.for(rows)("%s %j", ([operator, wanted, yes, no]) => {
    for (const value of yes) assert.isTrue(holds(operator, wanted, value), `holds for ${String(value)}`)
    for (const value of no) assert.isFalse(holds(operator, wanted, value), `does not hold for ${String(value)}`)
  })

  it("knows no other operators", () => {
    assert.isUndefined(holds("sounds_like", "x", "x"))
    assert.isUndefined(holds("toString", "x", "x"))
    assert.isTrue(operatorOf({ key: "k", value: "x" }, "UTC")?.matches("X", startEvaluation(makeRequest({}))))
  })

  it("reads dates without an offset in the project's time zone", () => {
    assert.isTrue(holds("is_date_before", "2026-01-02", "2026-01-01T22:59:59Z", "Europe/Berlin"))
    assert.isFalse(holds("is_date_before", "2026-01-02", "2026-01-01T23:00:00Z", "Europe/Berlin"))
    assert.isTrue(holds("is_date_after", "2026-01-01T22:59:59Z", "2026-01-02", "Europe/Berlin"))
    assert.isTrue(holds("is_date_exact", "2026-01-02", "2026-01-01T23:30:00Z", "Europe/Berlin"))
  })

  it("gives up on a pattern that would take long, negated or not", () => {
    const text = "xa".repeat(100_000)
    assert.isFalse(holds("regex", "(.*a){500}$", text))
    assert.isFalse(holds("not_regex", "(.*b){500}$", text))
    assert.isTrue(holds("regex", "(a+)+$", `${"a".repeat(50_000)}ba`))
    assert.isFalse(holds("not_regex", "(a{1000}){1000}", "x"))
  })
})
