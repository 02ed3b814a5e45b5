import { assert, it } from "@effect/vitest"
import { parseStatement } from "@hedgerow/sql/parse/Parser"
import { printStatement } from "@hedgerow/sql/print/Printer"
import { Result, Schema } from "effect"
import { makeProject, planText, resolve, resolved } from "./PlanText.ts"

/** Every project id in the plan, wherever it stands: scans in joins, sub-queries and IN included. */
const projectsOf = (node: unknown): ReadonlyArray<unknown> => {
  if (Array.isArray(node)) return node.flatMap(projectsOf)
  if (typeof node !== "object" || node === null) return []
  const own = "_tag" in node && node._tag === "Scan" && "tenant" in node ? [node.tenant] : []
  return [...own, ...Object.values(node).flatMap(projectsOf)]
}

const Field = Schema.Literals([
  "distinct_id",
  "person_id",
  "person.properties.a",
  "pdi.person_id",
  "group_1.properties.b"
])
const Shape = Schema.Literals(["plain", "derived", "join", "in", "with", "nested"])

const write = (field: string, shape: typeof Shape.Type): string => {
  switch (shape) {
    case "plain":
      return `select ${field} from events`
    case "derived":
      return `select x from (select ${field} as x from events) where x is not null`
    case "join":
      return `select a.${field}, p.id from events a left join persons p on a.person_id = p.id, groups g`
    case "in":
      return `select 1 from persons where toString(id) in (select toString(${field}) from events)`
    case "with":
      return `with c as (select ${field} as x from events) select x from c where x in (select x from c)`
    case "nested":
      return `select count() from (select * from (select ${field} as x from events where distinct_id in (select distinct_id from person_distinct_ids)))`
  }
}

const Mode = Schema.Literals([
  "disabled",
  "person_id_no_override_properties_on_events",
  "person_id_override_properties_on_events",
  "person_id_override_properties_joined"
])

it.prop(
  "every scan of every plan is bound to the project of the query",
  [Field, Shape, Mode, Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2147483647 }))],
  ([field, shape, personsOnEventsMode, id]) => {
    const { plan } = resolved(write(field, shape), { project: makeProject({ id }), modifiers: { personsOnEventsMode } })
    const projects = projectsOf(plan)
    assert.isNotEmpty(projects)
    assert.deepStrictEqual([...new Set(projects)], [id])
  }
)

it("no way of writing the project reaches a plan", () => {
  const attempts = [
    "select event from events where team_id = 8",
    "select event from events where project_id = 8",
    "select event from events e where e.team_id = 8",
    "select team_id from persons",
    "select team_id from (select * from events)",
    "select event from events where person.team_id = 8",
    "select 8 as team_id, event from events",
    "select event from (select event, 8 as project_id from events)",
    "with 8 as team_id select event from events",
    "select event from events as team_id",
    "select event from events where team_id in (select team_id from persons)",
    "select old_person_id from person_overrides",
    "select event from `events` join persons using team_id",
    "select version from persons"
  ]
  for (const sql of attempts) assert.isTrue(Result.isFailure(resolve(sql)), sql)
})

it("a project named in a constant changes nothing", () => {
  assert.strictEqual(
    planText("select event from events where event = 'x' or '8' = 'team_id'"),
    "select events_1.event as event from events#7 events_1 where or(equals(events_1.event, 'x':String), 0:UInt8)"
  )
})

it("the printed text of an answer resolves to the same plan", () => {
  const texts = [
    "select event, properties.a, count() from events where event in ('a', 'b') and timestamp > now() - interval 1 day group by 1, 2",
    "select e.person.properties.x from events e join persons p on e.person_id = p.id where not p.is_identified",
    "with a as (select distinct_id d from events) select case when d like 'a%' then 1 else 2 end from a order by d desc limit 3"
  ]
  for (const sql of texts) {
    assert.strictEqual(planText(printStatement(Result.getOrThrow(parseStatement(sql)))), planText(sql))
  }
})
