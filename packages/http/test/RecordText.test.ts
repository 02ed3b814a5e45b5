import { assert, it } from "@effect/vitest"
import { recordText } from "@hedgerow/http/dashboards/RecordText"
import { Effect, Fiber } from "effect"
import { HttpServerResponse } from "effect/http"

it.effect("others go on between the tiles of a large dashboard", () =>
  Effect.gen(function*() {
    let turns = 0
    const others = yield* Effect.forkChild(
      Effect.forever(Effect.andThen(Effect.yieldNow, Effect.sync(() => turns++)))
    )
    const tile = { result: Array.from({ length: 20_000 }, (_, index) => index) }
    const response = yield* recordText({ id: 1, none: undefined, tiles: Array.from({ length: 30 }, () => tile) })
    yield* Fiber.interrupt(others)
    assert.isAtLeast(turns, 5)
    // It is long, and leaves in pieces.
    assert.strictEqual(response.body._tag, "Stream")
    const read: unknown = yield* Effect.promise(() => HttpServerResponse.toWeb(response).json())
    assert.deepStrictEqual(read, { id: 1, tiles: Array.from({ length: 30 }, () => tile) })
  }))
