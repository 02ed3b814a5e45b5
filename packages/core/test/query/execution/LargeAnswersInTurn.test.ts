import { assert, it } from "@effect/vitest"
import { largeAnswersInTurn, LargeAnswerTurn } from "@hedgerow/core/query/execution/LargeAnswersInTurn"
import { Effect, Fiber } from "effect"

/** The most of three large answers that are computed at the same time. */
const most = Effect.gen(function*() {
  let [now, peak] = [0, 0]
  const compute = Effect.scoped(Effect.gen(function*() {
    yield* yield* LargeAnswerTurn
    now += 1
    peak = Math.max(peak, now)
    yield* Effect.sleep(10)
    now -= 1
  }))
  const answers = Effect.all([compute, compute, compute], { concurrency: "unbounded" })
  return { answers, peak: () => peak }
})

it.live("large answers of one response are computed one after the other", () =>
  Effect.gen(function*() {
    const { answers, peak } = yield* most
    yield* largeAnswersInTurn(answers)
    assert.strictEqual(peak(), 1)
  }))

it.live("those of several responses do not wait for each other", () =>
  Effect.gen(function*() {
    const { answers, peak } = yield* most
    yield* Effect.all([largeAnswersInTurn(answers), largeAnswersInTurn(answers)], { concurrency: "unbounded" })
    assert.strictEqual(peak(), 2)
    yield* answers
    assert.strictEqual(peak(), 3)
  }))

it.live("an answer that is given up while it waits leaves its turn to the next", () =>
  Effect.gen(function*() {
    yield* largeAnswersInTurn(Effect.gen(function*() {
      const turn = yield* LargeAnswerTurn
      const first = yield* Effect.forkChild(Effect.scoped(Effect.andThen(turn, Effect.never)))
      yield* Effect.yieldNow
      const second = yield* Effect.forkChild(Effect.scoped(turn))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(second)
      yield* Fiber.interrupt(first)
      yield* Effect.scoped(turn)
    }))
  }))
