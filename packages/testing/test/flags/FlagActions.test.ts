import { assert, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call, create, FlagApi, good, listed, onFlag, onPerson, refusal, when } from "./FlagApi.ts"

const inWorld = <A, E>(test: Effect.Effect<A, E, FlagApi>) => Effect.provide(test, FlagApi.layer)

const pathOf = ({ id }: JsonRecord, action = "") => `feature_flags/${String(id)}/${action}`

const list = (value: unknown) => value as ReadonlyArray<JsonRecord>

const plan = (value: string) => onPerson(value, "exact", "plan")

/** Persons with a plan each. */
const see = (persons: Readonly<Record<string, JsonRecord>>) =>
  Effect.gen(function*() {
    const { project } = yield* FlagApi
    const batch = Object.entries(persons).map(([distinct_id, $set]) => ({ event: "seen", distinct_id, $set }))
    yield* good("POST", "/batch/", { api_key: project.api_token, batch })
  })

it.effect("the activity of a flag and of all flags, one entry with the right differences for each change", () =>
  inWorld(Effect.gen(function*() {
    yield* TestClock.adjust("1 hour")
    const { project } = yield* FlagApi
    const flag = yield* create("gate")
    const change = (body: object) => Effect.andThen(TestClock.adjust("1 minute"), good("PATCH", pathOf(flag), body))
    yield* change({ name: "Gate", filters: { groups: [{ rollout_percentage: 10 }] } })
    yield* change({ filters: { groups: [{ rollout_percentage: 20 }] } })
    yield* change({ deleted: true })
    yield* change({ deleted: false })
    yield* call("PATCH", pathOf(flag), { active: "no such thing" })
    yield* create("other")
    const own = yield* good("GET", pathOf(flag, "activity"))
    const told = list(own["results"]).map(({ activity, detail, item_id, scope }) => {
      const changes = (detail as JsonRecord)["changes"] as ReadonlyArray<JsonRecord> | null
      const diffs = changes?.map(({ action, after, before, field }) => [action, field, before, after]) ?? null
      return [activity, scope, item_id === String(flag["id"]), (detail as JsonRecord)["name"], diffs]
    })
    const ten = { groups: [{ rollout_percentage: 10 }] }
    const twenty = { groups: [{ rollout_percentage: 20 }] }
    assert.deepStrictEqual(told, [
      ["restored", "FeatureFlag", true, "gate", [["changed", "deleted", true, false], ["changed", "version", 4, 5]]],
      ["deleted", "FeatureFlag", true, "gate", [["changed", "deleted", false, true], ["changed", "version", 3, 4]]],
      ["updated", "FeatureFlag", true, "gate", [["changed", "filters", ten, twenty], ["changed", "version", 2, 3]]],
      ["updated", "FeatureFlag", true, "gate", [
        ["created", "name", "", "Gate"],
        ["created", "filters", {}, ten],
        ["changed", "version", 1, 2]
      ]],
      ["created", "FeatureFlag", true, "gate", null]
    ])
    assert.strictEqual(own["total_count"], 5)
    const all = yield* good("GET", "feature_flags/activity/?limit=2&page=2")
    assert.deepInclude(all, {
      total_count: 6,
      next: `http://hedgerow.test/api/projects/${project.id}/feature_flags/activity/?limit=2&page=3`
    })
    for (const id of ["999999", "abc"]) {
      const unknown = yield* call("GET", `feature_flags/${id}/activity/`)
      assert.deepStrictEqual([unknown.status, unknown.text], [404, ""])
    }
    assert.deepStrictEqual(refusal(yield* call("GET", "feature_flags/activity/?page=0")).slice(0, 4), [
      400,
      "validation_error",
      "invalid_input",
      "page"
    ])
  })))

it.effect("conflicts: only a field that both changed, on another version (A41); If-Match needs the version", () =>
  inWorld(Effect.gen(function*() {
    const { keyOf } = yield* FlagApi
    const key = yield* keyOf("bo", ["feature_flag:write"])
    const flag = yield* create("gate", { name: "old" })
    yield* good("PATCH", pathOf(flag), { name: "theirs" }, { key })
    const mine = { version: 1, original_flag: flag }
    assert.deepStrictEqual(refusal(yield* call("PATCH", pathOf(flag), { ...mine, name: "mine" })), [
      409,
      "server_error",
      "conflict",
      null,
      "The feature flag was updated by bo@example.com since you started editing it. Please refresh and try again."
    ])
    assert.deepInclude(yield* good("PATCH", pathOf(flag), { ...mine, active: false }), { name: "theirs", version: 3 })
    assert.deepInclude(yield* good("PATCH", pathOf(flag), { version: 1, name: "late" }), { name: "late", version: 4 })
    const ifMatch = (tag: string) =>
      call("PATCH", pathOf(flag), { name: `by ${tag.length}` }, { headers: { "if-match": tag } })
    for (const tag of ["\"3\"", "7", "W/\"1\"", "\"x\"", "\"4"]) {
      assert.deepStrictEqual(refusal(yield* ifMatch(tag)).slice(0, 3), [412, "invalid_request", "precondition_failed"])
    }
    for (const [index, tag] of ["\"4\"", " 5 ", "W/\"6\"", "*"].entries()) {
      const answer = yield* ifMatch(tag)
      assert.deepStrictEqual([answer.status, answer.body["version"]], [200, 5 + index], tag)
    }
  })))

it.effect("the usage dashboard is made, read, enriched, and refused in the reference service's words", () =>
  inWorld(Effect.gen(function*() {
    const { project } = yield* FlagApi
    const bare = yield* create("bare", { _should_create_usage_dashboard: false })
    assert.isNull(bare["usage_dashboard"])
    const enrich = (flag: JsonRecord) => call("POST", pathOf(flag, "enrich_usage_dashboard/"))
    const refused = (error: string) => [400, { success: false, error }]
    const none = yield* enrich(bare)
    assert.deepStrictEqual([none.status, none.json], refused("Usage dashboard not found"))
    assert.deepStrictEqual((yield* call("POST", pathOf(bare, "dashboard/"))).json, { success: true })
    const id = (yield* good("GET", pathOf(bare)))["usage_dashboard"]
    const entries = list((yield* good("GET", pathOf(bare, "activity/")))["results"])
    assert.deepStrictEqual(entries.map(({ activity }) => activity), ["updated", "created"])
    const detail = entries[0]?.["detail"] as JsonRecord
    const change = { type: "FeatureFlag", action: "created", field: "usage_dashboard", before: null, after: id }
    assert.deepStrictEqual([detail["name"], detail["changes"], detail["merge"]], ["bare", [change], null])
    const dashboard = yield* good("GET", `dashboards/${String(id)}/`)
    assert.deepInclude(dashboard, { name: "Generated Dashboard: bare Usage" })
    assert.lengthOf(list(dashboard["tiles"]), 2)
    const plain = yield* enrich(bare)
    assert.deepStrictEqual([plain.status, plain.json], refused("No enriched analytics available for this feature flag"))
    const view = { event: "$feature_view", distinct_id: "a", properties: { feature_flag: "bare" } }
    yield* good("POST", "/batch/", { api_key: project.api_token, batch: [view] })
    yield* good("PATCH", pathOf(bare), { has_enriched_analytics: true })
    assert.deepStrictEqual((yield* enrich(bare)).json, { success: true })
    assert.lengthOf(list((yield* good("GET", `dashboards/${String(id)}/`))["tiles"]), 6)
    const again = yield* enrich(bare)
    assert.deepStrictEqual([again.status, again.json], refused("Usage dashboard already has enriched data"))
  })))

it.effect("dependents are listed with a name, or their key", () =>
  inWorld(Effect.gen(function*() {
    const parent = yield* create("parent")
    const asked = call("POST", pathOf(parent, "has_active_dependents/"))
    assert.deepStrictEqual((yield* asked).json, { has_active_dependents: false, dependent_flags: [] })
    const child = yield* create("child", { name: "Child", ...when(onFlag(parent["id"])) })
    const nameless = yield* create("nameless", when(onFlag(parent["id"])))
    yield* create("off", { active: false, ...when(onFlag(parent["id"])) })
    const dependents = [
      { id: child["id"], key: "child", name: "Child" },
      { id: nameless["id"], key: "nameless", name: "nameless" }
    ]
    assert.deepStrictEqual((yield* asked).json, { has_active_dependents: true, dependent_flags: dependents })
    assert.deepStrictEqual((yield* call("GET", pathOf(parent, "dependent_flags"))).json, dependents)
  })))

it.effect("keys by ids, with a warning (A43)", () =>
  inWorld(Effect.gen(function*() {
    const [one, two, gone] = [yield* create("one"), yield* create("two"), yield* create("gone")]
    yield* good("PATCH", pathOf(gone), { deleted: true })
    const [first, second] = [String(one["id"]), String(two["id"])]
    const keysOf = (body: unknown) =>
      Effect.map(call("POST", "feature_flags/bulk_keys", body), ({ json, status }) => [status, json])
    const keys = { [first]: "one", [second]: "two" }
    assert.deepStrictEqual(yield* keysOf({ ids: [one["id"], second, gone["id"], 99999] }), [200, { keys }])
    assert.deepStrictEqual(yield* keysOf({ ids: [one["id"], second, "invalid"] }), [
      200,
      { keys, warning: "Invalid flag IDs ignored: ['invalid']" }
    ])
    assert.deepStrictEqual(yield* keysOf({ ids: ["x"] }), [400, { error: "Invalid flag IDs provided" }])
    for (const body of [{ ids: [] }, {}]) assert.deepStrictEqual(yield* keysOf(body), [200, { keys: {} }])
    assert.strictEqual((yield* keysOf({ ids: "7" }))[0], 400)
  })))

it.effect("status is whether a flag is of use", () =>
  inWorld(Effect.gen(function*() {
    const { project } = yield* FlagApi
    const on = yield* create("on", { filters: { groups: [{ properties: [], rollout_percentage: 100 }] } })
    const status = (flag: JsonRecord) => Effect.map(call("GET", pathOf(flag, "status")), ({ json }) => json)
    assert.deepStrictEqual(yield* status(on), { status: "active", reason: "Flag has no usage data yet" })
    yield* TestClock.adjust("31 days")
    assert.deepStrictEqual(yield* status(on), {
      status: "stale",
      reason: "This boolean flag will always evaluate to \"true\""
    })
    const event = { event: "$feature_flag_called", distinct_id: "a", properties: { $feature_flag: "on" } }
    yield* good("POST", "/batch/", { api_key: project.api_token, batch: [event] })
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(yield* status(on), { status: "active", reason: "Flag was called today" })
    assert.strictEqual((yield* good("GET", pathOf(on)))["last_called_at"], "1970-02-01T00:00:00Z")
    yield* good("PATCH", pathOf(on), { active: false })
    assert.deepStrictEqual(yield* status(on), {
      status: "active",
      reason: "Flag is disabled (not evaluated for staleness)"
    })
    yield* good("PATCH", pathOf(on), { deleted: true })
    assert.deepStrictEqual(yield* status(on), { status: "deleted", reason: "Flag has been deleted" })
    const unknown = yield* call("GET", "feature_flags/999999/status/")
    assert.deepStrictEqual([unknown.status, unknown.json], [404, {
      status: "unknown",
      reason: "Flag could not be found"
    }])
  })))

it.effect("remote configuration by id or key, encrypted too; nothing else is one", () =>
  inWorld(Effect.gen(function*() {
    const { project } = yield* FlagApi
    const config = (key: string, more: object = {}) =>
      create(key, { is_remote_configuration: true, filters: { payloads: { true: { a: [1] } } }, ...more })
    const open = yield* config("open")
    assert.deepStrictEqual((open["filters"] as JsonRecord)["groups"], [{ properties: [], rollout_percentage: 100 }])
    const secret = yield* config("secret", { has_encrypted_payloads: true })
    const empty = yield* config("empty", { filters: { payloads: {} } })
    const read = (name: unknown, query = "") => call("GET", `feature_flags/${String(name)}/remote_config${query}`)
    for (const name of [open["id"], "open", secret["id"], "secret"]) {
      const answer = yield* read(name)
      assert.deepStrictEqual([answer.status, answer.json], [200, "{\"a\":[1]}"], String(name))
    }
    assert.strictEqual((yield* read(empty["id"])).text, "null")
    const sdk = `/api/projects/@current/feature_flags/open/remote_config?token=${project.api_token}`
    assert.strictEqual((yield* call("GET", sdk)).json, "{\"a\":[1]}")
    yield* create("plain")
    yield* good("PATCH", pathOf(empty), { deleted: true })
    for (const name of ["plain", "empty", empty["id"], "none", 999999]) {
      const answer = yield* read(name)
      assert.deepStrictEqual([answer.status, answer.text], [404, ""], String(name))
    }
  })))

it.effect("the token beside @current names the project of a remote configuration", () =>
  inWorld(Effect.gen(function*() {
    const { call, keyOf } = yield* FlagApi
    const other = yield* good("POST", "/api/organizations/@current/projects/", { name: "Other" })
    const there = `/api/projects/${String(other["id"])}/feature_flags/`
    const body = { key: "config", is_remote_configuration: true, filters: { payloads: { true: "7" } } }
    yield* good("POST", there, body)
    const path = `/api/projects/@current/feature_flags/config/remote_config?token=`
    assert.strictEqual((yield* call("GET", `${path}${String(other["api_token"])}`)).json, "7")
    assert.strictEqual((yield* call("GET", `${path}phc_unknown`)).status, 401)
    const stranger = yield* keyOf("eve", ["*"], "another organisation")
    assert.isAtLeast(
      (yield* call("GET", `${path}${String(other["api_token"])}`, undefined, { key: stranger })).status,
      403
    )
  })))

it.effect("a static cohort of everybody for whom the flag is on is filled in the background", () =>
  inWorld(Effect.gen(function*() {
    yield* TestClock.setTime(Date.UTC(2026, 0, 5, 10, 11, 12))
    yield* see({ ann: { plan: "pro" }, bob: { plan: "free" }, cy: { plan: "pro" } })
    const flag = yield* create("pros", when(plan("pro")))
    const off = yield* create("off", { active: false })
    const membersOf = Effect.fnUntraced(function*(made: JsonRecord) {
      const answer = yield* call("POST", pathOf(made, "create_static_cohort_for_flag/"))
      assert.strictEqual(answer.status, 201)
      const cohort = answer.body["cohort"] as JsonRecord
      assert.deepInclude(cohort, {
        name: `Users with feature flag ${String(made["key"])} enabled at 2026-01-05 10:11:12`,
        is_static: true,
        is_calculating: true
      })
      const path = `cohorts/${String(cohort["id"])}/`
      for (let left = 200; left > 0; left--) {
        yield* Effect.repeat(Effect.yieldNow, { times: 20 })
        if ((yield* good("GET", path))["is_calculating"] === false) break
      }
      const settled = yield* good("GET", path)
      assert.isFalse(settled["is_calculating"])
      const persons = list((yield* good("GET", `${path}persons/`))["results"])
      assert.strictEqual(settled["count"], persons.length)
      return persons.flatMap(({ distinct_ids }) => distinct_ids as ReadonlyArray<string>).toSorted()
    })
    assert.deepStrictEqual(yield* membersOf(flag), ["ann", "cy"])
    assert.deepStrictEqual(yield* membersOf(off), [])
  })))

it.effect("a flag is copied with its dependencies, or a dry run reports the copy", () =>
  inWorld(Effect.gen(function*() {
    const other = yield* good("POST", "/api/organizations/@current/projects/", { name: "Other" })
    const there = `/api/projects/${String(other["id"])}/feature_flags/`
    const needed = yield* create("needed")
    const cohort = yield* good("POST", "cohorts/", { name: "Insiders", is_static: true })
    const insider = { key: "id", type: "cohort", operator: "in", value: cohort["id"] }
    const flag = yield* create("gate", when(onFlag(needed["id"]), insider))
    const copy = (more: object) =>
      call("POST", pathOf(flag, "copy_to_projects/"), { target_project_ids: [other["id"]], ...more })
    const dry = yield* copy({ dry_run: true })
    const things = (answer: { readonly body: JsonRecord }) =>
      list(list(answer.body["projects"])[0]?.["things"]).map((
        { action, id, key, type }
      ) => [type, action, key, id !== null])
    assert.deepStrictEqual([dry.status, things(dry)], [200, [
      ["feature_flag", "create", "needed", false],
      ["cohort", "create", "Insiders", false],
      ["feature_flag", "create", "gate", false]
    ]])
    assert.strictEqual((yield* good("GET", there))["count"], 0)
    assert.isTrue(things(yield* copy({})).every(([, action, , hasId]) => action === "create" && hasId))
    const copied = yield* good("GET", `${there}?search=gate`)
    assert.include(JSON.stringify(copied["results"]), "\"cohort_name\":\"Insiders\"")
    const unique = yield* copy({ on_conflict: "fail" })
    assert.deepStrictEqual(refusal(unique).slice(0, 4), [400, "validation_error", "unique", "target_project_ids"])
    assert.deepStrictEqual(refusal(yield* copy({ target_project_ids: [999999] })).slice(0, 3), [
      403,
      "authentication_error",
      "permission_denied"
    ])
    assert.strictEqual((yield* copy({ target_project_ids: [] })).status, 400)
  })))

it.effect("flags are deleted in bulk by ids or filters, each logged", () =>
  inWorld(Effect.gen(function*() {
    const parent = yield* create("parent")
    const child = yield* create("child", when(onFlag(parent["id"])))
    const kept = yield* create("kept", { filters: { groups: [{ rollout_percentage: 0 }] } })
    yield* create("guard", when(onFlag(kept["id"])))
    const done = yield* good("POST", "feature_flags/bulk_delete/", {
      ids: [parent["id"], child["id"], kept["id"], "x", 99999]
    })
    assert.deepStrictEqual(done["deleted"], [
      { id: child["id"], key: "child", rollout_state: "partial", active_variant: null },
      { id: parent["id"], key: "parent", rollout_state: "fully_rolled_out", active_variant: null }
    ])
    const errors = list(done["errors"])
    assert.deepStrictEqual(errors.map(({ id }) => id), [kept["id"], "x", 99999])
    assert.match(
      String(errors[0]?.["reason"]),
      /^Cannot delete this feature flag because other flags depend on it: guard/
    )
    assert.deepStrictEqual(yield* listed("?order=key"), ["guard", "kept"])
    for (const body of [{}, { ids: [] }, { filters: {} }, { filters: { unknown: 1 } }]) {
      assert.strictEqual((yield* call("POST", "feature_flags/bulk_delete/", body)).status, 400)
    }
    yield* create("tagged", { tags: ["old"] })
    const tagged = yield* good("POST", "feature_flags/bulk_delete/", { filters: { tags: ["old"] } })
    assert.deepStrictEqual(list(tagged["deleted"]).map(({ key }) => key), ["tagged"])
  })))

it.effect("filters of a deletion are read strictly, and so are those of its preview", () =>
  inWorld(Effect.gen(function*() {
    yield* create("b", { tags: ["old"], active: false })
    yield* create("a", { tags: ["old"] })
    yield* create("c")
    const query = (filters: object) =>
      Object.entries(filters).map(([name, value]) =>
        `${name}=${encodeURIComponent(typeof value === "string" ? value : JSON.stringify(value))}`
      ).join("&")
    const cases: ReadonlyArray<readonly [filters: object, attr: string | null, code?: string]> = [
      [{ order: "key" }, "filters__order", "extra_forbidden"],
      [{ excluded_properties: [] }, "filters__excluded_properties"],
      [{ active: true, created_by_id: "nobody", tags: "checkout" }, "filters__created_by_id"],
      [{ active: "stale" }, "filters__active"],
      [{ active: "yes" }, "filters__active"],
      [{ active: true, tags: [] }, "filters__tags"],
      [{ active: true, tags: ["old", 1] }, "filters__tags"],
      [{ active: true, search: "" }, "filters__search"],
      [{ active: true, type: "constructor" }, "filters__type"],
      [{ active: true, evaluation_runtime: "other" }, "filters__evaluation_runtime"],
      [{ active: true, has_evaluation_tags: "maybe" }, "filters__has_evaluation_tags"],
      [{ has_evaluation_tags: false, has_evaluation_contexts: true }, "filters__has_evaluation_contexts"],
      [{ active: true, limit: 1 }, "filters__limit", "extra_forbidden"],
      [{ active: true, offset: 1 }, "filters__offset", "extra_forbidden"],
      [{ active: true, tag: "old" }, "filters__tag", "extra_forbidden"]
    ]
    for (const [filters, attr, code = "invalid_value"] of cases) {
      const what = JSON.stringify(filters)
      const expected = [400, "validation_error", code, attr]
      const deletion = yield* call("POST", "feature_flags/bulk_delete/", { filters })
      assert.deepStrictEqual(refusal(deletion).slice(0, 4), expected, what)
      const preview = yield* call("GET", `feature_flags/matching_ids/?${query(filters)}`)
      assert.deepStrictEqual(refusal(preview).slice(0, 4), expected, what)
    }
    const twice = yield* call("GET", "feature_flags/matching_ids/?active=true&active=true")
    assert.strictEqual(refusal(twice)[3], "filters__active")
    for (const filters of [{ excluded_properties: ["a"] }, [], "tags", null]) {
      assert.strictEqual((yield* call("POST", "feature_flags/bulk_delete/", { filters })).status, 400)
    }
    assert.deepStrictEqual(yield* listed("?order=key"), ["a", "b", "c"])
    const chosen = { active: false, tags: ["OLD"], excluded_properties: ["a"], evaluation_runtime: "both" }
    assert.strictEqual((yield* good("GET", `feature_flags/matching_ids/?${query(chosen)}`))["total"], 1)
    assert.strictEqual((yield* good("GET", "feature_flags/matching_ids/"))["total"], 3)
    yield* good("POST", "feature_flags/bulk_delete/", { filters: chosen })
    assert.deepStrictEqual(yield* listed("?order=key"), ["a", "c"])
  })))

it.effect("a chain of flags is deleted from its end, each tried once and reported once", () =>
  inWorld(Effect.gen(function*() {
    const ids: Array<unknown> = []
    for (let at = 0; at < 60; at++) {
      const last = ids.at(-1)
      const made = yield* create(`link-${at}`, { tags: ["chain"], ...(last === undefined ? {} : when(onFlag(last))) })
      ids.push(made["id"])
    }
    const kept = ids.slice(0, 20)
    const outside = yield* create("outside", when(onFlag(kept.at(-1))))
    const done = yield* good("POST", "feature_flags/bulk_delete/", { ids: [...ids, ...ids.map(String), "x"] })
    assert.deepStrictEqual(list(done["deleted"]).map(({ id }) => id), ids.slice(20).toReversed())
    assert.deepStrictEqual(list(done["errors"]).map(({ id }) => id), [...kept.toReversed(), "x"])
    yield* good("PATCH", pathOf(outside), { deleted: true })
    const rest = yield* good("POST", "feature_flags/bulk_delete/", { filters: { tags: ["chain"] } })
    assert.deepStrictEqual([list(rest["deleted"]).length, rest["errors"]], [20, []])
  })))
