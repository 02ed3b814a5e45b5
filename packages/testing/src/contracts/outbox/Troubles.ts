import { assert, type Vitest } from "@effect/vitest"
import type { Outbox } from "@hedgerow/core/outbox/Outbox"
import { OutboxConsumerRepository } from "@hedgerow/core/outbox/OutboxConsumerRepository"
import { Clock, Data, DateTime, Deferred, Duration, Effect, Queue, References } from "effect"
import { TestClock } from "effect/testing"
import { makeProject, makeTwoProjects } from "../fixtures.ts"
import { leaseOf, makeConsumer, message, type OutboxPorts, position } from "./OutboxWorld.ts"
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

class GateShut extends Data.TaggedError("GateShut") {}

const withClock = Effect.provide(TestClock.layer())

/** Consumers that fail, stop, die or are slow. */
export const troubleTests = (it: Vitest.MethodsNonLive<Outbox | OutboxPorts>): void => {
  it.effect("a failure blocks its project alone, is seen, and is tried again after longer and longer waits", () =>
    Effect.gen(function*() {
      const { outbox, start } = yield* makeProcessWith({ poll: Duration.hours(20) })
      const [failing, fine] = yield* makeTwoProjects
      const handled: Array<Handled> = []
      const tries: Array<number> = []
      const consumer = yield* consumerOf((batch) =>
        Effect.gen(function*() {
          if (batch.project === failing.id) tries.push(yield* Clock.currentTimeMillis)
          if (batch.project === failing.id && tries.length <= 4) {
            return yield* tries.length % 2 === 0 ? Effect.die(new Error("rust")) : new GateShut()
          }
          yield* recording("one", handled)(batch)
        })
      )
      yield* start(consumer)
      yield* outbox.append(["a", "b", "c"].map((key) => message(failing.id, key)))
      yield* outbox.append([message(fine.id, "x")])
      assert.isTrue(yield* outbox.waitUntilPassed(consumer.name, fine.id, position(1), "1 minute"))
      const failure = yield* Effect.gen(function*() {
        const status = (yield* outbox.status).find((one) => one.consumer === consumer.name)
        return yield* Effect.fromNullishOr(status?.failures[0])
      }).pipe(Effect.eventually)
      assert.deepStrictEqual([failure.project, failure.position, failure.attempts], [failing.id, position(0), 1])
      assert.include(failure.error, "GateShut")
      assert.isFalse(
        yield* whileTimePasses(outbox.waitUntilPassed(consumer.name, failing.id, position(3), "5 seconds"))
      )
      assert.isTrue(yield* whileTimePasses(outbox.waitUntilPassed(consumer.name, failing.id, position(3), "10 hours")))
      assert.deepStrictEqual(keysIn(handled, failing.id), ["a", "b", "c"])
      const waits = tries.slice(1).map((at, place) => at - (tries[place] ?? 0))
      assert.strictEqual(waits.length, 4)
      for (const [place, least] of [10_000, 20_000, 25_000, 25_000].entries()) {
        assert.isAtLeast(waits[place] ?? 0, least)
        assert.isBelow(waits[place] ?? 0, 3_600_000, "a retry does not wait for the poll")
      }
      const after = (yield* outbox.status).find((one) => one.consumer === consumer.name)
      assert.deepStrictEqual([after?.failures, after?.lag], [[], 0])
    }).pipe(withClock, Effect.provideService(References.MinimumLogLevel, "Error")))

  it.effect("a process that stops gives its leases back, and another one goes on at once with the same rows", () =>
    Effect.gen(function*() {
      const [one, two] = [yield* makeProcess, yield* makeProcess]
      const { id } = yield* makeProject
      const handled: Array<Handled> = []
      const reached = yield* Deferred.make<void>()
      const hanging = yield* consumerOf(() => Effect.andThen(Deferred.succeed(reached, undefined), Effect.never))
      yield* one.start(hanging)
      yield* one.outbox.append([message(id, "a"), message(id, "b")])
      yield* Deferred.await(reached)
      yield* one.stop
      yield* two.start({ ...hanging, run: recording("two", handled) })
      assert.isTrue(yield* two.outbox.waitUntilPassed(hanging.name, id, position(2), "1 minute"))
      assert.deepStrictEqual(keysIn(handled, id), ["a", "b"])
      const status = (yield* two.outbox.status).find(({ consumer }) => consumer === hanging.name)
      assert.deepStrictEqual(status?.failures, [], "being stopped is no failure")
    }).pipe(withClock))

  it.effect("rows of a worker that died are handled once its lease is over", () =>
    Effect.gen(function*() {
      const { outbox, start } = yield* makeProcess
      const { id } = yield* makeProject
      const times: Array<number> = []
      const consumer = yield* consumerOf(() => Effect.map(Clock.currentTimeMillis, (now) => void times.push(now)))
      yield* makeConsumer(consumer)
      yield* outbox.append([message(id, "a")])
      const now = yield* DateTime.now
      const until = DateTime.add(now, { minutes: 10 })
      yield* leaseOf(consumer.name, id, { worker: "dead", now, until })
      yield* start(consumer)
      assert.isTrue(yield* whileTimePasses(outbox.waitUntilPassed(consumer.name, id, position(1), "10 hours")))
      assert.strictEqual(times.length, 1)
      assert.isAtLeast(times[0] ?? 0, until.epochMilliseconds)
    }).pipe(withClock))

  it.effect("a handler whose lease was lost is interrupted and moves nothing", () =>
    Effect.gen(function*() {
      const { outbox, start } = yield* makeProcessWith({ lease })
      const { id } = yield* makeProject
      const [reached, interrupted] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const consumer = yield* consumerOf(() =>
        Deferred.succeed(reached, undefined).pipe(
          Effect.andThen(Effect.never),
          Effect.onInterrupt(() => Deferred.succeed(interrupted, undefined))
        )
      )
      yield* start(consumer)
      yield* outbox.append([message(id, "a")])
      yield* Deferred.await(reached)
      yield* outbox.forget(consumer.name)
      yield* whileTimePasses(Deferred.await(interrupted))
      assert.strictEqual(yield* outbox.position(consumer.name, id), undefined)
    }).pipe(withClock))

  it.effect("a handler that takes longer than a lease keeps it", () =>
    Effect.gen(function*() {
      const [one, two] = [yield* makeProcessWith({ lease, poll: Duration.hours(20) }), yield* makeProcess]
      const { id } = yield* makeProject
      const handled: Array<Handled> = []
      const [reached, proceed] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const renewed = yield* Queue.unbounded<boolean>()
      const slow = yield* consumerOf((batch) =>
        Deferred.succeed(reached, undefined).pipe(
          Effect.andThen(Deferred.await(proceed)),
          Effect.andThen(recording("one", handled)(batch))
        )
      )
      yield* one.start(slow).pipe(Effect.updateService(OutboxConsumerRepository, (consumers) => ({
        ...consumers,
        renew: (held, until) => Effect.tap(consumers.renew(held, until), (isHeld) => Queue.offer(renewed, isHeld))
      })))
      yield* one.outbox.append([message(id, "a")])
      yield* Deferred.await(reached)
      yield* two.start({ ...slow, run: recording("two", handled) })
      for (let third = 0; third < 7; third++) {
        yield* TestClock.adjust(Duration.divideUnsafe(lease, 3))
        assert.isTrue(yield* Queue.take(renewed))
      }
      yield* Deferred.succeed(proceed, undefined)
      assert.isTrue(yield* one.outbox.waitUntilPassed(slow.name, id, position(1), "10 hours"))
      assert.deepStrictEqual(handled.map(({ by }) => by), ["one"])
    }).pipe(withClock))
}
