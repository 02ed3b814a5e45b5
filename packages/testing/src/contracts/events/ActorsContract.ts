import { assert, layer } from "@effect/vitest"
import { CohortId } from "@hedgerow/core/cohorts/Cohort"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Person } from "@hedgerow/core/persons/Person"
import { answerable } from "@hedgerow/core/query/AnswerQuery"
import { actorsQuery } from "@hedgerow/core/query/kinds/actors/ActorsKind"
import { eventsQuery } from "@hedgerow/core/query/kinds/events/EventsKind"
import type { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import type { WireValue } from "@hedgerow/sql/types/ResultJson"
import { Effect, type Layer } from "effect"
import { eventRows, personOf, type SeededEvent, timeOf } from "../actions/SeededEvents.ts"
import { askInsight, type InsightWorld } from "../insights/AskInsight.ts"
import { SeedTables } from "../query/SeedTables.ts"

const here = 929_021 as ProjectId
const elsewhere = 929_022 as ProjectId

const pros = {
  id: CohortId.make(929_021),
  name: "Pros",
  is_static: true,
  isFindable: false,
  isFound: true
}

const worldOf = (project: ProjectId): InsightWorld => ({
  history: { project, events: [], merged: new Map() },
  now: timeOf("2020-01-10T12:14:00Z"),
  cohorts: [pros]
})

const events: ReadonlyArray<SeededEvent> = [
  { event: "paid", distinctId: "ada" },
  { event: "paid", distinctId: "ada" },
  { event: "paid", distinctId: "bob" },
  { event: "paid", distinctId: "nobody" },
  { event: "seen", distinctId: "cyd" }
]

const person = (project: ProjectId, name: string, properties: Person["properties"], created: string) =>
  new Person({
    project_id: project,
    id: personOf(project, name),
    properties,
    created_at: timeOf(created),
    is_identified: name !== "cyd",
    version: 1
  })

const seed = Effect.fnUntraced(function*(project: ProjectId) {
  const tables = yield* SeedTables
  const ids = ["ada", "ada@work", "bob", "cyd"]
  yield* tables.seed(project, {
    events: eventRows(project, events),
    persons: [
      person(project, "ada", { email: "ada@a.test", plan: "pro", age: 36 }, "2020-01-01T00:00:00Z"),
      person(project, "bob", { name: "Bob", plan: "free" }, "2020-01-02T00:00:00Z"),
      person(project, "cyd", {}, "2020-01-03T00:00:00Z")
    ],
    person_distinct_ids: ids.map((id) => ({ distinct_id: id, person_id: personOf(project, id.split("@")[0] ?? "") })),
    cohort_members: project === here ? [{ cohort_id: pros.id, person_id: personOf(project, "ada") }] : []
  })
})

const payers = {
  kind: "HogQLQuery",
  query: "SELECT person_id, count() AS event_count FROM events WHERE event = 'paid' GROUP BY person_id"
}

const [ada, bob, nobody] = ["ada", "bob", "nobody"].map((name) => personOf(here, name))

const cases: ReadonlyArray<readonly [name: string, node: JsonRecord, rows: ReadonlyArray<ReadonlyArray<WireValue>>]> = [
  ["the newest first", { select: ["properties.plan", "created_at"] }, [
    [null, "2020-01-03T00:00:00Z"],
    ["free", "2020-01-02T00:00:00Z"],
    ["pro", "2020-01-01T00:00:00Z"]
  ]],
  ["groups of persons", { select: ["count()", "properties.plan"], orderBy: ["count() DESC", "properties.plan"] }, [
    [1, "free"],
    [1, "pro"],
    [1, null]
  ]],
  ["a property", {
    select: ["properties.age"],
    properties: [{ type: "person", key: "age", operator: "gt", value: 30 }]
  }, [["36"]]],
  ["a cohort", { select: ["id"], properties: [{ type: "cohort", key: "id", value: 929_021 }] }, [[ada ?? ""]]],
  ["no member of a cohort", {
    select: ["properties.name"],
    properties: [{ type: "cohort", key: "id", value: 929_021, operator: "not_in" }],
    orderBy: ["created_at"]
  }, [["Bob"], [null]]],
  ["SQL", { select: ["properties.name"], fixedProperties: [{ type: "hogql", key: "properties.plan = 'free'" }] }, [[
    "Bob"
  ]]],
  ["a search of e-mail addresses", { select: ["id"], search: "A.TEST" }, [[ada ?? ""]]],
  ["a search of names", { select: ["id"], search: "bo" }, [[bob ?? ""]]],
  ["a search of distinct ids", { select: ["id"], search: "@work" }, [[ada ?? ""]]],
  ["a search of ids", { select: ["id"], search: bob }, [[bob ?? ""]]],
  ["a search of nothing", { select: ["id"], search: "a%t" }, []],
  ["pages", { select: ["properties.plan"], orderBy: ["created_at ASC"], limit: 1, offset: 1 }, [["free"]]],
  ["a statement", {
    select: ["event_count", "properties.plan"],
    source: payers,
    orderBy: ["event_count DESC", "properties.plan"]
  }, [
    [2, "pro"],
    [1, "free"],
    [1, null]
  ]],
  ["a statement, the most events first", { select: ["event_count"], source: payers, limit: 2 }, [[2], [1]]],
  ["a condition on those of a statement", {
    select: ["event_count"],
    source: payers,
    properties: [{ type: "person", key: "plan", value: "pro" }]
  }, [[2]]],
  ["persons named in texts", {
    select: ["properties.name"],
    source: {
      kind: "HogQLQuery",
      query: "SELECT toString(person_id) AS id FROM events WHERE distinct_id = {who}",
      values: { who: "bob" }
    }
  }, [["Bob"]]]
]

/** An `ActorsQuery` has the same answer on every engine. */
export const suite = <E>(name: string, storage: Layer.Layer<QueryEngine | SeedTables, E>): void =>
  layer(storage, { timeout: "2 minutes" })(`ActorsQuery: ${name}`, (it) => {
    const ask = (node: JsonRecord) => askInsight(answerable(actorsQuery), worldOf(here), node)

    it.effect("the rows of each request", () =>
      Effect.gen(function*() {
        yield* seed(here)
        yield* seed(elsewhere)
        for (const [what, node, rows] of cases) assert.deepStrictEqual((yield* ask(node))["results"], rows, what)
      }))

    it.effect("persons as objects, and those that have no record", () =>
      Effect.gen(function*() {
        const all = yield* ask({ orderBy: ["created_at"] })
        assert.deepStrictEqual(all["columns"], ["person", "id", "created_at", "person.$delete"])
        assert.deepStrictEqual((all["results"] as ReadonlyArray<unknown>)[0], [
          {
            id: ada,
            uuid: ada,
            type: "person",
            created_at: "2020-01-01T00:00:00Z",
            properties: { email: "ada@a.test", plan: "pro", age: 36 },
            is_identified: true,
            distinct_ids: ["ada", "ada@work"]
          },
          ada,
          "2020-01-01T00:00:00Z",
          1
        ])
        assert.deepInclude(all, { missing_actors_count: 0, hasMore: false, limit: 100, offset: 0 })
        const some = yield* ask({
          select: ["actor", "event_count"],
          source: payers,
          orderBy: ["event_count DESC", "created_at"]
        })
        const rows = some["results"] as ReadonlyArray<ReadonlyArray<JsonRecord>>
        assert.strictEqual(some["missing_actors_count"], 1)
        assert.deepInclude(rows[0]?.[0], { id: ada })
        assert.deepStrictEqual(rows.map(([actor]) => actor).find((actor) => actor?.["id"] === nobody), { id: nobody })
      }))

    it.effect("events of the persons of a statement", () =>
      Effect.gen(function*() {
        const source = { kind: "HogQLQuery", query: "SELECT id FROM persons WHERE properties.plan = 'pro'" }
        const answer = yield* askInsight(answerable(eventsQuery), worldOf(here), { select: ["count()"], source })
        assert.deepStrictEqual(answer["results"], [[2]])
      }))

    it.effect("what is wrong is refused", () =>
      Effect.gen(function*() {
        const wrong: ReadonlyArray<JsonRecord> = [
          { source: { kind: "HogQLQuery", query: "SELECT event FROM events" } },
          { source: { kind: "EventsNode" } },
          { source: { kind: "InsightActorsQuery", source: { kind: "HogQLQuery", query: "SELECT 1" } } },
          { source: { kind: "InsightActorsQuery", day: {}, source: {} } },
          { properties: [{ type: "event", key: "a", value: 1 }] },
          { select: ["id"], foo: 1 }
        ]
        for (const node of wrong) {
          assert.deepInclude(yield* Effect.flip(ask(node)), { _tag: "InvalidInput" }, JSON.stringify(node))
        }
      }))
  })
