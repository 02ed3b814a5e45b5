import { assert, describe, it } from "@effect/vitest"
import { CaptureRejected, type CaptureRequest, IngestionUnavailable } from "@hedgerow/core/events/Capture"
import { MaxCaptureBytesHeld } from "@hedgerow/http/capture/CaptureBody"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { gzipSync } from "node:zlib"
import { recordingCapture, taken } from "./support/Fakes.ts"
import { webApi } from "./support/WebApi.ts"

const event = JSON.stringify({ api_key: "phc_project_1", event: "a+b c", distinct_id: "ä>?~" })
const gzipped = gzipSync(event)
const base64 = Buffer.from(event).toString("base64")
const form = { "content-type": "application/x-www-form-urlencoded" }

const send = (body: NonNullable<RequestInit["body"]>, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  body,
  headers
})

const forms: ReadonlyArray<readonly [string, string, RequestInit]> = [
  ["JSON", "/e/", send(event, { "content-type": "application/json" })],
  ["JSON as text/plain", "/e/", send(event)],
  ["raw gzip as text/plain without any flag", "/e/", send(gzipped, { "content-type": "text/plain" })],
  ["gzip with Content-Encoding", "/batch/", send(gzipped, { "content-encoding": "gzip" })],
  ["gzip with compression=gzip-js", "/e/?compression=gzip-js", send(gzipped)],
  ["gzip with compression=gzip", "/e/?compression=gzip", send(gzipped)],
  ["plain JSON although gzip is declared", "/e/?compression=gzip-js", send(event, { "content-encoding": "gzip" })],
  ["base64 body", "/e/?compression=base64", send(base64)],
  ["base64 body, not declared", "/e/", send(base64)],
  ["base64 of gzip", "/e/?compression=base64", send(gzipped.toString("base64"))],
  ["form with base64", "/e/", send(`data=${encodeURIComponent(base64)}`, form)],
  ["form with base64 whose plus signs were not escaped", "/e/", send(`data=${base64}`, form)],
  ["form with JSON", "/e/", send(new URLSearchParams({ data: event }).toString(), form)],
  ["form as text/plain", "/e/", send(`data=${encodeURIComponent(base64)}`)],
  ["form that names its compression", "/e/", send(`compression=base64&data=${encodeURIComponent(base64)}`, form)],
  ["GET with base64", `/e/?data=${encodeURIComponent(base64)}`, {}],
  ["GET with url-safe base64 without padding", `/e/?data=${Buffer.from(event).toString("base64url")}`, {}],
  ["GET with JSON", `/e/?data=${encodeURIComponent(event)}`, {}],
  ["a byte order mark", "/e/", send(`\uFEFF${event}`)]
]

it.effect("events beyond the quota of a project are taken with an answer that says that they were dropped", () =>
  Effect.gen(function*() {
    const call = yield* webApi({ capture: () => Effect.succeed({ isOverQuota: true }) })
    const answer = yield* call("/batch/", send(event))
    assert.deepStrictEqual([answer.status, answer.text], [200, "{\"status\":1,\"quota_limited\":[\"events\"]}"])
    assert.strictEqual((yield* call("/e/?beacon=1", send(event))).status, 204)
  }))

describe("capture bodies", () => {
  for (const [name, path, init] of forms) {
    it.effect(`${name} reaches ingestion as the same text`, () =>
      Effect.gen(function*() {
        const seen: Array<CaptureRequest> = []
        const call = yield* webApi({ capture: recordingCapture(seen) })
        const answer = yield* call(path, init)
        assert.strictEqual(answer.text, "{\"status\":1}")
        assert.strictEqual(answer.status, 200)
        assert.deepStrictEqual(seen.map(({ body }) => body), [event])
      }))
  }

  it.effect("all paths take GET and POST with and without slash", () =>
    Effect.gen(function*() {
      const seen: Array<CaptureRequest> = []
      const call = yield* webApi({ capture: recordingCapture(seen) })
      for (const path of ["/e", "/capture", "/track", "/engage", "/batch", "/i/v0/e"]) {
        for (const slash of ["", "/"]) {
          assert.strictEqual((yield* call(`${path}${slash}`, send(event))).status, 200)
          assert.strictEqual((yield* call(`${path}${slash}?data=${encodeURIComponent(event)}`, {})).status, 200)
        }
      }
      assert.strictEqual(seen.length, 24)
    }))

  it.effect("sent_at comes from the query string, under its short name too", () =>
    Effect.gen(function*() {
      const seen: Array<CaptureRequest> = []
      const call = yield* webApi({ capture: recordingCapture(seen) })
      yield* call("/e/?_=1700000000000", send(event))
      yield* call("/e/?sent_at=2026-01-01T00:00:00Z&_=1", send(event))
      yield* call("/e/", send(event))
      assert.deepStrictEqual(seen.map(({ sentAt }) => sentAt), ["1700000000000", "2026-01-01T00:00:00Z", undefined])
    }))

  it.effect("the token may stand in the form or in the query string", () =>
    Effect.gen(function*() {
      const seen: Array<CaptureRequest> = []
      const call = yield* webApi({ capture: recordingCapture(seen) })
      const form = { "content-type": "application/x-www-form-urlencoded" }
      yield* call("/e/", send(`api_key=phc_form&data=${encodeURIComponent(event)}`, form))
      yield* call("/e/?token=phc_query", send(event))
      yield* call(`/e/?api_key=phc_get&data=${encodeURIComponent(event)}`, {})
      yield* call("/e/", send(event))
      assert.deepStrictEqual(seen.map(({ token }) => token), ["phc_form", "phc_query", "phc_get", undefined])
    }))

  it.effect("beacons get no body", () =>
    Effect.gen(function*() {
      const call = yield* webApi({ capture: () => taken })
      const answer = yield* call("/e/?beacon=1", send(event))
      assert.strictEqual(answer.status, 204)
      assert.strictEqual(answer.text, "")
    }))

  it.effect("broken UTF-8 is replaced, not refused", () =>
    Effect.gen(function*() {
      const seen: Array<CaptureRequest> = []
      const call = yield* webApi({ capture: recordingCapture(seen) })
      yield* call("/e/", send(Buffer.concat([Buffer.from("{\"event\":\""), Buffer.from([0xff]), Buffer.from("\"}")])))
      assert.strictEqual(seen[0]?.body, "{\"event\":\"\uFFFD\"}")
    }))
})

const megabyte = 1024 * 1024

const refused: ReadonlyArray<readonly [string, string, RequestInit, number, RegExp]> = [
  ["truncated gzip", "/e/", send(gzipped.subarray(0, 30)), 400, /"code":"parse_error".*not valid gzip/],
  ["gzip magic without gzip", "/e/", send(new Uint8Array([0x1f, 0x8b, 1, 2, 3])), 400, /not valid gzip/],
  ["decompression bomb", "/e/", send(gzipSync(Buffer.alloc(300 * megabyte))), 413, /"code":"request_too_large"/],
  ["more than 20 MiB", "/e/", send(Buffer.alloc(20 * megabyte + 1, 0x20)), 413, /limit of 20971520 bytes/],
  ["a form of more than 4 MiB", "/e/", send(`data=${"x".repeat(4 * megabyte)}`, form), 413, /limit of 4194304 bytes/],
  ["base64 of more than 4 MiB", "/e/?compression=base64", send("x".repeat(4 * megabyte + 1)), 413, /4194304/],
  ["a form of 101 fields", "/e/", send(`data=1${"&a=b".repeat(100)}`, form), 400, /A form may have 100 fields/],
  ["declared base64 that is none", "/e/?compression=base64", send("***"), 400, /not valid base64/],
  ["lz64", "/e/?compression=lz64", send(event), 400, /Compression \\"lz64\\" is not supported/],
  ["unknown content encoding", "/e/", send(event, { "content-encoding": "br" }), 400, /Content encoding \\"br\\"/]
]

describe("bodies in memory", () => {
  const filled = (bytes: number) => send(event.padEnd(bytes))
  const packed = (bytes: number) => send(gzipSync(event.padEnd(bytes)))

  for (const [name, make] of [["packed", packed], ["plain", filled]] as const) {
    it.effect(`${name}: one that comes when others hold too much is 503, and taken once they are answered`, () =>
      Effect.gen(function*() {
        const [reached, opened] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const call = yield* webApi(
          {
            capture: () =>
              Effect.andThen(Deferred.succeed(reached, undefined), Effect.andThen(Deferred.await(opened), taken))
          },
          Layer.succeed(MaxCaptureBytesHeld, megabyte)
        )
        const first = yield* Effect.forkChild(call("/e/", make(2 * megabyte)))
        yield* Deferred.await(reached)
        const second = yield* call("/e/", make(300_000))
        assert.strictEqual(second.status, 503)
        assert.strictEqual(second.headers.get("retry-after"), "1")
        yield* Deferred.succeed(opened, undefined)
        assert.strictEqual((yield* Fiber.join(first)).status, 200)
        assert.strictEqual((yield* call("/e/", make(300_000))).status, 200)
      }))
  }
})

describe("capture refusals", () => {
  for (const [name, path, init, status, text] of refused) {
    it.effect(name, () =>
      Effect.gen(function*() {
        const seen: Array<CaptureRequest> = []
        const call = yield* webApi({ capture: recordingCapture(seen) })
        const answer = yield* call(path, init)
        assert.strictEqual(answer.status, status)
        assert.match(answer.text, text)
        assert.deepStrictEqual(seen, [])
      }))
  }

  const faults: ReadonlyArray<readonly [CaptureRejected["fault"], number, string, string]> = [
    ["empty_body", 400, "validation_error", "empty_body"],
    ["malformed_json", 400, "invalid_request", "parse_error"],
    ["empty_batch", 400, "validation_error", "empty_batch"],
    ["event_too_large", 400, "validation_error", "event_too_large"],
    ["missing_event_name", 400, "validation_error", "missing_event_name"],
    ["missing_distinct_id", 400, "validation_error", "missing_distinct_id"],
    ["invalid_uuid", 400, "validation_error", "invalid_uuid"],
    ["invalid_event", 400, "validation_error", "invalid_event"],
    ["missing_token", 401, "authentication_error", "not_authenticated"],
    ["inconsistent_tokens", 401, "authentication_error", "authentication_failed"],
    ["personal_key_as_token", 401, "authentication_error", "authentication_failed"],
    ["project_secret_as_token", 401, "authentication_error", "authentication_failed"],
    ["malformed_token", 401, "authentication_error", "authentication_failed"],
    ["too_many_events", 413, "invalid_request", "too_many_events"],
    ["too_many_values", 413, "invalid_request", "too_many_values"],
    ["too_much_person_data", 413, "invalid_request", "too_much_person_data"]
  ]
  for (const [fault, status, type, code] of faults) {
    it.effect(`${fault} is ${status}`, () =>
      Effect.gen(function*() {
        const index = status === 400 ? 2 : null
        const call = yield* webApi({
          capture: () => Effect.fail(new CaptureRejected({ fault, index, detail: "Why." }))
        })
        const answer = yield* call("/e/", send(event))
        assert.strictEqual(answer.status, status)
        assert.deepStrictEqual(answer.json, { type, code, detail: "Why.", attr: index === null ? null : "batch__2" })
      }))
  }

  it.effect("a server that cannot take events says when to retry", () =>
    Effect.gen(function*() {
      const down = new IngestionUnavailable({ reason: "queue_full", retryAfterSeconds: 7 })
      const call = yield* webApi({ capture: () => Effect.fail(down) })
      const answer = yield* call("/e/", send(event))
      assert.strictEqual(answer.status, 503)
      assert.strictEqual(answer.headers.get("retry-after"), "7")
    }))
})

describe("cross-origin SDK routes", () => {
  const origin = "https://shop.example"

  it.effect("answer a preflight for the asked headers, with either slash form", () =>
    Effect.gen(function*() {
      const call = yield* webApi()
      for (const path of ["/e/", "/e", "/i/v0/e?compression=gzip-js"]) {
        const headers = {
          origin,
          "access-control-request-method": "POST",
          "access-control-request-headers": "content-type,x-posthog-attempt"
        }
        const answer = yield* call(path, { method: "OPTIONS", headers })
        assert.strictEqual(answer.status, 204)
        assert.strictEqual(answer.headers.get("access-control-allow-origin"), origin)
        assert.strictEqual(answer.headers.get("access-control-allow-credentials"), "true")
        assert.strictEqual(answer.headers.get("access-control-allow-methods"), "GET, HEAD, OPTIONS, POST")
        assert.strictEqual(answer.headers.get("access-control-allow-headers"), "content-type,x-posthog-attempt")
        assert.strictEqual(answer.headers.get("vary"), "Origin")
      }
    }))

  it.effect("name default headers when none are asked for", () =>
    Effect.gen(function*() {
      const call = yield* webApi()
      const answer = yield* call("/e/", { method: "OPTIONS", headers: { origin } })
      assert.match(answer.headers.get("access-control-allow-headers") ?? "", /Content-Type.*traceparent.*Authorization/)
    }))

  it.effect("let the site read answers and errors", () =>
    Effect.gen(function*() {
      const call = yield* webApi({ capture: () => taken })
      for (
        const init of [send(event, { origin }), send(gzipped.subarray(0, 30), { origin }), {
          method: "PUT",
          headers: { origin }
        }]
      ) {
        const answer = yield* call("/e/", init)
        assert.strictEqual(answer.headers.get("access-control-allow-origin"), origin)
      }
    }))

  it.effect("are the only ones", () =>
    Effect.gen(function*() {
      const call = yield* webApi()
      const answer = yield* call("/api/projects/", { headers: { origin, authorization: "Bearer phx_all" } })
      assert.strictEqual(answer.status, 200)
      assert.isNull(answer.headers.get("access-control-allow-origin"))
    }))
})
