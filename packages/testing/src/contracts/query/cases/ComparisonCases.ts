import type { Expr } from "@hedgerow/sql/plan/Plan"
import { type Cell, int64Max, int64Min } from "@hedgerow/sql/types/Cell"
import { type CaseGroup, type ExpressionCase, gives, showCell } from "../ExpressionCase.ts"
import { bool, call, date, float, inList, instant, int, none, text, types, uuid } from "../PlanBuilder.ts"

const operators = ["equals", "notEquals", "less", "lessOrEquals", "greater", "greaterOrEquals"] as const

/** One row per pair: the answers of `= <> < <= > >=`. */
const pair = (name: string, a: Expr, b: Expr, ...answers: ReadonlyArray<Cell>): ReadonlyArray<ExpressionCase> =>
  operators.map((fn, i) => gives(`${fn} ${name}`, call(fn, a, b), answers[i] ?? null))

const less = [0, 1, 1, 1, 0, 0]
const same = [1, 0, 0, 1, 0, 1]
const greater = [0, 1, 0, 0, 1, 1]
const unordered = [0, 1, 0, 0, 0, 0]
const unknown = [null, null, null, null, null, null]
const nan = float(Number.NaN)
const [low, high] = ["00000000-0000-4000-8000-00000000000a", "f0000000-0000-4000-8000-000000000000"]

const pairs: CaseGroup = {
  name: "comparison",
  cases: [
    ...pair("integers", int(-3), int(2), ...less),
    ...pair("int64 limits", int(int64Max), int(int64Max - 1n), ...greater),
    ...pair("int64 least and greatest", int(int64Min), int(int64Max), ...less),
    ...pair("integers around 2^53", int(9007199254740993n), int(9007199254740992n), ...greater),
    ...pair("equal large integers", int(int64Min), int(int64Min), ...same),
    ...pair("floats", float(0.1), float(0.2), ...less),
    ...pair("zero and negative zero", float(0), float(-0), ...same),
    ...pair("NaN and NaN", nan, nan, ...unordered),
    ...pair("NaN and a number", nan, float(1), ...unordered),
    ...pair("a number and NaN", float(1), nan, ...unordered),
    ...pair("NaN and infinity", nan, float(Infinity), ...unordered),
    ...pair("infinities", float(-Infinity), float(Infinity), ...less),
    ...pair("equal infinities", float(Infinity), float(Infinity), ...same),
    ...pair("booleans", bool(false), bool(true), ...less),
    ...pair("letter case", text("B"), text("a"), ...less),
    ...pair("equal strings", text("gate"), text("gate"), ...same),
    ...pair("prefix", text("gate"), text("gates"), ...less),
    ...pair("empty string", text(""), text("a"), ...less),
    ...pair("trailing space", text("a "), text("a"), ...greater),
    ...pair("composed and decomposed", text("\u00e9"), text("e\u0301"), ...greater),
    ...pair("beyond the BMP above the private use area", text("\u{1f33f}"), text("\uff5e"), ...greater),
    ...pair("uuids", uuid(low), uuid(high), ...less),
    ...pair("dates", date("1969-12-31"), date("1970-01-01"), ...less),
    ...pair("instants", instant("1969-12-31T23:59:59.999999"), instant("1970-01-01T00:00:00"), ...less),
    ...pair(
      "instants of two zones",
      instant("2024-01-01T00:00:00", "Europe/Berlin"),
      instant("2024-01-01T00:00:00"),
      ...same
    ),
    ...pair("NULL and a value", none(types.text), text("a"), ...unknown),
    ...pair("a value and NULL", int(1), none(types.int64), ...unknown),
    ...pair("NULL and NULL", none(types.float), none(types.float), ...unknown)
  ]
}

/** Both null-safe comparisons of one pair. */
const safe = (name: string, a: Expr, b: Expr, isSame: 0 | 1): ReadonlyArray<ExpressionCase> => [
  gives(`isNotDistinct ${name}`, call("isNotDistinct", a, b), isSame),
  gives(`isDistinct ${name}`, call("isDistinct", a, b), 1 - isSame)
]

const nullSafe: CaseGroup = {
  name: "null-safe comparison",
  cases: [
    ...safe("equal integers", int(int64Max), int(int64Max), 1),
    ...safe("different integers", int(int64Max), int(int64Max - 1n), 0),
    ...safe("NULL and a value", none(types.text), text(""), 0),
    ...safe("a value and NULL", float(0), none(types.float), 0),
    ...safe("NULL and NULL", none(types.text), none(types.text), 1),
    ...safe("NaN and NaN", nan, nan, 0),
    ...safe("NULL and NaN", none(types.float), nan, 0),
    ...safe("zero and negative zero", float(0), float(-0), 1),
    ...safe("letter case", text("A"), text("a"), 0),
    ...safe("booleans", bool(true), bool(true), 1),
    ...[text(""), int(0), float(Number.NaN), bool(false), date("1970-01-01")].flatMap((value) => [
      gives(`isNull of a ${value.type.kind}`, call("isNull", value), 0),
      gives(`isNotNull of a ${value.type.kind}`, call("isNotNull", value), 1)
    ]),
    ...[types.text, types.int64, types.float, types.bool, types.date, types.utc].flatMap((type) => [
      gives(`isNull of no ${type.kind}`, call("isNull", none(type)), 1),
      gives(`isNotNull of no ${type.kind}`, call("isNotNull", none(type)), 0)
    ]),
    gives("isNull of a bare NULL", call("isNull", none()), 1)
  ]
}

/** IN and NOT IN of one list. */
const listed = (value: Expr, items: ReadonlyArray<Cell>, isIn: 0 | 1): ReadonlyArray<ExpressionCase> => {
  const name = `${value._tag === "Literal" ? showCell(value.value) : value._tag} in ${showCell(items)}`
  return [gives(name, inList(value, items), isIn), gives(`not ${name}`, inList(value, items, true), 1 - isIn)]
}

const lists: CaseGroup = {
  name: "IN a list",
  cases: [
    ...listed(int(2), [1, 2, 3], 1),
    ...listed(int(4), [1, 2, 3], 0),
    ...listed(int(int64Max), [int64Min, int64Max], 1),
    ...listed(int(int64Max - 1n), [int64Max], 0),
    ...listed(int(2), [null, 1], 0),
    ...listed(none(types.int64), [1, 2], 0),
    ...listed(none(types.int64), [1, null], 1),
    ...listed(none(types.text), [], 0),
    ...listed(text("a"), [], 0),
    ...listed(text("b"), ["a", "b"], 1),
    ...listed(text("B"), ["a", "b"], 0),
    ...listed(text("it's \\ \"x\", {y}"), ["z", "it's \\ \"x\", {y}"], 1),
    ...listed(text("null"), [null], 0),
    ...listed(text(""), [""], 1),
    ...listed(float(0.5), [0.25, 0.5], 1),
    ...listed(float(-0), [0], 1),
    ...listed(nan, [Number.NaN, 1], 0),
    ...listed(float(Infinity), [Infinity], 1),
    ...listed(bool(true), [false, true], 1),
    ...listed(uuid(low), [high, low], 1),
    ...listed(date("1969-12-31"), [-1, 5], 1),
    ...listed(instant("1969-12-31T23:59:59.999999"), [-1], 1)
  ]
}

export const comparisonGroups: ReadonlyArray<CaseGroup> = [pairs, nullSafe, lists]
