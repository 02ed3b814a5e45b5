import { assert, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { call, FlagApi, good } from "../flags/FlagApi.ts"

const send = Effect.gen(function*() {
  const { project } = yield* FlagApi
  const paid = (distinct_id: string, properties: JsonRecord = {}) => ({
    event: "paid",
    distinct_id,
    properties: { $groups: { company: "acme" }, ...properties }
  })
  const batch = [
    {
      event: "$groupidentify",
      distinct_id: "ada",
      properties: { $group_type: "company", $group_key: "acme", $group_set: { name: "Acme" } }
    },
    paid("ada", { $set: { email: "ada@a.test" } }),
    paid("ada"),
    paid("bob", { $set: { name: "Bob" } }),
    { event: "seen", distinct_id: "cyd" }
  ]
  assert.strictEqual((yield* call("POST", "/batch/", { api_key: project.api_token, batch })).status, 200)
})

const series = [{ kind: "EventsNode", event: "paid" }]
const trends = { kind: "TrendsQuery", series, dateRange: { date_from: "-1d" } }

const ask = (node: JsonRecord) =>
  good("POST", "query/", { query: { kind: "ActorsQuery", ...node }, refresh: "force_blocking" })

const names = (answer: JsonRecord) => (answer["results"] as ReadonlyArray<ReadonlyArray<unknown>>).map(([name]) => name)

it.effect("the persons behind a number of trends, with how many events each has", () =>
  Effect.gen(function*() {
    yield* send
    const source = { kind: "InsightActorsQuery", source: trends, day: "1970-01-01", series: 0 }
    const answer = yield* ask({ select: ["actor", "event_count"], source })
    const rows = answer["results"] as ReadonlyArray<readonly [JsonRecord, number]>
    assert.deepStrictEqual(rows.map(([{ distinct_ids }, count]) => [distinct_ids, count]), [[["ada"], 2], [["bob"], 1]])
    assert.deepInclude(answer, { missing_actors_count: 0, columns: ["actor", "event_count"] })
    const before = yield* ask({ select: ["id"], source: { ...source, day: "1969-12-31" } })
    assert.deepStrictEqual(before["results"], [])
    assert.deepStrictEqual(names(yield* ask({ select: ["properties.name"], source, search: "BOB" })), ["Bob"])
    const events = { kind: "EventsQuery", select: ["count()"], after: "all", source }
    assert.deepStrictEqual((yield* good("POST", "query/", { query: events }))["results"], [[4]])
    const { body, status } = yield* call("POST", "query/", {
      query: { kind: "ActorsQuery", source: { ...source, series: 7 } }
    })
    assert.deepStrictEqual([status, body["attr"]], [400, "query__source__series"])
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("the persons behind stickiness and a lifecycle", () =>
  Effect.gen(function*() {
    yield* send
    const stickiness = { kind: "StickinessQuery", series, dateRange: { date_from: "-1d" } }
    const source = { kind: "StickinessActorsQuery", source: stickiness, day: 1 }
    assert.lengthOf(names(yield* ask({ select: ["id"], source })), 2)
    const lifecycle = { kind: "LifecycleQuery", series, dateRange: { date_from: "-1d" } }
    const fresh = { kind: "InsightActorsQuery", source: lifecycle, day: "1970-01-01", status: "new" }
    assert.lengthOf(names(yield* ask({ select: ["id"], source: fresh })), 2)
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("the groups behind a number, with their properties", () =>
  Effect.gen(function*() {
    yield* send
    const source = {
      kind: "InsightActorsQuery",
      source: { ...trends, aggregation_group_type_index: 0 },
      day: "1970-01-01"
    }
    const answer = yield* ask({ source })
    assert.deepStrictEqual(answer["columns"], ["group"])
    assert.deepInclude((answer["results"] as ReadonlyArray<ReadonlyArray<JsonRecord>>)[0]?.[0], {
      id: "acme",
      type: "group",
      group_type_index: 0,
      group_key: "acme",
      properties: { name: "Acme" }
    })
    assert.deepStrictEqual(names(yield* ask({ select: ["properties.name"], source, search: "ACM" })), ["Acme"])
    assert.deepStrictEqual(names(yield* ask({ source, search: "other" })), [])
    const named = [{ type: "group", key: "name", value: "Acme", group_type_index: 0 }]
    assert.lengthOf(names(yield* ask({ source, properties: named })), 1)
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("the names of persons and of groups, in their order, as a client's first page asks for them", () =>
  Effect.gen(function*() {
    yield* send
    const select = ["person_display_name -- Person", "id", "created_at", "person.$delete"]
    const answer = yield* ask({ select, orderBy: ["person_display_name -- Person ASC"] })
    const rows = answer["results"] as ReadonlyArray<readonly [JsonRecord, string, string, number]>
    assert.deepStrictEqual(answer["columns"], select)
    assert.deepStrictEqual(
      rows.map(([name, id]) => [name["display_name"], name["id"] === id]),
      [
        ["Bob", true],
        ["ada@a.test", true],
        ["cyd", true]
      ]
    )
    const source = {
      kind: "InsightActorsQuery",
      source: { ...trends, aggregation_group_type_index: 0 },
      day: "1970-01-01"
    }
    const groups = yield* ask({ select: ["person_display_name"], source })
    assert.deepStrictEqual(groups["results"], [[{ display_name: "Acme", id: "acme" }]])
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("several terms of an order in one text, as clients that show who stands behind a number send them", () =>
  Effect.gen(function*() {
    yield* send
    const source = { kind: "InsightActorsQuery", source: trends, day: "1970-01-01", series: 0, includeRecordings: true }
    const shown = { select: ["actor", "event_count", "matched_recordings"], offset: 0, limit: 100, search: "" }
    const countsOf = (answer: JsonRecord) =>
      (answer["results"] as ReadonlyArray<ReadonlyArray<unknown>>).map(([, count, recordings]) => [count, recordings])
    const falling = yield* ask({ ...shown, orderBy: ["event_count DESC, actor_id DESC"], source })
    assert.deepStrictEqual(countsOf(falling), [[2, []], [1, []]])
    const rising = yield* ask({ ...shown, orderBy: ["event_count ASC NULLS LAST, actor_id"], source })
    assert.deepStrictEqual(countsOf(rising), [[1, []], [2, []]])
    const firsts = { ...trends, series: [{ kind: "EventsNode", event: "paid", math: "first_time_for_user" }] }
    const first = yield* ask({
      ...shown,
      orderBy: ["event_count DESC, actor_id DESC"],
      source: { ...source, source: firsts }
    })
    assert.deepStrictEqual(countsOf(first), [[1, []], [1, []]])
    const entity = { id: "paid", type: "events" }
    const returned = yield* ask({
      select: ["appearances", "day_0", "day_1"],
      orderBy: ["length(appearances) DESC", "actor_id"],
      source: {
        kind: "InsightActorsQuery",
        interval: 1,
        source: {
          kind: "RetentionQuery",
          retentionFilter: { totalIntervals: 2, targetEntity: entity, returningEntity: entity }
        }
      }
    })
    assert.deepStrictEqual(returned["results"], [[[0], 1, 0], [[0], 1, 0]])
  }).pipe(Effect.provide(FlagApi.layer)))
