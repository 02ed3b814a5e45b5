import { assert, describe, it } from "@effect/vitest"
import { makeGroupCommit } from "@hedgerow/core/events/GroupCommit"
import { type IngestionBounds, IngestionLimits } from "@hedgerow/core/events/IngestionLimits"
import { Deferred, Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"

const bounds: IngestionBounds = {
  maxQueuedEvents: 100,
  maxQueuedChars: 1_000,
  maxBatchEvents: 50,
  maxBatchChars: 1_000,
  leaseRetries: 1,
  leaseRetryMillis: 100,
  linger: { events: 10, millis: 200 }
}

/** A group commit whose writes are noted, and take as long as `write` does. */
const makeCommit = Effect.fnUntraced(function*(write: Effect.Effect<void> = Effect.void) {
  const writes: Array<ReadonlyArray<number>> = []
  const submit = yield* makeGroupCommit((items: ReadonlyArray<number>) =>
    Effect.andThen(Effect.sync(() => void writes.push(items)), write)
  )
  const send = (...items: ReadonlyArray<number>) =>
    Effect.forkChild(submit({ items, chars: items.length }), { startImmediately: true })
  return { writes, send }
})

const many = (count: number) => Array.from({ length: count }, (_, i) => i)

describe("a group commit that lingers", () => {
  it.effect("writes 200 ms after the first event came, with all that came meanwhile", () =>
    Effect.scoped(Effect.gen(function*() {
      const { send, writes } = yield* makeCommit()
      const first = yield* send(1)
      yield* TestClock.adjust("150 millis")
      const second = yield* send(2, 3)
      yield* TestClock.adjust("49 millis")
      assert.deepStrictEqual(writes, [])
      assert.isUndefined(first.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      yield* Fiber.joinAll([first, second])
      assert.deepStrictEqual(writes, [[1, 2, 3]])
      const third = yield* send(4)
      yield* TestClock.adjust("199 millis")
      assert.isUndefined(third.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      yield* Fiber.join(third)
      assert.deepStrictEqual(writes, [[1, 2, 3], [4]])
    })).pipe(Effect.provideService(IngestionLimits, bounds)))

  it.effect("writes at once when enough events are there", () =>
    Effect.scoped(Effect.gen(function*() {
      const { send, writes } = yield* makeCommit()
      const some = yield* send(...many(6))
      const more = yield* send(...many(4))
      yield* Fiber.joinAll([some, more])
      assert.deepStrictEqual(writes.map((items) => items.length), [10])
      yield* Fiber.join(yield* send(...many(30)))
      const few = yield* send(1)
      yield* TestClock.adjust("100 millis")
      assert.isUndefined(few.pollUnsafe())
    })).pipe(Effect.provideService(IngestionLimits, bounds)))

  it.effect("counts the time that events have waited during a write", () =>
    Effect.scoped(Effect.gen(function*() {
      const gate = yield* Deferred.make<void>()
      const { send, writes } = yield* makeCommit(Deferred.await(gate))
      yield* send(...many(10))
      while (writes.length === 0) yield* Effect.yieldNow
      const waiting = yield* send(1)
      yield* TestClock.adjust("150 millis")
      yield* Deferred.succeed(gate, undefined)
      yield* TestClock.adjust("49 millis")
      assert.isUndefined(waiting.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      yield* Fiber.join(waiting)
      assert.deepStrictEqual(writes.map((items) => items.length), [10, 1])
    })).pipe(Effect.provideService(IngestionLimits, bounds)))

  it.effect("does not linger when it ends", () =>
    Effect.gen(function*() {
      const scope = yield* Scope.make()
      const { send, writes } = yield* Scope.provide(makeCommit(), scope)
      const waiting = yield* send(1)
      yield* Effect.yieldNow
      yield* Scope.close(scope, Exit.void)
      yield* Fiber.join(waiting)
      assert.deepStrictEqual(writes, [[1]])
    }).pipe(Effect.provideService(IngestionLimits, bounds)))

  it.effect("does not linger by default", () =>
    Effect.scoped(Effect.gen(function*() {
      const { send, writes } = yield* makeCommit()
      yield* Fiber.join(yield* send(1))
      assert.deepStrictEqual(writes, [[1]])
    })))
})
