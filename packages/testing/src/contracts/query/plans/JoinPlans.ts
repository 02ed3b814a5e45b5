import type { Expr, Source } from "@hedgerow/sql/plan/Plan"
import {
  aggregate,
  ascending,
  call,
  column,
  columnOfType,
  int,
  join,
  none,
  property,
  scan,
  select,
  subquery,
  text,
  types,
  uint8
} from "../PlanBuilder.ts"
import { plan, type PlanCase } from "../PlanCase.ts"
import { bare, meadow, numbers } from "./Meadow.ts"

const events = scan("events", meadow, "e")
const persons = scan("persons", meadow, "p")
const ids = scan("person_distinct_ids", meadow, "d")
const overrides = scan("person_overrides", meadow, "o")
const event = (name: string) => column("e", "events", name)
const byTime = [ascending(event("timestamp"))]
const sameId = call("equals", event("distinct_id"), column("d", "person_distinct_ids", "distinct_id"))
const samePerson = call("equals", event("person_id"), column("p", "persons", "id"))
/** The properties column of a person that a left join can leave empty. */
const plansOf: Expr = {
  _tag: "Property",
  column: column("p", "persons", "properties", true),
  path: ["plan"],
  type: { ...types.text, nullable: true }
}
const side = property("e", "events", "properties", "side")
const otherSide = property("f", "events", "properties", "side")

/** Two literal rows as a source: group keys of the meadow's groups. */
const keys = (alias: string): Source =>
  subquery(
    select([column(`${alias}g`, "groups", "key"), column(`${alias}g`, "groups", "index")], {
      from: scan("groups", meadow, `${alias}g`)
    }),
    alias
  )

const float = (alias: string) => call("toFloat", property(alias, "persons", "properties", "f"))

export const joinPlans: ReadonlyArray<PlanCase> = [
  plan(
    "inner join drops rows without a match",
    select([event("event"), property("p", "persons", "properties", "plan")], {
      from: join("inner", events, persons, samePerson),
      orderBy: byTime
    }),
    ["open", "pro"],
    ["close", "pro"],
    ["close", "free"],
    ["open", null]
  ),
  plan(
    "left join keeps them",
    select([event("distinct_id"), column("p", "persons", "version", true), plansOf], {
      from: join("left", events, persons, samePerson),
      orderBy: byTime
    }),
    ["dee", null, null],
    ["ada", 3, "pro"],
    ["ben", null, null],
    ["ada", 3, "pro"],
    ["ben", 2, "free"],
    ["cyd", 1, null]
  ),
  plan(
    "left join to a source without rows",
    select([event("distinct_id"), column("p", "persons", "id", true)], {
      from: join("left", events, scan("persons", bare, "p"), samePerson),
      where: call("equals", event("event"), text("close"))
    }),
    ["ada", null],
    ["ben", null]
  ),
  plan(
    "inner join from a source without rows",
    select([column("p", "persons", "id")], { from: join("inner", scan("events", bare, "e"), persons, samePerson) })
  ),
  plan(
    "a join that multiplies rows",
    select([column("p", "persons", "version"), column("d", "person_distinct_ids", "distinct_id")], {
      from: join(
        "inner",
        persons,
        ids,
        call("equals", column("p", "persons", "id"), column("d", "person_distinct_ids", "person_id"))
      )
    }),
    [3, "ada"],
    [3, "ada-phone"],
    [2, "ben"]
  ),
  plan(
    "three sources: the current person of each event",
    select([
      event("distinct_id"),
      call("coalesce", plansOf, text("none"))
    ], {
      from: join(
        "left",
        join(
          "left",
          events,
          overrides,
          call("equals", event("person_id"), column("o", "person_overrides", "old_person_id"))
        ),
        persons,
        call(
          "equals",
          call("coalesce", column("o", "person_overrides", "person_id", true), event("person_id")),
          column("p", "persons", "id")
        )
      ),
      orderBy: byTime
    }),
    ["dee", "none"],
    ["ada", "pro"],
    ["ben", "free"],
    ["ada", "pro"],
    ["ben", "free"],
    ["cyd", "none"]
  ),
  plan(
    "WHERE after a left join",
    select([event("distinct_id")], {
      from: join("left", events, persons, samePerson),
      where: call("isNull", column("p", "persons", "id", true)),
      orderBy: byTime
    }),
    ["dee"],
    ["ben"]
  ),
  plan(
    "a condition of the left side in the ON of a left join",
    select([event("distinct_id"), column("p", "persons", "version", true)], {
      from: join("left", events, persons, call("and", samePerson, call("equals", event("event"), text("open")))),
      orderBy: byTime
    }),
    ["dee", null],
    ["ada", 3],
    ["ben", null],
    ["ada", null],
    ["ben", null],
    ["cyd", 1]
  ),
  plan(
    "NULL keys do not match",
    select([event("distinct_id"), column("f", "events", "distinct_id")], {
      from: join("inner", events, scan("events", meadow, "f"), call("equals", side, otherSide)),
      where: call("less", event("timestamp"), column("f", "events", "timestamp"))
    }),
    ["ada", "ada"]
  ),
  ...(["equals", "isNotDistinct"] as const).map((fn) =>
    plan(
      `NaN keys do not match by ${fn}`,
      select([aggregate("count")], {
        from: join(
          "inner",
          scan("persons", numbers, "m"),
          scan("persons", numbers, "n"),
          call(fn, float("m"), float("n"))
        ),
        where: call("isNotNull", float("m"))
      }),
      [6]
    )
  ),
  plan(
    "null-safe keys do match",
    select([event("distinct_id"), column("f", "events", "distinct_id")], {
      from: join("inner", events, scan("events", meadow, "f"), call("isNotDistinct", side, otherSide)),
      where: call("less", event("timestamp"), column("f", "events", "timestamp"))
    }),
    ["ada", "ada"],
    ["dee", "ben"]
  ),
  plan(
    "a join on an inequality",
    select([column("p", "persons", "version"), column("q", "persons", "version")], {
      from: join(
        "inner",
        persons,
        scan("persons", meadow, "q"),
        call("less", column("p", "persons", "version"), column("q", "persons", "version"))
      )
    }),
    [1, 2],
    [1, 3],
    [2, 3]
  ),
  plan(
    "a left join on an inequality",
    select([column("p", "persons", "version"), column("q", "persons", "version", true)], {
      from: join(
        "left",
        persons,
        scan("persons", meadow, "q"),
        call("less", column("p", "persons", "version"), column("q", "persons", "version"))
      )
    }),
    [1, 2],
    [1, 3],
    [2, 3],
    [3, null]
  ),
  plan(
    "a join on NULL",
    select([column("p", "persons", "version")], {
      from: join("inner", persons, ids, call("equals", none(types.int64), int(1)))
    })
  ),
  plan(
    "a join on equal keys and a rest",
    select([
      columnOfType("k", "c0", types.text),
      columnOfType("k", "c1", types.uint8),
      columnOfType("l", "c1", types.uint8)
    ], {
      from: join(
        "inner",
        keys("k"),
        keys("l"),
        call(
          "and",
          call("equals", columnOfType("k", "c0", types.text), columnOfType("l", "c0", types.text)),
          call("notEquals", columnOfType("k", "c1", types.uint8), columnOfType("l", "c1", types.uint8))
        )
      )
    }),
    ["oak", 0, 1],
    ["oak", 1, 0]
  ),
  plan(
    "two equal keys",
    select([event("distinct_id"), column("g", "groups", "index")], {
      from: join(
        "inner",
        events,
        scan("groups", meadow, "g"),
        call(
          "and",
          call("equals", event("$group_0"), column("g", "groups", "key")),
          call("equals", column("g", "groups", "index"), uint8(0))
        )
      ),
      orderBy: byTime
    }),
    ["ada", 0],
    ["ada", 0],
    ["cyd", 0]
  ),
  plan(
    "cross join",
    select([column("p", "persons", "version")], {
      from: join("cross", persons, ids),
      where: call("greater", column("p", "persons", "version"), int(1))
    }),
    [2],
    [2],
    [2],
    [3],
    [3],
    [3]
  ),
  plan(
    "cross join with a source without rows",
    select([column("p", "persons", "version")], { from: join("cross", persons, scan("groups", bare, "g")) })
  ),
  plan(
    "a join whose right side is a join",
    select([event("event"), column("d", "person_distinct_ids", "distinct_id"), column("p", "persons", "version")], {
      from: join(
        "inner",
        events,
        join(
          "inner",
          ids,
          persons,
          call("equals", column("d", "person_distinct_ids", "person_id"), column("p", "persons", "id"))
        ),
        sameId
      ),
      orderBy: byTime
    }),
    ["open", "ada", 3],
    ["open", "ben", 2],
    ["close", "ada", 3],
    ["close", "ben", 2]
  )
]
