import { assert, it } from "@effect/vitest"
import { type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call, FlagApi, good, refusal } from "../flags/FlagApi.ts"

const people = Effect.gen(function*() {
  const { project } = yield* FlagApi
  const batch = [
    {
      event: "page",
      distinct_id: "ada",
      timestamp: "1969-12-01T00:00:00Z",
      properties: { side: "north", $set: { email: "ada@example.com", plan: "pro" } }
    },
    { event: "order", distinct_id: "ada", timestamp: "1969-12-02T00:00:00Z" },
    { event: "page", distinct_id: "bob", timestamp: "1969-12-03T00:00:00Z", properties: { $set: { plan: "free" } } }
  ]
  const answer = yield* call("POST", "/batch/", { api_key: project.api_token, batch })
  assert.strictEqual(answer.status, 200, answer.text)
})

const listed = Effect.fnUntraced(function*(query = "") {
  const { results } = yield* good("GET", `persons/${query}`)
  return results as ReadonlyArray<JsonRecord>
})

const names = (query: string) => Effect.map(listed(query), (all) => all.map(({ name }) => name))

const ada = Effect.map(listed("?distinct_id=ada"), (all) => String(all[0]?.["id"]))

it.effect("persons are listed, the latest first, found by each condition, and read", () =>
  Effect.gen(function*() {
    yield* people
    assert.deepStrictEqual(yield* names(""), ["bob", "ada@example.com"])
    assert.deepStrictEqual(yield* names("?search=ADA"), ["ada@example.com"])
    assert.deepStrictEqual(yield* names("?email=ada%40example.com"), ["ada@example.com"])
    assert.deepStrictEqual(yield* names("?distinct_id=bob"), ["bob"])
    assert.deepStrictEqual(yield* names("?distinct_id=nobody"), [])
    const filters = [{ key: "plan", type: "person", operator: "exact", value: "free" }]
    assert.deepStrictEqual(yield* names(`?properties=${encodeURIComponent(JSON.stringify(filters))}`), ["bob"])
    const page = yield* good("GET", "persons/?limit=1")
    assert.include(String(page["next"]), "limit=1&offset=1")
    assert.strictEqual(page["previous"], null)
    assert.strictEqual((yield* good("GET", "persons/?limit=1&offset=1"))["next"], null)
    const one = yield* good("GET", `persons/${yield* ada}/`)
    assert.deepInclude(one, {
      distinct_ids: ["ada"],
      properties: { email: "ada@example.com", plan: "pro" },
      created_at: "1969-12-01T00:00:00Z"
    })
    assert.strictEqual((yield* call("GET", "persons/00000000-0000-4000-8000-000000000000/")).status, 404)
    assert.deepStrictEqual(refusal(yield* call("GET", "persons/ada/")).slice(0, 4), [
      400,
      "validation_error",
      "invalid_input",
      "id"
    ])
    assert.deepStrictEqual(refusal(yield* call("GET", "persons/?properties=x")).slice(0, 4), [
      400,
      "validation_error",
      "invalid_input",
      "properties"
    ])
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("properties are set and removed by events of the person", () =>
  Effect.gen(function*() {
    yield* people
    const id = yield* ada
    yield* TestClock.adjust("1 second")
    const path = `persons/${id}/`
    assert.strictEqual((yield* call("PATCH", path, { properties: { plan: "max", seats: 3 } })).status, 202)
    assert.strictEqual((yield* call("POST", `${path}update_property/`, { key: "city", value: "London" })).status, 202)
    const removed = yield* call("POST", `${path}delete_property/`, { $unset: "email" })
    assert.deepStrictEqual([removed.status, removed.body], [201, { success: true }])
    assert.deepStrictEqual((yield* good("GET", path))["properties"], { plan: "max", seats: 3, city: "London" })
    assert.deepStrictEqual(refusal(yield* call("PATCH", path, {})).slice(0, 4), [
      400,
      "validation_error",
      "required",
      "properties"
    ])
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("an export has properties of more than a hundred levels as the text that they were sent as", () =>
  Effect.gen(function*() {
    const { project } = yield* FlagApi
    const levels = (count: number) => `${"[".repeat(count)}${"]".repeat(count)}`
    const event = (name: string, deep: string) =>
      `{"event":"${name}","distinct_id":"ada","properties":{"deep":${deep}}}`
    const batch = `${event("flat", levels(90))},${event("deep", levels(300))}`
    yield* call("POST", "/batch/", JSON.parse(`{"api_key":"${project.api_token}","batch":[${batch}]}`))
    const { results } = yield* good("GET", "persons/?distinct_id=ada")
    const [person] = results as ReadonlyArray<JsonRecord>
    const { events } = yield* good("GET", `persons/${String(person?.["id"])}/export/`)
    const kinds = (events as ReadonlyArray<JsonRecord>).map(({ event, properties }) => [event, typeof properties])
    assert.deepStrictEqual(
      new Map(kinds as Array<[unknown, string]>),
      new Map([["flat", "object"], ["deep", "string"]])
    )
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("an export has all that is held about one person, and of nobody else", () =>
  Effect.gen(function*() {
    yield* people
    const { keyOf } = yield* FlagApi
    const values = [{ key: "plan", type: "person", operator: "exact", value: "pro" }]
    const filters = { properties: { type: "OR", values: [{ type: "AND", values }] } }
    const cohort = yield* good("POST", "cohorts/", { name: "Pros", filters })
    const id = yield* ada
    yield* Effect.repeat(TestClock.adjust("1 second"), { times: 9 })
    const exported = yield* good("GET", `persons/${id}/export/`)
    assert.deepInclude(recordOrEmpty(exported["person"]), { id, name: "ada@example.com" })
    assert.deepStrictEqual(exported["cohorts"], [{ id: cohort["id"], name: "Pros" }])
    const events = exported["events"] as ReadonlyArray<JsonRecord>
    assert.deepStrictEqual(events.map(({ event }) => event), ["page", "order"])
    assert.deepInclude(recordOrEmpty(events[0]?.["properties"]), { side: "north" })
    assert.strictEqual(exported["next"], null)
    const stranger = { key: yield* keyOf("stranger", ["*"], "another organisation") }
    assert.include([403, 404], (yield* call("GET", `persons/${id}/export/`, undefined, stranger)).status)
    const writer = { key: yield* keyOf("writer", ["cohort:write"]) }
    assert.strictEqual((yield* call("GET", `persons/${id}/export/`, undefined, writer)).status, 403)
  }).pipe(Effect.provide(FlagApi.layer)))
