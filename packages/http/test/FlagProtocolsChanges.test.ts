import { assert, describe, it } from "@effect/vitest"
import { Stopping } from "@hedgerow/core/shared/Stopping"
import { MaxChangeStreams, MaxProjectChangeStreams } from "@hedgerow/http/flags/sdk/ofrep/ChangeStreams"
import { toWebHandler } from "@hedgerow/http/Http"
import { TrustProxy } from "@hedgerow/http/requests/ClientUrl"
import { Effect, Fiber, Latch, Layer } from "effect"
import { fakeServices } from "./support/Fakes.ts"
import { flagOf, makeFlagWorld } from "./support/FlagWorld.ts"
import { readerOf } from "./support/SentEvents.ts"

interface Bulk {
  readonly flags: ReadonlyArray<{ readonly key: string }>
  readonly eventStreams?: ReadonlyArray<
    { readonly type: string; readonly url: string; readonly inactivityDelaySec: number }
  >
}

const makeApi = Effect.fnUntraced(function*(references: Layer.Layer<never> = Layer.empty) {
  const world = yield* makeFlagWorld({ flags: [flagOf(1, "first")] })
  const { handler } = yield* Effect.acquireRelease(
    Effect.sync(() => toWebHandler(fakeServices({ flags: world.flags }).pipe(Layer.provideMerge(references)))),
    ({ dispose }) => Effect.promise(dispose)
  )
  const send = (url: string, init: RequestInit = {}) => Effect.promise(() => handler(new Request(url, init)))
  const bulk = (headers: Record<string, string> = {}, query = "", token = "phc_project_1") =>
    send(`http://api.test/ofrep/v1/evaluate/flags${query}`, {
      method: "POST",
      body: JSON.stringify({ context: { targetingKey: "ada" } }),
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers }
    })
  const evaluated = (response: Response) => Effect.promise(() => response.json() as Promise<Bulk>)
  /** The URL that the bulk answer names. */
  const streamUrl = Effect.gen(function*() {
    return (yield* evaluated(yield* bulk())).eventStreams?.[0]?.url ?? ""
  })
  /** Another flag of the project, or a new version of it. */
  const change = (version: number) =>
    Effect.suspend(() => {
      world.records.flags = [flagOf(1, "first"), flagOf(2, "second", { version })]
      return world.bump
    })
  return { ...world, send, bulk, evaluated, streamUrl, change }
})

const anyone = "http://api.test/ofrep/v1/stream?token=phc_project_1"

describe("OFREP: changes pushed to browsers", () => {
  it.live("the bulk answer names a stream without a key, on the host the client used", () =>
    Effect.gen(function*() {
      const { bulk, evaluated, send } = yield* makeApi(Layer.succeed(TrustProxy, true))
      const [stream, ...others] = (yield* evaluated(yield* bulk())).eventStreams ?? []
      assert.isEmpty(others)
      const url = new URL(stream?.url ?? "")
      assert.deepStrictEqual([url.origin, url.pathname], ["http://api.test", "/ofrep/v1/stream/"])
      assert.deepStrictEqual([...url.searchParams.keys()], ["token", "since"])
      assert.deepInclude(stream, { type: "sse", inactivityDelaySec: 120 })
      const proxied = yield* bulk({ "x-forwarded-host": "flags.shop.test", "x-forwarded-proto": "https" })
      const [there] = (yield* evaluated(proxied)).eventStreams ?? []
      assert.isTrue(there?.url.startsWith("https://flags.shop.test/ofrep/v1/stream/?token=phc_project_1&since="))
      const response = yield* send(url.href, { headers: { origin: "https://shop.test" } })
      assert.deepStrictEqual(
        ["content-type", "access-control-allow-origin"].map((name) => response.headers.get(name)),
        ["text/event-stream", "https://shop.test"]
      )
      yield* readerOf(response).close
    }))

  it.live("an event reports that something changed and no details; the fetch after it has the change", () =>
    Effect.gen(function*() {
      const { bulk, change, evaluated, send, streamUrl } = yield* makeApi()
      const first = yield* bulk()
      const { close, next } = readerOf(yield* send(yield* streamUrl))
      const waiting = yield* Effect.forkChild(next)
      yield* Effect.sleep("50 millis")
      assert.isUndefined(waiting.pollUnsafe())
      yield* change(1)
      const told = yield* Fiber.join(waiting)
      assert.match(told?.id ?? "", /^[0-9a-f]{32}$/)
      assert.deepStrictEqual(told?.data, { type: "refetchEvaluation", etag: told?.id })
      const etag = { "if-none-match": first.headers.get("etag") ?? "" }
      const after = yield* bulk(etag, `?flagConfigEtag=${told?.id}`)
      assert.deepStrictEqual((yield* evaluated(after)).flags.map(({ key }) => key), ["first", "second"])
      assert.strictEqual(new URL(yield* streamUrl).searchParams.get("since"), told?.id)
      yield* change(2)
      assert.notStrictEqual((yield* next)?.id, told?.id)
      yield* close
    }))

  it.live("a client with an older state, or none, is notified at once; one with the newest waits", () =>
    Effect.gen(function*() {
      const { change, send, streamUrl } = yield* makeApi()
      const old = yield* streamUrl
      yield* change(1)
      const late = readerOf(yield* send(old))
      const told = yield* late.next
      assert.strictEqual(told?.id, new URL(yield* streamUrl).searchParams.get("since"))
      const stranger = readerOf(yield* send(anyone))
      assert.strictEqual((yield* stranger.next)?.id, told?.id)
      const again = readerOf(yield* send(old, { headers: { "last-event-id": told?.id ?? "" } }))
      const waiting = yield* Effect.forkChild(again.next)
      yield* Effect.sleep("50 millis")
      assert.isUndefined(waiting.pollUnsafe())
      yield* change(2)
      const newest = (yield* Fiber.join(waiting))?.id
      for (const { close, next } of [late, stranger]) {
        assert.strictEqual((yield* next)?.id, newest)
        yield* close
      }
      yield* again.close
    }))

  it.live("streams up to a limit: one without room is not offered, and is 503", () =>
    Effect.gen(function*() {
      for (const limit of [MaxChangeStreams, MaxProjectChangeStreams]) {
        const { bulk, evaluated, send, streamUrl } = yield* makeApi(Layer.succeed(limit, 1))
        const url = yield* streamUrl
        const etag = { "if-none-match": (yield* bulk()).headers.get("etag") ?? "" }
        assert.strictEqual((yield* bulk(etag)).status, 304)
        const open = readerOf(yield* send(anyone))
        yield* open.next
        const full = yield* bulk(etag)
        assert.strictEqual(full.status, 200)
        assert.deepStrictEqual(Object.keys(yield* evaluated(full)), ["flags"])
        const refused = yield* send(url)
        assert.deepStrictEqual([refused.status, refused.headers.get("retry-after")], [503, "30"])
        const other = yield* evaluated(yield* bulk({}, "", "phc_project_2"))
        assert.strictEqual(other.eventStreams !== undefined, limit === MaxProjectChangeStreams)
        yield* open.close
        assert.strictEqual((yield* bulk(etag)).status, 304)
      }
    }))

  it.live("a server behind an event reads another one's changes at once", () =>
    Effect.gen(function*() {
      const { bulk, changeElsewhere, evaluated, records } = yield* makeApi()
      const keys = (query: string) =>
        Effect.map(Effect.flatMap(bulk({}, query), evaluated), ({ flags }) => flags.length)
      assert.strictEqual(yield* keys(""), 1)
      records.flags = [flagOf(1, "first"), flagOf(2, "second")]
      yield* changeElsewhere
      assert.strictEqual(yield* keys(""), 1)
      assert.strictEqual(yield* keys("?flagConfigEtag=newer"), 2)
    }))

  it.live("another project's changes are not announced", () =>
    Effect.gen(function*() {
      const { change, send } = yield* makeApi()
      const { close, next } = readerOf(yield* send("http://api.test/ofrep/v1/stream?token=phc_project_2"))
      yield* next
      const waiting = yield* Effect.forkChild(next)
      yield* change(1)
      yield* Effect.sleep("50 millis")
      assert.isUndefined(waiting.pollUnsafe())
      yield* close
    }))

  it.live("needs a project's token, and ends when the server stops", () =>
    Effect.gen(function*() {
      const stopping = yield* Latch.make()
      const { send } = yield* makeApi(Layer.succeed(Stopping, stopping))
      for (const query of ["", "?token=", "?token=phc_none", "?token=phx_all"]) {
        assert.strictEqual((yield* send(`http://api.test/ofrep/v1/stream/${query}`)).status, 401)
      }
      const { next } = readerOf(yield* send(anyone))
      yield* next
      yield* stopping.open
      assert.isUndefined(yield* next)
    }))
})
