import type { Expr } from "../plan/Plan.ts"
import type { CallSite } from "../planning/CallSite.ts"
import type { DateUnit } from "../types/DateUnit.ts"
import { isTemporal } from "../types/SqlType.ts"
import { startOf, startOfSteps, temporal, zoneOf } from "../typing/Dates.ts"
import { isTimezone } from "../typing/DateText.ts"
import type { Interval } from "../typing/Intervals.ts"
import { int64Literal, literal, string } from "../typing/PlanExpr.ts"
import { refuse } from "../typing/SemanticFailure.ts"
import { intervalOf } from "./Arithmetic.ts"
import { composed } from "./Composed.ts"
import { inZone, zoneArgument } from "./Conversions.ts"

export const dateArgument = (site: CallSite, index: number): Expr =>
  temporal(site.arg(index), site.name, site.planning.timezone, site.ast(index))

/** The value and the zone that the call names, or else the value's own. */
export const zoned = (site: CallSite, index: number, zoneIndex: number): readonly [Expr, string] => {
  const x = dateArgument(site, index)
  return [x, site.count > zoneIndex ? zoneArgument(site, zoneIndex) : zoneOf(x, site.planning.timezone)]
}

/** Seconds of the units that a clock counts. */
const clock: Readonly<Partial<Record<DateUnit, number>>> = { second: 1, minute: 60, hour: 3600 }
const daySeconds = 86_400

/** Of a number of seconds, where a day has a whole number of them; else counted from 1970. `b` is the number. */
const ofSeconds = (seconds: number): string =>
  daySeconds % seconds === 0
    ? "addSeconds(toStartOfDay(a), intDiv(dateDiff('second', toStartOfDay(a), toStartOfSecond(a)), b) * b)"
    : "addSeconds(toStartOfSecond(a), -positiveModulo(toUnixTimestamp(a), b))"

const since = (unit: string, first: string): string => `dateDiff('${unit}', toDate('${first}'), a, c)`
const whole = (number: string): string => `(${number} - positiveModulo(${number}, b))`

/** Of a number of units of days: `c` is the zone. */
const ofDays: Readonly<Partial<Record<DateUnit, string>>> = {
  day: `toStartOfDay(addDays(toDate('1970-01-01'), ${whole(since("day", "1970-01-01"))}), c)`,
  week1: `addWeeks(toDate('1970-01-05'), ${whole(since("week", "1970-01-05"))})`,
  month: `addMonths(toDate('1900-01-01'), ${whole(since("month", "1900-01-01"))})`,
  quarter: `addQuarters(toDate('1900-01-01'), ${whole(since("quarter", "1900-01-01"))})`,
  year: `addYears(toDate('1900-01-01'), greatest(${whole("toInt(toYear(a, c))")} - 1900, 0))`
}

/** Of a number of units from `c` on: `d` is the size in microseconds, or in months. NULL before `c`. */
const fromOrigin = (x: Expr, origin: Expr, unit: DateUnit, months: boolean): string => {
  const isDays = x.type.kind === "Date" && origin.type.kind === "Date" && (unit === "day" || unit === "week1")
  const found = months
    ? "addMonths(c, _wholeSteps(age('month', c, a), b))"
    : isDays
    ? "addDays(c, _wholeSteps(dateDiff('day', c, a), intDiv(b, 86400)))"
    : "addSeconds(c, intDiv(toUnixTimestamp64Micro(a) - toUnixTimestamp64Micro(c), b * 1000000) * b)"
  return `if(toUnixTimestamp64Micro(a) >= toUnixTimestamp64Micro(c), ${found}, NULL)`
}

/** Seconds, or months, of the units that are counted from an origin. */
const lengths: Readonly<Partial<Record<DateUnit, number>>> = {
  ...clock,
  day: daySeconds,
  week1: 7 * daySeconds,
  month: 1,
  quarter: 3,
  year: 12
}

const isMonths = (unit: DateUnit): boolean => unit === "month" || unit === "quarter" || unit === "year"

/** The third argument is an origin and no zone. */
const hasOrigin = (site: CallSite): boolean => {
  if (site.count < 3) return false
  const { type } = site.arg(2)
  return isTemporal(type) || (type.kind === "String" && !isTimezone(site.text(2)))
}

const startFrom = (site: CallSite, { count, unit }: Interval): Expr => {
  const [given, zone] = zoned(site, 0, 3)
  const origin = dateArgument(site, 2)
  const size = int64Literal(sizeOf(site, count) * (lengths[unit] ?? 1))
  const [x, from] = given.type.kind === "Date" && origin.type.kind === "Date"
    ? [given, origin]
    : [inZone(given, zone), inZone(origin, zone)]
  const text = fromOrigin(x, from, unit, isMonths(unit))
  return site.planning.share(
    x,
    (value) => site.planning.share(from, (first) => composed(site, text, [value, size, first]))
  )
}

const sizeOf = (site: CallSite, count: Expr): number => {
  const size = count._tag === "Literal" && typeof count.value === "number" ? count.value : 0
  return size >= 1 && size <= 1_000_000
    ? size
    : refuse(`The interval of function '${site.name}' is a constant from 1 to 1000000 units`, site)
}

const shortest = ({ size, unit }: { readonly size: number; readonly unit: DateUnit }): boolean =>
  (unit === "minute" || unit === "second") && 60 % size === 0

/** The beginning of the interval of several units that the date lies in. */
export const startOfInterval = (site: CallSite): Expr => {
  const interval = intervalOf(1, site)
  if (interval === undefined) return site.illegalType(1)
  if (hasOrigin(site)) return startFrom(site, interval)
  const [x, zone] = zoned(site, 0, 2)
  const { count, unit } = interval
  const size = sizeOf(site, count)
  if (size === 1) return startOf(x, unit, zone)
  const seconds = clock[unit]
  const text = seconds === undefined ? ofDays[unit] : ofSeconds(size * seconds)
  if (text === undefined) return site.illegalType(1)
  return site.planning.share(
    inZone(x, zone),
    (value) =>
      shortest({ size, unit }) && (unit === "minute" || unit === "second")
        ? startOfSteps(value, size, unit, zone)
        : composed(site, text, [value, int64Literal(size * (seconds ?? 1)), literal(zone, string)])
  )
}
