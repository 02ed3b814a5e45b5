import { Effect } from "effect"

/** Work in steps: between two of them others may run. */
export type Steps<A> = Generator<void, A, void>

/** The result of all steps, one right after the other. */
export const atOnce = <A>(steps: Steps<A>): A => {
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

/** The result of the steps, with a turn for others between them. */
export const runSteps = Effect.fnUntraced(function*<A>(start: () => Steps<A>): Effect.fn.Return<A> {
  const steps = start()
  let step = steps.next()
  while (step.done !== true) {
    yield* Effect.yieldNow
    step = steps.next()
  }
  return step.value
})
