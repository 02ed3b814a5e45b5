import { assert, describe, it } from "@effect/vitest"
import { AllowedOrigins } from "@hedgerow/http/middleware/CrossOrigin"
import { SdkScripts } from "@hedgerow/http/scripts/SdkScripts"
import { Effect, Layer, Option } from "effect"
import { type Answer, as, webApi } from "./support/WebApi.ts"

const bytes = new TextEncoder().encode("plain")
const script = { contentType: "text/javascript", body: bytes, zipped: bytes, etag: "\"abc\"" }

const api = webApi(
  {},
  Layer.mergeAll(
    Layer.succeed(AllowedOrigins, new Set(["https://app.example"])),
    Layer.succeed(SdkScripts, { version: Effect.succeed("1.2.3"), find: () => Effect.succeed(Option.some(script)) })
  )
)

const me = "/api/users/@me/"

const from = (origin: string, method = "GET") => as("phx_all", { method, headers: { origin } })

const headersOf = ({ headers }: Answer, ...names: ReadonlyArray<string>) => names.map((name) => headers.get(name))

const [allow, credentials] = ["access-control-allow-origin", "access-control-allow-credentials"]

describe("allowed origins", () => {
  it.effect("may read every answer, an error as well, and others may not", () =>
    Effect.gen(function*() {
      const call = yield* api
      for (const [path, status] of [[me, 200], ["/api/none/", 404]] as const) {
        const answer = yield* call(path, from("https://app.example"))
        assert.strictEqual(answer.status, status)
        assert.deepStrictEqual(headersOf(answer, allow, credentials, "vary"), [
          "https://app.example",
          "true",
          "Origin"
        ])
        for (const other of ["https://app.example.evil", "http://app.example", "null"]) {
          assert.deepStrictEqual(headersOf(yield* call(path, from(other)), allow, credentials), [null, null], other)
        }
      }
    }))

  it.effect("may ask what they may send, and others are told nothing", () =>
    Effect.gen(function*() {
      const call = yield* api
      const asked = yield* call(me, from("https://app.example", "OPTIONS"))
      assert.strictEqual(asked.status, 204)
      assert.include(asked.headers.get("access-control-allow-methods"), "GET")
      const other = yield* call(me, from("https://other.example", "OPTIONS"))
      assert.deepStrictEqual(headersOf(other, allow, "access-control-allow-methods"), [null, null])
    }))

  it.effect("leave the other headers by which an answer varies", () =>
    Effect.gen(function*() {
      const call = yield* api
      const answer = yield* call("/static/surveys.js", from("https://app.example"))
      assert.deepStrictEqual(headersOf(answer, allow, "vary"), ["https://app.example", "Accept-Encoding, Origin"])
      assert.deepStrictEqual(headersOf(yield* call("/static/surveys.js"), allow, "vary"), ["*", "Accept-Encoding"])
    }))
})
