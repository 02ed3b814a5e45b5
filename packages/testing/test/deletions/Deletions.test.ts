import { assert, it } from "@effect/vitest"
import { type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call, FlagApi, good, refusal } from "../flags/FlagApi.ts"

const capture = Effect.fnUntraced(function*(batch: ReadonlyArray<object>) {
  const { project } = yield* FlagApi
  const answer = yield* call("POST", "/batch/", { api_key: project.api_token, batch })
  assert.strictEqual(answer.status, 200, answer.text)
})

/** The rows of a statement; `force_cache` would return a cached answer, if there was one. */
const ask = Effect.fnUntraced(function*(query: string, refresh = "blocking") {
  const { results } = yield* good("POST", "query/", { query: { kind: "HogQLQuery", query }, refresh })
  return results as ReadonlyArray<ReadonlyArray<unknown>>
})

const people = capture([
  { event: "page", distinct_id: "ada", properties: { $set: { email: "ada@example.com" } } },
  { event: "order", distinct_id: "ada" },
  { event: "page", distinct_id: "bob", properties: { $set: { email: "bob@example.com" } } }
])

const names = "SELECT distinct_id, event FROM events ORDER BY distinct_id, event"

const personOf = Effect.fnUntraced(function*(distinctId: string) {
  const rows = yield* ask(`SELECT person_id FROM person_distinct_ids WHERE distinct_id = '${distinctId}'`)
  return String(rows[0]?.[0])
})

/** Lets the job run, and once more when nothing can be on its way any more. */
const work = Effect.andThen(
  Effect.repeat(TestClock.adjust("1 second"), { times: 9 }),
  Effect.repeat(TestClock.adjust("1 minute"), { times: 4 })
)

const deletionOf = (id: unknown) => good("GET", `data_deletions/${String(id)}/`)

it.effect("a person is deleted with its events, seen by no query or cached answer, and followed to its end", () =>
  Effect.gen(function*() {
    yield* people
    const ada = yield* personOf("ada")
    assert.strictEqual((yield* ask(names)).length, 3)
    yield* TestClock.adjust("1 second")
    const { body, status } = yield* call("DELETE", `persons/${ada.toUpperCase()}/?delete_events=true`)
    assert.strictEqual(status, 202)
    assert.deepInclude(body, { kind: "persons", status: "pending", with_events: true, persons_count: 1 })
    assert.deepStrictEqual(yield* ask(names), [["bob", "page"]])
    assert.deepStrictEqual(yield* ask("SELECT properties.email FROM persons"), [["bob@example.com"]])
    yield* work
    const done = yield* deletionOf(body["id"])
    assert.deepInclude(done, { status: "completed", events_count: 2, distinct_ids_count: 1 })
    assert.strictEqual(recordOrEmpty(done["created_by"])["email"] === undefined, false)
    const activity = yield* good("GET", `data_deletions/${String(body["id"])}/activity/`)
    const entries = activity["results"] as ReadonlyArray<JsonRecord>
    assert.deepStrictEqual(entries.map((entry) => entry["activity"]), ["updated", "created"])
    for (const secret of ["\"ada\"", "ada@", ada]) assert.notInclude(JSON.stringify(entries), secret)
    assert.deepStrictEqual(refusal(yield* call("DELETE", `persons/${ada}/`)).slice(0, 3), [
      404,
      "invalid_request",
      "not_found"
    ])
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("a later event of a deleted distinct id makes a new person without old properties", () =>
  Effect.gen(function*() {
    yield* people
    const ada = yield* personOf("ada")
    yield* TestClock.adjust("1 second")
    yield* call("DELETE", `persons/${ada}/?delete_events=1`)
    yield* TestClock.adjust("1 second")
    yield* capture([{ event: "back", distinct_id: "ada", properties: { $set: { plan: "free" } } }])
    yield* work
    assert.deepStrictEqual(yield* ask(names), [["ada", "back"], ["bob", "page"]])
    assert.deepStrictEqual(
      yield* ask("SELECT properties.plan, properties.email FROM persons ORDER BY properties.email"),
      [[null, "bob@example.com"], ["free", null]]
    )
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("delete_events=false keeps the events; several persons go as one deletion", () =>
  Effect.gen(function*() {
    yield* people
    const [ada, bob] = [yield* personOf("ada"), yield* personOf("bob")]
    assert.strictEqual((yield* call("DELETE", `persons/${ada}/?delete_events=false`)).body["with_events"], false)
    const { body, status } = yield* call("POST", "persons/bulk_delete/", { ids: [ada, bob], delete_events: false })
    assert.deepStrictEqual([status, body["persons_found"], body["persons_deleted"]], [202, 1, 1])
    yield* work
    assert.strictEqual((yield* ask(names)).length, 3)
    assert.strictEqual((yield* good("GET", "data_deletions/?limit=1"))["count"], 2)
    const none = yield* call("POST", "persons/bulk_delete/", { distinct_ids: ["ada"] })
    assert.deepStrictEqual([none.status, none.body["persons_found"], none.body["data_deletion"]], [202, 0, null])
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("events are counted by a dry run, deleted by name, and bad requests are refused with their place", () =>
  Effect.gen(function*() {
    yield* people
    yield* TestClock.adjust("1 second")
    const dry = yield* call("POST", "data_deletions/", { events: ["page"], dry_run: true })
    assert.strictEqual(dry.status, 200)
    assert.deepInclude(dry.body, { id: null, status: "dry_run", events_count: 2 })
    assert.strictEqual((yield* ask(names)).length, 3)
    const made = yield* call("POST", "data_deletions/", { events: ["page"] })
    assert.strictEqual(made.status, 201)
    assert.deepStrictEqual(yield* ask(names), [["ada", "order"]])
    yield* work
    assert.deepInclude(yield* deletionOf(made.body["id"]), { status: "completed", events_count: 2 })

    const refused = Effect.fnUntraced(function*(path: string, body: object) {
      const { body: error, status } = yield* call("POST", path, body)
      return [status, error["code"], error["attr"]]
    })
    assert.deepStrictEqual(yield* refused("data_deletions/", {}), [400, "invalid_input", null])
    assert.deepStrictEqual(yield* refused("data_deletions/", { date_from: "soon" }), [
      400,
      "invalid_input",
      "date_from"
    ])
    const reversed = { date_from: "2026-01-02T00:00:00Z", date_to: "2026-01-01T00:00:00Z" }
    assert.deepStrictEqual(yield* refused("data_deletions/", reversed), [400, "invalid_value", "date_to"])
    assert.deepStrictEqual(yield* refused("data_deletions/", { person_ids: ["7"] }), [
      400,
      "invalid_input",
      "person_ids__0"
    ])
    const many = Array.from({ length: 1_001 }, (_, at) => `d${at}`)
    assert.deepStrictEqual(yield* refused("persons/bulk_delete/", { distinct_ids: many }), [
      400,
      "max_length",
      "distinct_ids"
    ])
    assert.deepStrictEqual(yield* refused("persons/bulk_delete/", {}), [400, "invalid_input", null])
    assert.deepStrictEqual(refusal(yield* call("DELETE", "persons/ada/")).slice(0, 4), [
      400,
      "validation_error",
      "invalid_input",
      "id"
    ])
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("another organisation's key sees and deletes nothing, a key without the scope is refused", () =>
  Effect.gen(function*() {
    yield* people
    const ada = yield* personOf("ada")
    const { keyOf } = yield* FlagApi
    const stranger = { key: yield* keyOf("stranger", ["*"], "another organisation") }
    const reader = { key: yield* keyOf("reader", ["person:read", "data_deletion:read"]) }
    assert.include([403, 404], (yield* call("DELETE", `persons/${ada}/`, undefined, stranger)).status)
    assert.include([403, 404], (yield* call("POST", "data_deletions/", { events: ["page"] }, stranger)).status)
    assert.strictEqual((yield* call("DELETE", `persons/${ada}/`, undefined, reader)).status, 403)
    assert.strictEqual((yield* call("POST", "data_deletions/", { events: ["page"] }, reader)).status, 403)
    assert.strictEqual((yield* call("GET", "data_deletions/", undefined, reader)).status, 200)
    assert.strictEqual((yield* ask(names)).length, 3)
  }).pipe(Effect.provide(FlagApi.layer)))
