import { assert, describe, it } from "@effect/vitest"
import { FlagQuota } from "@hedgerow/core/flags/serving/FlagQuota"
import { Effect, Layer } from "effect"
import { runInNewContext } from "node:vm"
import { gzipSync } from "node:zlib"
import { flagOf, type FlagRecords, makeFlagWorld, whoHas } from "./support/FlagWorld.ts"
import { webApi } from "./support/WebApi.ts"

const variants = {
  variants: [{ key: "a", rollout_percentage: 0 }, { key: "b", rollout_percentage: 100 }]
}

const nobody = { groups: [{ properties: [], rollout_percentage: 0 }] }

const on = flagOf(1, "on", { filters: { ...whoHas("plan", "pro"), payloads: { true: "{\"x\":1}" } }, version: 3 })
const mv = flagOf(2, "mv", {
  filters: {
    groups: [{ properties: [], rollout_percentage: 100 }],
    multivariate: variants,
    payloads: { b: "\"text\"" }
  }
})
const off = flagOf(3, "off", { filters: nobody })
const retired = flagOf(4, "retired", { active: false })

const flags = [on, mv, off, retired]

const body = { token: "phc_project_1", distinct_id: "ada", person_properties: { plan: "pro" } }

const post = (sent: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  body: JSON.stringify(sent),
  headers: { "content-type": "application/json", "user-agent": "posthog-node/5.70.0", ...headers }
})

const makeApi = Effect.fnUntraced(
  function*(given: Partial<FlagRecords> = {}, references: Layer.Layer<never> = Layer.empty) {
    const world = yield* makeFlagWorld({ flags, ...given })
    return { ...world, call: yield* webApi({ flags: world.flags }, references) }
  }
)

const valuesOf = (json: unknown): unknown => (json as { readonly featureFlags: unknown }).featureFlags

const details = (json: unknown) => (json as { readonly flags: Record<string, Record<string, unknown>> }).flags

const uuid = "0198c0de-0000-7000-8000-000000000001"

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

const text = JSON.stringify(body)
const base64 = Buffer.from(text).toString("base64")

const packed = (bytes: NonNullable<RequestInit["body"]>, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  body: bytes,
  headers
})

const forms: ReadonlyArray<readonly [name: string, path: string, init: RequestInit]> = [
  ["JSON", "/flags/?v=2", packed(text, { "content-type": "application/json" })],
  ["JSON without a media type", "/flags/?v=2", packed(Buffer.from(text))],
  ["JSON as text/plain", "/flags/?v=2", packed(text, { "content-type": "text/plain" })],
  ["gzip as text/plain without any flag", "/flags/?v=2", packed(gzipSync(text), { "content-type": "text/plain" })],
  ["gzip with Content-Encoding", "/flags/?v=2", packed(gzipSync(text), { "content-encoding": "gzip" })],
  ["gzip with compression=gzip", "/flags/?v=2&compression=gzip", packed(gzipSync(text))],
  ["gzip with compression=gzip-js", "/flags/?v=2&compression=gzip-js", packed(gzipSync(text))],
  ["base64", "/flags/?v=2&compression=base64", packed(base64)],
  ["base64 that is not declared", "/flags/?v=2", packed(base64, { "content-type": "text/plain" })],
  [
    "a form with base64",
    "/flags/?v=2&compression=base64",
    packed(`data=${encodeURIComponent(base64)}`, { "content-type": "application/x-www-form-urlencoded" })
  ],
  [
    "a form whose plus signs were not escaped",
    "/flags/?v=2",
    packed(`data=${base64}`, { "content-type": "application/x-www-form-urlencoded" })
  ],
  [
    "NaN and Infinity",
    "/flags/?v=2",
    packed(text.replace("\"pro\"", "\"pro\",\"a\":NaN,\"b\":-Infinity"), { "content-type": "application/json" })
  ]
]

describe("bodies of /flags", () => {
  for (const [name, path, init] of forms) {
    it.effect(`${name} is read`, () =>
      Effect.gen(function*() {
        const { call } = yield* makeApi()
        const answer = yield* call(path, init)
        assert.strictEqual(answer.status, 200, answer.text)
        assert.deepInclude(details(answer.json)["on"], { enabled: true })
      }))
  }

  const aliases: ReadonlyArray<Readonly<Record<string, unknown>>> = [
    { token: "phc_project_1", distinct_id: "ada", person_properties: { plan: "pro" } },
    { api_key: "phc_project_1", distinct_id: "ada", person_properties: { plan: "pro" } },
    { $token: "phc_project_1", $distinct_id: "ada", $properties: { plan: "pro" } },
    { token: "phc_project_1", distinct_id: 12, person_properties: { plan: "pro" }, groups: [], group_properties: null },
    { token: "phc_project_1", distinct_id: "", person_properties: { plan: "pro" }, $device_id: null }
  ]
  it.effect("fields have aliases, and lists that some languages write for empty objects are taken", () =>
    Effect.gen(function*() {
      const { call } = yield* makeApi()
      for (const sent of aliases) {
        const answer = yield* call("/flags/?v=2", post(sent))
        assert.strictEqual(answer.status, 200, answer.text)
        assert.deepInclude(details(answer.json)["on"], { enabled: true })
      }
      const byQuery = yield* call("/flags/?v=2&token=phc_project_1", post({ distinct_id: "ada" }))
      assert.deepInclude(details(byQuery.json)["on"], { enabled: false })
    }))
})

const refusals: ReadonlyArray<
  readonly [name: string, init: RequestInit, status: number, code: string, detail: RegExp]
> = [
  ["no token", post({ distinct_id: "ada" }), 401, "not_authenticated", /^API key is missing/],
  [
    "an unknown token",
    post({ ...body, token: "phc_x" }),
    401,
    "authentication_failed",
    /^API key is invalid or expired/
  ],
  ["a personal key as token", post({ ...body, token: "phx_all" }), 401, "authentication_failed", /^API key is invalid/],
  ["a token that is no text", post({ ...body, token: 7 }), 401, "authentication_failed", /^API key is invalid/],
  ["a token with NUL", post({ ...body, token: "phc_\0" }), 401, "authentication_failed", /^API key is invalid/],
  ["no distinct id", post({ token: body.token }), 400, "missing_distinct_id", /^The distinct_id field is missing/],
  ["null as distinct id", post({ ...body, distinct_id: null }), 400, "missing_distinct_id", /^The distinct_id field/],
  ["an object as distinct id", post({ ...body, distinct_id: {} }), 400, "invalid_input", /"distinct_id"/],
  ["groups that are no object", post({ ...body, groups: "acme" }), 400, "invalid_input", /"groups"/],
  ["properties that are no object", post({ ...body, person_properties: [1] }), 400, "invalid_input", /"person_propert/],
  [
    "too many keys",
    post({ ...body, flag_keys: Array.from({ length: 10_001 }, () => "a") }),
    400,
    "invalid_input",
    /"flag_keys" must be a list of at most 10000 strings/
  ],
  [
    "too many contexts",
    post({ ...body, evaluation_contexts: Array.from({ length: 10_001 }, () => "a") }),
    400,
    "invalid_input",
    /"evaluation_contexts" must be a list of at most 10000 strings/
  ],
  ["keys that are no texts", post({ ...body, flag_keys: [1] }), 400, "invalid_input", /"flag_keys"/],
  ["an empty body", packed(""), 400, "empty_body", /empty/],
  ["a body that is no JSON", packed("{"), 400, "parse_error", /JSON/],
  ["a list", post([body]), 400, "parse_error", /JSON object/],
  ["broken gzip", packed(gzipSync(text).subarray(0, 20)), 400, "parse_error", /gzip/],
  ["text that is no JSON", packed(Buffer.from("not json")), 400, "parse_error", /not valid JSON/],
  ["bytes that are no UTF-8", packed(Buffer.from(text.replace("ada", "\xff"), "latin1")), 400, "parse_error", /UTF-8/],
  ["an unsupported encoding", packed(text, { "content-encoding": "br" }), 400, "parse_error", /"br"/],
  [
    "a body nested too deeply",
    packed(
      `{"token":"phc_project_1","distinct_id":"a","person_properties":{"a":${"[".repeat(600)}${"]".repeat(600)}}}`
    ),
    400,
    "parse_error",
    /nested/
  ]
]

describe("refused requests for flags", () => {
  for (const [name, init, status, code, detail] of refusals) {
    it.effect(`${name}: ${status} ${code}`, () =>
      Effect.gen(function*() {
        const { call } = yield* makeApi()
        for (const path of ["/flags/?v=2", "/decide/?v=3"]) {
          const answer = yield* call(path, init)
          assert.strictEqual(answer.status, status, answer.text)
          assert.deepInclude(answer.json, { code })
          const told = answer.json as { readonly attr: string | null; readonly detail: string }
          assert.match(told.detail, detail)
          if (code === "invalid_input") assert.include(told.detail, `The field "${told.attr}" must be`)
        }
      }))
  }

  it.effect("a body over 1 MiB is 413, also unpacked", () =>
    Effect.gen(function*() {
      const { call } = yield* makeApi()
      const answer = yield* call("/flags/?v=2", packed(" ".repeat(1024 * 1024 + 1)))
      assert.strictEqual(answer.status, 413)
      const unpacked = yield* call("/flags/?v=2", packed(gzipSync(" ".repeat(1024 * 1024 + 1))))
      assert.strictEqual(unpacked.status, 413)
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

describe("the look-ups of a request", () => {
  const grouped = flagOf(5, "company", {
    filters: {
      aggregation_group_type_index: 0,
      groups: [{
        properties: [{ key: "tier", type: "group", group_type_index: 0, value: "gold", operator: "exact" }],
        rollout_percentage: 100
      }]
    }
  })
  const stored = {
    persons: { ada: { plan: "pro" } },
    groupTypes: new Map([["company", 0 as const]]),
    groups: { acme: { tier: "gold" } }
  }

  it.effect("the stored person and group, overlaid by the request's properties", () =>
    Effect.gen(function*() {
      const { call, records } = yield* makeApi({ ...stored, flags: [on, grouped] })
      const ask = Effect.fnUntraced(function*(more: Readonly<Record<string, unknown>>) {
        records.reads.length = 0
        const sent = { token: body.token, distinct_id: "ada", ...more }
        const answer = yield* call("/flags/?v=1", post(sent))
        return [valuesOf(answer.json), ...records.reads]
      })
      const person = "person ada"
      assert.deepStrictEqual(yield* ask({}), [{ on: true, company: false }, person])
      const groups = { company: "acme" }
      assert.deepStrictEqual(yield* ask({ groups }), [{ on: true, company: true }, person, "group acme"])
      assert.deepStrictEqual(
        yield* ask({ groups, group_properties: { company: { tier: "iron" } }, person_properties: { plan: "free" } }),
        [{ on: false, company: false }]
      )
      assert.deepStrictEqual(yield* ask({ flag_keys: ["company"], groups: { company: "oak" } }), [
        { company: false },
        "group oak"
      ])
      assert.deepStrictEqual(yield* ask({ flag_keys: [] }), [{}])
    }))

  it.effect("nothing at all for flags without properties", () =>
    Effect.gen(function*() {
      const { call, records } = yield* makeApi({ ...stored, flags: [off, mv] })
      yield* call("/flags/?v=2", post(body))
      assert.deepStrictEqual(records.reads, [])
    }))

  it.effect("texts that no storage holds find nobody, and break nothing", () =>
    Effect.gen(function*() {
      const { call, records } = yield* makeApi({ ...stored, flags: [on, grouped] })
      const answer = yield* call(
        "/flags/?v=1",
        post({ token: body.token, distinct_id: "a\0\ud800", groups: { company: "b\0" } })
      )
      assert.deepStrictEqual(valuesOf(answer.json), { on: false, company: false })
      assert.deepStrictEqual(records.reads, ["person a\ufffd\ufffd", "group b\ufffd"])
    }))
})

describe("a continuous experience", () => {
  // The shares of these two ids differ for this flag: half of the people are in.
  const sticky = flagOf(5, "sticky", {
    ensure_experience_continuity: true,
    filters: { groups: [{ properties: [], rollout_percentage: 50 }] }
  })
  const ids = Array.from({ length: 40 }, (_, index) => `user-${index}`)

  const valueFor = Effect.fnUntraced(function*(call: Effect.Success<ReturnType<typeof makeApi>>["call"], sent: object) {
    const answer = yield* call("/flags/?v=1", post({ token: body.token, ...sent }))
    return (valuesOf(answer.json) as Record<string, unknown>)["sticky"]
  })

  it.effect("keeps the value of before the login, also when the request no longer has the anonymous id", () =>
    Effect.gen(function*() {
      const { call, records } = yield* makeApi({ flags: [sticky], persons: { known: {} } })
      let before: string | undefined
      const known = yield* valueFor(call, { distinct_id: "known" })
      for (const id of ids) {
        if ((yield* valueFor(call, { distinct_id: id })) !== known) before ??= id
      }
      assert.isDefined(before)
      assert.deepStrictEqual(records.hashKeys, [])
      assert.strictEqual(yield* valueFor(call, { distinct_id: "known", $anon_distinct_id: before }), !known)
      assert.deepStrictEqual(records.hashKeys.map(({ flagKey, hashKey }) => [flagKey, hashKey]), [["sticky", before]])
      assert.strictEqual(yield* valueFor(call, { distinct_id: "known" }), !known)
      const other = ids.find((id) => id !== before)
      assert.strictEqual(yield* valueFor(call, { distinct_id: "known", $anon_distinct_id: other }), !known)
      assert.lengthOf(records.hashKeys, 1)
    }))

  it.effect("of somebody without a person is the request's own, and nothing is kept", () =>
    Effect.gen(function*() {
      const { call, records } = yield* makeApi({ flags: [sticky] })
      for (const id of ids.slice(0, 8)) {
        const alone = yield* valueFor(call, { distinct_id: id })
        assert.strictEqual(yield* valueFor(call, { distinct_id: "new", $anon_distinct_id: id }), alone)
      }
      assert.deepStrictEqual(records.hashKeys, [])
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

describe("the configuration of browser SDKs", () => {
  it.effect("is JSON and a script, by token", () =>
    Effect.gen(function*() {
      const { call } = yield* makeApi()
      const json = yield* call("/array/phc_project_1/config", {})
      assert.deepInclude(json.json, {
        token: "phc_project_1",
        supportedCompression: ["gzip", "gzip-js"],
        hasFeatureFlags: true,
        sessionRecording: false,
        siteApps: []
      })
      assert.notProperty(json.json, "surveys")
      assert.strictEqual(json.headers.get("content-type"), "application/json")
      const window: Record<string, Record<string, unknown>> = {}
      const script = yield* call("/array/phc_project_1/config.js", {})
      assert.strictEqual(script.headers.get("content-type"), "application/javascript; charset=utf-8")
      runInNewContext(script.text, { window })
      const placed = JSON.stringify(window["_POSTHOG_REMOTE_CONFIG"]?.["phc_project_1"])
      assert.deepStrictEqual(JSON.parse(placed), { config: json.json, siteApps: [] })
    }))

  it.effect("says whether there is any flag to ask for", () =>
    Effect.gen(function*() {
      const { bump, call, records } = yield* makeApi({ flags: [retired] })
      const without = yield* call("/array/phc_project_1/config", {})
      assert.deepInclude(without.json, { hasFeatureFlags: false })
      assert.strictEqual(without.headers.get("cache-control"), "no-cache")
      records.flags = [retired, off]
      yield* bump
      const withOne = yield* call("/array/phc_project_1/config", {})
      assert.deepInclude(withOne.json, { hasFeatureFlags: true })
      assert.strictEqual(withOne.headers.get("cache-control"), "public, max-age=60")
    }))

  it.effect("of an unknown token is 404, so that the SDK goes on with its defaults", () =>
    Effect.gen(function*() {
      const { call } = yield* makeApi()
      for (const path of ["/array/phc_none/config", "/array/phc_none/config.js", "/array/phx_all/config"]) {
        assert.strictEqual((yield* call(path, {})).status, 404)
      }
    }))
})
