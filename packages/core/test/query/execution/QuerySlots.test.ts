import { assert, it } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { QuerySlotRepository } from "@hedgerow/core/query/execution/QuerySlotRepository"
import { QuerySlots } from "@hedgerow/core/query/execution/QuerySlots"
import { Effect, Fiber, Latch, Layer } from "effect"
import { TestClock } from "effect/testing"

const project = 1 as ProjectId
const settle = Effect.forEach(Array.from({ length: 20 }), () => Effect.yieldNow, { discard: true })

/** A storage whose answers wait for a gate, as a COMMIT that is under way: what was asked for happens. */
const makeStorage = () => {
  const gate = Latch.makeUnsafe(true)
  const seen = { held: 0, failures: 0 }
  const give = (slots: number) =>
    Effect.suspend(() => {
      if (seen.failures-- > 0) return Effect.die("the storage is away")
      seen.held -= slots
      return Effect.void
    })
  const layer = Layer.succeed(QuerySlotRepository, {
    take: () => Effect.uninterruptible(Effect.as(Effect.andThen(gate.await, Effect.sync(() => seen.held++)), true)),
    give: (_project, _node, slots) => give(slots),
    renew: () => Effect.void
  })
  return { gate, seen, slots: QuerySlots.layer.pipe(Layer.provide(layer)) }
}

it.effect("a slot that the storage gives to somebody who has left is used by the next, and given back when idle", () => {
  const { gate, seen, slots: layer } = makeStorage()
  return Effect.gen(function*() {
    const slots = yield* QuerySlots
    yield* gate.close
    const left = yield* Effect.forkChild(slots.hold(project, () => Effect.never), { startImmediately: true })
    yield* settle
    const leaving = yield* Effect.forkChild(Fiber.interrupt(left), { startImmediately: true })
    yield* settle
    yield* gate.open
    yield* Fiber.join(leaving)
    assert.strictEqual(seen.held, 1)
    yield* slots.hold(project, () => Effect.void)
    assert.strictEqual(seen.held, 1)
    yield* TestClock.adjust("40 seconds")
    assert.strictEqual(seen.held, 0)
  }).pipe(Effect.provide(layer))
})

it.effect("a slot that could not be given back is given back later", () => {
  const { seen, slots: layer } = makeStorage()
  return Effect.gen(function*() {
    const slots = yield* QuerySlots
    yield* slots.hold(project, () => Effect.void)
    seen.failures = 1
    yield* TestClock.adjust("60 seconds")
    assert.isBelow(seen.failures, 1)
    assert.strictEqual(seen.held, 0)
  }).pipe(Effect.provide(layer))
})
