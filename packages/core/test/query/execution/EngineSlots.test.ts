import { assert, it } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { makeSlots } from "@hedgerow/core/query/execution/EngineSlots"
import { Duration, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"

const [a, b, c] = [1 as ProjectId, 2 as ProjectId, 3 as ProjectId]

/** Asks for a slot for each project in this order, and shows which have one. */
const makeAsking = (slots: number) => {
  const { leave, take } = makeSlots(slots, Duration.seconds(30))
  const begun: Array<ProjectId> = []
  const ask = (project: ProjectId) =>
    Effect.forkChild(Effect.andThen(take(project), Effect.sync(() => begun.push(project))), { startImmediately: true })
  return { ask, begun, leave }
}

const settle = Effect.forEach(Array.from({ length: 20 }), () => Effect.yieldNow, { discard: true })

it.effect("no project takes the last slot, and another one's query begins at once", () =>
  Effect.gen(function*() {
    const { ask, begun } = makeAsking(4)
    yield* Effect.forEach([a, a, a, a, a, b], ask)
    yield* settle
    assert.deepStrictEqual(begun, [a, a, a, b])
  }))

it.effect("a free slot goes to the project of which the fewest run, then to the first that came", () =>
  Effect.gen(function*() {
    const { ask, begun, leave } = makeAsking(3)
    yield* Effect.forEach([a, a, b, a, b, c, c], ask)
    yield* settle
    assert.deepStrictEqual(begun, [a, a, b])
    yield* leave(a)
    yield* settle
    assert.deepStrictEqual(begun, [a, a, b, c])
    yield* leave(b)
    yield* settle
    assert.deepStrictEqual(begun, [a, a, b, c, b])
    yield* leave(a)
    yield* settle
    assert.deepStrictEqual(begun, [a, a, b, c, b, a])
  }))

it.effect("who waits too long is refused with the reason, and who leaves takes no slot", () =>
  Effect.gen(function*() {
    const { ask, begun, leave } = makeAsking(2)
    yield* Effect.forEach([a, b], ask)
    const [own, other, left] = yield* Effect.forEach([a, c, c], ask)
    yield* settle
    if (left !== undefined) yield* Fiber.interrupt(left)
    yield* TestClock.adjust("30 seconds")
    const ends = yield* Effect.forEach([own, other], (fiber) =>
      fiber === undefined ? Effect.die("no fiber") : Effect.flip(Fiber.join(fiber)))
    assert.deepStrictEqual(
      ends.map(({ _tag }) =>
        _tag
      ),
      ["TooManyQueries", "QueryEngineBusy"]
    )
    yield* Effect.forEach([a, b], leave)
    yield* Effect.forEach([c, a], ask)
    yield* settle
    assert.deepStrictEqual(begun, [a, b, c, a])
  }))

it.effect("an engine with one slot, or without a bound, is shared too", () =>
  Effect.gen(function*() {
    const one = makeAsking(1)
    yield* Effect.forEach([a, b], one.ask)
    yield* settle
    assert.deepStrictEqual(one.begun, [a])
    yield* one.leave(a)
    yield* settle
    assert.deepStrictEqual(one.begun, [a, b])
    const boundless = makeAsking(Infinity)
    yield* Effect.forEach(Array.from({ length: 50 }, () => a), boundless.ask)
    yield* settle
    assert.lengthOf(boundless.begun, 50)
  }))
