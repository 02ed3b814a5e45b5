import type { SelectPlan } from "@hedgerow/sql/plan/Plan"
import {
  aggregate,
  ascending,
  call,
  cast,
  column,
  columnOfType,
  descending,
  float,
  inList,
  inSubquery,
  int,
  join,
  none,
  property,
  scan,
  select,
  subquery,
  text,
  types
} from "../PlanBuilder.ts"
import { plan, type PlanCase } from "../PlanCase.ts"
import { bare, meadow, numbers } from "./Meadow.ts"

const nullableText = { ...types.text, nullable: true }
const from = scan("events", meadow, "e")
const event = (name: string) => column("e", "events", name)
const byTime = [ascending(event("timestamp"))]
const side = property("e", "events", "properties", "side")
const otherEvents = scan("events", meadow, "f")
const otherSide = property("f", "events", "properties", "side")

/** Sides of the meadow's events, some NULL. */
const sides = (rest: Partial<SelectPlan> = {}) => select([otherSide], { from: otherEvents, ...rest })
const knownSides = sides({ where: call("isNotNull", otherSide) })
const counts = subquery(
  select([event("event"), aggregate("count")], { from, groupBy: [event("event")] }),
  "s"
)
const s = (name: string, type = types.text) => columnOfType("s", name, type)
const f = call("toFloat", property("n", "persons", "properties", "f"))
const n = property("n", "persons", "properties", "n")
const numberScan = scan("persons", numbers, "n")

export const subqueryPlans: ReadonlyArray<PlanCase> = [
  plan("a subquery without a source", select([s("c0", types.int64)], { from: subquery(select([int(7)]), "s") }), [7]),
  plan(
    "a filtered subquery",
    select([call("upper", s("c0"))], {
      from: subquery(select([event("event")], { from, where: call("isNull", side) }), "s")
    }),
    ["PEEK"],
    ["CLOSE"]
  ),
  plan(
    "groups of groups",
    select([aggregate("max", [s("c1", types.uint64)]), aggregate("count")], { from: counts }),
    [3, 3]
  ),
  plan(
    "a WHERE over an aggregate of a subquery",
    select([s("c0")], { from: counts, where: call("equals", cast(s("c1", types.uint64), types.int64), int(2)) }),
    ["close"]
  ),
  plan(
    "a limited subquery keeps its first rows",
    select([aggregate("count"), aggregate("min", [s("c0", types.utc)])], {
      from: subquery(select([event("timestamp")], { from, orderBy: [descending(event("timestamp"))], limit: 2 }), "s")
    }),
    [2, 1714651200000000]
  ),
  plan(
    "a distinct subquery",
    select([aggregate("count")], { from: subquery(select([event("event")], { from, distinct: true }), "s") }),
    [3]
  ),
  plan(
    "NULL in a column of a subquery",
    select([call("coalesce", s("c0", nullableText), text("none"))], {
      from: subquery(select([side], { from, orderBy: byTime, limit: 2 }), "s")
    }),
    ["none"],
    ["north"]
  ),
  plan(
    "subqueries in subqueries",
    select([columnOfType("t", "c0", types.int64)], {
      from: subquery(
        select([call("plus", s("c0", types.int64), int(1))], { from: subquery(select([int(1)]), "s") }),
        "t"
      )
    }),
    [2]
  ),
  plan(
    "a join of subqueries",
    select([s("c0"), s("c1", types.uint64), columnOfType("t", "c1", { ...types.float, nullable: true })], {
      from: join(
        "left",
        counts,
        subquery(
          select([
            column("f", "events", "event"),
            aggregate("max", [
              call("toFloat", property("f", "events", "properties", "price"))
            ])
          ], { from: otherEvents, groupBy: [column("f", "events", "event")] }),
          "t"
        ),
        call("equals", s("c0"), columnOfType("t", "c0", types.text))
      )
    }),
    ["open", 3, 12.5],
    ["close", 2, 7],
    ["peek", 1, null]
  ),
  plan(
    "a left join to a subquery gives NULL without a match",
    select([event("event"), columnOfType("s", "c1", { ...types.int64, nullable: true })], {
      from: join(
        "left",
        from,
        subquery(select([text("close"), int(1)]), "s"),
        call("equals", event("event"), s("c0"))
      ),
      orderBy: byTime,
      limit: 4
    }),
    ["peek", null],
    ["open", null],
    ["open", null],
    ["close", 1]
  ),
  plan(
    "in a subquery with NULL",
    select([event("distinct_id")], { from, where: inSubquery(side, sides()), orderBy: byTime }),
    ["dee"],
    ["ada"],
    ["ben"],
    ["ada"],
    ["ben"],
    ["cyd"]
  ),
  plan(
    "in a subquery without NULL",
    select([event("distinct_id"), inSubquery(side, knownSides)], { from, orderBy: byTime }),
    ["dee", 0],
    ["ada", 1],
    ["ben", 1],
    ["ada", 1],
    ["ben", 0],
    ["cyd", 1]
  ),
  plan(
    "not in a subquery without NULL",
    select([event("distinct_id")], { from, where: inSubquery(side, knownSides, true), orderBy: byTime }),
    ["dee"],
    ["ben"]
  ),
  plan(
    "not in a subquery with NULL",
    select([inSubquery(text("east"), sides(), true), inSubquery(none(types.text), sides(), true)]),
    [1, 0]
  ),
  plan(
    "in a subquery of no rows",
    select([
      inSubquery(
        text("a"),
        select([column("d", "person_distinct_ids", "distinct_id")], {
          from: scan("person_distinct_ids", bare, "d")
        })
      ),
      inSubquery(none(types.text), select([column("g", "groups", "key")], { from: scan("groups", bare, "g") })),
      inSubquery(text("a"), select([column("h", "groups", "key")], { from: scan("groups", bare, "h") }), true)
    ]),
    [0, 0, 1]
  ),
  plan(
    "in a subquery of NULLs alone",
    select([
      inSubquery(none(types.text), select([none(types.text)])),
      inSubquery(text("a"), select([none(types.text)])),
      inSubquery(text("a"), select([none(types.text)]), true)
    ]),
    [1, 0, 1]
  ),
  plan(
    "NaN is in no subquery",
    select([n], {
      from: numberScan,
      where: inSubquery(
        f,
        select([call("toFloat", property("m", "persons", "properties", "f"))], {
          from: scan("persons", numbers, "m")
        })
      ),
      orderBy: [ascending(n)]
    }),
    ["a"],
    ["c"],
    ["d"],
    ["e"],
    ["f"]
  ),
  plan(
    "in a subquery with groups and a limit",
    select([aggregate("count")], {
      from,
      where: inSubquery(
        event("distinct_id"),
        select([column("f", "events", "distinct_id")], {
          from: otherEvents,
          groupBy: [column("f", "events", "distinct_id")],
          having: call("greater", cast(aggregate("count"), types.int64), int(1)),
          orderBy: [ascending(column("f", "events", "distinct_id"))],
          limit: 1
        })
      )
    }),
    [2]
  ),
  plan(
    "in a subquery in the filter of an aggregate",
    select([
      aggregate("count", [], {
        filter: inSubquery(
          event("person_id"),
          select([column("p", "persons", "id")], {
            from: scan("persons", meadow, "p")
          })
        )
      })
    ], { from }),
    [4]
  ),
  plan(
    "in a subquery of a subquery",
    select([inSubquery(int(2), select([int(1)], { where: inSubquery(text("x"), select([text("x")])) }), true)]),
    [1]
  ),
  plan(
    "in a subquery in a join's condition",
    select([event("distinct_id")], {
      from: join(
        "inner",
        from,
        subquery(select([int(1)]), "s"),
        inSubquery(event("event"), select([text("peek")]))
      )
    }),
    ["dee"]
  ),
  plan(
    "in a list over rows",
    select([event("distinct_id"), inList(side, ["north", null]), inList(side, ["north"], true)], {
      from,
      orderBy: byTime
    }),
    ["dee", 1, 1],
    ["ada", 1, 0],
    ["ben", 0, 1],
    ["ada", 1, 0],
    ["ben", 1, 1],
    ["cyd", 0, 1]
  ),
  plan(
    "a float from a subquery",
    select([s("c0", types.float)], { from: subquery(select([float(Number.NaN)]), "s") }),
    [Number.NaN]
  )
]
