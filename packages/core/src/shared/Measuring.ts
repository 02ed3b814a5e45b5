import { Clock, Effect, Metric } from "effect"
import type { Scope } from "effect"

/**
 * Makes a metric whose value already lives somewhere else: `read` is asked each time metrics are collected, and nothing
 * is done in between. It ends with the scope.
 */
export const readWhenCollected = <Input, State>(
  metric: Metric.Metric<Input, State>,
  read: () => State
): Effect.Effect<void, never, Scope.Scope> =>
  Effect.asVoid(Effect.acquireRelease(
    Effect.map(
      Effect.context<never>(),
      (context) => Metric.registerUnsafe(metric, context, { get: read, update: () => {}, modify: () => {} })
    ),
    (registration) => Effect.sync(() => registration.remove())
  ))

/** A gauge that is read when metrics are collected. */
export const readGauge = (
  name: string,
  options: { readonly description: string; readonly attributes?: Readonly<Record<string, string>> },
  read: () => number
): Effect.Effect<void, never, Scope.Scope> => readWhenCollected(Metric.gauge(name, options), () => ({ value: read() }))

/** The seconds that passed since a monotonic reading of the clock. */
export const secondsSince = (start: bigint, clock: Clock.Clock): number =>
  Number(clock.monotonicTimeNanosUnsafe() - start) / 1e9

/** Records how long an effect takes, whether it succeeds or not. */
export const measureSeconds =
  <State>(histogram: Metric.Metric<number, State>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Clock.Clock, (clock) => {
      const start = clock.monotonicTimeNanosUnsafe()
      return Effect.ensuring(effect, Effect.suspend(() => Metric.update(histogram, secondsSince(start, clock))))
    })
