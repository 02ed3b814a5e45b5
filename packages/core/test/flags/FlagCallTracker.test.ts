import { assert, it } from "@effect/vitest"
import type { CapturedEvent } from "@hedgerow/core/events/CapturedEvent"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { FeatureFlagRepository } from "@hedgerow/core/flags/model/FeatureFlagRepository"
import { FlagCallTracker } from "@hedgerow/core/flags/usage/FlagCallTracker"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import { DateTime, Deferred, Effect, Layer, Metric } from "effect"
import { TestClock } from "effect/testing"

const one = 1 as ProjectId
const start = Date.UTC(2026, 2, 1)

const event = (name: string, values: CapturedEvent["values"], seconds: number, receivedAfter = 0): CapturedEvent => ({
  uuid: deriveUuid(name, seconds),
  event: name,
  distinct_id: "walker",
  timestamp: (start + seconds * 1000) * 1000 as EventTime,
  sent_at: null,
  received_at: (start + (seconds + receivedAfter) * 1000) * 1000 as EventTime,
  properties: "{}",
  derived: "{}",
  values
})

const called = (key: unknown, seconds: number, receivedAfter?: number) =>
  event("$feature_flag_called", { $feature_flag: key }, seconds, receivedAfter)

/** The written lines, and the outcome of the next write. */
class Written {
  readonly lines: Array<string> = []
  before: Effect.Effect<void> = Effect.void

  readonly layer = FlagCallTracker.layer.pipe(Layer.provide(
    Layer.mock(FeatureFlagRepository)({
      markCalled: (project, calls) =>
        Effect.andThen(
          this.before,
          Effect.sync(() => {
            for (const [key, at] of calls) {
              this.lines.push(`${project} ${key} ${(DateTime.toEpochMillis(at) - start) / 1000}`)
            }
          })
        ),
      markEnriched: (project, keys) => Effect.sync(() => void this.lines.push(`${project} enriched ${keys.join()}`))
    })
  ))
}

const settled = Effect.gen(function*() {
  for (let turn = 0; turn < 20; turn++) yield* Effect.yieldNow
})

it.effect("calls are written at most once a minute for each flag, the latest of them", () =>
  Effect.gen(function*() {
    const written = new Written()
    yield* TestClock.setTime(start)
    yield* Effect.gen(function*() {
      const { see } = yield* FlagCallTracker
      yield* see(one, [called("a", 1), called("a", 3), called("a", 2), event("$pageview", { $feature_flag: "x" }, 9)])
      yield* settled
      assert.deepStrictEqual(written.lines, ["1 a 3"])
      yield* see(one, [called("a", 20), called("b", 21)])
      yield* settled
      assert.deepStrictEqual(written.lines, ["1 a 3", "1 b 21"])
      yield* TestClock.adjust("1 minute")
      yield* see(one, [called(7, 60), called("", 60), called("c", 500, -400)])
      yield* settled
      assert.deepStrictEqual(written.lines, ["1 a 3", "1 b 21", "1 a 20", "1 c 100"])
      yield* see(one, [event("$feature_view", { feature_flag: "d" }, 1), called("b", 70)])
      yield* settled
      assert.deepStrictEqual(written.lines.slice(4), ["1 b 70", "1 enriched d"])
      yield* see(one, [called("b", 75)])
    }).pipe(Effect.provide(written.layer))
    assert.deepStrictEqual(written.lines.slice(6), ["1 b 75"], "what is left is written at the end")
  }))

it.effect("impossible keys of flags are not remembered", () =>
  Effect.gen(function*() {
    const written = new Written()
    yield* Effect.gen(function*() {
      const { see } = yield* FlagCallTracker
      yield* see(one, ["a b", "é", "x".repeat(401), "y".repeat(400)].map((key) => called(key, 1)))
    }).pipe(Effect.provide(written.layer))
    assert.deepStrictEqual(written.lines, [`1 ${"y".repeat(400)} 1`])
  }))

it.effect("many keys are written in parts", () =>
  Effect.gen(function*() {
    const written = new Written()
    let writes = 0
    written.before = Effect.sync(() => void writes++)
    yield* Effect.gen(function*() {
      const { see } = yield* FlagCallTracker
      yield* see(one, Array.from({ length: 2_500 }, (_, index) => called(`key-${index}`, 1)))
    }).pipe(Effect.provide(written.layer))
    assert.deepStrictEqual([writes, written.lines.length], [3, 2_500])
  }))

it.effect("ingestion waits for no write, and failed writes are repeated later", () =>
  Effect.gen(function*() {
    const written = new Written()
    yield* TestClock.setTime(start)
    const gate = yield* Deferred.make<void>()
    written.before = Deferred.await(gate)
    yield* Effect.gen(function*() {
      const { see } = yield* FlagCallTracker
      yield* see(one, [called("a", 1)])
      yield* settled
      assert.deepStrictEqual(written.lines, [])
      yield* Deferred.succeed(gate, undefined)
      yield* settled
      assert.deepStrictEqual(written.lines, ["1 a 1"])
      written.before = Effect.die("the storage is gone")
      yield* TestClock.adjust("1 minute")
      yield* see(one, [called("a", 61)])
      yield* settled
      written.before = Effect.void
      yield* TestClock.adjust("1 minute")
      yield* see(one, [called("b", 62)])
      yield* settled
      assert.deepStrictEqual(written.lines, ["1 a 1", "1 a 61", "1 b 62"])
    }).pipe(Effect.provide(written.layer))
  }))

const passedOver = Effect.map(
  Metric.snapshot,
  (metrics) => metrics.find(({ id }) => id === "hedgerow_flag_sightings_lost_total")?.state
)

it.effect("while the storage hangs 100,000 keys wait; further ones are ignored and counted, known ones go on", () =>
  Effect.gen(function*() {
    const written = new Written()
    yield* TestClock.setTime(start)
    const gate = yield* Deferred.make<void>()
    written.before = Deferred.await(gate)
    const [sample] = [called("key", 1)]
    const keys = (name: string, count: number, values = sample) =>
      Array.from({ length: count }, (_, index) => ({
        ...values,
        values: { $feature_flag: `${name}-${index}` }
      }))
    yield* Effect.gen(function*() {
      const { see } = yield* FlagCallTracker
      yield* see(one, [called("hanging", 1)])
      yield* settled
      yield* see(one, keys("first", 60_000))
      yield* see(2 as ProjectId, keys("second", 40_000))
      yield* see(one, [...keys("third", 3), ...keys("first", 1, called("key", 50))])
      yield* see(2 as ProjectId, [...keys("third", 2), event("$feature_view", { feature_flag: "second-0" }, 2)])
      assert.deepInclude(yield* passedOver, { count: 5 })
      yield* Deferred.succeed(gate, undefined)
      yield* settled
      yield* TestClock.adjust("1 minute")
      yield* see(one, keys("third", 1))
      yield* settled
      assert.deepInclude(yield* passedOver, { count: 5 })
    }).pipe(Effect.provide(written.layer))
    assert.deepStrictEqual(written.lines.filter((line) => line.includes("third")), ["1 third-0 1"])
    assert.includeMembers(written.lines, ["1 hanging 1", "1 first-0 50", "2 second-39999 1", "2 enriched second-0"])
  }).pipe(Effect.provideService(Metric.MetricRegistry, new Map())))
