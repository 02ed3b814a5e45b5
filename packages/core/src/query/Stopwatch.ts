import { Clock, Effect } from "effect"

/** One measured step: its name and seconds. */
export type Timing = { readonly k: string; readonly t: number }

/** Measures steps one after the other; the last of the list is the whole, named `.`. */
export const startStopwatch = Effect.gen(function*() {
  const start = yield* Clock.currentTimeNanos
  const steps: Array<Timing> = []
  let last = start
  const seconds = (nanos: bigint): number => Number(nanos) / 1e9
  return {
    lap: (name: string): Effect.Effect<void> =>
      Effect.map(Clock.currentTimeNanos, (now) => {
        steps.push({ k: `./${name}`, t: seconds(now - last) })
        last = now
      }),
    timings: (): ReadonlyArray<Timing> => [...steps, { k: ".", t: seconds(last - start) }]
  }
})

/** Something with the seconds that it took. */
export const timed = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<readonly [A, number], E, R> =>
  Effect.gen(function*() {
    const start = yield* Clock.currentTimeNanos
    const done = yield* work
    return [done, Number((yield* Clock.currentTimeNanos) - start) / 1e9]
  })

/** The result of `startStopwatch`. */
export type Stopwatch = Effect.Success<typeof startStopwatch>
