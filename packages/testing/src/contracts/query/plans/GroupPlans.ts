import type { Expr } from "@hedgerow/sql/plan/Plan"
import { int64Max } from "@hedgerow/sql/types/Cell"
import {
  aggregate,
  ascending,
  bool,
  call,
  cast,
  column,
  dateCall,
  days,
  descending,
  float,
  int,
  join,
  micros,
  none,
  property,
  scan,
  select,
  text,
  types
} from "../PlanBuilder.ts"
import { plan, type PlanCase } from "../PlanCase.ts"
import { bare, meadow, numbers, personId } from "./Meadow.ts"

const from = scan("events", meadow, "e")
const event = (name: string) => column("e", "events", name)
const side = property("e", "events", "properties", "side")
const price = call("toFloat", property("e", "events", "properties", "price"))
const rows = aggregate("count")

const numberScan = scan("persons", numbers, "n")
const ofNumber = (name: string) => property("n", "persons", "properties", name)
const f = call("toFloat", ofNumber("f"))
const i = call("toInt", ofNumber("i"))
const bucket = ofNumber("g")
const total = (expr: Expr) => aggregate("sum", [expr])

/** `sum` whose empty group is zero. */
const sumOrZero = (expr: Expr) => aggregate("sum", [call("coalesce", expr, float(0))])
const every = (expr: Expr) =>
  (["count", "countDistinct", "sum", "avg", "min", "max", "anyValue"] as const).map((fn) => aggregate(fn, [expr]))

export const groupPlans: ReadonlyArray<PlanCase> = [
  plan("count of all rows", select([rows], { from }), [6]),
  plan("count without a source", select([rows]), [1]),
  plan("count of no rows", select([rows], { from: scan("events", bare, "e") }), [0]),
  plan("count skips NULL", select([aggregate("count", [side]), aggregate("countDistinct", [side])], { from }), [4, 3]),
  plan(
    "every aggregate of no rows",
    select([...every(price), sumOrZero(price), total(int(1))], { from: scan("events", bare, "e") }),
    [0, 0, null, null, null, null, null, 0, 0]
  ),
  plan(
    "every aggregate of NULLs",
    select([...every(price), sumOrZero(price)], { from, where: call("isNull", price) }),
    [0, 0, null, null, null, null, null, 0]
  ),
  plan(
    "every aggregate of floats",
    select(every(price), { from, where: call("greater", price, float(0)) }),
    [3, 3, 22.5, 7.5, 3, 12.5, 3]
  ),
  plan(
    "covariances skip NULL, NaN and infinities, and are 0 where a value never changes",
    select([
      aggregate("covariance", [price, float(0.1)]),
      aggregate("covariance", [call("nullIf", price, price), price]),
      aggregate("covariance", [price, price], { filter: call("equals", price, float(12.5)) })
    ], { from }),
    [0, null, 0]
  ),
  plan(
    "covariances of numbers too great",
    select([aggregate("covariance", [float(Infinity), float(1)]), aggregate("covariance", [float(1e71), float(1)])], {
      from
    }),
    [null, null]
  ),
  plan(
    "min and max of texts go by code point",
    select((["min", "max", "anyValue"] as const).map((fn) => aggregate(fn, [event("event")])), { from }),
    ["close", "peek", "close"]
  ),
  plan(
    "min and max of times",
    select([aggregate("min", [event("timestamp")]), aggregate("max", [event("timestamp")])], { from }),
    [-1, micros("2024-05-03T08:00:00")]
  ),
  plan(
    "min and max of uuids",
    select([aggregate("min", [column("p", "persons", "id")]), aggregate("max", [column("p", "persons", "id")])], {
      from: scan("persons", meadow, "p")
    }),
    [
      ["ada", "ben", "cyd"].map((name) => personId(name)).toSorted()[0] ?? "",
      ["ada", "ben", "cyd"].map((name) => personId(name)).toSorted()[2] ?? ""
    ]
  ),
  plan(
    "min and max of booleans",
    select([
      aggregate("min", [column("p", "persons", "is_identified")]),
      aggregate("max", [column("p", "persons", "is_identified")])
    ], { from: scan("persons", meadow, "p") }),
    [false, true]
  ),
  plan(
    "min and max of dates",
    select([
      aggregate("min", [dateCall("startOf", "month", "UTC", event("timestamp"))]),
      aggregate("max", [dateCall("startOf", "month", "UTC", event("timestamp"))])
    ], { from }),
    [days("1969-12-01"), days("2024-05-01")]
  ),
  plan("min and max skip NaN", select([aggregate("min", [f]), aggregate("max", [f])], { from: numberScan }), [
    -Infinity,
    Infinity
  ]),
  plan(
    "min and max of NaN alone",
    select([aggregate("min", [f]), aggregate("max", [f]), aggregate("anyValue", [f])], {
      from: numberScan,
      where: call("equals", ofNumber("f"), text("nan"))
    }),
    [Number.NaN, Number.NaN, Number.NaN]
  ),
  plan("a sum with NaN", select([total(f), aggregate("avg", [f])], { from: numberScan }), [Number.NaN, Number.NaN]),
  plan(
    "sums of integers are exact",
    select([total(i), aggregate("count", [i]), aggregate("countDistinct", [i])], {
      from: numberScan,
      where: call("notEquals", ofNumber("n"), text("a"))
    }),
    [-9223372036854775808n + 9007199254740992n, 5, 4]
  ),
  plan(
    "a sum may pass the limit on its way",
    select([total(call("coalesce", i, int(int64Max)))], {
      from: numberScan,
      where: call(
        "or",
        call("equals", ofNumber("n"), text("a")),
        call("equals", ofNumber("n"), text("d")),
        call("equals", ofNumber("n"), text("f"))
      )
    }),
    [1]
  ),
  plan(
    "a sum beyond Int64 is NULL, beyond Float64 infinite",
    select([
      total(int(int64Max)),
      aggregate("sum", [int(int64Max)], { filter: call("equals", event("event"), text("peek")) }),
      aggregate("sum", [int(int64Max)], { filter: bool(false) }),
      total(float(1e308)),
      total(float(-1e308)),
      aggregate("avg", [float(2 ** 660)]),
      aggregate("avg", [float(1e308)])
    ], { from }),
    [null, int64Max, 0, Infinity, -Infinity, 2 ** 660, Infinity]
  ),
  plan(
    "a row without a result is NULL, others have theirs",
    select([call("intDiv", int(4), call("minus", call("toInt", column("p", "persons", "version")), int(3)))], {
      from: scan("persons", meadow, "p")
    }),
    [null],
    [-2],
    [-4]
  ),
  plan(
    "avg of integers",
    select([aggregate("avg", [column("p", "persons", "version")])], {
      from: scan("persons", meadow, "p")
    }),
    [2]
  ),
  plan(
    "avg of large integers",
    select([aggregate("avg", [i])], { from: numberScan, where: call("greater", i, int(9_000_000)) }),
    [4616189618054758400]
  ),
  plan(
    "min and max of large integers",
    select([aggregate("min", [i]), aggregate("max", [i])], { from: numberScan }),
    [-9223372036854775808n, 9223372036854775807n]
  ),
  plan(
    "filters leave rows out",
    select([
      aggregate("count", [], { filter: call("equals", event("event"), text("open")) }),
      aggregate("count", [], { filter: call("equals", side, text("north")) }),
      aggregate("sum", [price], { filter: call("equals", event("event"), text("close")) }),
      aggregate("countDistinct", [event("distinct_id")], { filter: call("isNotNull", side) }),
      aggregate("max", [price], { filter: call("equals", event("event"), text("nothing")) }),
      aggregate("count", [], { filter: bool(false) }),
      aggregate("count", [], { filter: none(types.bool) })
    ], { from }),
    [3, 2, 7, 3, null, 0, 0]
  ),
  plan(
    "argMin and argMax",
    select([
      aggregate("argMin", [event("event"), event("timestamp")]),
      aggregate("argMax", [event("distinct_id"), event("timestamp")]),
      aggregate("argMax", [event("event"), price]),
      aggregate("argMin", [side, price])
    ], { from }),
    ["peek", "cyd", "open", ""]
  ),
  plan(
    "argMin and argMax skip NULL in either",
    select([
      aggregate("argMin", [side, event("timestamp")]),
      aggregate("argMax", [event("event"), call("toFloat", side)])
    ], { from }),
    ["north", null]
  ),
  plan(
    "ties of argMin and argMax take the least",
    select([
      aggregate("argMin", [event("distinct_id"), event("event")]),
      aggregate("argMax", [event("distinct_id"), event("event")]),
      aggregate("argMax", [event("distinct_id"), event("person_mode")])
    ], { from, where: call("notEquals", event("event"), text("peek")) }),
    ["ada", "ada", "ada"]
  ),
  plan(
    "argMin of NaN",
    select([aggregate("argMin", [ofNumber("n"), f]), aggregate("argMax", [ofNumber("n"), f])], { from: numberScan }),
    ["d", "e"]
  ),
  plan(
    "argMax with a filter",
    select([aggregate("argMax", [event("timestamp"), event("timestamp")], {
      filter: call("equals", event("event"), text("close"))
    })], { from }),
    [micros("2024-05-02T12:00:00")]
  ),
  plan(
    "groups by a column",
    select([event("event"), rows, aggregate("max", [price])], { from, groupBy: [event("event")] }),
    ["open", 3, 12.5],
    ["close", 2, 7],
    ["peek", 1, null]
  ),
  plan(
    "NULL keys make one group",
    select([side, rows], { from, groupBy: [side] }),
    ["north", 2],
    ["south", 1],
    ["", 1],
    [null, 2]
  ),
  plan(
    "NaN keys make one group",
    select([f, rows], { from: numberScan, groupBy: [f] }),
    [1.5, 2],
    [Number.NaN, 2],
    [null, 1],
    [-Infinity, 1],
    [Infinity, 1]
  ),
  plan(
    "large integer keys",
    select([i, rows], { from: numberScan, groupBy: [i] }),
    [9223372036854775807n, 1],
    [9007199254740993n, 1],
    [-5, 1],
    [-9223372036854775808n, 1],
    [2, 2],
    [null, 1]
  ),
  plan(
    "two keys",
    select([event("event"), event("distinct_id"), rows], { from, groupBy: [event("event"), event("distinct_id")] }),
    ["open", "ada", 1],
    ["open", "ben", 1],
    ["open", "cyd", 1],
    ["close", "ada", 1],
    ["close", "ben", 1],
    ["peek", "dee", 1]
  ),
  plan(
    "keys that look alike when joined",
    select([column("g", "groups", "key"), property("g", "groups", "properties", "kind"), rows], {
      from: scan("groups", meadow, "g"),
      groupBy: [column("g", "groups", "key"), property("g", "groups", "properties", "kind")]
    }),
    ["oak", "tree", 1],
    ["oak", null, 1],
    ["elm", null, 1]
  ),
  plan(
    "a key that is an expression, also inside others",
    select([
      call("concat", call("upper", event("event")), text("!")),
      aggregate("countDistinct", [event("distinct_id")])
    ], { from, groupBy: [call("upper", event("event"))] }),
    ["OPEN!", 3],
    ["CLOSE!", 2],
    ["PEEK!", 1]
  ),
  plan(
    "days of a zone as keys",
    select([dateCall("startOf", "day", "Europe/Berlin", event("timestamp")), rows], {
      from,
      groupBy: [dateCall("startOf", "day", "Europe/Berlin", event("timestamp"))]
    }),
    [micros("1969-12-31T23:00:00"), 1],
    [micros("2024-04-30T22:00:00"), 1],
    [micros("2024-05-01T22:00:00"), 3],
    [micros("2024-05-02T22:00:00"), 1]
  ),
  plan(
    "booleans as keys",
    select([column("p", "persons", "is_identified"), rows], {
      from: scan("persons", meadow, "p"),
      groupBy: [column("p", "persons", "is_identified")]
    }),
    [true, 2],
    [false, 1]
  ),
  plan(
    "groups without aggregates",
    select([event("event")], { from, groupBy: [event("event")] }),
    ["open"],
    ["close"],
    [
      "peek"
    ]
  ),
  plan(
    "groups of no rows",
    select([event("event"), rows], { from: scan("events", bare, "e"), groupBy: [event("event")] })
  ),
  plan("no keys are one group", select([rows], { from: scan("events", bare, "e"), groupBy: [] }), [0]),
  plan(
    "having",
    select([event("event")], {
      from,
      groupBy: [event("event")],
      having: call("greater", cast(rows, types.int64), int(1))
    }),
    ["open"],
    ["close"]
  ),
  plan(
    "having over a key",
    select([event("event"), rows], {
      from,
      groupBy: [event("event")],
      having: call("like", event("event"), text("%e%k"))
    }),
    ["peek", 1]
  ),
  plan(
    "having that is NULL",
    select([event("event")], { from, groupBy: [event("event")], having: call("less", total(price), float(10)) }),
    ["close"]
  ),
  plan(
    "having without keys",
    select([rows], { from, having: call("greater", cast(rows, types.int64), int(100)) })
  ),
  plan(
    "having without keys that holds",
    select([rows], { from, having: call("equals", cast(rows, types.int64), int(6)) }),
    [6]
  ),
  plan(
    "an aggregate in ORDER BY alone",
    select([event("event")], { from, groupBy: [event("event")], orderBy: [descending(rows)] }),
    ["open"],
    ["close"],
    ["peek"]
  ),
  plan(
    "arithmetic over aggregates",
    select([
      call("divide", cast(rows, types.float), cast(aggregate("countDistinct", [event("distinct_id")]), types.float)),
      call("coalesce", aggregate("max", [price], { filter: bool(false) }), float(-1))
    ], { from }),
    [1.5, -1]
  ),
  plan(
    "the same aggregate twice",
    select([rows, rows, event("event")], { from, groupBy: [event("event")], orderBy: [ascending(event("event"))] }),
    [2, 2, "close"],
    [3, 3, "open"],
    [1, 1, "peek"]
  ),
  plan(
    "groups of a left join",
    select([column("p", "persons", "version", true), rows, aggregate("count", [column("p", "persons", "id", true)])], {
      from: join(
        "left",
        from,
        scan("persons", meadow, "p"),
        call("equals", event("person_id"), column("p", "persons", "id"))
      ),
      groupBy: [column("p", "persons", "version", true)]
    }),
    [3, 2, 2],
    [2, 1, 1],
    [1, 1, 1],
    [null, 2, 0]
  ),
  plan(
    "countDistinct counts NaN once and tells zero from NULL",
    select([aggregate("countDistinct", [f]), aggregate("countDistinct", [bucket])], { from: numberScan }),
    [4, 3]
  )
]
