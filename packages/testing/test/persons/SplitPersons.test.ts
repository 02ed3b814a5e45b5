import { assert, it } from "@effect/vitest"
import { type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { PgStorage } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Layer } from "effect"
import { call, FlagApi, good, refusal } from "../flags/FlagApi.ts"

const send = Effect.fnUntraced(function*(...events: ReadonlyArray<readonly [string, string, JsonRecord?]>) {
  const { project } = yield* FlagApi
  const batch = events.map(([distinct_id, event, properties = {}]) => ({ distinct_id, event, properties }))
  const answer = yield* call("POST", "/batch/", { api_key: project.api_token, batch })
  assert.strictEqual(answer.status, 200, answer.text)
})

/** Two persons of whom somebody took one for the other: ann became part of ben. */
const merged = Effect.gen(function*() {
  yield* send(["ann", "before", { $set: { plan: "free" } }], ["ben", "before", { $set: { plan: "pro", seats: 3 } }])
  yield* send(["ben", "$create_alias", { alias: "ann" }], ["ann", "together"])
})

const personOf = Effect.fnUntraced(function*(distinctId: string) {
  const { results } = yield* good("GET", `persons/?distinct_id=${distinctId}`)
  const [person] = results as ReadonlyArray<JsonRecord>
  return recordOrEmpty(person)
})

/** The events that each person's id has, each as its distinct id and its name. */
const eventsOf = Effect.fnUntraced(function*(person: JsonRecord) {
  const { events } = yield* good("GET", `persons/${String(person["id"])}/export/`)
  const own = (events as ReadonlyArray<JsonRecord>).filter(({ event }) => event !== "$create_alias")
  return own.map(({ distinct_id, event }) => `${String(distinct_id)} ${String(event)}`).toSorted()
})

const split = (person: JsonRecord, body?: JsonRecord) => call("POST", `persons/${String(person["id"])}/split/`, body)

const suite = <E>(name: string, storage: Layer.Layer<StoragePorts, E>) => {
  const provided = Effect.provide(Layer.suspend(() => FlagApi.layerOver(storage)))

  it.effect(`${name}: a split gives a distinct id its own person, with the events of before the merge`, () =>
    Effect.gen(function*() {
      yield* merged
      const together = yield* personOf("ben")
      assert.sameMembers(together["distinct_ids"] as Array<string>, ["ann", "ben"])
      const answer = yield* split(together, { main_distinct_id: "ben" })
      assert.deepStrictEqual([answer.status, answer.json], [201, { success: true }])
      const [ann, ben] = [yield* personOf("ann"), yield* personOf("ben")]
      assert.deepInclude(ben, {
        id: together["id"],
        distinct_ids: ["ben"],
        properties: { plan: "pro", seats: 3 },
        is_identified: true
      })
      assert.deepInclude(ann, { distinct_ids: ["ann"], properties: {}, is_identified: false })
      assert.deepStrictEqual(yield* eventsOf(ann), ["ann before"])
      assert.deepStrictEqual(yield* eventsOf(ben), ["ann together", "ben before"])
      yield* send(["ann", "after", { $set: { city: "Paris" } }])
      assert.deepStrictEqual(yield* eventsOf(ann), ["ann after", "ann before"])
      assert.deepStrictEqual((yield* personOf("ann"))["properties"], { city: "Paris" })
      assert.deepStrictEqual((yield* personOf("ben"))["properties"], { plan: "pro", seats: 3 })
    }).pipe(provided))

  it.effect(`${name}: without a main distinct id the person stays with its first one, and nobody has the properties`, () =>
    Effect.gen(function*() {
      yield* merged
      const together = yield* personOf("ann")
      assert.strictEqual((yield* split(together)).status, 201)
      const [ann, ben] = [yield* personOf("ann"), yield* personOf("ben")]
      assert.deepStrictEqual([ann["properties"], ben["properties"]], [{}, {}])
      assert.strictEqual(ben["id"], together["id"])
      assert.deepStrictEqual(yield* eventsOf(ann), ["ann before"])
      assert.deepStrictEqual(yield* eventsOf(ben), ["ann together", "ben before"])
    }).pipe(provided))

  it.effect(`${name}: a main distinct id takes the person from its first one; merged and split again, each has its own`, () =>
    Effect.gen(function*() {
      yield* merged
      const together = yield* personOf("ben")
      yield* split(together, { main_distinct_id: "ann" })
      const [ann, ben] = [yield* personOf("ann"), yield* personOf("ben")]
      assert.strictEqual(ann["id"], together["id"])
      assert.deepStrictEqual(ann["properties"], { plan: "pro", seats: 3 })
      assert.deepStrictEqual(yield* eventsOf(ann), ["ann before", "ann together", "ben before"])
      yield* send(["ben", "alone"], ["ann", "$create_alias", { alias: "ben" }], ["ben", "together"])
      yield* split(yield* personOf("ann"), { main_distinct_id: "ann" })
      const again = yield* personOf("ben")
      assert.strictEqual(again["id"], ben["id"])
      assert.deepStrictEqual(yield* eventsOf(again), ["ben alone"])
    }).pipe(provided))

  it.effect(`${name}: a person of one distinct id stays as it is; a split is logged without a name`, () =>
    Effect.gen(function*() {
      yield* merged
      const together = yield* personOf("ben")
      yield* split(together, { main_distinct_id: "ben" })
      const ben = yield* personOf("ben")
      assert.strictEqual((yield* split(ben)).status, 201)
      assert.deepStrictEqual(yield* personOf("ben"), ben)
      const log = yield* good("GET", `activity_log/?scope=Person&item_id=${String(ben["id"])}`)
      const entries = (log["results"] as ReadonlyArray<JsonRecord>).map(({ activity, detail, scope }) => {
        const { changes, name } = recordOrEmpty(detail)
        return { activity, changes, name, scope }
      })
      assert.deepStrictEqual(entries, [{
        activity: "split_person",
        changes: [{ type: "Person", action: "split", field: null, before: null, after: { persons: 2 } }],
        name: null,
        scope: "Person"
      }])
    }).pipe(provided))

  it.effect(`${name}: a split is refused of another distinct id, a stranger, a reader and an unknown person`, () =>
    Effect.gen(function*() {
      yield* merged
      const { keyOf } = yield* FlagApi
      const together = yield* personOf("ben")
      assert.deepStrictEqual(refusal(yield* split(together, { main_distinct_id: "eve" })).slice(0, 4), [
        400,
        "validation_error",
        "does_not_exist",
        "main_distinct_id"
      ])
      const path = `persons/${String(together["id"])}/split/`
      const stranger = { key: yield* keyOf("stranger", ["*"], "another organisation") }
      assert.include([403, 404], (yield* call("POST", path, {}, stranger)).status)
      const reader = { key: yield* keyOf("reader", ["person:read"]) }
      assert.strictEqual((yield* call("POST", path, {}, reader)).status, 403)
      const nobody = { id: "00000000-0000-4000-8000-000000000000" }
      assert.strictEqual((yield* split(nobody)).status, 404)
      assert.strictEqual((yield* split({ id: "ben" })).status, 400)
      assert.deepStrictEqual(yield* personOf("ben"), together)
    }).pipe(provided))

  it.effect(`${name}: a person of another project, with the same distinct ids, stays together`, () =>
    Effect.gen(function*() {
      yield* merged
      const other = yield* good("POST", "/api/projects/", { name: "Other" })
      const batch = [
        { event: "a", distinct_id: "ann" },
        { event: "$create_alias", distinct_id: "ben", properties: { alias: "ann" } }
      ]
      yield* call("POST", "/batch/", { api_key: other["api_token"], batch })
      const list = `/api/projects/${String(other["id"])}/persons/`
      const before = yield* good("GET", list)
      const [there] = before["results"] as ReadonlyArray<JsonRecord>
      assert.strictEqual((yield* split(recordOrEmpty(there))).status, 404)
      assert.strictEqual((yield* split(yield* personOf("ben"))).status, 201)
      assert.deepStrictEqual(yield* good("GET", list), before)
    }).pipe(provided))
}

suite("memory", MemoryStorage.layer)
suite("PostgreSQL", PgStorage.layerPorts.pipe(Layer.provide(PgTest.layer)))
