import type { EventTime } from "../../events/EventTime.ts"
import type { CacheState } from "./RefreshMode.ts"

/** The length of the buckets of a query over time; `none` is a query whose result has none. */
export type Interval = "second" | "minute" | "hour" | "day" | "week" | "month" | "none"

const minute = 60_000_000
const hour = 60 * minute
const day = 24 * hour

/** The microseconds for which a result is fresh, and those for which it is good enough for `lazy_async`. */
const thresholds: Readonly<Record<Interval, { readonly fresh: number; readonly lazy: number }>> = {
  second: { fresh: 5 * minute, lazy: 15 * minute },
  minute: { fresh: 5 * minute, lazy: 15 * minute },
  hour: { fresh: hour, lazy: 2 * hour },
  day: { fresh: 6 * hour, lazy: 12 * hour },
  week: { fresh: day, lazy: day },
  month: { fresh: 2 * day, lazy: 2 * day },
  none: { fresh: 5 * minute, lazy: 15 * minute }
}

/** A result of a period that had ended by so much when it was computed never changes. */
const settled = 10_000_000

/** The fields of a query that decide how long its result is fresh. */
export interface Freshness {
  readonly interval: Interval
  /** The end of the period that the query asks about; undefined where it has none. */
  readonly until: EventTime | undefined
}

/** Until when a result that was computed at a time is fresh; undefined: for ever. */
export const freshUntil = ({ interval, until }: Freshness, computedAt: EventTime): EventTime | undefined =>
  until !== undefined && until + settled < computedAt
    ? undefined
    : computedAt + thresholds[interval].fresh as EventTime

/** The state now of a cached result, by the time at which it was computed. */
export const cacheState = (freshness: Freshness, computedAt: EventTime, now: EventTime): CacheState => {
  const fresh = freshUntil(freshness, computedAt)
  if (fresh === undefined || now < fresh) return "fresh"
  return now < computedAt + thresholds[freshness.interval].lazy ? "aging" : "stale"
}

/** The time after a result from which a client may ask for a new one. */
export const nextAllowedRefresh = (computedAt: EventTime): EventTime => computedAt + minute as EventTime
