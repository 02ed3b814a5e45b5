import { Effect, Semaphore } from "effect"
import type { PausingWork } from "./EvaluateFlags.ts"
import { sliceWork } from "./Work.ts"

/**
 * Does work to its end; others run at each of its pauses. Of long pieces of work one part is done at a time,
 * and what else waits comes in between: many long ones at once hold nobody up for longer than one.
 */
export type InSlices = <A>(work: PausingWork<A>) => Effect.Effect<A>

/** Makes one queue of long work. */
export const makeInSlices: Effect.Effect<InSlices> = Effect.map(Semaphore.make(1), (queue) => {
  let isBusy = false

  /** A caller that comes before others ran waits in the queue. */
  const markBusy = Effect.suspend(() => {
    if (isBusy) return Effect.void
    isBusy = true
    const others = Effect.andThen(Effect.yieldNow, Effect.sync(() => void (isBusy = false)))
    return Effect.asVoid(Effect.forkDetach(others))
  })

  return Effect.fnUntraced(function*<A>(work: PausingWork<A>) {
    const queued = queue.withPermit(Effect.andThen(Effect.yieldNow, Effect.sync(() => work.next())))
    let step = isBusy ? yield* queued : work.next()
    if (step.done !== true) yield* markBusy
    while (step.done !== true) step = yield* queued
    return step.value
  })
})

/** Those for whom something holds. Others get their turn in between, by the work so far (`spent`). */
export const filterInSlices = Effect.fnUntraced(
  function*<A>(items: ReadonlyArray<A>, holds: (item: A) => boolean, spent: () => number) {
    const found: Array<A> = []
    let pauseAt = spent() + sliceWork
    for (const item of items) {
      if (holds(item)) found.push(item)
      if (spent() < pauseAt) continue
      yield* Effect.yieldNow
      pauseAt = spent() + sliceWork
    }
    return found
  }
)
