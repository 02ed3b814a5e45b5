import { DateTime, Option } from "effect"
import type { Alert, CalculationInterval } from "./Alert.ts"

/** The local hour of checks that are not hourly: the night's data have arrived by then. */
const localHour = 2

const localDay = (now: DateTime.Utc, timezone: string): DateTime.Zoned =>
  DateTime.startOf(
    DateTime.setZone(now, Option.getOrElse(DateTime.zoneMakeNamed(timezone), () => DateTime.zoneMakeOffset(0))),
    "day"
  )

const startOfNext: Readonly<Record<Exclude<CalculationInterval, "hourly">, (day: DateTime.Zoned) => DateTime.Zoned>> = {
  daily: (day) => DateTime.add(day, { days: 1 }),
  weekly: (day) => DateTime.add(DateTime.startOf(day, "week", { weekStartsOn: 1 }), { weeks: 1 }),
  monthly: (day) => DateTime.add(DateTime.startOf(day, "month"), { months: 1 })
}

/** The time of the next check: on the hour, or at two in the night of the next day, Monday or first of a month. */
export const nextCheckAt = (interval: CalculationInterval, now: DateTime.Utc, timezone: string): DateTime.Utc =>
  interval === "hourly"
    ? DateTime.add(DateTime.startOf(now, "hour"), { hours: 1 })
    : DateTime.toUtc(DateTime.add(startOfNext[interval](localDay(now, timezone)), { hours: localHour }))

/** Whether it is a Saturday or Sunday in the time zone, which such an alert leaves out. */
export const isSkipped = (
  { calculation_interval, skip_weekend }: Pick<Alert, "calculation_interval" | "skip_weekend">,
  now: DateTime.Utc,
  timezone: string
): boolean => {
  if (!skip_weekend || calculation_interval === "weekly" || calculation_interval === "monthly") return false
  const day = DateTime.getPart(localDay(now, timezone), "weekDay")
  return day === 0 || day === 6
}

const relative = /^\s*\+?([1-9]\d{0,3})\s*([hdwm])\s*$/

const units = { h: "hours", d: "days", w: "weeks", m: "months" } as const

/** The end of a silence: `4h`, `2d`, `1w`, `1m` from now, or an instant; undefined where a text is neither. */
export const readSnooze = (text: string, now: DateTime.Utc): DateTime.Utc | undefined => {
  const [, count, unit] = relative.exec(text) ?? []
  if (count !== undefined) return DateTime.add(now, { [units[unit as keyof typeof units]]: Number(count) })
  return Option.getOrUndefined(Option.map(DateTime.make(text), DateTime.toUtc))
}
