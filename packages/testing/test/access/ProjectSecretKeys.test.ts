import { assert, describe, it } from "@effect/vitest"
import { maxSecretsPerProject } from "@hedgerow/core/access/ProjectSecretKeys"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { errorOf, HostedApi } from "./HostedApi.ts"

const path = "/api/projects/@current/project_secret_api_keys/"
const definitions = "/flags/definitions"
const body = { label: "Server", scopes: ["feature_flag:read"] }
const notAManager = [403, "permission_denied", null, "You do not have admin access to this resource."]

const results = (json: Readonly<Record<string, unknown>>) =>
  json["results"] as ReadonlyArray<Readonly<Record<string, unknown>>>

describe("secret API keys of projects", () => {
  it.effect("an admin issues one whose value is answered once and opens the project's definitions", () =>
    Effect.gen(function*() {
      const { addUser, call, project, activityOf } = yield* HostedApi
      const admin = yield* addUser("admin", 8)
      const login = { login: admin.email }
      const at = path.replace("@current", String(project.id))
      const created = yield* call(login, "POST", at, { ...body, unknown: 1, id: "mine" })
      assert.strictEqual(created.status, 201, created.text)
      const { created_by, id, value, ...rest } = created.json
      assert.match(String(value), /^phs_[0-9A-Za-z]{43}$/)
      assert.match(String(id), /^[0-9a-f-]{14}7[0-9a-f-]{21}$/)
      assert.include(created_by as object, { id: admin.id, email: admin.email })
      assert.deepStrictEqual(rest, {
        label: "Server",
        mask_value: `phs_...${String(value).slice(-4)}`,
        scopes: ["feature_flag:read"],
        created_at: "1970-01-01T00:00:00Z",
        last_used_at: null,
        last_rolled_at: null
      })
      const key = { key: String(value) }
      assert.strictEqual((yield* call(key, "GET", definitions)).status, 200)
      assert.strictEqual((yield* call(key, "GET", at)).status, 403)
      assert.strictEqual((yield* call(key, "GET", "/api/users/@me/")).status, 403)
      for (const asked of [at, `${at}${String(id)}/`]) {
        const seen = yield* call(login, "GET", asked)
        assert.strictEqual(seen.status, 200)
        assert.notInclude(seen.text, String(value))
        assert.notInclude(seen.text, "sha256")
        assert.include(seen.text, "\"value\":null")
      }
      assert.deepStrictEqual(yield* activityOf({ project: project.id }), [
        { activity: "created", scope: "ProjectSecretAPIKey", item_id: id, by: admin.email, name: "Server", changes: [] }
      ])
    }).pipe(Effect.provide(HostedApi.layer)))

  it.effect("a use is noted, and again an hour later", () =>
    Effect.gen(function*() {
      const { call, owner } = yield* HostedApi
      const created = yield* call({ login: owner.email }, "POST", path, body)
      const key = { key: String(created.json["value"]) }
      const usedAfter = Effect.fnUntraced(function*(minutes: number) {
        yield* TestClock.adjust(`${minutes} minutes`)
        assert.strictEqual((yield* call(key, "GET", definitions)).status, 200)
        const [record] = results((yield* call({ login: owner.email }, "GET", path)).json)
        return record?.["last_used_at"]
      })
      assert.strictEqual(yield* usedAfter(1), "1970-01-01T00:01:00Z")
      assert.strictEqual(yield* usedAfter(59), "1970-01-01T00:01:00Z")
      assert.strictEqual(yield* usedAfter(1), "1970-01-01T01:01:00Z")
    }).pipe(Effect.provide(HostedApi.layer)))

  it.effect("rolled it opens with its new value only, revoked not at all, renamed as before; the log masks it", () =>
    Effect.gen(function*() {
      const { call, owner, project, activityOf } = yield* HostedApi
      const login = { login: owner.email }
      const { id, value } = (yield* call(login, "POST", path, body)).json
      const opens = (secret: unknown) =>
        Effect.map(call({ key: String(secret) }, "GET", definitions), ({ status }) => status)
      assert.strictEqual(yield* opens(value), 200)
      const renamed = yield* call(login, "PATCH", `${path}${String(id)}/`, { label: "Other" })
      assert.deepStrictEqual([renamed.status, renamed.json["label"], renamed.json["value"]], [200, "Other", null])
      const unchanged = yield* call(login, "PATCH", `${path}${String(id)}/`, { label: "Other" })
      assert.strictEqual(unchanged.status, 200)
      assert.strictEqual(yield* opens(value), 200)
      yield* TestClock.adjust("1 second")
      const rolled = yield* call(login, "POST", `${path}${String(id)}/roll/`)
      assert.deepStrictEqual(
        [rolled.status, rolled.json["id"], rolled.json["last_rolled_at"]],
        [200, id, "1970-01-01T00:00:01Z"]
      )
      assert.deepStrictEqual([yield* opens(value), yield* opens(rolled.json["value"])], [401, 200])
      const revoked = yield* call(login, "DELETE", `${path}${String(id)}/`)
      assert.deepStrictEqual([revoked.status, revoked.text], [204, ""])
      assert.strictEqual(yield* opens(rolled.json["value"]), 401)
      assert.deepStrictEqual(results((yield* call(login, "GET", path)).json), [])
      const log = yield* activityOf({ project: project.id })
      assert.deepStrictEqual(log.map(({ activity }) => activity), ["deleted", "updated", "updated", "created"])
      assert.deepStrictEqual(log[2]?.["changes"], [["changed", "label", "Server", "Other"]])
      assert.deepInclude(log[1]?.["changes"] as ReadonlyArray<unknown>, ["changed", "mask_value", "masked", "masked"])
      assert.notInclude(JSON.stringify(log), "phs_")
    }).pipe(Effect.provide(HostedApi.layer)))

  it.effect("it is for admins, with keys that may write the project and hold what they grant", () =>
    Effect.gen(function*() {
      const { addUser, call, owner } = yield* HostedApi
      const member = yield* addUser("member", 1)
      yield* call({ login: member.email }, "PATCH", "/api/users/@me/", {})
      const { id } = (yield* call({ login: owner.email }, "POST", path, body)).json
      const one = `${path.replace("@current", "1")}${String(id)}/`
      const list = path.replace("@current", "1")
      const requests = [["GET", list], ["POST", list], ["GET", one], ["PATCH", one], ["DELETE", one]] as const
      for (const [method, at] of [...requests, ["POST", `${one}roll/`] as const]) {
        const answer = yield* call({ login: member.email }, method, at, method === "GET" ? undefined : body)
        assert.deepStrictEqual(errorOf(answer), notAManager, `${method} ${at}`)
      }
      const keyWith = Effect.fnUntraced(function*(...scopes: ReadonlyArray<string>) {
        const made = yield* call({ login: owner.email }, "POST", "/api/personal_api_keys/", { label: "k", scopes })
        return { key: String(made.json["value"]) }
      })
      const missing = (scope: string) => [403, "permission_denied", null, `API key missing required scope '${scope}'`]
      const weak = yield* keyWith("project:write")
      for (const [method, at] of [["POST", list], ["POST", `${one}roll/`]] as const) {
        assert.deepStrictEqual(errorOf(yield* call(weak, method, at, body)), missing("feature_flag:read"))
      }
      assert.strictEqual((yield* call(weak, "PATCH", one, { label: "Renamed" })).status, 200)
      const reader = yield* keyWith("project:read", "feature_flag:read")
      assert.deepStrictEqual(errorOf(yield* call(reader, "POST", list, body)), missing("project:write"))
      const strong = yield* keyWith("project:write", "feature_flag:write")
      assert.strictEqual((yield* call(strong, "POST", list, body)).status, 201)
      assert.strictEqual((yield* call(strong, "POST", `${one}roll/`)).status, 200)
    }).pipe(Effect.provide(HostedApi.layer)))

  it.effect("another project's are not there", () =>
    Effect.gen(function*() {
      const { call, owner } = yield* HostedApi
      const login = { login: owner.email }
      const second = (yield* call(login, "POST", "/api/projects/", { name: "Second" })).json["id"]
      const elsewhere = path.replace("@current", String(second))
      const { id, value } = (yield* call(login, "POST", elsewhere, body)).json
      assert.deepStrictEqual(results((yield* call(login, "GET", path)).json), [])
      const one = `${path}${String(id)}/`
      for (const [method, at] of [["GET", one], ["PATCH", one], ["DELETE", one], ["POST", `${one}roll/`]] as const) {
        const answer = yield* call(login, method, at, method === "PATCH" ? {} : undefined)
        assert.deepStrictEqual(errorOf(answer), [404, "not_found", null, "Not found."])
      }
      assert.strictEqual((yield* call(login, "GET", `${path}no-uuid/`)).status, 404)
      assert.strictEqual((yield* call({ key: String(value) }, "GET", definitions)).status, 200)
      const foreign = yield* call({ key: String(value) }, "GET", "/api/projects/1/feature_flags/local_evaluation")
      assert.deepStrictEqual(errorOf(foreign), [
        403,
        "permission_denied",
        null,
        "API key does not have access to the requested project: ID 1."
      ])
    }).pipe(Effect.provide(HostedApi.layer)))

  it.effect("a wrong body is reported field by field; the number is bounded, also at once", () =>
    Effect.gen(function*() {
      const { call, owner } = yield* HostedApi
      const login = { login: owner.email }
      const cases: ReadonlyArray<readonly [sent: unknown, code: string, attr: string | null, detail: string]> = [
        [{ scopes: body.scopes }, "required", "label", "This field is required."],
        [
          { ...body, label: "x".repeat(41) },
          "max_length",
          "label",
          "Ensure this field has no more than 40 characters."
        ],
        [{ label: "x" }, "required", "scopes", "This field is required."],
        [{ ...body, scopes: [] }, "empty", "scopes", "This list may not be empty."],
        [{ ...body, scopes: ["*"] }, "invalid_input", "scopes", "Invalid scope: *"],
        [{ ...body, scopes: ["feature_flag:write"] }, "invalid_input", "scopes", "Invalid scope: feature_flag:write"]
      ]
      for (const [sent, ...expected] of cases) {
        assert.deepStrictEqual(errorOf(yield* call(login, "POST", path, sent)), [400, ...expected])
      }
      const answers = yield* Effect.forEach(
        Array.from({ length: maxSecretsPerProject + 5 }),
        () => call(login, "POST", path, body),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(answers.filter(({ status }) => status === 201).length, maxSecretsPerProject)
      const refused = answers.filter(({ status }) => status !== 201)
      assert.isTrue(refused.every(({ status }) => status === 400))
      assert.strictEqual((yield* call(login, "GET", `${path}?limit=7`)).json["count"], maxSecretsPerProject)
    }).pipe(Effect.provide(HostedApi.layer)))
})
