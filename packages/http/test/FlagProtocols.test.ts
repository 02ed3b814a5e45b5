import { assert, describe, it } from "@effect/vitest"
import { FlagQuota } from "@hedgerow/core/flags/serving/FlagQuota"
import { Effect, Layer } from "effect"
import { body, details, makeApi, post, uuid, valuesOf } from "./FlagProtocolWorld.ts"
import { flagOf } from "./support/FlagWorld.ts"

describe("/flags", () => {
  it.effect("version 2 returns every flag with its reason and payload", () =>
    Effect.gen(function*() {
      const { call } = yield* makeApi()
      const answer = yield* call("/flags/?v=2", post(body, { "x-request-id": uuid }))
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.headers.get("content-type"), "application/json")
      assert.strictEqual(answer.headers.get("x-request-id"), uuid)
      const { evaluatedAt, ...told } = answer.json as Record<string, unknown>
      assert.isAbove(Number(evaluatedAt), 1_700_000_000_000)
      const match = { code: "condition_match", condition_index: 0, description: "Matched condition set 1" }
      const metadata = { id: 1, version: 3, description: null, payload: "{\"x\":1}", has_experiment: false }
      assert.deepStrictEqual(told, {
        errorsWhileComputingFlags: false,
        flags: {
          on: { key: "on", enabled: true, variant: null, reason: match, metadata },
          mv: {
            key: "mv",
            enabled: true,
            variant: "b",
            reason: match,
            metadata: { ...metadata, id: 2, version: 1, payload: "\"text\"" }
          },
          off: {
            key: "off",
            enabled: false,
            variant: null,
            reason: { code: "out_of_rollout_bound", condition_index: 0, description: "Out of rollout bound" },
            metadata: { ...metadata, id: 3, version: 1, payload: null }
          }
        },
        requestId: uuid
      })
    }))

  it.effect("an answer names a new uuid when the client's request id is none, the same as its header when it has none", () =>
    Effect.gen(function*() {
      const { call } = yield* makeApi()
      const own = yield* call("/flags?v=2", post(body))
      assert.strictEqual((own.json as Record<string, unknown>)["requestId"], own.headers.get("x-request-id"))
      const other = yield* call("/flags?v=2", post(body, { "x-request-id": "abc" }))
      assert.strictEqual(other.headers.get("x-request-id"), "abc")
      assert.match(String((other.json as Record<string, unknown>)["requestId"]), /^[0-9a-f-]{36}$/)
    }))

  it.effect.each(
    [
      { path: "/flags?v=1" },
      { path: "/flags/?v=1" },
      { path: "/flags?v=two" },
      { path: "/flags?config=true" },
      { path: "/decide?v=3" },
      { path: "/decide/?v=3" }
    ]
  )("$path answers values and payloads by key", ({ path }) =>
    Effect.gen(function*() {
      const { call } = yield* makeApi()
      const answer = yield* call(path, post(body))
      const json = answer.json as Record<string, unknown>
      assert.deepStrictEqual(json["featureFlags"], { on: true, mv: "b", off: false })
      assert.deepStrictEqual(json["featureFlagPayloads"], { on: "{\"x\":1}", mv: "\"text\"" })
      assert.strictEqual(json["errorsWhileComputingFlags"], false)
      assert.isUndefined(json["flags"])
      assert.strictEqual(json["hasFeatureFlags"], path.includes("v=1") || path.includes("two") ? undefined : true)
    }))

  it.effect("/decide returns names, then those that are on, then all, then details", () =>
    Effect.gen(function*() {
      const { call } = yield* makeApi()
      for (const path of ["/decide", "/decide/", "/decide?v=1", "/decide?v=x"]) {
        const answer = yield* call(path, post(body))
        assert.sameMembers(valuesOf(answer.json) as Array<unknown>, ["on", "mv"])
        assert.deepInclude(answer.json, { supportedCompression: ["gzip", "gzip-js"], hasFeatureFlags: true })
      }
      assert.deepStrictEqual(valuesOf((yield* call("/decide?v=2", post(body))).json), { on: true, mv: "b" })
      const fourth = yield* call("/decide?v=4", post(body))
      assert.deepStrictEqual(Object.keys(details(fourth.json)).toSorted(), ["mv", "off", "on"])
      assert.deepInclude(fourth.json, { sessionRecording: false, token: "phc_project_1" })
    }))

  it.effect("without a version and a configuration it is version 2; config=true adds the configuration", () =>
    Effect.gen(function*() {
      const { call } = yield* makeApi()
      const plain = yield* call("/flags", post(body))
      assert.sameMembers(Object.keys(details(plain.json)), ["on", "mv", "off"])
      assert.notProperty(plain.json, "supportedCompression")
      const configured = yield* call("/flags/?v=2&config=true", post(body))
      assert.sameMembers(Object.keys(details(configured.json)), ["on", "mv", "off"])
      assert.deepInclude(configured.json, { supportedCompression: ["gzip", "gzip-js"], elementsChainAsString: true })
    }))

  it.effect("disable_flags asks for no flag and no distinct id", () =>
    Effect.gen(function*() {
      const { call, records } = yield* makeApi()
      const answer = yield* call("/flags?v=2&config=true", post({ token: "phc_project_1", disable_flags: true }))
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual(details(answer.json), {})
      assert.deepInclude(answer.json, { analytics: { endpoint: "/i/v0/e/" } })
      assert.deepStrictEqual(records.reads, [])
    }))

  it.effect("GET returns the configuration alone, HEAD its headers, OPTIONS the methods; others are 405", () =>
    Effect.gen(function*() {
      const { call } = yield* makeApi()
      for (const path of ["/flags", "/flags/?v=2", "/decide/?v=4"]) {
        const answer = yield* call(path, { method: "GET" })
        assert.strictEqual(answer.status, 200)
        assert.deepStrictEqual(details(answer.json), {})
        assert.deepInclude(answer.json, { supportedCompression: ["gzip", "gzip-js"] })
        assert.notProperty(answer.json, "token")
        const head = yield* call(path, { method: "HEAD" })
        assert.deepStrictEqual([head.status, head.text], [200, ""])
        const options = yield* call(path, { method: "OPTIONS" })
        assert.deepStrictEqual([options.status, options.headers.get("allow")], [204, "GET, HEAD, OPTIONS, POST"])
        const put = yield* call(path, { ...post(body), method: "PUT" })
        assert.strictEqual(put.status, 405)
      }
      const named = yield* call("/flags/?token=phc_project_1", { method: "GET" })
      assert.deepInclude(named.json, { token: "phc_project_1", hasFeatureFlags: true })
    }))

  it.effect("browsers of other sites may ask, and read errors too", () =>
    Effect.gen(function*() {
      const { call } = yield* makeApi()
      const origin = "https://shop.test"
      const preflight = yield* call("/flags/?v=2&ip=0&_=1&ver=1.434.18", {
        method: "OPTIONS",
        headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "content-type" }
      })
      assert.strictEqual(preflight.status, 204)
      assert.strictEqual(preflight.headers.get("access-control-allow-origin"), origin)
      assert.strictEqual(preflight.headers.get("access-control-allow-headers"), "content-type")
      assert.include(preflight.headers.get("access-control-allow-methods"), "POST")
      const paths = ["/flags/?v=2", "/decide?v=3", "/array/phc_project_1/config", "/array/phc_project_1/config.js"]
      for (const path of paths) {
        const init = path.startsWith("/array") ? { headers: { origin } } : post({ ...body, token: "no" }, { origin })
        const answer = yield* call(path, init).pipe(Effect.catchDefect(() => Effect.die(path)))
        assert.strictEqual(answer.headers.get("access-control-allow-origin"), origin, path)
      }
    }))
})

describe("the flags in an answer", () => {
  const tagged = flagOf(5, "tagged", { tags: ["app", "x"], evaluation_tags: ["app"] })
  const server = flagOf(6, "server", { evaluation_runtime: "server" })
  const client = flagOf(7, "client", { evaluation_runtime: "client" })
  const survey = flagOf(8, "survey-targeting-7")
  const all = [tagged, server, client, survey, flagOf(9, "plain")]

  const keys = Effect.fnUntraced(function*(
    more: Readonly<Record<string, unknown>>,
    headers: Record<string, string> = {},
    path = "/flags/?v=2"
  ) {
    const { call } = yield* makeApi({ flags: all })
    const answer = yield* call(path, post({ ...body, ...more }, headers))
    return Object.keys(details(answer.json)).toSorted()
  })

  it.effect("those of the caller's runtime", () =>
    Effect.gen(function*() {
      const common = ["plain", "survey-targeting-7", "tagged"]
      assert.deepStrictEqual(yield* keys({}), [...common, "server"].toSorted())
      assert.deepStrictEqual(yield* keys({}, { "user-agent": "Mozilla/5.0" }), [...common, "client"].toSorted())
      assert.deepStrictEqual(yield* keys({}, { "user-agent": "tool/1" }), common)
      assert.deepStrictEqual(yield* keys({ evaluation_runtime: "client" }), [...common, "client"].toSorted())
      assert.deepStrictEqual(
        yield* keys({ evaluation_runtime: "server" }, { "user-agent": "Mozilla/5.0" }),
        [...common, "server"].toSorted()
      )
    }))

  it.effect("those of the asked contexts, under both names", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* keys({ evaluation_contexts: ["web"] }), ["plain", "server", "survey-targeting-7"])
      const withTagged = ["plain", "server", "survey-targeting-7", "tagged"]
      assert.deepStrictEqual(yield* keys({ evaluation_environments: ["app"] }), withTagged)
    }))

  it.effect("those of the asked keys, under both names, and survey flags alone", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* keys({ flag_keys_to_evaluate: ["plain", "none"] }), ["plain"])
      assert.deepStrictEqual(yield* keys({ flag_keys: ["tagged"] }), ["tagged"])
      const path = "/flags/?v=2&only_evaluate_survey_feature_flags=true"
      assert.deepStrictEqual(yield* keys({}, {}, path), ["survey-targeting-7"])
    }))

  it.effect("no flag of another project", () =>
    Effect.gen(function*() {
      const { call } = yield* makeApi({ flags: all })
      const answer = yield* call("/flags/?v=2", post({ ...body, token: "phc_project_2" }))
      assert.deepStrictEqual(details(answer.json), {})
    }))
})

describe("a used-up quota", () => {
  const asked: Array<string> = []
  const none = Layer.succeed(FlagQuota, (project, use) =>
    Effect.sync(() => {
      asked.push(`${project} ${use}`)
      return false
    }))

  it.effect("answers no flags, and says so, in every shape", () =>
    Effect.gen(function*() {
      const { call, records } = yield* makeApi({}, none)
      const second = yield* call("/flags/?v=2", post(body))
      assert.strictEqual(second.status, 200)
      assert.deepInclude(second.json, { flags: {}, errorsWhileComputingFlags: false, quotaLimited: ["feature_flags"] })
      const first = yield* call("/flags/?v=1", post(body))
      assert.deepInclude(first.json, { featureFlags: {}, featureFlagPayloads: {}, quotaLimited: ["feature_flags"] })
      assert.deepStrictEqual(valuesOf((yield* call("/decide", post(body))).json), [])
      assert.deepStrictEqual(records.reads, [])
      assert.deepStrictEqual(asked, ["1 evaluation", "1 evaluation", "1 evaluation"])
    }))

  it.effect("is not touched by surveys", () =>
    Effect.gen(function*() {
      asked.length = 0
      const { call } = yield* makeApi({ flags: [flagOf(1, "survey-targeting-1")] }, none)
      const answer = yield* call("/flags/?v=2&only_evaluate_survey_feature_flags=true", post(body))
      assert.sameMembers(Object.keys(details(answer.json)), ["survey-targeting-1"])
      assert.notProperty(answer.json, "quotaLimited")
      assert.deepStrictEqual(asked, [])
    }))
})
