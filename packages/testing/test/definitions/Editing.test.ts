import { assert, it } from "@effect/vitest"
import { ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import { TestApi } from "@hedgerow/testing"
import { fixtures } from "@hedgerow/testing/contracts"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call, type Definition, eventId, listed, named, names, propertyId } from "./Call.ts"

const world = Effect.gen(function*() {
  const api = yield* TestApi
  yield* api.capture({ event: "buy", distinct_id: "ada", properties: { price: 5, note: "x" } })
  return api
})

const inWorld = <A, E>(test: (api: TestApi["Service"]) => Effect.Effect<A, E, ProjectRepository | TestApi>) =>
  world.pipe(Effect.flatMap(test), Effect.provide(TestApi.layer))

const activityOf = (scope: string) =>
  Effect.map(listed(`activity_log/?scope=${scope}`), (entries) =>
    entries.map(({ activity, detail, item_id }) => {
      const { changes, name, type } = detail as Definition
      const fields = (changes as ReadonlyArray<Definition> | null)?.map(({ field }) => field) ?? null
      return { activity, item_id, name, type, fields }
    }))

it.effect("an event is described, and the description is read back with its author", () =>
  inWorld(() =>
    Effect.gen(function*() {
      const id = yield* eventId("buy")
      const me = (yield* call("GET", "/api/users/@me/")).body
      const body = {
        description: " A sale ",
        tags: ["Money", "money", "Q1"],
        verified: true,
        owner: me["id"],
        name: "no"
      }
      const patched = yield* call("PATCH", `event_definitions/${id}/`, body)
      assert.strictEqual(patched.status, 200)
      assert.deepInclude(patched.body, {
        name: "buy",
        description: "A sale",
        tags: ["money", "q1"],
        verified: true,
        verified_at: "1970-01-01T00:00:00Z",
        hidden: false,
        updated_at: "1970-01-01T00:00:00Z",
        last_updated_at: "1970-01-01T00:00:00Z",
        volume: 1
      })
      for (const field of ["verified_by", "updated_by", "owner"]) {
        assert.strictEqual((patched.body[field] as Definition)["uuid"], me["uuid"], field)
      }
      assert.deepStrictEqual((yield* call("GET", `event_definitions/${id}`)).body, patched.body)
      assert.deepStrictEqual(yield* named("event_definitions/?verified=true", "buy"), patched.body)
      assert.deepStrictEqual(yield* names("event_definitions/?verified=false"), [])
    })
  ))

it.effect("hidden and verified exclude each other", () =>
  inWorld(() =>
    Effect.gen(function*() {
      for (
        const path of [
          `event_definitions/${yield* eventId("buy")}/`,
          `property_definitions/${yield* propertyId("price")}/`
        ]
      ) {
        const patch = (body: object) => Effect.map(call("PATCH", path, body), (answer) => answer.body)
        assert.deepInclude(yield* patch({ verified: true }), { verified: true, hidden: false })
        yield* TestClock.adjust("1 hour")
        const kept = yield* patch({ verified: true, description: "x" })
        assert.strictEqual(String(kept["verified_at"]).slice(11, 13), path.startsWith("e") ? "00" : "01")
        const hidden = yield* patch({ hidden: true })
        assert.deepInclude(hidden, { verified: false, verified_at: null, verified_by: null, hidden: true })
        assert.deepInclude(yield* patch({ verified: true }), { verified: true, hidden: false })
        assert.deepInclude(yield* patch({ verified: false }), { verified: false, verified_at: null, hidden: false })
        const both = yield* call("PATCH", path, { hidden: true, verified: true })
        assert.deepStrictEqual([both.status, both.body["attr"], both.body["code"]], [400, null, "invalid_input"])
      }
    })
  ))

it.effect("hidden names are left out of lists that ask for it", () =>
  inWorld(() =>
    Effect.gen(function*() {
      yield* call("PATCH", `event_definitions/${yield* eventId("buy")}/`, { hidden: true })
      yield* call("PATCH", `property_definitions/${yield* propertyId("note")}/`, { hidden: true })
      assert.deepStrictEqual(yield* names("event_definitions/?exclude_hidden=true"), [])
      assert.deepStrictEqual(yield* names("event_definitions/?exclude_hidden=false"), ["buy"])
      assert.deepStrictEqual(yield* names("property_definitions/?exclude_hidden=true"), ["price"])
      assert.deepStrictEqual(yield* names("property_definitions/"), ["note", "price"])
    })
  ))

it.effect("a property's type that a person sets stays, with any later values", () =>
  inWorld((api) =>
    Effect.gen(function*() {
      const id = yield* propertyId("price")
      const path = `property_definitions/${id}/`
      const set = yield* call("PATCH", path, { property_type: "Duration", tags: [] })
      assert.deepInclude(set.body, { property_type: "Duration", is_numerical: false })
      yield* api.capture({ event: "buy", distinct_id: "ada", properties: { price: 7 } })
      assert.deepInclude(yield* named("property_definitions/", "price"), { property_type: "Duration", volume: 2 })
      const none = yield* call("PATCH", path, { property_type: null })
      assert.strictEqual(none.body["property_type"], null)
      yield* api.capture({ event: "buy", distinct_id: "ada", properties: { price: 7 } })
      assert.strictEqual((yield* named("property_definitions/", "price"))["property_type"], null)
    })
  ))

it.effect("an event can be named before it is received, once", () =>
  inWorld((api) =>
    Effect.gen(function*() {
      const created = yield* call("POST", "event_definitions/", { name: "refund", description: "soon", tags: ["a"] })
      assert.strictEqual(created.status, 201)
      assert.deepInclude(created.body, { name: "refund", description: "soon", last_seen_at: null, volume: 0 })
      for (const name of ["refund", "buy"]) {
        const taken = yield* call("POST", "event_definitions/", { name })
        assert.deepStrictEqual([taken.status, taken.body["attr"], taken.body["code"]], [400, "name", "unique"])
      }
      yield* TestClock.adjust("1 hour")
      yield* api.capture({ event: "refund", distinct_id: "ada" })
      assert.deepInclude(yield* named("event_definitions/", "refund"), {
        id: created.body["id"],
        description: "soon",
        created_at: created.body["created_at"],
        last_seen_at: "1970-01-01T01:00:00Z",
        volume: 1
      })
    })
  ))

it.effect("a deleted name is learnt again, without its description", () =>
  inWorld((api) =>
    Effect.gen(function*() {
      const event = `event_definitions/${yield* eventId("buy")}/`
      const property = `property_definitions/${yield* propertyId("price")}/`
      yield* call("PATCH", event, { description: "x" })
      for (const path of [event, property]) {
        const gone = yield* call("DELETE", path)
        assert.deepStrictEqual([gone.status, gone.body], [204, {}])
        assert.strictEqual((yield* call("GET", path)).status, 404)
        assert.strictEqual((yield* call("DELETE", path)).status, 404)
      }
      assert.deepStrictEqual(yield* names("event_definitions/"), [])
      yield* TestClock.adjust("1 hour")
      yield* api.capture({ event: "buy", distinct_id: "ada", properties: { price: 6 } })
      assert.deepInclude(yield* named("event_definitions/", "buy"), {
        description: null,
        created_at: "1970-01-01T01:00:00Z",
        volume: 1
      })
      const price = yield* named("property_definitions/?event_names=[\"buy\"]&filter_by_event_names=true", "price")
      assert.deepInclude(price, { property_type: "Numeric", volume: 1 })
    })
  ))

it.effect("every change is in the activity log; a change that changes nothing is not", () =>
  inWorld(() =>
    Effect.gen(function*() {
      const event = yield* eventId("buy")
      const property = yield* propertyId("price")
      const change = { description: "x", tags: ["a"] }
      yield* call("PATCH", `event_definitions/${event}/`, change)
      yield* TestClock.adjust("1 minute")
      const again = yield* call("PATCH", `event_definitions/${event}/`, change)
      assert.strictEqual(again.body["updated_at"], "1970-01-01T00:00:00Z")
      yield* call("PATCH", `event_definitions/${event}/`, {})
      yield* call("PATCH", `property_definitions/${property}/`, { property_type: "Boolean" })
      yield* TestClock.adjust("1 minute")
      const { body: { id: created } } = yield* call("POST", "event_definitions/", { name: "refund" })
      yield* call("PATCH", `event_definitions/${event}/`, { tags: "no list" })
      yield* TestClock.adjust("1 minute")
      yield* call("DELETE", `property_definitions/${property}/`)
      yield* call("DELETE", `event_definitions/${event}/`)
      const entry = { name: "buy", type: null, fields: null }
      assert.deepStrictEqual(yield* activityOf("EventDefinition"), [
        { ...entry, activity: "deleted", item_id: event },
        { ...entry, activity: "created", item_id: created, name: "refund" },
        { ...entry, activity: "updated", item_id: event, fields: ["description", "tags"] }
      ])
      const price = { item_id: property, name: "price", type: "event" }
      assert.deepStrictEqual(yield* activityOf("PropertyDefinition"), [
        { ...price, activity: "deleted", fields: null },
        { ...price, activity: "updated", fields: ["property_type", "is_numerical"] }
      ])
    })
  ))

it.effect("bodies that break a rule are refused with every field that does", () =>
  inWorld(() =>
    Effect.gen(function*() {
      const event = `event_definitions/${yield* eventId("buy")}/`
      const property = `property_definitions/${yield* propertyId("price")}/`
      const refusals = [
        ["PATCH", property, { property_type: "Number" }, "property_type", "invalid_choice"],
        ["PATCH", property, { property_type: 7 }, "property_type", "invalid_choice"],
        ["PATCH", event, { tags: ["a", 5, {}] }, "tags__2", "invalid_input"],
        ["PATCH", event, { tags: "a" }, "tags", "not_a_list"],
        ["PATCH", event, { tags: ["x".repeat(256)] }, "tags__0", "max_length"],
        ["PATCH", event, { description: {} }, "description", "invalid_input"],
        ["PATCH", event, { description: "x".repeat(4001) }, "description", "max_length"],
        ["PATCH", event, { description: "a\0" }, "description", "null_characters_not_allowed"],
        ["PATCH", event, { tags: ["\ud83d"] }, "tags__0", "surrogate_characters_not_allowed"],
        ["PATCH", event, { verified: null }, "verified", "null"],
        ["PATCH", event, { hidden: "perhaps" }, "hidden", "invalid_input"],
        ["PATCH", event, { owner: 99 }, "owner", "does_not_exist"],
        ["PATCH", event, { owner: "me" }, "owner", "invalid_input"],
        ["PATCH", event, { owner: 3_000_000_000 }, "owner", "does_not_exist"],
        ["PATCH", event, [], null, "invalid_input"],
        ["POST", "event_definitions/", {}, "name", "required"],
        ["POST", "event_definitions/", { name: "" }, "name", "blank"],
        ["POST", "event_definitions/", { name: "x".repeat(201) }, "name", "max_length"],
        ["POST", "event_definitions/", { name: "a\0" }, "name", "null_characters_not_allowed"]
      ] as const
      for (const [method, path, body, attr, code] of refusals) {
        const { body: error, status } = yield* call(method, path, body)
        assert.deepStrictEqual([status, error["attr"], error["code"]], [400, attr, code], JSON.stringify(body))
      }
      const several = yield* call("PATCH", event, { tags: 1, hidden: 2, description: 3 })
      const attrs = (several.body["errors"] as ReadonlyArray<Definition>).map(({ attr }) => attr)
      assert.deepStrictEqual(attrs, ["tags", "hidden"])
      assert.deepInclude(yield* named("event_definitions/", "buy"), { description: null, updated_at: null })
    })
  ))

it.effect("unknown ids, texts that are none, and ids of another project are not found", () =>
  inWorld((api) =>
    Effect.gen(function*() {
      const event = yield* eventId("buy")
      const property = yield* propertyId("price")
      const fields = yield* fixtures.projectFields(api.project.organization_id)
      const { id: other } = yield* (yield* ProjectRepository).insert(fields)
      const unknown = "0198c0de-0000-7000-8000-000000000000"
      const paths = ["undefined", unknown, "1", "%00"].flatMap((id) => [
        `event_definitions/${id}/`,
        `property_definitions/${id}/`
      ])
      const foreign = [
        `/api/projects/${other}/event_definitions/${event}/`,
        `/api/projects/${other}/property_definitions/${property}/`
      ]
      for (const path of [...paths, ...foreign]) {
        for (const method of ["GET", "PATCH", "DELETE"]) {
          const answer = yield* call(method, path, method === "PATCH" ? { description: "theirs" } : undefined)
          assert.deepStrictEqual([answer.status, answer.body["code"]], [404, "not_found"], `${method} ${path}`)
        }
      }
      assert.strictEqual((yield* call("GET", "event_definitions/by_name/?name=Buy")).status, 404)
      assert.strictEqual((yield* call("GET", `/api/projects/${other}/event_definitions/by_name/?name=buy`)).status, 404)
      assert.deepInclude(yield* named("event_definitions/", "buy"), { description: null, volume: 1 })
    })
  ))
