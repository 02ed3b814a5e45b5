import { assert, it } from "@effect/vitest"
import { largeAnswersInTurn, ResponseOfAnswers } from "@hedgerow/core/query/execution/LargeAnswersInTurn"
import { Effect, Fiber } from "effect"

/** Large answers, and the most of them that were computed at the same time. */
const counted = () => {
  let [now, peak] = [0, 0]
  const answer = Effect.gen(function*() {
    const { turn } = yield* ResponseOfAnswers
    // The turn of an answer that is computed in two attempts is the same.
    yield* Effect.andThen(turn, turn)
    now += 1
    peak = Math.max(peak, now)
    yield* Effect.sleep(10)
    now -= 1
  })
  return { answer, peak: () => peak }
}

const all = <A>(answers: ReadonlyArray<Effect.Effect<A>>) => Effect.all(answers, { concurrency: "unbounded" })

it.live("large answers of one response are computed one after the other", () =>
  Effect.gen(function*() {
    const { answer, peak } = counted()
    const inTurn = largeAnswersInTurn(() => true)
    yield* all([inTurn(answer), inTurn(answer), inTurn(answer)])
    assert.strictEqual(peak(), 1)
  }))

it.live("those of several responses do not wait for each other", () =>
  Effect.gen(function*() {
    const { answer, peak } = counted()
    const [one, other] = [largeAnswersInTurn(() => true), largeAnswersInTurn(() => true)]
    yield* all([one(answer), one(answer), other(answer), other(answer)])
    assert.strictEqual(peak(), 2)
    yield* all([answer, answer, answer])
    assert.strictEqual(peak(), 3)
  }))

it.live("an answer that is given up while it waits leaves its turn to the next", () =>
  Effect.gen(function*() {
    const inTurn = largeAnswersInTurn(() => true)
    const waiting = Effect.flatMap(ResponseOfAnswers, ({ turn }) => turn)
    const first = yield* Effect.forkChild(inTurn(Effect.andThen(waiting, Effect.never)))
    yield* Effect.yieldNow
    const second = yield* Effect.forkChild(inTurn(waiting))
    yield* Effect.yieldNow
    yield* Fiber.interrupt(second)
    yield* Fiber.interrupt(first)
    yield* inTurn(waiting)
  }))

it.live("an answer keeps its turn until its response has taken it", () =>
  Effect.gen(function*() {
    let held = 0
    const inTurn = largeAnswersInTurn((bytes) => held + bytes <= 64)
    const answer = Effect.gen(function*() {
      const { hasRoom, turn } = yield* ResponseOfAnswers
      yield* turn
      const isComputed = hasRoom(40)
      yield* Effect.sleep(5)
      if (isComputed) held += 40
      return isComputed
    })
    assert.deepStrictEqual(yield* all([inTurn(answer), inTurn(answer)]), [true, false])
  }))
