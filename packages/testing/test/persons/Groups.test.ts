import { assert, it } from "@effect/vitest"
import { maxPersonBytes } from "@hedgerow/core/persons/PersonBatch"
import { type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { PgStorage } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Layer } from "effect"
import { call, FlagApi, good, refusal } from "../flags/FlagApi.ts"

const identify = (type: string, key: string, set: JsonRecord = {}) => ({
  event: "$groupidentify",
  distinct_id: "ada",
  timestamp: "1969-12-01T00:00:00Z",
  properties: { $group_type: type, $group_key: key, $group_set: set }
})

const send = Effect.fnUntraced(function*(token: string, batch: ReadonlyArray<object>) {
  const answer = yield* call("POST", "/batch/", { api_key: token, batch })
  assert.strictEqual(answer.status, 200, answer.text)
})

/** Three companies and a team. */
const meadow = Effect.gen(function*() {
  const { project } = yield* FlagApi
  yield* send(project.api_token, [
    identify("company", "oak", { plan: "pro" }),
    identify("company", "Ash", { plan: "free" }),
    identify("company", "élan & co"),
    identify("team", "oak", { side: "north" })
  ])
})

const acme = "?group_type_index=0&group_key=acme"
const oak = "?group_type_index=0&group_key=oak"

const keysOf = (page: JsonRecord) => (page["results"] as ReadonlyArray<JsonRecord>).map(({ group_key }) => group_key)

const keys = (query: string) => Effect.map(good("GET", `groups/?group_type_index=0${query}`), keysOf)

const linked = (link: unknown) => good("GET", String(link).replace(/^https?:\/\/[^/]+/, ""))

const rowsOf = Effect.fnUntraced(function*(query: string) {
  const { results } = yield* good("POST", "query/", { refresh: "force_blocking", query: { kind: "HogQLQuery", query } })
  return results
})

const entries = Effect.fnUntraced(function*(item: string) {
  const log = yield* good("GET", `activity_log/?scope=Group&item_id=${encodeURIComponent(item)}`)
  return (log["results"] as ReadonlyArray<JsonRecord>).map(({ activity, detail }) => {
    const { changes, name } = recordOrEmpty(detail)
    return { activity, changes, name }
  })
})

const suite = <E>(name: string, storage: Layer.Layer<StoragePorts, E>) => {
  const provided = Effect.provide(Layer.suspend(() => FlagApi.layerOver(storage)))

  it.effect(`${name}: types are listed by index, groups by key, found by parts of their keys, and read`, () =>
    Effect.gen(function*() {
      assert.deepStrictEqual((yield* call("GET", "groups_types/")).json, [])
      yield* meadow
      const types = (yield* call("GET", "groups_types/")).json as ReadonlyArray<JsonRecord>
      assert.deepStrictEqual(types.map(({ group_type, group_type_index }) => [group_type, group_type_index]), [
        ["company", 0],
        ["team", 1]
      ])
      assert.deepStrictEqual(yield* keys(""), ["Ash", "oak", "élan & co"])
      assert.deepStrictEqual(yield* keys("&search=A"), ["Ash", "oak", "élan & co"])
      assert.deepStrictEqual(yield* keys("&search=as&group_key=H"), ["Ash"])
      assert.deepStrictEqual(yield* keys(`&search=${encodeURIComponent("ÉLAN &")}`), ["élan & co"])
      assert.deepStrictEqual(yield* keys("&search=%25"), [])
      assert.deepStrictEqual(keysOf(yield* good("GET", "groups/?group_type_index=3")), [])
      assert.deepStrictEqual(yield* good("GET", `groups/find/${oak}`), {
        group_type_index: 0,
        group_key: "oak",
        group_properties: { plan: "pro" },
        created_at: "1969-12-01T00:00:00Z"
      })
      assert.deepStrictEqual(refusal(yield* call("GET", `groups/find/${acme}`)).slice(0, 3), [
        404,
        "invalid_request",
        "not_found"
      ])
      for (const query of ["", "?group_type_index=", "?group_type_index=5", "?group_type_index=a"]) {
        const answer = yield* call("GET", `groups/${query}`)
        assert.deepStrictEqual([answer.status, answer.body["attr"]], [400, "group_type_index"], query)
      }
    }).pipe(provided))

  it.effect(`${name}: pages lead on and back by cursors, and show every group once`, () =>
    Effect.gen(function*() {
      yield* meadow
      const first = yield* good("GET", "groups/?group_type_index=0&limit=1")
      assert.deepStrictEqual([keysOf(first), first["previous"]], [["Ash"], null])
      const second = yield* linked(first["next"])
      assert.deepStrictEqual(keysOf(second), ["oak"])
      const third = yield* linked(second["next"])
      assert.deepStrictEqual([keysOf(third), third["next"]], [["élan & co"], null])
      const back = yield* linked(third["previous"])
      assert.deepStrictEqual(keysOf(back), ["oak"])
      const start = yield* linked(back["previous"])
      assert.deepStrictEqual([keysOf(start), start["previous"]], [["Ash"], null])
      assert.deepStrictEqual(keysOf(yield* linked(start["next"])), ["oak"])
      assert.notInclude(String(first["next"]), "personal_api_key")
      for (const cursor of ["x", "!!!", "fg"]) {
        const answer = yield* call("GET", `groups/?group_type_index=0&cursor=${cursor}`)
        assert.deepStrictEqual([answer.status, answer.body["attr"]], [400, "cursor"], cursor)
      }
    }).pipe(provided))

  it.effect(`${name}: a page of large groups ends early, and the next one goes on`, () =>
    Effect.gen(function*() {
      const { project } = yield* FlagApi
      const names = Array.from({ length: 12 }, (_, at) => `g${String(at).padStart(2, "0")}`)
      const text = "x".repeat(300_000)
      yield* Effect.forEach(names, (key) => send(project.api_token, [identify("company", key, { text })]))
      const met: Array<unknown> = []
      let page = yield* good("GET", "groups/?group_type_index=0&limit=1000")
      assert.isBelow(keysOf(page).length, 12)
      while (true) {
        met.push(...keysOf(page))
        if (page["next"] === null) break
        page = yield* linked(page["next"])
      }
      assert.deepStrictEqual(met, names)
    }).pipe(provided))

  it.effect(`${name}: a group is made once, in a type that events have named`, () =>
    Effect.gen(function*() {
      yield* meadow
      const body = { group_type_index: 0, group_key: "acme", group_properties: { name: "Acme", seats: 12 } }
      const made = yield* call("POST", "groups/", body)
      assert.strictEqual(made.status, 201, made.text)
      assert.deepInclude(made.body, body)
      assert.deepStrictEqual(yield* good("GET", `groups/find/${acme}`), made.body)
      assert.deepStrictEqual(refusal(yield* call("POST", "groups/", { ...body, group_properties: {} })), [
        400,
        "validation_error",
        "unique",
        "group_key",
        "A group with this key already exists"
      ])
      const unknown = refusal(yield* call("POST", "groups/", { group_type_index: 4, group_key: "acme" }))
      assert.deepStrictEqual(unknown.slice(0, 4), [400, "validation_error", "does_not_exist", "group_type_index"])
      const large = { group_type_index: 0, group_key: "large", group_properties: { text: "x".repeat(maxPersonBytes) } }
      assert.strictEqual((yield* call("POST", "groups/", large)).status, 400)
      assert.deepStrictEqual(yield* keys("&search=large"), [])
      assert.deepStrictEqual(yield* rowsOf("SELECT properties.seats + 1 FROM groups WHERE key = 'acme'"), [[13]])
      assert.deepStrictEqual(yield* entries("0/acme"), [{ activity: "created", changes: null, name: "acme" }])
    }).pipe(provided))

  it.effect(`${name}: of several that make one group at a time one does`, () =>
    Effect.gen(function*() {
      yield* meadow
      const make = (size: number) =>
        call("POST", "groups/", { group_type_index: 0, group_key: "acme", group_properties: { size } })
      const answers = yield* Effect.forEach([1, 2, 3, 4, 5], make, { concurrency: "unbounded" })
      assert.deepStrictEqual(answers.map(({ status }) => status).toSorted((one, other) => one - other), [
        201,
        400,
        400,
        400,
        400
      ])
      const winner = answers.find(({ status }) => status === 201)
      assert.deepStrictEqual(yield* good("GET", `groups/find/${acme}`), winner?.body)
      assert.strictEqual((yield* entries("0/acme")).length, 1)
    }).pipe(provided))

  it.effect(`${name}: a property is set and removed at once, queries see it, and the log has each change`, () =>
    Effect.gen(function*() {
      yield* meadow
      const set = (body: JsonRecord) => good("POST", `groups/update_property/${oak}`, body)
      const unset = (name: string) => good("POST", `groups/delete_property/${oak}`, { $unset: name })
      assert.deepInclude(yield* set({ key: "seats", value: 7 }), { group_properties: { plan: "pro", seats: 7 } })
      const { group_properties } = yield* set({ key: "plan", value: { tier: ["a", null] } })
      assert.deepStrictEqual(group_properties, { plan: { tier: ["a", null] }, seats: 7 })
      yield* set({ key: "seats", value: 7 })
      assert.deepStrictEqual(yield* rowsOf("SELECT properties.seats * 2 FROM groups WHERE index = 0 AND key = 'oak'"), [
        [14]
      ])
      yield* unset("seats")
      yield* unset("seats")
      assert.deepStrictEqual(yield* good("GET", `groups/find/${oak}`), {
        group_type_index: 0,
        group_key: "oak",
        group_properties: { plan: { tier: ["a", null] } },
        created_at: "1969-12-01T00:00:00Z"
      })
      const change = (action: string, field: string, before: unknown, after: unknown) => [
        { type: "Group", action, field, before, after }
      ]
      assert.deepStrictEqual(yield* entries("0/oak"), [
        { activity: "delete_property", changes: change("deleted", "seats", 7, null), name: "oak" },
        { activity: "update_property", changes: change("changed", "plan", "pro", { tier: ["a", null] }), name: "oak" },
        { activity: "update_property", changes: change("created", "seats", null, 7), name: "oak" }
      ])
      const learnt = yield* good("GET", "property_definitions/?type=group&group_type_index=0&search=seats")
      assert.deepStrictEqual(
        (learnt["results"] as ReadonlyArray<JsonRecord>).map(({ name, property_type }) => [name, property_type]),
        [["seats", "Numeric"]]
      )
      const team = yield* good("GET", "groups/find/?group_type_index=1&group_key=oak")
      assert.deepStrictEqual(team["group_properties"], { side: "north" })
    }).pipe(provided))

  it.effect(`${name}: later events change what the API made, and what it set`, () =>
    Effect.gen(function*() {
      yield* meadow
      const { project } = yield* FlagApi
      yield* good("POST", `groups/update_property/${oak}`, { key: "seats", value: 7 })
      yield* send(project.api_token, [identify("company", "oak", { seats: 8, size: "s" })])
      assert.deepStrictEqual((yield* good("GET", `groups/find/${oak}`))["group_properties"], {
        plan: "pro",
        seats: 8,
        size: "s"
      })
    }).pipe(provided))

  it.effect(`${name}: bad bodies, unknown groups and readers are refused, and change nothing`, () =>
    Effect.gen(function*() {
      yield* meadow
      const { keyOf } = yield* FlagApi
      const before = yield* good("GET", `groups/find/${oak}`)
      const refused = Effect.fnUntraced(function*(path: string, body: unknown, attr: string | null) {
        const answer = yield* call("POST", path, body)
        assert.deepStrictEqual([answer.status, answer.body["attr"]], [400, attr], JSON.stringify(body).slice(0, 99))
      })
      yield* refused(`groups/update_property/${oak}`, {}, "key")
      yield* refused(`groups/update_property/${oak}`, { key: "a", value: null }, "value")
      yield* refused(`groups/update_property/${oak}`, "{\"key\":\"__proto__\",\"value\":{\"a\":1}}", "key")
      yield* refused(`groups/update_property/${oak}`, { key: "a\u0000", value: 1 }, "key")
      yield* refused(`groups/update_property/${oak}`, { key: "a", value: "x".repeat(maxPersonBytes) }, "value")
      yield* refused("groups/update_property/?group_type_index=0", { key: "a", value: 1 }, "group_key")
      yield* refused(`groups/delete_property/${oak}`, {}, "$unset")
      yield* refused("groups/", { group_type_index: 0, group_key: "x".repeat(401) }, "group_key")
      yield* refused("groups/", { group_type_index: 0, group_key: "x", group_properties: [] }, "group_properties")
      assert.strictEqual((yield* call("POST", `groups/update_property/${acme}`, { key: "a", value: 1 })).status, 404)
      assert.strictEqual((yield* call("POST", `groups/delete_property/${acme}`, { $unset: "a" })).status, 404)
      const reader = { key: yield* keyOf("reader", ["group:read"]) }
      assert.strictEqual((yield* call("GET", `groups/find/${oak}`, undefined, reader)).status, 200)
      const writes: ReadonlyArray<readonly [string, object]> = [
        ["groups/", { group_type_index: 0, group_key: "acme" }],
        [`groups/update_property/${oak}`, { key: "a", value: 1 }],
        [`groups/delete_property/${oak}`, { $unset: "plan" }]
      ]
      for (const [path, body] of writes) {
        assert.strictEqual((yield* call("POST", path, body, reader)).status, 403, path)
      }
      const other = { key: yield* keyOf("other", ["person:read"]) }
      for (const path of ["groups_types/", "groups/?group_type_index=0", `groups/find/${oak}`]) {
        assert.strictEqual((yield* call("GET", path, undefined, other)).status, 403, path)
      }
      assert.deepStrictEqual(yield* good("GET", `groups/find/${oak}`), before)
      assert.deepStrictEqual(yield* entries("0/oak"), [])
    }).pipe(provided))

  it.effect(`${name}: groups of another project, under the same keys, are neither seen nor changed`, () =>
    Effect.gen(function*() {
      yield* meadow
      const there = yield* good("POST", "/api/projects/", { name: "Other" })
      const at = `/api/projects/${String(there["id"])}/`
      assert.deepStrictEqual((yield* call("GET", `${at}groups_types/`)).json, [])
      assert.deepStrictEqual(keysOf(yield* good("GET", `${at}groups/?group_type_index=0`)), [])
      assert.strictEqual((yield* call("GET", `${at}groups/find/${oak}`)).status, 404)
      assert.strictEqual(
        (yield* call("POST", `${at}groups/update_property/${oak}`, { key: "a", value: 1 })).status,
        404
      )
      yield* send(String(there["api_token"]), [identify("company", "oak", { plan: "theirs" })])
      const before = yield* good("GET", `${at}groups/find/${oak}`)
      yield* good("POST", `groups/delete_property/${oak}`, { $unset: "plan" })
      yield* good("POST", "groups/", { group_type_index: 0, group_key: "acme" })
      assert.deepStrictEqual(yield* good("GET", `${at}groups/find/${oak}`), before)
      assert.deepStrictEqual(keysOf(yield* good("GET", `${at}groups/?group_type_index=0`)), ["oak"])
    }).pipe(provided))
}

suite("memory", MemoryStorage.layer)
suite("PostgreSQL", PgStorage.layerPorts.pipe(Layer.provide(PgTest.layer)))
