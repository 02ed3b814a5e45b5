import { Clock, Effect } from "effect"

/** One measured step: its name and seconds. */
export interface Timing {
  readonly k: string
  readonly t: number
}

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

/** What `startStopwatch` gives. */
export type Stopwatch = Effect.Success<typeof startStopwatch>
