import { assert, it } from "@effect/vitest"
import { readKnown } from "@hedgerow/storage-pg/database/KnownChunks"
import { Effect, Fiber } from "effect"

it.effect("others go on between persons with many properties", () =>
  Effect.gen(function*() {
    let turns = 0
    const others = yield* Effect.forkChild(
      Effect.forever(Effect.andThen(Effect.yieldNow, Effect.sync(() => turns++)))
    )
    const rowOf = (key: number) => ({ key, bytes: 600_000, properties: { large: key } })
    const bounds = { maxBytes: 16_000_000, maxValues: 1_000 }
    const known = yield* readKnown(
      bounds,
      [1, 2, 3].map(rowOf),
      [4, 5, 6],
      ({ key }) => key,
      (keys) => Effect.succeed(keys.map(rowOf))
    )
    yield* Fiber.interrupt(others)
    assert.deepStrictEqual(known.map(({ key }) => key), [1, 2, 3, 4, 5, 6])
    assert.isAtLeast(turns, 3)
  }))
