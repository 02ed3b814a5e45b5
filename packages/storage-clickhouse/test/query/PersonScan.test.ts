import { assert, describe, it, layer } from "@effect/vitest"
import { deriveProperties } from "@hedgerow/core/events/DerivedProperties"
import type { Event } from "@hedgerow/core/events/Event"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { deriveUuid, type Uuid } from "@hedgerow/core/shared/Uuid"
import type { Expr, SelectPlan, Source } from "@hedgerow/sql/plan/Plan"
import { canonicalJson } from "@hedgerow/sql/types/CanonicalJson"
import { scalar } from "@hedgerow/sql/types/SqlType"
import * as ClickHouseQueryEngine from "@hedgerow/storage-clickhouse/query/ClickHouseQueryEngine"
import { renderPlan } from "@hedgerow/storage-clickhouse/query/RenderPlan"
import { CopyProgress } from "@hedgerow/storage-clickhouse/replication/AwaitCopies"
import { fixtures, SeedTables, SmallPlans as P } from "@hedgerow/testing/contracts"
import { Duration, Effect, Layer } from "effect"
import * as EventStoreTest from "../EventStoreTest.ts"
import * as ChSeedTables from "./ChSeedTables.ts"

const ann = deriveUuid(P.project, "ann")
const bob = deriveUuid(P.project, "bob")
const former = deriveUuid(P.project, "former ann")

const uuid = (id: string): Expr => P.literal(id, scalar("UUID"))
const recorded = P.event("person_id")
const merged = P.call(
  "coalesce",
  [{ ...P.column("o", "person_overrides", "person_id"), type: scalar("UUID", true) }, recorded],
  scalar("UUID")
)
const withMerges: Source = {
  _tag: "Join",
  kind: "left",
  left: P.events,
  right: P.scan("person_overrides", "o"),
  on: P.call("equals", [P.column("o", "person_overrides", "old_person_id"), recorded])
}
const names: ReadonlyArray<Expr> = [P.event("event")]
const ofPerson = (id: string): Expr => P.call("equals", [merged, uuid(id)])
const timeline = (where: Expr, exprs = names, parts: Partial<SelectPlan> = {}): SelectPlan =>
  P.select(exprs, { from: withMerges, where, orderBy: [{ expr: P.event("timestamp"), descending: true }], ...parts })

const list = (items: ReadonlyArray<string | null>, negated = false): Expr => ({
  _tag: "InList",
  value: merged,
  items,
  negated,
  type: P.uint8
})
const rendered = (plan: SelectPlan): string => renderPlan(plan, new Map([["plan", "mat_plan"]])).sql

describe("the statement of a timeline", () => {
  it("finds the person by the ids that events record", () => {
    const old = (column: string, name: string, ids: string) =>
      `SELECT ${name}.\`old_person_id\` AS c0 FROM \`person_overrides\` AS ${name} FINAL`
      + ` WHERE ${name}.project_id = {p0:Int32} AND (${name}.\`${column}\` IN ${ids})`
    const ids = "{p1:Array(UUID)}"
    assert.strictEqual(
      rendered(timeline(ofPerson(ann), names, { limit: 100 })),
      "SELECT s1.`event` AS c0 FROM `events_by_person` AS s1 WHERE s1.project_id = {p0:Int32} AND ("
        + `(s1.\`person_id\` IN (${old("person_id", "s2", ids)})) OR ((s1.\`person_id\` IN ${ids}) AND `
        + `(s1.\`person_id\` NOT IN (${old("old_person_id", "s3", ids)}))))`
        + " ORDER BY s1.`timestamp` DESC NULLS LAST LIMIT 100"
    )
  })

  it("keeps the join of merges where the person is read", () => {
    assert.include(rendered(timeline(ofPerson(ann), [merged])), "LEFT ANY JOIN (SELECT `old_person_id` AS c0")
    assert.notInclude(rendered(timeline(ofPerson(ann))), "JOIN")
  })

  it("cuts properties out of documents, of its own rows only", () => {
    const sql = rendered(timeline(ofPerson(ann), [P.property("properties", "plan")]))
    assert.include(sql, "JSONExtractRaw(s1.`derived`, ")
    assert.include(sql, " AS s1 PREWHERE s1.project_id = {p0:Int32} AND ((s1.`person_id` IN (")
    assert.notInclude(sql, "mat_plan")
    assert.deepStrictEqual(renderPlan(timeline(ofPerson(ann), [P.property("properties", "x")]), new Map()).keys, [])
  })

  it("is bounded within its side of a join", () => {
    const from: Source = {
      _tag: "Join",
      kind: "inner",
      left: P.scan("persons", "p"),
      right: P.events,
      on: P.call("equals", [P.column("p", "persons", "id"), recorded])
    }
    const sql = rendered(P.select(names, { from, where: P.call("equals", [recorded, uuid(ann)]) }))
    assert.include(
      sql,
      "FROM `events_by_person` PREWHERE (`person_id` IN {p1:Array(UUID)}) WHERE project_id = {p0:Int32})"
    )
  })

  const other = P.call("notEquals", [P.event("event"), P.text("x")])
  const distinct = (id: string) => P.call("equals", [P.event("distinct_id"), P.text(id)])
  it.each<[string, Expr, boolean]>([
    ["a condition beside it", P.call("and", [other, ofPerson(ann)]), true],
    ["the wrapping that makes NULL false", P.call("coalesce", [ofPerson(ann), P.literal(0, P.uint8)]), true],
    ["one of two persons", P.call("or", [ofPerson(ann), ofPerson(bob)]), true],
    ["a list", list([ann, bob]), true],
    ["a distinct id", distinct("ann"), true],
    ["one of two distinct ids", P.call("or", [distinct("ann"), distinct("bob")]), true],
    ["no condition of a person", other, false],
    ["a person or anything else", P.call("or", [ofPerson(ann), other]), false],
    ["a person or a distinct id", P.call("or", [ofPerson(ann), distinct("bob")]), false],
    ["all but a person", P.call("not", [ofPerson(ann)]), false],
    ["a list that is left out", list([ann], true), false],
    ["a list with NULL", list([ann, null]), false],
    [
      "more persons than lie together",
      list(Array.from({ length: 101 }, (_, i) => deriveUuid(P.project, `${i}`))),
      false
    ]
  ])("%s", (_, where, isTimeline) => {
    assert.strictEqual(rendered(timeline(where)).includes("FROM `events_by_person`"), isTimeline)
  })

  it("finds many persons before merges are joined", () => {
    const many = list(Array.from({ length: 600 }, (_, i) => deriveUuid(P.project, `${i}`)))
    const sql = rendered(timeline(many))
    assert.include(
      sql,
      "SELECT s1.`event` AS c0 FROM `events` AS s1 WHERE s1.project_id = {p0:Int32} AND ((s1.`person_id` IN ("
    )
    assert.notInclude(sql, "JOIN")
    assert.include(rendered(timeline(many, [merged])), "s1.`person_id` IN (SELECT")
  })

  it("is none on the side of a left join that may be empty", () => {
    const from: Source = {
      _tag: "Join",
      kind: "left",
      left: P.scan("persons", "p"),
      right: P.events,
      on: P.call("equals", [P.column("p", "persons", "id"), recorded])
    }
    const sql = rendered(P.select(names, { from, where: P.call("equals", [recorded, uuid(ann)]) }))
    assert.notInclude(sql, "events_by_person")
  })
})

const strange = {
  control: "\u0001\u001f\u007f\u0080\u2028\"\\/\b\f\n\r\t",
  digits: "1234567890123456789012",
  "a.b": 1.5,
  "": "empty",
  long: [2 ** 63, { k: [1e21, -2.5e-7, 0.1, "x\"/y\u0001\u007f", null, "\u{1f33f}"] }],
  deep: { a: { b: { c: { d: [true, { e: "here" }] } } } },
  looks: "[1,2]",
  truth: true,
  nothing: null,
  small: -42
}

const event = (project: ProjectId, person: Uuid, name: string, at: number, properties: object = {}) => {
  const text = JSON.stringify(properties)
  return Effect.map(
    fixtures.makeEvent(project, {
      uuid: deriveUuid(project, name),
      event: name,
      person_id: person,
      distinct_id: name.slice(0, 3),
      timestamp: at * 1_000_000 as EventTime,
      properties: text,
      derived: deriveProperties(text),
      person_properties: canonicalJson(properties as Record<string, never>)
    }),
    (made): Event => made
  )
}

const otherProject = 8 as ProjectId

const seeded = Layer.effectDiscard(Effect.gen(function*() {
  const tables = yield* SeedTables
  yield* tables.seed(P.project, {
    events: [
      yield* event(P.project, ann, "ann one", 1, strange),
      yield* event(P.project, former, "old one", 2),
      yield* event(P.project, ann, "ann two", 3, { plan: "pro" }),
      yield* event(P.project, bob, "bob one", 4, { plan: "free" })
    ],
    person_overrides: [{ old_person_id: former, person_id: ann }]
  })
  yield* tables.seed(otherProject, {
    events: [yield* event(otherProject, ann, "ann elsewhere", 5), yield* event(otherProject, bob, "bob elsewhere", 6)],
    person_overrides: [{ old_person_id: bob, person_id: ann }]
  })
})).pipe(
  Layer.provideMerge(Layer.mergeAll(ClickHouseQueryEngine.layer, ChSeedTables.layer)),
  Layer.provide(CopyProgress.layerNothingReported),
  Layer.provideMerge(EventStoreTest.clickhouse)
)

const rowsOf = (plan: SelectPlan) =>
  Effect.map(
    Effect.flatMap(QueryEngine, (engine) => engine.run(plan, { timeout: Duration.seconds(20) })),
    ({ rows }) => rows
  )

layer(seeded, { excludeTestServices: true, timeout: "10 minutes" })("timelines", (it) => {
  it.effect("are of the person and of those that were merged into it, in this project", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* rowsOf(timeline(ofPerson(ann))), [["ann two"], ["old one"], ["ann one"]])
      assert.deepStrictEqual(yield* rowsOf(timeline(ofPerson(bob))), [["bob one"]])
    }))

  it.effect("are of many persons, and of those that were merged into them", () =>
    Effect.gen(function*() {
      const others = Array.from({ length: 600 }, (_, i) => deriveUuid(P.project, `${i}`))
      const of = (ids: ReadonlyArray<Uuid>): Expr => list([...others, ...ids])
      const all = [["bob one", bob], ["ann two", ann], ["old one", ann], ["ann one", ann]]
      const read = [P.event("event"), merged]
      assert.deepStrictEqual(yield* rowsOf(timeline(of([ann, bob]), read)), all)
      assert.deepStrictEqual(yield* rowsOf(timeline(of([bob, former]), read)), all.slice(0, 1))
      assert.deepStrictEqual(yield* rowsOf(timeline(of([former]))), [])
    }))

  it.effect("are empty for a person that was merged away", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* rowsOf(timeline(ofPerson(former))), [])
      const asRecorded = P.call("equals", [recorded, uuid(former)])
      assert.deepStrictEqual(yield* rowsOf(timeline(asRecorded)), [["old one"]])
    }))

  it.effect("may be of a distinct id, with the person that the event belongs to now", () =>
    Effect.gen(function*() {
      const where = P.call("equals", [P.event("distinct_id"), P.text("old")])
      assert.deepStrictEqual(yield* rowsOf(timeline(where, [P.event("event"), merged])), [["old one", ann]])
    }))

  it.effect("read every property as the cells have it", () =>
    Effect.gen(function*() {
      const paths = [
        ...Object.keys(strange).map((key) => [key]),
        ["long", "1"],
        ["long", "2"],
        ["long", "2", "k"],
        ["long", "2", "k", "1"],
        ["long", "2", "k", "4"],
        ["deep", "a"],
        ["deep", "a", "b", "c"],
        ["deep", "a", "b", "c", "d"],
        ["deep", "a", "b", "c", "d", "2", "e"],
        ["looks", "1"],
        ["missing"],
        ["control", "1"]
      ]
      const one = P.call("equals", [P.event("event"), P.text("ann one")])
      for (const column of ["properties", "person_properties"]) {
        const properties = paths.map((path) => P.property(column, ...path))
        const cut = yield* rowsOf(timeline(P.call("and", [one, ofPerson(ann)]), properties))
        const cells = yield* rowsOf(timeline(one, properties))
        assert.isAbove(cells[0]?.filter((cell) => cell !== null).length ?? 0, 15)
        assert.deepStrictEqual(cut, cells)
      }
    }))
})
