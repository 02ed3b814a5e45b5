import { assert, it } from "@effect/vitest"
import { SdkScripts } from "@hedgerow/http/scripts/SdkScripts"
import { Effect, Layer, Option } from "effect"
import { call, FlagApi, refusal } from "../flags/FlagApi.ts"

const bytes = (text: string) => new TextEncoder().encode(text)

const script = {
  contentType: "text/javascript; charset=utf-8",
  body: bytes("plain"),
  zipped: bytes("zipped"),
  etag: "\"abc\""
}

const scripts = Layer.succeed(SdkScripts, {
  version: Effect.succeed("1.2.3"),
  find: (name: string) => Effect.succeed(name === "surveys.js" ? Option.some(script) : Option.none())
})

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  call("GET", path, undefined, { headers: { authorization: "", ...headers } })

it.effect("scripts are sent to pages of any site, kept by their version, and not sent twice", () =>
  Effect.gen(function*() {
    const forGood = "public, max-age=31536000, immutable"
    const caching: ReadonlyArray<readonly [string, string]> = [
      ["/static/surveys.js", "public, max-age=3600"],
      ["/static/surveys.js?v=1.2.4", "public, max-age=3600"],
      ["/static/surveys.js?v=1.2.3", forGood],
      ["/static/1.2.3/surveys.js", forGood]
    ]
    for (const [path, kept] of caching) {
      const { headers, status, text } = yield* get(path, { origin: "https://shop.example" })
      assert.deepStrictEqual([status, text, headers.get("cache-control")], [200, "plain", kept], path)
      assert.deepStrictEqual(
        ["content-type", "access-control-allow-origin", "cross-origin-resource-policy", "etag", "vary"].map((name) =>
          headers.get(name)
        ),
        [script.contentType, "*", "cross-origin", script.etag, "Accept-Encoding"]
      )
    }
    const zipped = yield* get("/static/surveys.js", { "accept-encoding": "gzip, br" })
    assert.deepStrictEqual([zipped.text, zipped.headers.get("content-encoding")], ["zipped", "gzip"])
    const plain = yield* get("/static/surveys.js", { "accept-encoding": "gzip;q=0, br" })
    assert.deepStrictEqual([plain.text, plain.headers.get("content-encoding")], ["plain", null])
    const known = yield* get("/static/1.2.3/surveys.js", { "if-none-match": "\"abc\"" })
    assert.deepStrictEqual([known.status, known.text, known.headers.get("cache-control")], [304, "", forGood])
    for (const path of ["/static/other.js", "/static/1.2.4/surveys.js", "/static/1.2.3/other.js", "/static/"]) {
      const refused = yield* get(path)
      assert.deepStrictEqual(refusal(refused).slice(0, 3), [404, "invalid_request", "not_found"], path)
      assert.strictEqual(refused.headers.get("cache-control"), "no-store")
    }
  }).pipe(Effect.provide(FlagApi.layer.pipe(Layer.provide(scripts)))))

it.effect("without scripts of the host there are none", () =>
  Effect.gen(function*() {
    assert.strictEqual((yield* get("/static/surveys.js")).status, 404)
    assert.strictEqual((yield* get("/static/undefined/surveys.js")).status, 404)
  }).pipe(Effect.provide(FlagApi.layer)))
