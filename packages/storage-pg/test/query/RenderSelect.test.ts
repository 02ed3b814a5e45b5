import { assert, describe, it } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Expr, SelectPlan } from "@hedgerow/sql/plan/Plan"
import { scansOf } from "@hedgerow/sql/plan/PlanWalk"
import { dateTime, scalar } from "@hedgerow/sql/types/SqlType"
import { renderPlan } from "@hedgerow/storage-pg/query/RenderPlan"
import { SmallPlans as P } from "@hedgerow/testing/contracts"

const sqlOf = (plan: SelectPlan): string => renderPlan(plan).sql
const whereOf = (where: Expr): string => {
  const sql = sqlOf(P.select([P.number(1)], { from: P.events, where }))
  return sql.slice(sql.lastIndexOf(" WHERE ") + 7)
}

describe("an order", () => {
  it("by a property that is grouped by is the group's key, so that its document does not go through the sort", () => {
    const key = P.property("properties", "plan")
    const plan = P.select([key, P.aggregate("count", [])], { from: P.events, groupBy: [key] })
    const sql = sqlOf({ ...plan, orderBy: [{ expr: key, descending: false }] })
    const [, grouped = "", ordered] = /GROUP BY (.*) ORDER BY (.*)$/.exec(sql) ?? []
    assert.include(grouped, "hg_member_text(")
    assert.strictEqual(ordered, grouped)
  })
})

describe("placeholders", () => {
  it("are shared by equal values of one type", () => {
    const key = P.property("properties", "plan")
    const rendered = renderPlan(P.select([key, P.aggregate("count", [])], { from: P.events, groupBy: [key] }))
    assert.deepStrictEqual(rendered.values, ["plan", "7"])
    assert.strictEqual(rendered.sql.split("$1::text").length - 1, 2)
  })

  it("are not shared between types", () => {
    const rendered = renderPlan(P.select([P.number(1), P.text("1"), P.real(1)]))
    assert.deepStrictEqual(rendered.values, ["1", "1", "1"])
    assert.strictEqual(rendered.sql, "SELECT $1::int8 AS c0, $2::text AS c1, $3::float8 AS c2")
  })

  it("hold a list of any length in one", () => {
    const items = Array.from({ length: 100_000 }, (_, i) => `event ${i}`)
    const where: Expr = { _tag: "InList", value: P.event("event"), items, negated: false, type: P.uint8 }
    const rendered = renderPlan(P.select([P.number(1)], { from: P.events, where }))
    assert.strictEqual(rendered.values.length, 3)
  })

  it("carry quotes, backslashes and braces of a list", () => {
    const items = ["a\"b", "c\\d", "{e,f}", "NULL"]
    const where: Expr = { _tag: "InList", value: P.event("event"), items, negated: false, type: P.uint8 }
    const rendered = renderPlan(P.select([P.number(1)], { from: P.events, where }))
    assert.strictEqual(rendered.values[2], "{\"a\\\"b\",\"c\\\\d\",\"{e,f}\",\"NULL\"}")
  })

  it("report that a value has no text in PostgreSQL", () => {
    assert.isTrue(renderPlan(P.select([P.text("a\u0000b")])).holdsNul)
    assert.isFalse(renderPlan(P.select([P.text("ab")])).holdsNul)
  })

  it("keep every text of the plan out of the statement", () => {
    const hostile = "\"; DROP TABLE events; --"
    const inner = P.select([P.text(hostile)], { from: P.scan("events", hostile) })
    const plan: SelectPlan = {
      ...P.select([{ _tag: "Column", source: `${hostile}2`, name: hostile, type: P.string }]),
      from: {
        _tag: "Subquery",
        alias: `${hostile}2`,
        plan: { ...inner, select: [{ name: hostile, expr: P.text(hostile) }] }
      }
    }
    assert.notInclude(sqlOf(plan), "DROP")
  })
})

describe("predicates", () => {
  const isPurchase = P.call("equals", [P.event("event"), P.text("purchase")])

  it("are booleans in WHERE and integers as values", () => {
    assert.strictEqual(whereOf(isPurchase), "(s1.\"event\" = $3::text)")
    assert.include(sqlOf(P.select([isPurchase], { from: P.events })), "(s1.\"event\" = $1::text)::int4::int8 AS c0")
  })

  it("lose the wrapping that makes NULL false, so that indexes serve them", () => {
    const wrapped = P.call("coalesce", [isPurchase, P.literal(0, P.uint8)])
    assert.strictEqual(whereOf(wrapped), "(s1.\"event\" = $3::text)")
    assert.strictEqual(whereOf(P.call("and", [wrapped, wrapped])).includes("COALESCE"), false)
  })

  it("keep the wrapping below NOT", () => {
    const wrapped = P.call("coalesce", [isPurchase, P.literal(0, P.uint8)])
    assert.strictEqual(whereOf(P.call("not", [wrapped])), "(NOT COALESCE((s1.\"event\" = $3::text), false))")
  })

  it("use an instant of the plan as a constant", () => {
    const since = P.literal(1_577_836_800_123_456, dateTime("Europe/Paris"))
    const rendered = renderPlan(P.select([P.number(1)], {
      from: P.events,
      where: P.call("greaterOrEquals", [P.event("timestamp"), since])
    }))
    assert.include(rendered.sql, "WHERE (s1.\"timestamp\" >= $3::timestamptz)")
    assert.include(rendered.values, "2020-01-01T00:00:00.123456Z")
  })

  it("read a grouped predicate from its group", () => {
    const plan = P.select([P.call("if", [isPurchase, P.text("a"), P.text("b")], P.string)], {
      from: P.events,
      groupBy: [isPurchase]
    })
    assert.include(sqlOf(plan), "CASE WHEN ((s1.\"event\" = $1::text)::int4::int8 <> 0)")
  })
})

describe("order", () => {
  const ordered = (expr: Expr, descending: boolean): string => {
    const sql = sqlOf(P.select([P.number(1)], { from: P.events, orderBy: [{ expr, descending }] }))
    return sql.slice(sql.lastIndexOf("ORDER BY ") + 9)
  }

  it("leaves an index usable where NULL cannot be", () => {
    assert.strictEqual(ordered(P.event("timestamp"), true), "s1.\"timestamp\" DESC")
    assert.strictEqual(ordered(P.event("sent_at"), true), "s1.\"sent_at\" DESC NULLS LAST")
  })

  it("is by code point", () => {
    assert.strictEqual(ordered(P.event("event"), false), "s1.\"event\" COLLATE \"C\"")
  })
})

describe("isolation", () => {
  const ofProject = (id: number, alias: string): SelectPlan =>
    P.select([P.column(alias, "person_distinct_ids", "person_id")], {
      from: P.scan("person_distinct_ids", alias, id as ProjectId)
    })
  const inProject = (value: Expr, id: number, alias: string): Expr => ({
    _tag: "InSubquery",
    value,
    plan: ofProject(id, alias),
    negated: false,
    type: P.uint8
  })
  const nested = P.select([inProject(P.event("person_id"), 14, "d3")], {
    from: {
      _tag: "Join",
      kind: "left",
      left: {
        _tag: "Join",
        kind: "inner",
        left: P.scan("events", "e", 11 as ProjectId),
        right: { _tag: "Subquery", alias: "sub", plan: ofProject(12, "d1") },
        on: P.call("equals", [P.event("person_id"), {
          _tag: "Column",
          source: "sub",
          name: "a",
          type: scalar("UUID")
        }])
      },
      right: P.scan("persons", "p", 13 as ProjectId),
      on: P.call("equals", [P.event("person_id"), P.column("p", "persons", "id")])
    },
    where: inProject(P.event("person_id"), 15, "d2")
  })

  it("binds each scan of a nested plan to its project, and reads no table otherwise", () => {
    const { sql, values } = renderPlan(nested)
    const scans = [...sql.matchAll(/\(SELECT \* FROM (\w+) WHERE project_id = \$(\d+)::int4\)/g)]
    const rendered = scans.map(([, table, place]) => `${table} ${values[Number(place) - 1]}`)
    assert.deepStrictEqual(
      rendered.toSorted(),
      scansOf(nested).map(({ tenant: project, table }) => `${table} ${project}`).toSorted()
    )
    const tables = sql.match(/\b(events|persons|person_distinct_ids|person_overrides|groups)\b/g) ?? []
    assert.strictEqual(tables.length, scans.length)
  })
})
