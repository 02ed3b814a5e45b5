import { assert, describe, it } from "@effect/vitest"
import { recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import { RateLimiter } from "@hedgerow/http/limits/RateLimiter"
import { TestApi } from "@hedgerow/testing"
import { Effect, Layer } from "effect"
import { call } from "../definitions/Call.ts"

const draft = (query: Readonly<Record<string, string>>) =>
  call("GET", `query/draft_sql/?${new URLSearchParams(query).toString()}`)

describe("POST /query/upgrade/", () => {
  it.effect("returns the query in the latest versions and runs nothing", () =>
    Effect.gen(function*() {
      const query = {
        kind: "InsightVizNode",
        source: { kind: "RetentionQuery", retentionFilter: { showMean: true }, unknown: 1 },
        broken: { kind: "ServiceSqlQuery", query: "this is no SQL" }
      }
      const { body, status } = yield* call("POST", "query/upgrade/", { query, name: "ignored" })
      assert.deepStrictEqual([status, body], [200, {
        query: {
          ...query,
          source: {
            kind: "RetentionQuery",
            retentionFilter: { meanRetentionCalculation: "simple" },
            unknown: 1,
            version: 2
          }
        }
      }])
      assert.deepStrictEqual(yield* call("POST", "query/upgrade/", body), { status, body })
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("asks for `query` alone, within the bounds of every body", () =>
    Effect.gen(function*() {
      const missing = {
        type: "validation_error",
        code: "required",
        detail: "This field is required.",
        attr: "query",
        errors: [{ code: "required", detail: "This field is required.", attr: "query" }]
      }
      for (const body of [undefined, {}, [], "text"]) {
        assert.deepStrictEqual(yield* call("POST", "query/upgrade/", body), { status: 400, body: missing })
      }
      const nested = JSON.parse(`${"[".repeat(501)}${"]".repeat(501)}`) as unknown
      assert.deepInclude(yield* call("POST", "query/upgrade/", { query: nested }), { status: 400 })
      const large = { query: "x".repeat(1024 * 1024) }
      assert.strictEqual((yield* call("POST", "query/upgrade/", large)).status, 413)
      assert.deepStrictEqual(yield* call("POST", "query/upgrade/", { query: 7 }), { status: 200, body: { query: 7 } })
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("equals the start of POST /query/", () =>
    Effect.gen(function*() {
      const query = {
        kind: "DataVisualizationNode",
        source: { kind: "HogQLQuery", query: "SELECT 1", runDirectly: true }
      }
      const { body, status } = yield* call("POST", "query/", { query })
      assert.deepStrictEqual([status, body["attr"]], [400, "query__source__sendRawQuery"])
    }).pipe(Effect.provide(TestApi.layer)))
})

describe("POST /query/check_auth_for_async/", () => {
  it.effect("answers ok to callers who may query, with any body", () =>
    Effect.gen(function*() {
      for (const body of [undefined, {}, { query: 1 }]) {
        const answer = yield* call("POST", "query/check_auth_for_async/", body)
        assert.deepStrictEqual(answer, { status: 200, body: { user: "ok" } })
      }
      const api = yield* TestApi
      const path = `/api/projects/${api.project.id}/query/check_auth_for_async/`
      assert.strictEqual((yield* api.request(path, { method: "POST", headers: {} })).status, 401)
    }).pipe(Effect.provide(TestApi.layer)))
})

describe("GET /query/draft_sql/", () => {
  it.effect("drafts over the names that the project has received only", () =>
    Effect.gen(function*() {
      const api = yield* TestApi
      const unknown = yield* draft({ prompt: "purchases by plan" })
      assert.deepStrictEqual(unknown, {
        status: 400,
        body: {
          type: "validation_error",
          code: "unclear",
          detail: "Not understood: \"purchases\", \"plan\".",
          attr: "prompt",
          errors: [{ code: "unclear", detail: "Not understood: \"purchases\", \"plan\".", attr: "prompt" }]
        }
      })
      yield* api.capture({ event: "purchase", distinct_id: "ada", properties: { plan: "pro" } })
      const { body, status } = yield* draft({ prompt: "purchases by plan" })
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(yield* api.query(String(body["sql"])), [["pro", 1]])
      const changed = yield* draft({ prompt: "only where plan is free", current_query: String(body["sql"]) })
      assert.deepStrictEqual(yield* api.query(String(changed.body["sql"])), [])
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("refuses prompts that are missing or too long", () =>
    Effect.gen(function*() {
      const codes = (query: Readonly<Record<string, string>>) =>
        Effect.map(draft(query), ({ body: { attr, code, detail }, status }) => [status, code, detail, attr])
      assert.deepStrictEqual(yield* codes({}), [400, "required", "This field is required.", "prompt"])
      assert.deepStrictEqual(yield* codes({ prompt: " " }), [400, "required", "This field is required.", "prompt"])
      const long = { prompt: "x".repeat(401) }
      assert.deepStrictEqual(yield* codes(long), [400, "too_long", "This field is too long.", "prompt"])
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("is limited as requests to a language model", () =>
    Effect.gen(function*() {
      yield* draft({ prompt: "events" })
      const { body, status } = yield* draft({ prompt: "events" })
      assert.deepStrictEqual([status, recordOrEmpty(body)["code"]], [429, "throttled"])
      assert.strictEqual((yield* call("POST", "query/check_auth_for_async/")).status, 200)
    }).pipe(Effect.provide(TestApi.layer.pipe(
      Layer.provideMerge(RateLimiter.layer({ rates: { ai: [{ limit: 1, windowSeconds: 60 }] } }))
    ))))
})
