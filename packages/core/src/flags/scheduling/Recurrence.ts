import { Cron, DateTime, Option, Result } from "effect"
import type { RecurrenceInterval, ScheduledChange } from "./ScheduledChange.ts"

type Repeated = Pick<ScheduledChange, "cron_expression" | "recurrence_interval" | "timezone">

const steps: Readonly<Record<RecurrenceInterval, Partial<DateTime.DateTime.PartsForMath>>> = {
  daily: { days: 1 },
  weekly: { weeks: 1 },
  monthly: { months: 1 },
  yearly: { years: 1 }
}

const aYear = 366 * 86_400_000

/** The calendar of an expression with five fields in a time zone; undefined when it is none, or names no day at all. */
export const calendarOf = (expression: string, timezone: string): Cron.Cron | undefined => {
  if (expression.trim().split(/\s+/).length !== 5) return undefined
  const zone = Option.getOrElse(DateTime.zoneMakeNamed(timezone), () => DateTime.zoneMakeOffset(0))
  const cron = Result.getOrUndefined(Cron.parse(expression, zone))
  if (cron === undefined) return undefined
  return Result.isSuccess(Result.try(() => Cron.next(cron, 0))) ? cron : undefined
}

/** The first time after `now` that lies a whole number of intervals after `from`. */
const nextInterval = (from: DateTime.Utc, interval: RecurrenceInterval, now: DateTime.Utc): DateTime.Utc => {
  // Whole years are left out at once: a daily change that nobody resumed for long would take as many steps.
  const years = Math.floor((DateTime.toEpochMillis(now) - DateTime.toEpochMillis(from)) / aYear)
  let next = DateTime.add(interval === "weekly" || years < 1 ? from : DateTime.add(from, { years }), steps[interval])
  while (DateTime.isLessThanOrEqualTo(next, now)) next = DateTime.add(next, steps[interval])
  return next
}

/** The next time of a repeated change after `now`: missed times are left out. Undefined without a rule. */
export const nextRun = (
  { cron_expression, recurrence_interval, timezone }: Repeated,
  from: DateTime.Utc,
  now: DateTime.Utc
): DateTime.Utc | undefined => {
  if (cron_expression !== null) {
    const cron = calendarOf(cron_expression, timezone)
    return cron === undefined ? undefined : DateTime.fromDateUnsafe(Cron.next(cron, DateTime.max(from, now)))
  }
  return recurrence_interval === null ? undefined : nextInterval(from, recurrence_interval, now)
}
