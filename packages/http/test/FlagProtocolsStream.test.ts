import { assert, describe, it } from "@effect/vitest"
import { FlagQuota } from "@hedgerow/core/flags/serving/FlagQuota"
import { Stopping } from "@hedgerow/core/shared/Stopping"
import { MaxDefinitionStreams, MaxProjectDefinitionStreams } from "@hedgerow/http/flags/sdk/DefinitionStreams"
import { toWebHandler } from "@hedgerow/http/Http"
import { Effect, Fiber, Latch, Layer } from "effect"
import { fakeServices } from "./support/Fakes.ts"
import { flagOf, makeFlagWorld } from "./support/FlagWorld.ts"
import { readerOf, type Received } from "./support/SentEvents.ts"

const makeApi = Effect.fnUntraced(function*(references: Layer.Layer<never> = Layer.empty) {
  const world = yield* makeFlagWorld({ flags: [flagOf(1, "first")] })
  const { handler } = yield* Effect.acquireRelease(
    Effect.sync(() => toWebHandler(fakeServices({ flags: world.flags }).pipe(Layer.provideMerge(references)))),
    ({ dispose }) => Effect.promise(dispose)
  )
  const open = (path: string, headers: Record<string, string> = {}) =>
    Effect.promise(() =>
      handler(new Request(`http://api.test${path}`, { headers: { authorization: "Bearer phx_all", ...headers } }))
    )
  return { ...world, open }
})

const keysOf = (received: Received | undefined): unknown => {
  const definitions = received?.data as { readonly flags: ReadonlyArray<{ readonly key: string }> } | undefined
  return definitions?.flags.map(({ key }) => key)
}

const paths = ["/api/projects/1/feature_flags/stream/", "/flags/definitions/stream?token=phc_project_1"]

describe("the stream of definitions", () => {
  it.live.each(paths.map((path) => ({ path })))(
    "$path sends them at once, and again when they change",
    ({ path }) =>
      Effect.gen(function*() {
        const { bump, open, records } = yield* makeApi()
        const response = yield* open(path)
        assert.strictEqual(response.status, 200)
        assert.strictEqual(response.headers.get("content-type"), "text/event-stream")
        assert.strictEqual(response.headers.get("cache-control"), "no-store, no-transform")
        assert.strictEqual(response.headers.get("x-content-type-options"), "nosniff")
        const { close, next } = readerOf(response)
        const first = yield* next
        assert.strictEqual(first?.event, "definitions")
        assert.deepStrictEqual(keysOf(first), ["first"])
        const polled = yield* open("/flags/definitions?token=phc_project_1")
        assert.strictEqual(polled.headers.get("etag"), `W/"${first?.id}"`)
        assert.deepStrictEqual(yield* Effect.promise(() => polled.json()), first?.data)

        records.flags = [flagOf(1, "first"), flagOf(2, "second")]
        yield* bump
        const second = yield* next
        assert.deepStrictEqual(keysOf(second), ["first", "second"])
        assert.notStrictEqual(second?.id, first?.id)
        yield* close
      })
  )

  it.live("goes on after the event a client has already", () =>
    Effect.gen(function*() {
      const { bump, open, records } = yield* makeApi()
      const before = readerOf(yield* open(paths[0] ?? ""))
      const first = yield* before.next
      yield* before.close
      const after = readerOf(yield* open(paths[0] ?? "", { "last-event-id": first?.id ?? "" }))
      const waiting = yield* Effect.forkChild(after.next)
      yield* Effect.sleep("50 millis")
      assert.isUndefined(waiting.pollUnsafe())
      records.flags = [flagOf(3, "third")]
      yield* bump
      assert.deepStrictEqual(keysOf(yield* Fiber.join(waiting)), ["third"])
      yield* after.close
    }))

  it.live("a change that leaves the definitions as they were sends nothing", () =>
    Effect.gen(function*() {
      const { bump, open, records } = yield* makeApi()
      const { close, next } = readerOf(yield* open(paths[0] ?? ""))
      yield* next
      yield* bump
      yield* Effect.sleep("50 millis")
      records.flags = [flagOf(2, "second")]
      yield* bump
      assert.deepStrictEqual(keysOf(yield* next), ["second"])
      yield* close
    }))

  it.live("a server keeps at most its number of streams open; closing one lets another open", () =>
    Effect.gen(function*() {
      const { open } = yield* makeApi(Layer.succeed(MaxDefinitionStreams, 1))
      const first = readerOf(yield* open(paths[0] ?? ""))
      yield* first.next
      for (const path of paths) {
        const refused = yield* open(path)
        assert.deepStrictEqual([refused.status, refused.headers.get("retry-after")], [503, "30"])
      }
      yield* first.close
      const again = readerOf(yield* open(paths[1] ?? ""))
      assert.deepStrictEqual(keysOf(yield* again.next), ["first"])
      yield* again.close
    }))

  it.live("a project keeps at most its number of streams open, and other projects can open theirs", () =>
    Effect.gen(function*() {
      const { open } = yield* makeApi(Layer.succeed(MaxProjectDefinitionStreams, 1))
      const first = readerOf(yield* open(paths[0] ?? ""))
      yield* first.next
      const refused = yield* open(paths[1] ?? "")
      assert.deepStrictEqual([refused.status, refused.headers.get("retry-after")], [503, "30"])
      const other = readerOf(yield* open("/api/projects/2/feature_flags/stream/"))
      assert.deepStrictEqual(keysOf(yield* other.next), [])
      yield* other.close
      yield* first.close
      const again = readerOf(yield* open(paths[1] ?? ""))
      assert.deepStrictEqual(keysOf(yield* again.next), ["first"])
      yield* again.close
    }))

  it.live("a project that may not fetch definitions gets no stream", () =>
    Effect.gen(function*() {
      const { open } = yield* makeApi(
        Layer.succeed(FlagQuota, (project, use) => Effect.succeed(project !== 1 || use !== "definitions"))
      )
      for (const path of paths) assert.strictEqual((yield* open(path)).status, 402)
      const other = readerOf(yield* open("/api/projects/2/feature_flags/stream/"))
      assert.deepStrictEqual(keysOf(yield* other.next), [])
      yield* other.close
    }))

  it.live("each event counts once, and a stream ends at the one that is too much", () =>
    Effect.gen(function*() {
      let asked = 0
      const { bump, open, records } = yield* makeApi(Layer.succeed(FlagQuota, () => Effect.sync(() => ++asked <= 3)))
      const { next } = readerOf(yield* open(paths[0] ?? ""))
      for (const id of [1, 2, 3]) {
        assert.deepStrictEqual(keysOf(yield* next), [id === 1 ? "first" : `flag ${id}`])
        assert.strictEqual(asked, id)
        records.flags = [flagOf(id + 1, `flag ${id + 1}`)]
        yield* bump
      }
      assert.isUndefined(yield* next)
      assert.strictEqual((yield* open(paths[0] ?? "")).status, 402)
    }))

  it.live("ends when the server stops", () =>
    Effect.gen(function*() {
      const stopping = yield* Latch.make()
      const { open } = yield* makeApi(Layer.succeed(Stopping, stopping))
      const { next } = readerOf(yield* open(paths[0] ?? ""))
      yield* next
      yield* stopping.open
      assert.isUndefined(yield* next)
    }))

  it.live("asks for a key that reaches the project", () =>
    Effect.gen(function*() {
      const { open } = yield* makeApi()
      for (const path of [...paths, "/flags/definitions/stream?token=phc_project_2"]) {
        assert.strictEqual((yield* open(path, { authorization: "" })).status, 401)
        assert.strictEqual((yield* open(path, { authorization: "Bearer phx_survey" })).status, 403)
      }
      const bound = yield* open("/flags/definitions/stream?token=phc_project_2", { authorization: "Bearer phx_team_1" })
      assert.strictEqual(bound.status, 403)
    }))
})
