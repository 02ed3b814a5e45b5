import { assert, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call, create, FlagApi, good, listed, onPerson, refusal, when } from "./FlagApi.ts"

const inWorld = <A, E>(test: Effect.Effect<A, E, FlagApi>) => Effect.provide(test, FlagApi.layer)

it.effect("a record has every field with its type", () =>
  inWorld(Effect.gen(function*() {
    yield* TestClock.setTime(Date.UTC(2026, 0, 5, 10))
    const { project } = yield* FlagApi
    const answer = yield* call("POST", "feature_flags", { key: "alpha", description: "ignored", name: "Alpha" })
    assert.strictEqual(answer.status, 201)
    const user = answer.body["created_by"] as JsonRecord
    assert.hasAllKeys(user, [
      "id",
      "uuid",
      "distinct_id",
      "first_name",
      "last_name",
      "email",
      "is_email_verified",
      "mascot_config",
      "role_at_organization"
    ])
    assert.deepStrictEqual(answer.body, {
      id: answer.body["id"],
      name: "Alpha",
      key: "alpha",
      filters: { groups: [{ properties: [], rollout_percentage: null }] },
      deleted: false,
      active: true,
      created_by: user,
      created_at: "2026-01-05T10:00:00Z",
      updated_at: "2026-01-05T10:00:00Z",
      version: 1,
      last_modified_by: user,
      is_simple_flag: true,
      rollout_percentage: null,
      ensure_experience_continuity: false,
      experiment_set: [],
      experiment_set_metadata: [],
      surveys: [],
      features: [],
      rollback_conditions: null,
      performed_rollback: false,
      can_edit: true,
      tags: [],
      evaluation_tags: [],
      evaluation_contexts: [],
      usage_dashboard: answer.body["usage_dashboard"],
      analytics_dashboards: [],
      has_enriched_analytics: false,
      user_access_level: "manager",
      creation_context: "feature_flags",
      is_remote_configuration: false,
      has_encrypted_payloads: false,
      is_used_in_replay_settings: false,
      status: "ACTIVE",
      evaluation_runtime: "all",
      bucketing_identifier: "distinct_id",
      last_called_at: null
    })
    assert.isNumber(answer.body["usage_dashboard"])
    const id = String(answer.body["id"])
    for (const root of [`/api/projects/${project.id}`, `/api/environments/${project.id}`, "/api/projects/@current"]) {
      for (const slash of ["", "/"]) {
        const path = `${root}/feature_flags/${id}${slash}`
        assert.deepStrictEqual((yield* call("GET", path)).body, answer.body, path)
      }
    }
  })))

it.effect("a simple flag has one condition without properties about persons; its percentage is whole or null", () =>
  inWorld(Effect.gen(function*() {
    const cases: ReadonlyArray<readonly [filters: unknown, isSimple: boolean, percentage: number | null]> = [
      [{ groups: [{ properties: [], rollout_percentage: 40 }] }, true, 40],
      [{ groups: [{ rollout_percentage: 25.5 }] }, true, null],
      [{ groups: [{ properties: [onPerson("a")], rollout_percentage: 40 }] }, false, null],
      [{ groups: [{ rollout_percentage: 40 }, { rollout_percentage: 50 }] }, false, null],
      [{ groups: [], aggregation_group_type_index: null }, false, null],
      [{ groups: [{ rollout_percentage: 40 }], aggregation_group_type_index: 0 }, false, null]
    ]
    for (const [index, [filters, isSimple, percentage]] of cases.entries()) {
      const flag = yield* create(`flag-${index}`, { filters })
      assert.deepStrictEqual([flag["is_simple_flag"], flag["rollout_percentage"]], [isSimple, percentage])
      assert.deepStrictEqual(flag["filters"], filters)
    }
  })))

it.effect("filters come back as they were sent, with the names of cohorts; older ones in today's form", () =>
  inWorld(Effect.gen(function*() {
    const cohort = yield* good("POST", "cohorts/", { name: "Insiders", is_static: true })
    const property = { key: "id", type: "cohort", value: cohort["id"], operator: "in" }
    const sent = { groups: [{ properties: [property], description: "x", sort_key: "1" }], unknown: [1, { a: null }] }
    const { filters, id } = yield* create("cohorts", { filters: sent })
    const named = [{ ...property, cohort_name: "Insiders" }]
    assert.deepStrictEqual(filters, { ...sent, groups: [{ ...sent.groups[0], properties: named }] })
    yield* good("PATCH", `cohorts/${String(cohort["id"])}/`, { name: "Insiders 2" })
    assert.include((yield* call("GET", `feature_flags/${String(id)}/`)).text, "\"cohort_name\":\"Insiders 2\"")
    const older = yield* create("older", { filters: { properties: [], multivariate: null } })
    assert.deepStrictEqual(older["filters"], {
      groups: [{ properties: [], rollout_percentage: null }],
      multivariate: null
    })
  })))

it.effect("each filter of the list keeps the matching flags", () =>
  inWorld(Effect.gen(function*() {
    const { keyOf } = yield* FlagApi
    const half = [{ key: "a", rollout_percentage: 50 }, { key: "b", rollout_percentage: 50 }]
    yield* create("plain", { name: "The Plain one" })
    yield* TestClock.adjust("1 second")
    yield* create("many", { filters: { groups: [], multivariate: { variants: half } }, evaluation_runtime: "client" })
    yield* TestClock.adjust("1 second")
    yield* create("off", { active: false, tags: ["T1", "t2"], evaluation_tags: ["t1"], evaluation_runtime: "server" })
    yield* TestClock.adjust("1 second")
    yield* create("config", { is_remote_configuration: true, tags: ["t2"], filters: { payloads: { true: "1" } } })
    yield* TestClock.adjust("1 second")
    const gone = yield* create("gone")
    yield* good("PATCH", `feature_flags/${String(gone["id"])}/`, { deleted: true })
    const key = yield* keyOf("bo", ["feature_flag:write"])
    const bos = yield* good("POST", "feature_flags/", { key: "bos" }, { key })
    const bo = String((bos["created_by"] as JsonRecord)["id"])
    const everything = ["bos", "config", "off", "many", "plain"]
    const cases: ReadonlyArray<readonly [query: string, keys: ReadonlyArray<string>]> = [
      ["", everything],
      [
        "?unknown=1&active=&search=&type=nothing&tags=[&excluded_properties={&order=nothing&created_by_id=",
        everything
      ],
      ["?search=a&search=b", everything],
      ["?active=true", ["bos", "config", "many", "plain"]],
      ["?active=false", ["off"]],
      ["?active=perhaps", everything],
      ["?active=STALE", []],
      [`?created_by_id=${bo}`, ["bos"]],
      ["?search=PLAIN%20o", ["plain"]],
      ["?created_by_id=x", []],
      ["?search=OF", ["off"]],
      ["?search=%25", []],
      ["?type=boolean", ["bos", "config", "off", "plain"]],
      ["?type=multivariant", ["many"]],
      ["?type=remote_config", ["config"]],
      ["?type=experiment", []],
      ["?evaluation_runtime=client", ["many"]],
      ["?evaluation_runtime=both", ["bos", "config", "plain"]],
      [`?excluded_properties=${encodeURIComponent("[\"bos\",\"off\",\"none\"]")}`, ["config", "many", "plain"]],
      [`?tags=${encodeURIComponent("[\"t1\",\"T2\"]")}`, ["config", "off"]],
      ["?has_evaluation_tags=yes", ["off"]],
      ["?has_evaluation_contexts=true", ["off"]],
      ["?has_evaluation_tags=0", ["bos", "config", "many", "plain"]],
      ["?order=key", ["bos", "config", "many", "off", "plain"]],
      ["?order=-key&active=true", ["plain", "many", "config", "bos"]],
      ["?limit=2&offset=1&order=created_at", ["many", "off"]]
    ]
    for (const [query, keys] of cases) {
      const found = yield* listed(query)
      const isOrdered = query.includes("order=") && !query.includes("nothing")
      assert.deepStrictEqual(
        isOrdered ? found : found.map(String).toSorted(),
        isOrdered ? [...keys] : keys.toSorted(),
        query
      )
    }
    const page = yield* good("GET", "feature_flags/?limit=2&search=o")
    assert.deepInclude(page, {
      count: 4,
      previous: null,
      next: `http://hedgerow.test/api/projects/1/feature_flags/?limit=2&offset=2&search=o`
    })
    yield* TestClock.adjust("31 days")
    assert.deepStrictEqual(yield* listed("?active=STALE&order=key"), ["bos", "config", "plain"])
    const ids = (yield* good("GET", "feature_flags/matching_ids/?active=STALE")) as { readonly total: number }
    assert.strictEqual(ids.total, 3)
  })))

it.effect("PATCH and PUT change their fields only, DELETE is refused, deleted flags stay readable", () =>
  inWorld(Effect.gen(function*() {
    const { id, key } = yield* create("gate", when(onPerson("a")))
    const path = `feature_flags/${String(id)}/`
    const renamed = yield* good("PATCH", path, { name: "Gate" })
    assert.deepInclude(renamed, { name: "Gate", version: 2, key })
    assert.deepInclude(yield* good("PUT", path, { active: false }), { name: "Gate", active: false, version: 3 })
    const refused = yield* call("DELETE", path)
    assert.deepStrictEqual(refusal(refused), [
      405,
      "invalid_request",
      "method_not_allowed",
      null,
      "Hard delete of this model is not allowed. Use a patch API call to set \"deleted\" to true"
    ])
    assert.strictEqual(refused.headers.get("allow"), "GET, HEAD, OPTIONS, PATCH, PUT")
    assert.deepInclude(yield* good("PATCH", path, { deleted: true }), { status: "DELETED", deleted: true })
    assert.deepInclude(yield* good("GET", path), { status: "DELETED", deleted: true })
    assert.deepStrictEqual(yield* listed(), [])
    yield* create("gate")
    assert.deepStrictEqual(refusal(yield* call("PATCH", path, { deleted: false })).slice(0, 4), [
      400,
      "validation_error",
      "unique",
      "key"
    ])
    assert.deepInclude(yield* good("PATCH", path, { deleted: false, key: "gate-2" }), { deleted: false })
  })))

it.effect("the calls of the Terraform provider and of assistants work", () =>
  inWorld(Effect.gen(function*() {
    const body = {
      key: "tf",
      name: "Managed",
      active: true,
      filters: { groups: [{ properties: [], rollout_percentage: 25 }], payloads: {}, multivariate: null },
      tags: ["managed-by:terraform", "b"],
      ensure_experience_continuity: false
    }
    const made = yield* good("POST", "feature_flags/", body)
    const read = yield* good("GET", `feature_flags/${String(made["id"])}/`)
    assert.deepInclude(read, { key: "tf", filters: body.filters, rollout_percentage: 25, tags: body.tags })
    yield* good("PATCH", `feature_flags/${String(made["id"])}/`, { key: "tf", deleted: true })
    assert.deepInclude(yield* good("GET", `feature_flags/${String(made["id"])}/`), { deleted: true })
    yield* good("POST", "feature_flags/", { ...body, description: "unknown here" })
    const tool = {
      key: "mcp",
      name: "",
      description: "An unknown field",
      filters: {
        groups: [{
          properties: [onPerson("is_set", "is_set"), onPerson("is_not_set", "is_not_set")],
          rollout_percentage: 0
        }]
      },
      active: true,
      tags: []
    }
    const { id } = yield* good("POST", "feature_flags/", tool)
    assert.deepInclude(yield* good("PATCH", `feature_flags/${String(id)}/`, { deleted: true }), { deleted: true })
  })))
