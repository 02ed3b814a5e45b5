import {
  aggregate,
  ascending,
  call,
  column,
  descending,
  float,
  int,
  property,
  scan,
  select,
  text
} from "../PlanBuilder.ts"
import { plan, type PlanCase } from "../PlanCase.ts"
import { meadow, numbers } from "./Meadow.ts"

const from = scan("persons", numbers, "n")
const of = (name: string) => property("n", "persons", "properties", name)
const n = of("n")
const f = call("toFloat", of("f"))
const i = call("toInt", of("i"))
const byName = ascending(n)
const event = (name: string) => column("e", "events", name)
const events = scan("events", meadow, "e")
const names = (...list: ReadonlyArray<string>): ReadonlyArray<readonly [string]> => list.map((name) => [name])

export const orderPlans: ReadonlyArray<PlanCase> = [
  plan(
    "floats ascending: NaN, then NULL, last",
    select([n], { from, orderBy: [ascending(f), byName] }),
    ...names("d", "a", "f", "e", "b", "g", "c")
  ),
  plan(
    "floats descending: NaN, then NULL, last",
    select([n], { from, orderBy: [descending(f), byName] }),
    ...names("e", "a", "f", "d", "b", "g", "c")
  ),
  plan(
    "integers ascending",
    select([n], { from, orderBy: [ascending(i), byName] }),
    ...names("d", "c", "f", "g", "b", "a", "e")
  ),
  plan(
    "integers descending",
    select([n], { from, orderBy: [descending(i), descending(n)] }),
    ...names("a", "b", "g", "f", "c", "d", "e")
  ),
  plan(
    "texts with empty and NULL",
    select([n], { from, orderBy: [ascending(of("g")), byName] }),
    ...names("g", "a", "b", "c", "d", "e", "f")
  ),
  plan(
    "texts descending with NULL",
    select([n], { from, orderBy: [descending(of("g")), byName] }),
    ...names("c", "d", "a", "b", "g", "e", "f")
  ),
  plan(
    "an expression that is not selected",
    select([n], { from, orderBy: [ascending(call("modulo", call("coalesce", i, int(4)), int(3))), byName] }),
    ...names("c", "d", "b", "a", "e", "f", "g")
  ),
  plan(
    "booleans",
    select([column("p", "persons", "version")], {
      from: scan("persons", meadow, "p"),
      orderBy: [ascending(column("p", "persons", "is_identified")), descending(column("p", "persons", "version"))]
    }),
    [1],
    [3],
    [2]
  ),
  plan(
    "times",
    select([event("event"), event("distinct_id")], {
      from: events,
      orderBy: [descending(event("timestamp"))],
      limit: 3
    }),
    ["open", "cyd"],
    ["close", "ben"],
    ["close", "ada"]
  ),
  plan("limit", select([n], { from, orderBy: [byName], limit: 2 }), ...names("a", "b")),
  plan("limit zero", select([n], { from, orderBy: [byName], limit: 0 })),
  plan("limit beyond the end", select([n], { from, orderBy: [byName], limit: 100, offset: 5 }), ...names("f", "g")),
  plan("offset", select([n], { from, orderBy: [byName], offset: 4 }), ...names("e", "f", "g")),
  plan("limit and offset", select([n], { from, orderBy: [byName], limit: 2, offset: 3 }), ...names("d", "e")),
  plan("offset beyond the end", select([n], { from, orderBy: [byName], offset: 7 })),
  plan(
    "distinct with NULL",
    select([of("g")], { from, distinct: true }),
    ["x"],
    ["y"],
    [""],
    [null]
  ),
  plan(
    "distinct with NaN",
    select([f], { from, distinct: true }),
    [1.5],
    [Number.NaN],
    [null],
    [Infinity],
    [-Infinity]
  ),
  plan(
    "distinct of two columns",
    select([event("event"), call("length", event("event"))], { from: events, distinct: true }),
    ["open", 4],
    ["close", 5],
    ["peek", 4]
  ),
  plan(
    "distinct, ordered, cut",
    select([of("g")], { from, distinct: true, orderBy: [descending(of("g"))], limit: 2, offset: 1 }),
    ["x"],
    [""]
  ),
  plan(
    "distinct of groups",
    select([aggregate("count")], {
      from,
      groupBy: [of("g")],
      distinct: true,
      orderBy: [ascending(aggregate("count"))]
    }),
    [1],
    [2]
  ),
  plan(
    "distinct of a constant",
    select([text("a"), float(1)], { from: events, distinct: true }),
    ["a", 1]
  )
]
