import { assert, it } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { makeSlots } from "@hedgerow/core/query/execution/EngineSlots"
import { inOwnSlot, inSlots } from "@hedgerow/core/query/execution/SlottedStatements"
import { engineOf } from "@hedgerow/core/query/QueryCursor"
import type { QueryPlan } from "@hedgerow/sql/plan/Plan"
import { Duration, Effect, Fiber, Latch, Stream } from "effect"
import { TestClock } from "effect/testing"

const [a, b] = [1 as ProjectId, 2 as ProjectId]
const plan = { columns: [] } as unknown as QueryPlan
const options = { timeout: Duration.minutes(1) }

/** An engine whose statements end when the gate is open, and the number that run. */
const makeSlow = Effect.gen(function*() {
  const gate = yield* Latch.make(false)
  const seen = { running: 0, most: 0 }
  const engine = engineOf("Slow", () =>
    Effect.gen(function*() {
      yield* Effect.acquireRelease(
        Effect.sync(() => {
          seen.most = Math.max(seen.most, ++seen.running)
        }),
        () => Effect.sync(() => seen.running--)
      )
      yield* gate.await
      return {
        statement: undefined,
        next: Effect.succeed(undefined),
        summary: Effect.succeed({ rowsRead: 0, bytesRead: 0, warnings: [] })
      }
    }))
  return { engine, gate, seen }
})

const settle = Effect.forEach(Array.from({ length: 50 }, () => Effect.yieldNow), (pause) => pause, {
  discard: true
})

it.effect("the statements of a project's queries leave the last slot, and each query goes on in its own", () =>
  Effect.gen(function*() {
    const { engine, gate, seen } = yield* makeSlow
    const slots = makeSlots(4, Duration.seconds(30))
    const insight = Effect.gen(function*() {
      yield* slots.take(a)
      const slotted = inOwnSlot(slots, a)(engine)
      yield* Effect.forEach([1, 2], () => slotted.run(plan, options), { concurrency: 2 })
      yield* Stream.runDrain(slotted.stream(plan, options))
      yield* slots.leave(a)
    })
    const fibers = yield* Effect.forEach([1, 2], () => Effect.forkChild(insight, { startImmediately: true }))
    yield* settle
    assert.strictEqual(seen.running, 3)
    assert.isTrue(slots.takeFree(b))
    assert.isFalse(slots.takeFree(b))
    yield* gate.open
    yield* Fiber.joinAll(fibers)
    assert.deepStrictEqual(seen, { running: 0, most: 3 })
    assert.deepStrictEqual([1, 2, 3, 4].map(() => slots.takeFree(a)), [true, true, true, false])
  }))

it.effect("a statement that waits beside another one takes nothing with it when it is left", () =>
  Effect.gen(function*() {
    const { engine, gate, seen } = yield* makeSlow
    const slots = makeSlots(2, Duration.seconds(30))
    yield* slots.take(a)
    const slotted = inOwnSlot(slots, a)(engine)
    const [first, second] = yield* Effect.forEach(
      [1, 2],
      () => Effect.forkChild(slotted.run(plan, options), { startImmediately: true })
    )
    yield* settle
    if (second !== undefined) yield* Fiber.interrupt(second)
    yield* gate.open
    if (first !== undefined) yield* Fiber.join(first)
    yield* slotted.estimate(plan)
    yield* slotted.run(plan, options)
    assert.deepStrictEqual(seen, { running: 0, most: 1 })
  }))

it.effect("a statement without a query in a slot waits for one, and is refused after a while", () =>
  Effect.gen(function*() {
    const { engine, gate, seen } = yield* makeSlow
    const slotted = inSlots(makeSlots(2, Duration.seconds(30)), a)(engine)
    const fibers = yield* Effect.forEach(
      [1, 2],
      () => Effect.forkChild(Effect.result(slotted.run(plan, options)), { startImmediately: true })
    )
    yield* settle
    assert.strictEqual(seen.running, 1)
    yield* TestClock.adjust("31 seconds")
    yield* gate.open
    const ends = yield* Effect.forEach(fibers, Fiber.join)
    assert.deepStrictEqual(
      ends.map((end) => end._tag === "Success" ? "answered" : end.failure._tag),
      ["answered", "QueryEngineBusy"]
    )
  }))
