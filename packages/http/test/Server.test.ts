import { assert, describe, it } from "@effect/vitest"
import { PublicUrl } from "@hedgerow/core/shared/PublicUrl"
import { TrustProxy } from "@hedgerow/http/requests/ClientUrl"
import { MaxJsonBytes } from "@hedgerow/http/requests/JsonBody"
import { Effect, Layer, Logger, Option, References } from "effect"
import { as, post, webApi } from "./support/WebApi.ts"

interface Linked {
  readonly next: string | null
}

describe("the server", () => {
  it.effect("serves the OpenAPI document without a key", () =>
    Effect.gen(function*() {
      const call = yield* webApi()
      const document = (yield* call("/openapi.json", {})).json as { readonly openapi: string }
      assert.match(document.openapi, /^3\.1/)
    }))

  it.effect("gives every answer a request id, the client's own when it is sound", () =>
    Effect.gen(function*() {
      const call = yield* webApi()
      const own = yield* call("/_health", { headers: { "x-request-id": "abc-1" } })
      assert.strictEqual(own.headers.get("x-request-id"), "abc-1")
      const made = yield* call("/nothing", { headers: { "x-request-id": "spaces are unsound" } })
      assert.match(made.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
    }))

  it.effect("answers OPTIONS of a known path with its methods", () =>
    Effect.gen(function*() {
      const call = yield* webApi()
      const answer = yield* call("/api/projects/1/query/", { method: "OPTIONS" })
      assert.strictEqual(answer.status, 204)
      assert.strictEqual(answer.headers.get("allow"), "OPTIONS, POST")
    }))

  it.effect("answers HEAD as GET without a body", () =>
    Effect.gen(function*() {
      const call = yield* webApi()
      const answer = yield* call("/api/projects/1/", as("phx_all", { method: "HEAD" }))
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.text, "")
    }))

  it.effect("logs each request by its template, at debug level only", () =>
    Effect.gen(function*() {
      const logged: Array<Readonly<Record<string, unknown>>> = []
      const logger = Logger.make(({ fiber }) => {
        logged.push(fiber.getRef(References.CurrentLogAnnotations))
      })
      const references = (level: "Debug" | "Info") =>
        Layer.merge(Logger.layer([logger]), Layer.succeed(References.MinimumLogLevel, level))
      const silent = yield* webApi({}, references("Info"))
      yield* silent("/api/projects/1/")
      assert.deepStrictEqual(logged, [])
      const debug = yield* webApi({}, references("Debug"))
      yield* debug("/api/environments/1?secret=1", as("phx_all", { headers: { "x-request-id": "r1" } }))
      yield* debug("/nothing/phx_all")
      const seen = logged.map(({ method, path, status }) => ({ method, path, status }))
      assert.deepStrictEqual(seen, [
        { method: "GET", path: "/api/projects/:project_id/", status: 200 },
        { method: "GET", path: "(unknown path)", status: 404 }
      ])
      assert.strictEqual(logged[0]?.["requestId"], "r1")
    }))
})

describe("settings", () => {
  const nextOf = (references: Layer.Layer<never>) =>
    Effect.gen(function*() {
      const call = yield* webApi({}, references)
      const headers = { "x-forwarded-host": "api.example.com", "x-forwarded-proto": "https" }
      return ((yield* call("/api/projects/?limit=1", as("phx_all", { headers }))).json as Linked).next
    })

  it.effect("links follow TrustProxy and PublicUrl", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* nextOf(Layer.empty), "http://api.test/api/projects/?limit=1&offset=1")
      const trusting = yield* nextOf(Layer.succeed(TrustProxy, true))
      assert.strictEqual(trusting, "https://api.example.com/api/projects/?limit=1&offset=1")
      const fixed = yield* nextOf(Layer.succeed(PublicUrl, Option.some(new URL("https://p.test"))))
      assert.strictEqual(fixed, "https://p.test/api/projects/?limit=1&offset=1")
    }))

  it.effect("MaxJsonBytes bounds JSON bodies, also where the body is read for a key", () =>
    Effect.gen(function*() {
      const call = yield* webApi({}, Layer.succeed(MaxJsonBytes, 10))
      const body = JSON.stringify({ personal_api_key: "phx_all" })
      const headers = { "content-type": "application/json" }
      assert.strictEqual((yield* call("/api/projects/1/query/", post({ a: "0123456789" }))).status, 413)
      assert.strictEqual((yield* call("/api/projects/1/query/", { method: "POST", headers, body })).status, 413)
    }))
})
