import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { gzipSync } from "node:zlib"
import { body, details, makeApi, post } from "./FlagProtocolWorld.ts"

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
