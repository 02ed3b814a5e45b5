import { assert, describe, it } from "@effect/vitest"
import { FlagQuota } from "@hedgerow/core/flags/serving/FlagQuota"
import { Effect, Layer } from "effect"
import { flagOf, type FlagRecords, makeFlagWorld, whoHas } from "./support/FlagWorld.ts"
import { webApi } from "./support/WebApi.ts"

const multivariate = { variants: [{ key: "a", rollout_percentage: 0 }, { key: "b", rollout_percentage: 100 }] }

const flags = [
  flagOf(1, "beta", { filters: { ...whoHas("plan", "pro"), payloads: { true: "{\"x\":1}" } }, version: 4 }),
  flagOf(2, "colour", { filters: { ...whoHas("plan", "pro"), multivariate } }),
  flagOf(3, "nobody", { filters: { groups: [{ properties: [], rollout_percentage: 0 }] } }),
  flagOf(4, "gone", { active: false }),
  flagOf(5, "broken", {
    filters: { groups: [{ properties: [{ key: "id", type: "cohort", value: 99, operator: "in" }] }] }
  }),
  flagOf(6, "company", {
    filters: {
      aggregation_group_type_index: 0,
      groups: [{
        properties: [{ key: "tier", type: "group", group_type_index: 0, value: "gold", operator: "exact" }],
        rollout_percentage: 100
      }]
    }
  })
]

const makeApi = Effect.fnUntraced(
  function*(given: Partial<FlagRecords> = {}, references: Layer.Layer<never> = Layer.empty) {
    const world = yield* makeFlagWorld({ flags, groupTypes: new Map([["company", 0]]), ...given })
    return { ...world, call: yield* webApi({ flags: world.flags }, references) }
  }
)

const post = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  body: typeof body === "string" ? body : JSON.stringify(body),
  headers: { authorization: "Bearer phc_project_1", "content-type": "application/json", ...headers }
})

const ada = { context: { targetingKey: "ada", plan: "pro" } }
const one = (key: string) => `/ofrep/v1/evaluate/flags/${key}`
const all = "/ofrep/v1/evaluate/flags"

const matched = {
  flagId: 1,
  version: 4,
  reasonCode: "condition_match",
  reasonDescription: "Matched condition set 1",
  payload: "{\"x\":1}"
}

describe("OFREP: one flag", () => {
  it.effect("returns value, reason and metadata", () =>
    Effect.gen(function*() {
      const { call } = yield* makeApi()
      const beta = yield* call(one("beta"), post(ada))
      assert.strictEqual(beta.status, 200)
      assert.deepStrictEqual(beta.json, { key: "beta", value: true, reason: "TARGETING_MATCH", metadata: matched })
      const colour = yield* call(`${one("colour")}/`, post(ada))
      assert.deepInclude(colour.json, { value: "b", variant: "b", reason: "TARGETING_MATCH" })
      const free = yield* call(one("colour"), post({ context: { targetingKey: "ada", plan: "free" } }))
      assert.deepInclude(free.json, { value: false, reason: "DEFAULT" })
      assert.notProperty(free.json, "variant")
      assert.deepInclude((yield* call(one("nobody"), post(ada))).json, { value: false, reason: "SPLIT" })
    }))

  it.effect("takes groups and their properties from the context", () =>
    Effect.gen(function*() {
      const { call } = yield* makeApi({ groups: { acme: { tier: "gold" }, oak: { tier: "iron" } } })
      const value = Effect.fnUntraced(function*(context: object) {
        const answer = yield* call(one("company"), post({ context: { targetingKey: "ada", ...context } }))
        return (answer.json as { readonly value: unknown }).value
      })
      assert.strictEqual(yield* value({ groups: { company: "acme" } }), true)
      assert.strictEqual(yield* value({ groups: { company: "oak" } }), false)
      const groupProperties = { company: { tier: "gold" } }
      assert.strictEqual(yield* value({ groups: { company: "oak" }, groupProperties }), true)
      assert.strictEqual(yield* value({}), false)
    }))

  const faults: ReadonlyArray<readonly [name: string, key: string, body: unknown, status: number, code: string]> = [
    ["a flag that is not there", "none", ada, 404, "FLAG_NOT_FOUND"],
    ["a flag that is not active", "gone", ada, 404, "FLAG_NOT_FOUND"],
    ["a body that is no JSON", "beta", "{", 400, "PARSE_ERROR"],
    ["a body that is a list", "beta", [], 400, "PARSE_ERROR"],
    ["a body that is null", "beta", null, 400, "PARSE_ERROR"],
    ["no context", "beta", {}, 400, "TARGETING_KEY_MISSING"],
    ["no targeting key", "beta", { context: { plan: "pro" } }, 400, "TARGETING_KEY_MISSING"],
    ["an empty targeting key", "beta", { context: { targetingKey: "" } }, 400, "TARGETING_KEY_MISSING"],
    ["a targeting key that is no id", "beta", { context: { targetingKey: {} } }, 400, "INVALID_CONTEXT"],
    ["a context that is no object", "beta", { context: [1] }, 400, "INVALID_CONTEXT"],
    ["groups that are no object", "beta", { context: { targetingKey: "a", groups: 1 } }, 400, "INVALID_CONTEXT"],
    ["a flag that cannot be evaluated", "broken", ada, 400, "GENERAL"]
  ]
  for (const [name, key, body, status, errorCode] of faults) {
    it.effect(`${name}: ${errorCode}`, () =>
      Effect.gen(function*() {
        const { call } = yield* makeApi()
        const answer = yield* call(one(key), post(body))
        assert.strictEqual(answer.status, status, answer.text)
        assert.deepInclude(answer.json, { key, errorCode })
        assert.isString((answer.json as { readonly errorDetails: unknown }).errorDetails)
      }))
  }
})

describe("OFREP: all flags", () => {
  it.effect("returns each, those that fail with their error, and 304 while nothing changes", () =>
    Effect.gen(function*() {
      const { bump, call, records } = yield* makeApi()
      const first = yield* call(all, post(ada))
      assert.strictEqual(first.status, 200)
      const told = (first.json as { readonly flags: ReadonlyArray<Record<string, unknown>> }).flags
      assert.sameMembers(told.map(({ key }) => key), ["beta", "broken", "colour", "company", "nobody"])
      assert.deepInclude(told.find(({ key }) => key === "broken"), { errorCode: "GENERAL" })
      assert.deepInclude(told, { key: "beta", value: true, reason: "TARGETING_MATCH", metadata: matched })

      const etag = first.headers.get("etag") ?? ""
      const again = yield* call(`${all}/`, post(ada, { "if-none-match": etag }))
      assert.deepStrictEqual([again.status, again.text, again.headers.get("etag")], [304, "", etag])
      const other = yield* call(all, post({ context: { targetingKey: "bob" } }, { "if-none-match": etag }))
      assert.strictEqual(other.status, 200)
      records.flags = flags.slice(1)
      yield* bump
      assert.strictEqual((yield* call(all, post(ada, { "if-none-match": etag }))).status, 200)
    }))

  it.effect("a fault of the request names no flag", () =>
    Effect.gen(function*() {
      const { call } = yield* makeApi()
      const answer = yield* call(all, post({ context: {} }))
      assert.strictEqual(answer.status, 400)
      assert.deepStrictEqual(Object.keys(answer.json as object), ["errorCode", "errorDetails"])
    }))

  it.effect("browsers of other sites may read the ETag", () =>
    Effect.gen(function*() {
      const { call } = yield* makeApi()
      const answer = yield* call(all, post(ada, { origin: "https://shop.test" }))
      assert.strictEqual(answer.headers.get("access-control-allow-origin"), "https://shop.test")
      assert.strictEqual(answer.headers.get("access-control-expose-headers"), "ETag")
    }))
})

describe("OFREP: callers", () => {
  it.effect("the project's token as a bearer or as X-API-Key", () =>
    Effect.gen(function*() {
      const { call } = yield* makeApi()
      const json = (key: string) => ({ "content-type": "application/json", "x-api-key": key })
      const byKey = { method: "POST", body: JSON.stringify(ada), headers: json("phc_project_1") }
      assert.strictEqual((yield* call(one("beta"), byKey)).status, 200)
      assert.strictEqual((yield* call(one("beta"), { ...byKey, headers: json("") })).status, 401)
      for (const token of ["phc_none", "phx_all"]) {
        const answer = yield* call(all, post(ada, { authorization: `Bearer ${token}` }))
        assert.strictEqual(answer.status, 401)
      }
      const other = yield* call(all, post(ada, { authorization: "Bearer phc_project_2" }))
      assert.deepStrictEqual((other.json as { readonly flags: unknown }).flags, [])
    }))

  it.effect("no one once the quota is used up: 429, so that providers pause", () =>
    Effect.gen(function*() {
      const { call } = yield* makeApi({}, Layer.succeed(FlagQuota, () => Effect.succeed(false)))
      const answer = yield* call(all, post(ada))
      assert.deepStrictEqual([answer.status, answer.headers.get("retry-after")], [429, "60"])
    }))
})
