import type { Expr } from "@hedgerow/sql/plan/Plan"
import { arrayOf, lambdaOf, mapOf, type SqlType, tupleOf } from "@hedgerow/sql/types/SqlType"
import { type CaseGroup, gives } from "../ExpressionCase.ts"
import { bool, call, date, days, float, instant, int, micros, none, text, typed, types, uuid } from "../PlanBuilder.ts"

const nullable = (type: SqlType): SqlType => ({ ...type, nullable: true })
const ints = arrayOf(types.int64)
const list = (...items: ReadonlyArray<Expr>) => typed("array", ints, ...items)
const optional = (...items: ReadonlyArray<Expr>) => typed("array", arrayOf(nullable(types.int64)), ...items)
const of = (type: SqlType, ...items: ReadonlyArray<Expr>) => typed("array", arrayOf(type), ...items)
const pair = tupleOf([types.int64, types.text])
const map = mapOf(types.text, types.int64)
const letters = typed("map", map, text("a"), int(1), text("b"), int(2))
const twice = typed("map", map, text("a"), int(1), text("a"), int(2))
const ref = (name: string, type: SqlType = types.int64): Extract<Expr, { readonly _tag: "Ref" }> => ({
  _tag: "Ref",
  name,
  type
})
/** A member of one of several arrays. */
const each = (name: string) => ref(name, nullable(types.int64))
const lambda = (body: Expr, ...params: ReadonlyArray<Extract<Expr, { readonly _tag: "Ref" }>>): Expr => ({
  _tag: "Lambda",
  params,
  body,
  type: lambdaOf(body.type)
})
const at = (array: Expr, place: Expr, type: SqlType = types.int64) => typed("arrayElement", type, array, place)
const has = (array: Expr, value: Expr) => typed("has", types.uint8, array, value)
const keyed = tupleOf([nullable(types.text), nullable(types.int64)])
const totalsByKey = mapOf(types.text, nullable(types.int64))
const entry = (key: string, value?: number): Expr =>
  typed("tuple", keyed, text(key), value === undefined ? none(types.int64) : int(value))
const big = 9223372036854775807n

const members: CaseGroup = {
  name: "members of arrays, tuples and maps",
  cases: [
    gives("an array", list(int(3), int(1)), [3, 1]),
    gives("an empty array", list(), []),
    gives("an array with NULL", optional(int(1), none(types.int64)), [1, null]),
    gives("an array of arrays", typed("array", arrayOf(ints), list(int(1)), list()), [[1], []]),
    gives("an array of large integers", list(int(big)), [big]),
    gives("an array of floats", of(types.float, float(0.5), float(Infinity), float(NaN)), [0.5, Infinity, NaN]),
    gives("an array of times", of(types.utc, instant("2024-05-01T12:00:00.123456")), [
      micros("2024-05-01T12:00:00.123456")
    ]),
    gives("an array of days", of(types.date, date("2024-05-01")), [days("2024-05-01")]),
    gives("an array of Bools", of(types.bool, bool(true), bool(false)), [true, false]),
    gives("an array of ids", of(types.uuid, uuid("00000000-0000-4000-8000-00000000000a")), [
      "00000000-0000-4000-8000-00000000000a"
    ]),
    gives("an array of texts", of(types.text, text("a\"b\\"), text("")), ["a\"b\\", ""]),
    gives("the first member", at(list(int(7), int(8)), int(1)), 7),
    gives("the last member", at(list(int(7), int(8)), int(-1)), 8),
    gives("no member", at(list(int(7)), int(2)), 0),
    gives("the member at 0", at(list(int(7)), int(0)), 0),
    gives("no member of those that may be NULL", at(optional(int(7)), int(5), nullable(types.int64)), null),
    gives("a member that is an array", at(typed("array", arrayOf(ints), list(int(1))), int(1), ints), [1]),
    gives("a tuple", typed("tuple", pair, int(1), text("x")), [1, "x"]),
    gives(
      "a member of a tuple",
      typed("tupleElement", types.text, typed("tuple", pair, int(1), text("x")), int(2)),
      "x"
    ),
    gives("a map", letters, [["a", 1], ["b", 2]]),
    gives("a member of a map", typed("mapElement", types.int64, letters, text("b")), 2),
    gives("of equal keys of a map the first", typed("mapElement", types.int64, twice, text("a")), 1),
    gives("no member of a map", typed("mapElement", types.int64, letters, text("z")), 0),
    gives("the keys of a map", typed("mapKeys", arrayOf(types.text), letters), ["a", "b"]),
    gives("the values of a map", typed("mapValues", ints, letters), [1, 2]),
    gives("the length of an array", typed("arrayLength", types.uint64, list(int(1), int(2))), 2),
    gives("the length of a map", typed("arrayLength", types.uint64, letters), 2),
    gives("a member is found", has(list(int(1), int(2)), int(2)), 1),
    gives("another is not", has(list(int(1), int(2)), int(3)), 0),
    gives("NULL is found", has(optional(int(1), none(types.int64)), none(types.int64)), 1),
    gives("NULL is not found", has(list(int(1)), none(types.int64)), 0),
    gives("NULL is not the empty text", has(of(types.text, text("")), none(types.text)), 0),
    gives("NULL is not 0", has(list(int(0)), none(types.int64)), 0),
    gives("NaN is no member", has(of(types.float, float(NaN)), float(NaN)), 0),
    gives("an array that is there", typed("orEmpty", ints, list(int(1))), [1]),
    gives("equal arrays", call("equals", list(int(1), int(2)), list(int(1), int(2))), 1),
    gives("arrays with another member", call("equals", list(int(1)), list(int(2))), 0)
  ]
}

const totals = nullable(types.int64)
const floats = (...items: ReadonlyArray<number>) => of(types.float, ...items.map(float))

const wholes: CaseGroup = {
  name: "functions of whole arrays",
  cases: [
    gives("arrays one after the other", typed("arrayConcat", ints, list(int(1)), list(), list(int(2), int(1))), [
      1,
      2,
      1
    ]),
    gives(
      "members by their keys",
      typed("arraySort", ints, list(int(1), int(2), int(3)), list(int(2), int(1), int(2))),
      [
        2,
        1,
        3
      ]
    ),
    gives(
      "members by their keys, NULL last",
      typed("arraySort", ints, list(int(1), int(2), int(3)), optional(none(types.int64), int(5), int(4))),
      [3, 2, 1]
    ),
    gives(
      "members by their keys, the greatest first, NULL last",
      typed("arrayReverseSort", ints, list(int(1), int(2), int(3)), optional(none(types.int64), int(5), int(4))),
      [2, 3, 1]
    ),
    gives("a sum", typed("arraySum", totals, list(int(1), int(2), int(-5))), -2),
    gives("a sum of none", typed("arraySum", totals, list()), 0),
    gives("a sum beside NULL", typed("arraySum", totals, optional(int(1), none(types.int64))), 1),
    gives("a sum beyond Int64", typed("arraySum", totals, list(int(big), int(1))), null),
    gives("a sum of floats", typed("arraySum", types.float, floats(0.5, 0.25)), 0.75),
    gives(
      "a value after every member",
      typed(
        "arrayFold",
        types.text,
        lambda(
          call("concat", ref("all", types.text), ref("x", types.text)),
          ref("all", types.text),
          ref("x", types.text)
        ),
        of(types.text, text("a"), text("b")),
        text(">")
      ),
      ">ab"
    ),
    gives(
      "a value after no member",
      typed("arrayFold", ints, lambda(ref("all", ints), ref("all", ints), ref("x")), list(), list(int(7))),
      [7]
    ),
    gives(
      "the members of arrays within arrays",
      typed("arrayFlatten", ints, of(ints, list(int(1), int(2)), list(), list(int(3)))),
      [1, 2, 3]
    ),
    ...(["sum", "min", "max"] as const).map((mode) =>
      gives(
        `${mode} by key`,
        typed(`${mode}ByKey`, totalsByKey, of(keyed, entry("b", 2), entry("a", 3), entry("b", 5), entry("c"))),
        [["a", 3], ["b", { sum: 7, min: 2, max: 5 }[mode]]]
      )
    ),
    gives(
      "sums as far as each member",
      typed("runningSums", arrayOf(nullable(types.int64)), optional(int(1), int(2), none(types.int64), int(3))),
      [1, 3, null, null]
    ),
    gives(
      "sums beyond Int64 on the way",
      typed("runningSums", arrayOf(nullable(types.int64)), optional(int(big), int(1), int(-2))),
      [big, null, big - 1n]
    ),
    gives(
      "sums of floats as far as each",
      typed(
        "runningSums",
        arrayOf(nullable(types.float)),
        of(nullable(types.float), float(0.5), float(1e300), float(1))
      ),
      [0.5, 1e300, 1e300]
    ),
    gives("sums by key of nothing", typed("sumByKey", totalsByKey, of(keyed)), []),
    gives(
      "a map of keys and values",
      typed(
        "mapElement",
        totals,
        typed("mapFromArrays", map, of(types.text, text("a"), text("b")), list(int(1), int(2))),
        text("b")
      ),
      2
    )
  ]
}

const functions: CaseGroup = {
  name: "functions over members",
  cases: [
    gives(
      "of one array",
      typed("arrayMap", ints, lambda(call("plus", ref("x"), int(1)), ref("x")), list(int(1), int(2))),
      [2, 3]
    ),
    gives("of no members", typed("arrayMap", ints, lambda(call("plus", ref("x"), int(1)), ref("x")), list()), []),
    gives(
      "of two arrays",
      typed(
        "arrayMap",
        arrayOf(nullable(types.int64)),
        lambda(call("plus", each("x"), each("y")), each("x"), each("y")),
        list(int(1), int(2)),
        list(int(10))
      ),
      [11, null]
    ),
    gives(
      "members that meet a condition",
      typed("arrayFilter", ints, lambda(call("greater", ref("x"), int(1)), ref("x")), list(int(1), int(2), int(3))),
      [2, 3]
    ),
    gives(
      "a function within a function",
      typed(
        "arrayMap",
        arrayOf(ints),
        lambda(
          typed("arrayMap", ints, lambda(call("plus", ref("x"), ref("y")), ref("y")), list(int(1), int(2))),
          ref("x")
        ),
        list(int(10))
      ),
      [[11, 12]]
    )
  ]
}

const choices: CaseGroup = {
  name: "greatest, least and sums of many",
  cases: [
    gives("the greatest", typed("greatest", types.int64, int(1), int(3), int(2)), 3),
    gives("the least", typed("least", types.int64, int(2), int(1), int(3)), 1),
    gives("the greatest beside NULL", typed("greatest", types.int64, none(types.int64), int(2)), 2),
    gives(
      "the greatest of NULLs",
      typed("greatest", nullable(types.int64), none(types.int64), none(types.int64)),
      null
    ),
    gives("the greatest beside NaN", typed("greatest", types.float, float(NaN), float(1)), 1),
    gives("the least beside NaN", typed("least", types.float, float(1), float(NaN)), 1),
    gives("the greatest of NaNs", typed("greatest", types.float, float(NaN), float(NaN)), NaN),
    gives("the greatest text", typed("greatest", types.text, text("a"), text("B"), text("é")), "é"),
    gives("the greatest Bool", typed("greatest", types.bool, bool(false), bool(true)), true),
    gives(
      "the least id",
      typed(
        "least",
        types.uuid,
        uuid("f0000000-0000-4000-8000-000000000000"),
        uuid("0f000000-0000-4000-9000-000000000000")
      ),
      "0f000000-0000-4000-9000-000000000000"
    ),
    gives(
      "the greatest day",
      typed("greatest", types.date, date("2020-01-01"), date("2020-01-02")),
      days("2020-01-02")
    ),
    gives("a sum", typed("sumOf", nullable(types.int64), int(1), int(2), int(-4)), -1),
    gives("a sum with NULL", typed("sumOf", nullable(types.int64), int(1), none(types.int64), int(2)), null),
    gives("a sum beyond the range", typed("sumOf", nullable(types.int64), int(big), int(1), int(1)), null),
    gives(
      "a sum that comes back into the range",
      typed("sumOf", nullable(types.int64), int(big), int(1), int(-1)),
      big
    ),
    gives("a sum of floats", typed("sumOf", types.float, float(0.1), float(0.2), float(0.3)), 0.1 + 0.2 + 0.3)
  ]
}

const shared = (name: string, value: Expr, body: (value: Expr) => Expr): Expr => {
  const inner = body({ _tag: "Ref", name, type: value.type })
  return { _tag: "Let", bindings: [{ name, value }], body: inner, type: inner.type }
}

const long = call(
  "concat",
  text("a long text that is not written twice"),
  text("because it would make the statement long")
)

const sharing: CaseGroup = {
  name: "shared operands",
  cases: [
    gives("a value used twice", shared("v", call("plus", int(1), int(2)), (v) => call("multiply", v, v)), 9),
    gives("a condition", shared("w", long, (v) => call("and", call("isNotNull", v), call("equals", v, v))), 1),
    gives(
      "a value within another",
      shared("p", long, (p) => shared("q", call("concat", p, p), (q) => call("length", q))),
      154
    )
  ]
}

export const arrayGroups: ReadonlyArray<CaseGroup> = [members, functions, choices, sharing, wholes]
