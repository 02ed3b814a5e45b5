import { DateTime, Duration, Option } from "effect"

/**
 * The waits after failed attempts, as Standard Webhooks 1.0.0 recommends them: 75 hours and 35 minutes in all, then a
 * delivery is given up.
 */
export const retryWaits: ReadonlyArray<Duration.Duration> = [
  Duration.seconds(5),
  Duration.minutes(5),
  Duration.minutes(30),
  Duration.hours(2),
  Duration.hours(5),
  Duration.hours(10),
  Duration.hours(14),
  Duration.hours(20),
  Duration.hours(24)
]

/** An address does not make us wait longer than that. */
const longestRetryAfter = Duration.hours(24)

/** The wait that a header `Retry-After` asks for, in seconds or as a date. */
export const retryAfterWait = (header: string | undefined, now: DateTime.Utc): Duration.Duration | undefined => {
  if (header === undefined) return undefined
  const until = /^\d{1,9}$/.test(header.trim())
    ? DateTime.add(now, { seconds: Number(header) })
    : Option.getOrUndefined(DateTime.make(new Date(header)))
  if (until === undefined) return undefined
  const wait = DateTime.toEpochMillis(until) - DateTime.toEpochMillis(now)
  return wait <= 0 ? undefined : Duration.min(Duration.millis(wait), longestRetryAfter)
}

/**
 * The time of the next attempt after some failed ones; undefined when there is none. `share` (0 to 1) spreads the waits
 * over a tenth of themselves, so that many deliveries do not come back at once.
 */
export const nextAttempt = (
  attempts: number,
  now: DateTime.Utc,
  share: number,
  retryAfter?: string
): DateTime.Utc | undefined => {
  const wait = retryWaits[attempts - 1]
  if (wait === undefined) return undefined
  const spread = Duration.toMillis(wait) * (1 + share / 10)
  const asked = retryAfterWait(retryAfter, now)
  return DateTime.add(now, { milliseconds: Math.max(spread, asked === undefined ? 0 : Duration.toMillis(asked)) })
}
