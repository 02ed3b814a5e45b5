import { assert, type Vitest } from "@effect/vitest"
import type { Outbox } from "@hedgerow/core/outbox/Outbox"
import { OutboxConsumerRepository } from "@hedgerow/core/outbox/OutboxConsumerRepository"
import { Stopping } from "@hedgerow/core/shared/Stopping"
import { Clock, Deferred, Duration, Effect, Fiber, Latch, References } from "effect"
import { TestClock } from "effect/testing"
import { makeProject } from "../fixtures.ts"
import { message, type OutboxPorts, position } from "./OutboxWorld.ts"
import {
  consumerOf,
  type Handled,
  keysIn,
  makeProcess,
  makeProcessWith,
  recording,
  whileTimePasses
} from "./Processes.ts"

const lease = Duration.minutes(10)

const withClock = Effect.provide(TestClock.layer())
const quietly = Effect.provideService(References.MinimumLogLevel, "Fatal")

/** Gives a process a storage that never answers these operations, and counts their calls. */
const unanswered = (...operations: ReadonlyArray<"lease" | "release" | "renew">) => {
  let count = 0
  const never = () => Effect.andThen(Effect.sync(() => count++), Effect.never)
  return {
    storage: Effect.updateService(OutboxConsumerRepository, (consumers) => ({
      ...consumers,
      ...Object.fromEntries(operations.map((operation) => [operation, never]))
    })),
    /** Waits until they were asked that number of times, with no time passing. */
    asked: (times: number) =>
      Effect.repeat(TestClock.withLive(Effect.sleep("1 milli")), { until: () => count >= times })
  }
}

/** A consumer that works on its first batch for ever. */
const makeHanging = Effect.gen(function*() {
  const [reached, interruptedAt] = [yield* Deferred.make<number>(), yield* Deferred.make<number>()]
  const tell = (deferred: Deferred.Deferred<number>) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => Deferred.succeed(deferred, now))
  const consumer = yield* consumerOf(() =>
    tell(reached).pipe(Effect.andThen(Effect.never), Effect.onInterrupt(() => tell(interruptedAt)))
  )
  return { consumer, reached, interruptedAt }
})

/** Tests of a storage that does not answer, and of processes that stop meanwhile. */
export const silenceTests = (it: Vitest.MethodsNonLive<Outbox | OutboxPorts>): void => {
  it.effect("a worker whose storage no longer answers ends with its lease, before another one begins", () =>
    Effect.gen(function*() {
      const [one, two] = [yield* makeProcessWith({ lease, poll: Duration.hours(20) }), yield* makeProcess]
      const { id } = yield* makeProject
      const { consumer, interruptedAt, reached } = yield* makeHanging
      const handled: Array<Handled> = []
      yield* one.start(consumer).pipe(unanswered("renew").storage)
      yield* one.outbox.append([message(id, "a")])
      const began = yield* Deferred.await(reached)
      yield* two.start({ ...consumer, run: recording("two", handled) })
      assert.isTrue(yield* whileTimePasses(two.outbox.waitUntilPassed(consumer.name, id, position(1), "10 hours")))
      assert.isTrue(yield* Deferred.isDone(interruptedAt))
      assert.isAtMost((yield* Deferred.await(interruptedAt)) - began, Duration.toMillis(lease))
      assert.deepStrictEqual(keysIn(handled, id), ["a"])
    }).pipe(withClock, quietly))

  it.effect("a process stops in seconds though its storage takes no lease back, however many consumers it has", () =>
    Effect.gen(function*() {
      const { outbox, start, stop } = yield* makeProcess
      const { id } = yield* makeProject
      const [one, two] = [yield* makeHanging, yield* makeHanging]
      const { asked, storage } = unanswered("release")
      yield* start(one.consumer, two.consumer).pipe(storage)
      yield* outbox.append([message(id, "a")])
      yield* Effect.all([Deferred.await(one.reached), Deferred.await(two.reached)])
      const stopping = yield* Effect.forkChild(stop)
      yield* asked(2)
      yield* TestClock.adjust("5 seconds")
      yield* Fiber.join(stopping)
    }).pipe(withClock, quietly))

  it.effect("a process stops though its storage does not answer which projects it may work on", () =>
    Effect.gen(function*() {
      const { start, stop } = yield* makeProcessWith({ lease })
      const [one, two] = [yield* makeHanging, yield* makeHanging]
      const { asked, storage } = unanswered("lease")
      yield* start(one.consumer, two.consumer).pipe(storage)
      yield* asked(2)
      yield* whileTimePasses(stop)
    }).pipe(withClock, quietly))

  it.effect("a process that is told to stop ends its batch, gives the project away and takes no other", () =>
    Effect.gen(function*() {
      const [one, two] = [yield* makeProcess, yield* makeProcess]
      const [here, there] = [yield* makeProject, yield* makeProject]
      const handled: Array<Handled> = []
      const [reached, proceed] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const stopping = Latch.makeUnsafe(false)
      const consumer = yield* consumerOf((batch) =>
        Deferred.succeed(reached, undefined).pipe(
          Effect.andThen(Deferred.await(proceed)),
          Effect.andThen(recording("one", handled)(batch))
        ), { batchSize: 1 })
      yield* one.start(consumer).pipe(Effect.provideService(Stopping, stopping))
      yield* one.outbox.append([message(here.id, "a"), message(here.id, "b")])
      yield* Deferred.await(reached)
      yield* stopping.open
      yield* one.outbox.append([message(there.id, "x")])
      yield* Deferred.succeed(proceed, undefined)
      assert.isTrue(yield* one.outbox.waitUntilPassed(consumer.name, here.id, position(1), "1 minute"))
      yield* TestClock.adjust("30 minutes")
      assert.deepStrictEqual(handled.map(({ key }) => key), ["a"])
      yield* two.start({ ...consumer, run: recording("two", handled) })
      for (const [project, upTo] of [[here.id, 2], [there.id, 1]] as const) {
        assert.isTrue(yield* two.outbox.waitUntilPassed(consumer.name, project, position(upTo), "1 minute"))
      }
      const by = handled.map((row) => `${row.by} ${row.key}`)
      assert.deepStrictEqual(by.toSorted(), ["one a", "two b", "two x"])
    }).pipe(withClock))
}
