import { Clock, Context, Duration, Effect, Metric } from "effect"
import type { Scope } from "effect"
import { readGauge } from "./Measuring.ts"
import { Waits } from "./Waits.ts"

/**
 * The time after which a store counts as silent: it answers no request, and then no ping, within it. A statement may
 * take longer: a store that runs one still answers pings.
 */
export class StoreSilence extends Context.Reference<Duration.Duration>(
  "@hedgerow/core/shared/StoreWatch/StoreSilence",
  { defaultValue: () => Duration.seconds(5) }
) {}

/** The interval in which a silent store is asked again. */
const retryEvery = Duration.seconds(1)

const openings = Metric.counter("hedgerow_store_breaker_openings_total", {
  description: "How often a store fell silent, so that requests were refused without asking it",
  incremental: true
})

/** A store to watch, and how. */
export interface Watched {
  /** The store's name in metrics. */
  readonly store: "clickhouse" | "postgres"
  /** Whether the store answers within a number of milliseconds, even with a refusal. Never fails, always ends. */
  readonly ping: (limitMillis: number) => Effect.Effect<boolean>
  /** Fails everything that waits for the store. */
  readonly giveUp: Effect.Effect<void>
}

/** Whether a store answers. */
export interface StoreWatch {
  /** While it is true nothing should be asked of the store: it would only wait. */
  readonly isSilent: () => boolean
  /** The time at which the store last answered after a silence, in milliseconds; -Infinity when it never was silent. */
  readonly backSince: () => number
  readonly waits: Waits
}

/**
 * The breaker of a store. It opens when a request has waited for half of `StoreSilence` and the store answers no ping
 * within the other half; the waiting requests are failed then. It closes by itself once the store answers. Nothing is
 * sent while nobody waits.
 */
export const makeStoreWatch = Effect.fnUntraced(
  function*({ giveUp, ping, store }: Watched): Effect.fn.Return<StoreWatch, never, Scope.Scope> {
    const clock = yield* Clock.Clock
    const half = Duration.toMillis(yield* StoreSilence) / 2
    const waits = new Waits(clock)
    let isSilent = false
    let answeredAt = -Infinity
    let backSince = -Infinity

    const open = Effect.gen(function*() {
      isSilent = true
      yield* Metric.update(Metric.withAttributes(openings, { store }), 1)
      yield* Effect.logWarning(`The store does not answer: requests that need it are refused until it does`)
      yield* giveUp
    })

    const close = Effect.suspend(() => {
      isSilent = false
      backSince = clock.currentTimeMillisUnsafe()
      return Effect.logInfo("The store answers again")
    })

    const ask = Effect.gen(function*() {
      const answers = yield* ping(half)
      if (answers) answeredAt = clock.currentTimeMillisUnsafe()
      if (answers === isSilent) yield* (answers ? close : open)
    })

    const isSuspect = (): boolean => {
      const { oldest } = waits
      return oldest !== undefined && clock.currentTimeMillisUnsafe() - Math.max(oldest, answeredAt) >= half
    }

    const turn = Effect.suspend(() =>
      isSilent
        ? Effect.andThen(Effect.sleep(retryEvery), ask)
        : Effect.andThen(Effect.sleep(half / 4), Effect.suspend(() => isSuspect() ? ask : Effect.void))
    )

    yield* readGauge(
      "hedgerow_store_breaker_open",
      { description: "1 while a store is silent and requests are refused without asking it", attributes: { store } },
      () => isSilent ? 1 : 0
    )
    yield* Effect.forkScoped(Effect.annotateLogs(Effect.forever(turn), { store }))
    return { isSilent: () => isSilent, backSince: () => backSince, waits }
  }
)
