import { assert, describe, it } from "@effect/vitest"
import { makeStoreWatch, StoreSilence } from "@hedgerow/core/shared/StoreWatch"
import { Deferred, Duration, Effect, Fiber, Metric } from "effect"
import { TestClock } from "effect/testing"

/** A store that answers pings, or lets them wait until they are over. */
const makeStore = Effect.gen(function*() {
  const store = { isThere: true, pings: 0, givenUp: 0 }
  const watch = yield* makeStoreWatch({
    store: "postgres",
    ping: (limitMillis) =>
      Effect.suspend(() => {
        store.pings++
        return store.isThere ? Effect.succeed(true) : Effect.as(Effect.sleep(limitMillis), false)
      }),
    giveUp: Effect.sync(() => {
      store.givenUp++
    })
  }).pipe(Effect.provideService(StoreSilence, Duration.seconds(4)))
  return { store, ...watch }
})

const openings = Metric.value(Metric.withAttributes(
  Metric.counter("hedgerow_store_breaker_openings_total", {
    description: "How often a store fell silent, so that requests were refused without asking it",
    incremental: true
  }),
  { store: "postgres" }
))

describe("the breaker of a store", () => {
  it.effect("asks nothing while nobody waits, however long", () =>
    Effect.gen(function*() {
      const { isSilent, store } = yield* makeStore
      store.isThere = false
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual([store.pings, isSilent()], [0, false])
    }))

  it.effect("stays closed for a statement that takes long, as long as the store says that it is there", () =>
    Effect.gen(function*() {
      const { isSilent, store, waits } = yield* makeStore
      const statement = yield* Effect.forkChild(waits.during(Effect.sleep("10 minutes")))
      yield* TestClock.adjust("9 minutes")
      assert.deepStrictEqual([isSilent(), store.givenUp], [false, 0])
      assert.isAbove(store.pings, 100)
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(statement)
      const asked = store.pings
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(store.pings, asked, "nobody waits any more")
    }))

  it.effect("opens after a silence of the store, gives up waiting requests, and closes by itself", () =>
    Effect.gen(function*() {
      const before = yield* openings
      const { backSince, isSilent, store, waits } = yield* makeStore
      const end = yield* Deferred.make<void>()
      yield* Effect.forkChild(waits.during(Deferred.await(end)))
      store.isThere = false
      yield* TestClock.adjust("3 seconds")
      assert.deepStrictEqual([isSilent(), store.givenUp], [false, 0])
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual([isSilent(), store.givenUp, backSince()], [true, 1, -Infinity])
      assert.strictEqual((yield* openings).count - before.count, 1)
      yield* Deferred.succeed(end, undefined)

      const asked = store.pings
      yield* TestClock.adjust("30 seconds")
      assert.isAbove(store.pings, asked, "it asks on, though nobody waits")
      assert.deepStrictEqual([isSilent(), store.givenUp], [true, 1])
      store.isThere = true
      yield* TestClock.adjust("5 seconds")
      assert.isFalse(isSilent())
      assert.isAbove(backSince(), 0)
      const closed = store.pings
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(store.pings, closed, "and then asks no more")
    }))

  it.effect("counts every unfinished request as waiting, interrupted or not", () =>
    Effect.gen(function*() {
      const { waits } = yield* makeStore
      const first = yield* Effect.forkChild(waits.during(Effect.never), { startImmediately: true })
      yield* TestClock.adjust("1 second")
      const second = yield* Effect.forkChild(waits.during(Effect.never), { startImmediately: true })
      assert.strictEqual(waits.oldest, 0)
      yield* Fiber.interrupt(first)
      assert.strictEqual(waits.oldest, 1000)
      yield* Fiber.interrupt(second)
      assert.isUndefined(waits.oldest)
    }))
})
