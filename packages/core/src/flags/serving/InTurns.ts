import { Effect } from "effect"
import type { PausingWork } from "../evaluation/EvaluateFlags.ts"
import { turnWork } from "../evaluation/Work.ts"

/** Does the work to its end; others get their turn at each of its pauses. */
export const inTurns = Effect.fnUntraced(function*<A>(work: PausingWork<A>) {
  let step = work.next()
  while (step.done !== true) {
    yield* Effect.yieldNow
    step = work.next()
  }
  return step.value
})

/** Those for whom something holds. Others get their turn in between, by the work so far (`spent`). */
export const filterInTurns = Effect.fnUntraced(
  function*<A>(items: ReadonlyArray<A>, holds: (item: A) => boolean, spent: () => number) {
    const found: Array<A> = []
    let pauseAt = spent() + turnWork
    for (const item of items) {
      if (holds(item)) found.push(item)
      if (spent() < pauseAt) continue
      yield* Effect.yieldNow
      pauseAt = spent() + turnWork
    }
    return found
  }
)
