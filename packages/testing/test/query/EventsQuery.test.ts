import { assert, it } from "@effect/vitest"
import { type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { call, FlagApi, good } from "../flags/FlagApi.ts"

const send = Effect.gen(function*() {
  const { project } = yield* FlagApi
  const event = (name: string, distinct_id: string, properties: JsonRecord = {}) => ({
    event: name,
    distinct_id,
    properties
  })
  const batch = [
    event("paid", "ada", { plan: "pro", $set: { email: "ada@a.test" } }),
    event("paid", "bob", { plan: "free" }),
    event("seen", "bob")
  ]
  const sent = yield* call("POST", "/batch/", { api_key: project.api_token, batch })
  assert.strictEqual(sent.status, 200)
})

const ask = (node: JsonRecord, more: JsonRecord = {}) =>
  good("POST", "query/", { query: { kind: "EventsQuery", after: "all", ...node }, refresh: "force_blocking", ...more })

it.effect("events, their persons and groups of them, over HTTP", () =>
  Effect.gen(function*() {
    yield* send
    const whole = yield* ask({ select: ["*", "person"], orderBy: ["distinct_id", "event"] })
    const [first] = whole["results"] as ReadonlyArray<ReadonlyArray<JsonRecord>>
    assert.deepInclude(first?.[0], { event: "paid", distinct_id: "ada" })
    assert.deepInclude(first?.[1], { distinct_id: "ada", properties: { email: "ada@a.test" } })
    assert.deepInclude(whole, { hasMore: false, limit: 100, offset: 0, columns: ["*", "person"], is_cached: false })
    const grouped = yield* ask({ select: ["event", "count()"] })
    assert.deepStrictEqual(grouped["results"], [["paid", 2], ["seen", 1]])
    assert.match(String(grouped["hogql"]), /GROUP BY\s+event\s+ORDER BY\s+count\(\) DESC,\s+event ASC\s+LIMIT 101/)
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("a table shows the body of its source, and a dashboard's filters reach it", () =>
  Effect.gen(function*() {
    yield* send
    const source = { kind: "EventsQuery", after: "all", select: ["count()"] }
    const table = { query: { kind: "DataTableNode", source, full: true }, refresh: "force_blocking" }
    assert.deepStrictEqual((yield* good("POST", "query/", table))["results"], [[3]])
    const filters_override = { properties: [{ type: "event", key: "plan", value: "pro" }] }
    assert.deepStrictEqual((yield* good("POST", "query/", { ...table, filters_override }))["results"], [[1]])
    assert.deepStrictEqual(
      (yield* ask({ select: ["count()"] }, { filters_override: { date_from: "2030-01-01" } }))["results"],
      [[0]]
    )
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("an action that is changed changes the answer, also one that was kept", () =>
  Effect.gen(function*() {
    yield* send
    const action = yield* good("POST", "actions/", { name: "Paid", steps: [{ event: "paid" }] })
    const query = { kind: "EventsQuery", after: "all", select: ["count()"], actionId: action["id"] }
    assert.deepStrictEqual((yield* good("POST", "query/", { query }))["results"], [[2]])
    assert.strictEqual((yield* good("POST", "query/", { query }))["is_cached"], true)
    yield* good("PATCH", `actions/${String(action["id"])}/`, { steps: [{ event: "seen" }] })
    assert.deepStrictEqual((yield* good("POST", "query/", { query }))["results"], [[1]])
    yield* good("PATCH", `actions/${String(action["id"])}/`, { deleted: true })
    const { body, status } = yield* call("POST", "query/", { query })
    assert.deepStrictEqual([status, body["attr"], body["code"]], [400, "query__actionId", "does_not_exist"])
  }).pipe(Effect.provide(FlagApi.layer)))

const propertyOf = (person: JsonRecord, name: string) => recordOrEmpty(person["properties"])[name] ?? null

it.effect("all events as lines", () =>
  Effect.gen(function*() {
    yield* send
    const { call } = yield* FlagApi
    const lines = (select: ReadonlyArray<string>) =>
      call("POST", "query/", {
        query: { kind: "EventsQuery", after: "all", select, orderBy: ["distinct_id", "event"] }
      }, {
        headers: { accept: "application/x-ndjson" }
      })
    const { text } = yield* lines(["*", "properties.plan"])
    const rows = text.trimEnd().split("\n").map((line) => JSON.parse(line) as JsonRecord)
    assert.deepStrictEqual(rows.map(({ distinct_id, event, plan }) => [distinct_id, event, plan]), [
      ["ada", "paid", "pro"],
      ["bob", "paid", "free"],
      ["bob", "seen", null]
    ])
    const { text: people } = yield* lines(["event", "person", "person_display_name"])
    const shown = people.trimEnd().split("\n").map((line) => JSON.parse(line) as JsonRecord)
    const page = yield* call("POST", "query/", {
      query: {
        kind: "EventsQuery",
        after: "all",
        select: ["event", "person", "person_display_name"],
        orderBy: ["distinct_id", "event"]
      }
    })
    const rowsOfPage = page.body["results"] as ReadonlyArray<readonly [string, JsonRecord, JsonRecord]>
    assert.deepStrictEqual(
      shown,
      rowsOfPage.map(([event, person, name]) => ({
        event,
        "person.distinct_id": person["distinct_id"],
        "person.uuid": person["uuid"],
        "person.created_at": person["created_at"],
        "person.properties.email": propertyOf(person, "email"),
        "person.properties.name": propertyOf(person, "name"),
        "person.properties.username": propertyOf(person, "username"),
        person_display_name: name["display_name"]
      }))
    )
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("a fault is refused with its place", () =>
  Effect.gen(function*() {
    const refused = Effect.fnUntraced(function*(node: JsonRecord) {
      const { body, status } = yield* call("POST", "query/", { query: { kind: "EventsQuery", ...node } })
      return [status, body["attr"], body["code"]]
    })
    assert.deepStrictEqual(yield* refused({}), [400, "query__select", "required"])
    assert.deepStrictEqual(yield* refused({ select: ["event"], whre: [] }), [400, "query__whre", "extra_forbidden"])
    assert.deepStrictEqual(yield* refused({ select: ["timestamp + 'string'"] }), [
      400,
      null,
      "illegal_type_of_argument"
    ])
    assert.deepStrictEqual(yield* refused({ select: ["event"], limit: "x" }), [400, "query__limit", "invalid_input"])
  }).pipe(Effect.provide(FlagApi.layer)))
