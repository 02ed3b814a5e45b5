import { assert, it } from "@effect/vitest"
import { parseSecretKeys } from "@hedgerow/core/secrets/SecretKey"
import { SecretKeys } from "@hedgerow/core/secrets/Secrets"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect, Layer, Result } from "effect"
import { HostedApi } from "../access/HostedApi.ts"
import { call, create, FlagApi, good, refusal } from "./FlagApi.ts"

const inWorld = <A, E>(test: Effect.Effect<A, E, FlagApi>) => Effect.provide(test, FlagApi.layer)

/** Every route about one flag: what it is asked with, and its scope. */
const routes: ReadonlyArray<readonly [method: string, action: string, scope: string, body?: unknown]> = [
  ["GET", "", "feature_flag:read"],
  ["PATCH", "", "feature_flag:write", { name: "x" }],
  ["PUT", "", "feature_flag:write", { name: "x" }],
  ["DELETE", "", "feature_flag:write"],
  ["GET", "activity/", "activity_log:read"],
  ["GET", "status/", "feature_flag:read"],
  ["GET", "remote_config/", "feature_flag:read"],
  ["GET", "explain/?distinct_id=a", "feature_flag:read"],
  ["GET", "dependent_flags/", "feature_flag:read"],
  ["POST", "has_active_dependents/", "feature_flag:read"],
  ["POST", "create_static_cohort_for_flag/", "feature_flag:write"],
  ["POST", "dashboard/", "feature_flag:write"],
  ["POST", "enrich_usage_dashboard/", "feature_flag:write"],
  ["POST", "copy_to_projects/", "feature_flag:write", { target_project_ids: [1] }]
]

/** Every route about the project's flags. */
const projectRoutes: typeof routes = [
  ["GET", "", "feature_flag:read"],
  ["POST", "", "feature_flag:write", { key: "new" }],
  ["GET", "activity/", "activity_log:read"],
  ["POST", "bulk_keys/", "feature_flag:read", { ids: [] }],
  ["GET", "matching_ids/", "feature_flag:read"],
  ["POST", "bulk_delete/", "feature_flag:write", { ids: [99999] }],
  ["GET", "evaluation_reasons/?distinct_id=a", "feature_flag:read"],
  ["GET", "local_evaluation/", "feature_flag:read"],
  ["GET", "my_flags/", "feature_flag:read"],
  ["POST", "user_blast_radius/", "feature_flag:read", { condition: {} }]
]

it.effect("another project's flag, and an id that is none, is 404 on every route and stays as it is", () =>
  inWorld(Effect.gen(function*() {
    const flag = yield* create("ours", { is_remote_configuration: true, filters: { payloads: { true: "1" } } })
    const other = yield* good("POST", "/api/organizations/@current/projects/", { name: "Other" })
    const there = `/api/projects/${String(other["id"])}/feature_flags`
    const ids = [flag["id"], 999999, 0, -1, "99999999999999999999", "%00", "1.5"]
    for (const id of ids) {
      for (const [method, action, , body] of routes) {
        // A text that is no number is a key, which `explain` reports as absent.
        if (action.startsWith("explain") && !/^[1-9]\d{0,9}$/.test(String(id))) continue
        const answer = yield* call(method, `${there}/${String(id)}/${action}`, body)
        assert.strictEqual(answer.status, 404, `${method} ${String(id)} ${action}: ${answer.text}`)
        const isBare = action.startsWith("activity") || action.startsWith("remote_config")
        if (isBare) assert.strictEqual(answer.text, "")
        else if (action !== "status/") {
          assert.deepStrictEqual(refusal(answer).slice(1, 3), ["invalid_request", "not_found"])
        }
      }
    }
    const seen = (yield* call("POST", `${there}/bulk_keys/`, { ids: [flag["id"]] })).json
    assert.deepStrictEqual(seen, { keys: {} })
    const deletion = yield* good("POST", `${there}/bulk_delete/`, { ids: [flag["id"]] })
    assert.deepStrictEqual(deletion["errors"], [{ id: flag["id"], reason: "Flag not found" }])
    for (
      const path of ["", "/activity/?limit=1", "/evaluation_reasons/?distinct_id=a", "/matching_ids/", "/my_flags/"]
    ) {
      assert.notInclude((yield* call("GET", `${there}${path}`)).text, "ours", path)
    }
    assert.deepStrictEqual(yield* good("GET", `feature_flags/${String(flag["id"])}/`), flag)
    const shared = yield* call("POST", `${there}/`, { key: "ours" })
    assert.strictEqual(shared.status, 201)
  })))

it.effect("each route asks for its scope, which writing implies for reading, and nobody else gets in", () =>
  inWorld(Effect.gen(function*() {
    const { keyOf, project } = yield* FlagApi
    const scopes = ["feature_flag:read", "feature_flag:write", "activity_log:read", "survey:write"]
    const keys: Array<readonly [scope: string, key: string]> = []
    for (const [index, scope] of scopes.entries()) keys.push([scope, yield* keyOf(`user-${index}`, [scope])])
    const stranger = yield* keyOf("stranger", ["*"], "another organisation")
    const { id } = yield* create("gate", { is_remote_configuration: true, filters: { payloads: { true: "1" } } })
    const all = [
      ...routes.map(([method, action, scope, body]) => [method, `${String(id)}/${action}`, scope, body] as const),
      ...projectRoutes
    ]
    for (const [method, action, scope, body] of all) {
      const path = `/api/projects/${project.id}/feature_flags/${action}`
      for (const [granted, key] of keys) {
        const answer = yield* call(method, path, body, { key })
        const isAllowed = granted === scope || (scope === "feature_flag:read" && granted === "feature_flag:write")
        const text = `${method} ${action} with ${granted}: ${answer.text}`
        if (isAllowed) {
          assert.notInclude([401, 403, 404, 500], answer.status, text)
          continue
        }
        const detail = `API key missing required scope '${scope}'`
        assert.deepStrictEqual(
          refusal(answer),
          [403, "authentication_error", "permission_denied", null, detail],
          text
        )
      }
      assert.strictEqual((yield* call(method, path, body, { key: stranger })).status, 403, path)
      assert.strictEqual((yield* call(method, path, body, { key: "phx_none" })).status, 401, path)
    }
  })))

it.effect("a member edits, and records show it", () =>
  inWorld(Effect.gen(function*() {
    const { keyOf } = yield* FlagApi
    const key = yield* keyOf("bo", ["feature_flag:write"])
    const made = yield* good("POST", "feature_flags/", { key: "gate" }, { key })
    assert.deepInclude(made, { can_edit: true, user_access_level: "editor" })
    assert.strictEqual((made["created_by"] as JsonRecord)["email"], "bo@example.com")
  })))

const secretKeys = Layer.succeed(SecretKeys, Result.getOrElse(parseSecretKeys("cd".repeat(32)), () => []))

it.effect("encrypted payloads are shown to keys, never to logins of a host application, and keep when sent back", () =>
  Effect.gen(function*() {
    const { call, key, owner, project } = yield* HostedApi
    const root = `/api/projects/${project.id}/feature_flags/`
    const body = {
      key: "secret",
      is_remote_configuration: true,
      has_encrypted_payloads: true,
      filters: { payloads: { true: "\"hush\"" } }
    }
    const login = { login: owner.email }
    const made = yield* call(login, "POST", root, body)
    const id = String(made.json["id"])
    const hidden = "\"********* (encrypted)\""
    const filters = (payload: string) => ({
      payloads: { true: payload },
      groups: [{ properties: [], rollout_percentage: 100 }]
    })
    assert.deepStrictEqual(made.json["filters"], filters(hidden))
    const read = (asker: typeof login | { readonly key: string }) =>
      Effect.map(call(asker, "GET", `${root}${id}/`), ({ json }) => json["filters"])
    assert.deepStrictEqual(yield* read(login), filters(hidden))
    assert.deepStrictEqual(yield* read({ key }), filters("\"hush\""))
    assert.strictEqual((yield* call(login, "GET", `${root}secret/remote_config`)).text, JSON.stringify(hidden))
    assert.strictEqual((yield* call({ key }, "GET", `${root}secret/remote_config`)).text, JSON.stringify("\"hush\""))
    const issued = yield* call(login, "POST", `/api/projects/${project.id}/project_secret_api_keys/`, {
      label: "Server",
      scopes: ["feature_flag:read"]
    })
    const server = { key: String(issued.json["value"]) }
    const opened = yield* call(server, "GET", `/api/projects/@current/feature_flags/secret/remote_config`)
    assert.strictEqual(opened.text, JSON.stringify("\"hush\""))
    assert.strictEqual((yield* call(server, "GET", `${root}secret/remote_config?token=phc_none`)).status, 401)
    yield* call(login, "PATCH", `${root}${id}/`, { name: "new", filters: filters(hidden) })
    assert.deepStrictEqual(yield* read({ key }), filters("\"hush\""))
    for (const path of ["activity/", "my_flags/", "local_evaluation/", `${id}/explain/?distinct_id=a`]) {
      assert.notInclude((yield* call({ key }, "GET", `${root}${path}`)).text, "hush", path)
    }
  }).pipe(Effect.provide(HostedApi.layer.pipe(Layer.provide(secretKeys)))))
