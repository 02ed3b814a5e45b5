import { Cron, DateTime, Duration, Effect, Random } from "effect"
import type { JobKind, JobSchedule } from "./JobKind.ts"

/** The next time of a scheduled job after a time. */
export const nextRun = (schedule: JobSchedule, after: DateTime.Utc): DateTime.Utc =>
  Cron.isCron(schedule)
    ? DateTime.fromDateUnsafe(Cron.next(schedule, after))
    : DateTime.addDuration(after, schedule)

/**
 * The wait after the n-th failed attempt: twice as long each time up to a bound, less a random part of up to the half,
 * so that jobs that failed together do not come back together.
 */
export const backOff = Effect.fnUntraced(function*(
  kind: Pick<JobKind<never>, "firstBackOff">,
  attempts: number,
  longest: Duration.Duration
) {
  const doubled = Duration.toMillis(kind.firstBackOff) * 2 ** (attempts - 1)
  const millis = Math.min(doubled, Duration.toMillis(longest))
  return Duration.millis(Math.round(millis * (1 - (yield* Random.next) / 2)))
})
