import { assert, describe, it } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Expr, SelectPlan, Source } from "@hedgerow/sql/plan/Plan"
import { scansOf } from "@hedgerow/sql/plan/PlanWalk"
import { arrayOf, dateTime, scalar } from "@hedgerow/sql/types/SqlType"
import { renderPlan } from "@hedgerow/storage-clickhouse/query/RenderPlan"
import { SmallPlans as P } from "@hedgerow/testing/contracts"

const hot = new Map([["$browser", "mat_$browser"]])
const render = (plan: SelectPlan) => {
  const { params, sql } = renderPlan(plan, hot)
  return { params, sql }
}
const sqlOf = (plan: SelectPlan): string => render(plan).sql
const whereOf = (where: Expr): string => {
  const sql = sqlOf(P.select([P.number(1)], { from: P.events, where }))
  const ofProject = "WHERE s1.project_id = {p0:Int32} AND "
  return sql.slice(sql.lastIndexOf(ofProject) + ofProject.length)
}

describe("parameters", () => {
  it("are shared by equal values of one type", () => {
    const same = P.call("concat", [P.text("plan"), P.text("plan")], P.string)
    assert.deepStrictEqual(render(P.select([same])), {
      sql: "SELECT concat({p0:String}, {p0:String}) AS c0",
      params: { p0: "plan" }
    })
  })

  it("are not shared between types", () => {
    assert.deepStrictEqual(render(P.select([P.number(1), P.text("1"), P.real(1)])), {
      sql: "SELECT {p0:Int64} AS c0, {p1:String} AS c1, {p2:Float64} AS c2",
      params: { p0: "1", p1: "1", p2: "1" }
    })
  })

  it("hold a list of any length in one", () => {
    const items = Array.from({ length: 100_000 }, (_, i) => `event ${i}`)
    const where: Expr = { _tag: "InList", value: P.event("event"), items, negated: false, type: P.uint8 }
    const { params } = render(P.select([P.number(1)], { from: P.events, where }))
    assert.lengthOf(Object.keys(params), 3)
    assert.deepStrictEqual(Object.values(params).find(Array.isArray), items)
  })

  it("carry dates and instants as whole numbers", () => {
    const since = P.literal(1_577_836_800_123_456, dateTime("Europe/Paris"))
    const where = P.call("greaterOrEquals", [P.event("timestamp"), since])
    const { params, sql } = render(P.select([P.number(1)], { from: P.events, where }))
    assert.include(sql, " AND (s1.`timestamp` >= fromUnixTimestamp64Micro({p1:Int64}, 'UTC'))")
    assert.strictEqual(params["p1"], "1577836800123456")
  })

  it("keep every text of the plan out of the statement", () => {
    const hostile = "'; DROP TABLE events; -- {p9:String} ` \\"
    const property = P.property("properties", hostile, hostile, "1", hostile)
    const inner = P.select([P.text(hostile), property], { from: P.events })
    const plan: SelectPlan = {
      ...P.select([
        { _tag: "Column", source: `${hostile}2`, name: hostile, type: P.string },
        { _tag: "InList", value: P.text("a"), items: [hostile], negated: false, type: P.uint8 }
      ]),
      from: {
        _tag: "Subquery",
        alias: `${hostile}2`,
        plan: { ...inner, select: [{ name: hostile, expr: P.text(hostile) }, { name: "b", expr: property }] }
      }
    }
    const { sql } = render(plan)
    assert.notInclude(sql, "DROP TABLE")
    assert.notInclude(sql, hostile)
  })
})

describe("predicates", () => {
  const isPurchase = P.call("equals", [P.event("event"), P.text("purchase")])

  it("lose the wrapping that makes NULL false, so that indexes serve them", () => {
    const wrapped = P.call("coalesce", [isPurchase, P.literal(0, P.uint8)])
    assert.strictEqual(whereOf(wrapped), "(s1.`event` = {p1:String})")
    assert.notInclude(whereOf(P.call("and", [wrapped, wrapped])), "coalesce")
  })

  it("keep the wrapping below NOT", () => {
    const maybe = P.call("equals", [P.property("properties", "a"), P.text("b")], P.nullable(P.uint8))
    const wrapped = P.call("coalesce", [maybe, P.literal(0, P.uint8)])
    assert.strictEqual(whereOf(P.call("not", [wrapped])), "(NOT coalesce((s1.`pj`.`a`.:String = {p1:String}), 0))")
  })

  it("are called by the name of their group", () => {
    const plan = P.select([P.call("if", [isPurchase, P.text("a"), P.text("b")], P.string)], {
      from: P.events,
      groupBy: [isPurchase]
    })
    assert.include(sqlOf(plan), "SELECT if((s2 != 0), ")
    assert.include(sqlOf(plan), "GROUP BY (s1.`event` = {p1:String}) AS s2")
  })

  it("are NULL where a constant makes them so for every row: ClickHouse loses their names", () => {
    const never = P.call("equals", [P.event("event"), P.literal(null, P.nullable(P.string))], P.nullable(P.uint8))
    const sql = sqlOf(P.select([never], { from: P.events, groupBy: [never] }))
    assert.match(sql, /^SELECT materialize\(CAST\(NULL, /)
    assert.match(sql, / GROUP BY CAST\(NULL, '[^']+'\)$/)
  })
})

describe("properties", () => {
  const sqlFor = (...path: ReadonlyArray<string>): string =>
    sqlOf(P.select([P.property("properties", ...path)], { from: P.events }))

  it("are read from one path of the cells", () => {
    assert.strictEqual(
      sqlFor("plan"),
      "SELECT s1.`pj`.`plan`.:String AS c0 FROM `events` AS s1 WHERE s1.project_id = {p0:Int32}"
    )
    assert.include(sqlFor("a.b", "c"), "s1.`pj`.`a%2Eb/c`.:String AS c0")
  })

  it("have the column of a hot key", () => {
    assert.include(sqlFor("$browser"), "SELECT s1.`mat_$browser` AS c0")
    assert.notInclude(sqlFor("$browser", "x"), "mat_")
    const ofPerson = P.select([P.property("person_properties", "$browser")], { from: P.events })
    assert.include(sqlOf(ofPerson), "s1.`person_pj`.`$browser`.:String AS c0")
  })

  it("are read in the scan where it is joined", () => {
    const person = P.column("p", "persons", "properties")
    const plan = P.select([{ _tag: "Property", column: person, path: ["plan"], type: P.nullable(P.string) }], {
      from: {
        _tag: "Join",
        kind: "left",
        left: P.events,
        right: P.scan("persons", "p"),
        on: P.call("equals", [P.event("person_id"), P.column("p", "persons", "id")])
      }
    })
    const right = "(SELECT `id` AS c0, `pj`.`plan`.:String AS j0, 1 AS one FROM `persons` FINAL WHERE project_id"
    assert.include(sqlOf(plan), `SELECT s2.j0 AS c0 FROM \`events\` AS s1 LEFT ANY JOIN ${right}`)
  })
})

describe("size", () => {
  it("does not double with every level of an expression", () => {
    const nested = (depth: number): Expr =>
      depth === 0
        ? P.call("toInt", [P.property("properties", "n")], P.nullable(P.int))
        : P.call("plus", [nested(depth - 1), P.number(1)], P.nullable(P.int))
    const [small, large] = [50, 100].map((depth) => sqlOf(P.select([nested(depth)], { from: P.events })).length)
    assert.isBelow((large ?? 0) / (small ?? 1), 2.5)
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
      right: {
        _tag: "Join",
        kind: "cross",
        left: P.scan("persons", "p", 13 as ProjectId),
        right: P.scan("groups", "g", 16 as ProjectId),
        on: undefined
      },
      on: P.call("equals", [P.event("person_id"), P.column("p", "persons", "id")])
    },
    where: inProject(P.event("person_id"), 15, "d2")
  })

  it("binds each scan of a nested plan to its project, and reads no table otherwise", () => {
    const { params, sql } = render(nested)
    const inner = [...sql.matchAll(/FROM `(\w+)`(?: FINAL)? WHERE project_id = \{(p\d+):Int32\}\)/g)]
      .map(([, table, place = ""]) => `${table} ${String(params[place])}`)
    const first = [...sql.matchAll(/FROM `(\w+)` AS (s\d+)/g)].map(([, table, name = ""]) => {
      const [, place = ""] = new RegExp(`WHERE ${name}\\.project_id = \\{(p\\d+):Int32\\}`).exec(sql) ?? []
      return `${table} ${String(params[place])}`
    })
    assert.deepStrictEqual(
      [...inner, ...first].toSorted(),
      scansOf(nested).map(({ tenant: project, table }) => `${table} ${project}`).toSorted()
    )
    const tables = sql.match(/`(events|events_by_person|persons|person_distinct_ids|person_overrides|groups)`/g) ?? []
    assert.strictEqual(tables.length, inner.length + first.length)
  })
})

describe("aggregates", () => {
  it("of bits are ClickHouse's own, without a list of the values", () => {
    const bits: Expr = {
      _tag: "Aggregate",
      fn: "groupBitOr",
      args: [P.number(1)],
      filter: undefined,
      type: scalar("Int64")
    }
    const sql = sqlOf(P.select([bits], { from: P.events }))
    assert.include(sql, "groupBitOr(")
    assert.notInclude(sql, "groupArray")
  })

  it("at several levels of the same values collect them once", () => {
    const price = P.property("properties", "price")
    const quantile = (level: number, value: Expr): Expr => ({
      _tag: "Aggregate",
      fn: "quantile",
      args: [value],
      parameters: [level],
      filter: undefined,
      type: scalar("Float64", true)
    })
    const number = P.call("toFloat", [price], scalar("Float64", true))
    const length = P.call("length", [P.event("event")], scalar("Int64"))
    const of = (...columns: ReadonlyArray<Expr>) => sqlOf(P.select(columns, { from: P.events }))
    const several = of(quantile(0.95, number), quantile(0.5, number), quantile(0.5, length))
    assert.strictEqual(several.split("quantilesExactInclusive(0.5, 0.95)(").length, 3)
    assert.strictEqual(several.split("quantileExactInclusive(0.5)(").length, 2)
    assert.notInclude(of(quantile(0.5, number), quantile(0.5, number)), "quantiles")
  })

  it("of a group look after no NULL where there is a value for sure", () => {
    const first = P.aggregate("min", [P.event("distinct_id")], P.string)
    const grouped = P.select([first], { from: P.events, groupBy: [P.event("event")] })
    assert.include(sqlOf(grouped), "SELECT min(s1.`distinct_id`) AS c0")
    assert.include(sqlOf(P.select([first], { from: P.events })), "SELECT min(toNullable(s1.`distinct_id`)) AS c0")
    const instant = P.aggregate("min", [P.event("timestamp")], P.instant)
    const instants = sqlOf({ ...grouped, select: [{ name: "t", expr: instant }] })
    assert.include(instants, "min(toUnixTimestamp64Micro(s1.`timestamp`))")
    const nullable = P.aggregate("min", [P.property("properties", "n")])
    assert.include(
      sqlOf({ ...grouped, select: [{ name: "n", expr: nullable }] }),
      "SELECT min(s1.`pj`.`n`.:String) AS c0"
    )
    assert.include(sqlOf(P.select([nullable], { from: P.events })), "min(toNullable(")
  })
})

describe("settings of a statement", () => {
  it("make blocks of few rows where a row has very many columns", () => {
    const settingsOf = (columns: number) =>
      renderPlan(P.select(Array.from({ length: columns }, () => P.number(1))), hot).settings
    assert.notProperty(settingsOf(64), "max_block_size")
    assert.deepInclude(settingsOf(1_000), { max_block_size: 4_194 })
  })

  const joined = (left: Source, right: Source, key: Expr): Source => ({
    _tag: "Join",
    kind: "left",
    left,
    right,
    on: P.call("equals", [P.event("person_id"), key])
  })
  const mergedInto = { ...P.column("o", "person_overrides", "person_id"), type: P.nullable(scalar("UUID")) }
  const merges = joined(P.events, P.scan("person_overrides", "o"), P.column("o", "person_overrides", "old_person_id"))
  const person = P.call("coalesce", [mergedInto, P.event("person_id")], scalar("UUID"))

  it("leave columns of joins as they are where merges alone may be missing", () => {
    const plan = P.select([person], { from: merges })
    assert.deepInclude(renderPlan(plan, hot).settings, { join_use_nulls: 0 })
    assert.include(sqlOf(plan), "SELECT if(s2.one, s2.c1, s1.`person_id`) AS c0")
    const alone = sqlOf(P.select([mergedInto], { from: merges }))
    assert.include(alone, "if(s2.one, s2.c1, CAST(NULL, 'Nullable(UUID)')) AS c0")
  })

  it("make columns of joins NULL where others may be missing too", () => {
    const from = joined(merges, P.scan("persons", "p"), P.column("p", "persons", "id"))
    const plan = P.select([person], { from })
    assert.notProperty(renderPlan(plan, hot).settings, "join_use_nulls")
    assert.include(sqlOf(plan), "coalesce(s2.c1, s1.`person_id`) AS c0")
  })

  it("lengthen arrays where several are joined", () => {
    const member = { name: "a", expr: P.call("array", [P.number(1)], arrayOf(P.int)), type: P.int }
    const settingsOf = (items: ReadonlyArray<typeof member>) => {
      const from: Source = { _tag: "ArrayJoin", kind: "inner", source: P.events, items, alias: "members" }
      return renderPlan(P.select([P.number(1)], { from }), hot).settings
    }
    assert.deepInclude(settingsOf([member]), { enable_unaligned_array_join: 0 })
    assert.notProperty(settingsOf([member, { ...member, name: "b" }]), "enable_unaligned_array_join")
  })
})
