import type { DateUnit } from "../Functions.ts"
import type { Expr } from "../Plan.ts"
import { intervalOf } from "../resolve/Arithmetic.ts"
import { convert } from "../resolve/Coerce.ts"
import {
  inZone,
  toBool,
  toDate,
  toDateTime,
  toFloat,
  toInt,
  toText,
  toUnixTimestamp,
  toUuid,
  zoneArgument
} from "../resolve/Conversions.ts"
import {
  addUnits,
  dateCall,
  instant,
  partOf,
  startOf,
  startOfSteps,
  temporal,
  unitCount,
  unitOf,
  zoneOf
} from "../resolve/Dates.ts"
import { dayAt } from "../resolve/DateText.ts"
import { call, date, int64, int64Literal, literal, orElse, string } from "../resolve/PlanExpr.ts"
import { refuse } from "../resolve/SemanticFailure.ts"
import { dateTime, typeName } from "../SqlType.ts"
import { type CallSite, type Entries, type FunctionEntry, takes } from "./CallSite.ts"

const dateArgument = (site: CallSite, index: number): Expr =>
  temporal(site.arg(index), site.name, site.planning.timezone, site.ast(index))

/** The value and the zone that the call names, or else the value's own. */
const zoned = (site: CallSite, index: number, zoneIndex: number): readonly [Expr, string] => {
  const x = dateArgument(site, index)
  return [x, site.count > zoneIndex ? zoneArgument(site, zoneIndex) : zoneOf(x, site.planning.timezone)]
}

const starts = (unit: DateUnit): FunctionEntry =>
  takes(1, 2, (site) => {
    const [x, zone] = zoned(site, 0, 1)
    return startOf(x, unit, zone)
  })

const steps = (size: number): FunctionEntry =>
  takes(1, 2, (site) => {
    const [x, zone] = zoned(site, 0, 1)
    return site.planning.share(x, (value) => startOfSteps(value, size, "minute", zone))
  })

const parts = (unit: DateUnit): FunctionEntry =>
  takes(1, 2, (site) => {
    const [x, zone] = zoned(site, 0, 1)
    return partOf(x, unit, zone)
  })

/** Even modes begin a week on Sunday, odd ones on Monday; without a mode the project decides. */
const startOfWeek = (site: CallSite): Expr => {
  const [x, zone] = zoned(site, 0, 2)
  const monday = site.count > 1 ? site.integer(1) % 2 === 1 : site.planning.project.week_start_day === 1
  return startOf(x, monday ? "week1" : "week0", zone)
}

/** Mode 0 counts from Monday = 1, 1 from Monday = 0, 2 from Sunday = 0, 3 from Sunday = 1. */
const dayOfWeek = (site: CallSite): Expr => {
  const [x, zone] = zoned(site, 0, 2)
  const day = partOf(x, "dayOfWeek", zone)
  const mode = site.count > 1 ? site.integer(1) : 0
  if (mode === 0) return day
  if (mode < 0 || mode > 3) return refuse("The mode of function 'toDayOfWeek' is 0, 1, 2 or 3", site.ast(1))
  const number = convert(day, int64)
  if (mode === 1) return call("minus", [number, int64Literal(1)], int64)
  const fromSunday = call("modulo", [number, int64Literal(7)], int64)
  return mode === 2 ? fromSunday : call("plus", [fromSunday, int64Literal(1)], int64)
}

const truncate = (site: CallSite): Expr => {
  const [x, zone] = zoned(site, 1, 2)
  return startOf(x, unitOf(site.text(0), site.ast(0)), zone)
}

const startOfInterval = (site: CallSite): Expr => {
  const [x, zone] = zoned(site, 0, 2)
  const interval = intervalOf(1, site)
  if (interval === undefined) return site.illegalType(1)
  const { count, unit } = interval
  const size = count._tag === "Literal" && typeof count.value === "number" ? count.value : 0
  if (size === 1) return startOf(x, unit, zone)
  if ((unit === "minute" || unit === "second") && size > 0 && 60 % size === 0) {
    return site.planning.share(x, (value) => startOfSteps(value, size, unit, zone))
  }
  return refuse(`Function 'toStartOfInterval' does not support this interval`, site.ast(1))
}

const difference = (site: CallSite): Expr => {
  const unit = unitOf(site.text(0), site.ast(0))
  const [from, zone] = zoned(site, 1, 3)
  const to = dateArgument(site, 2)
  return dateCall("diff", unit, zone, [instant(from, zone), instant(to, zone)], int64)
}

/** `(x, INTERVAL n unit)`, `('unit', n, x)`. */
const shifted = (negative: boolean) => (site: CallSite): Expr => {
  const { timezone } = site.planning
  if (site.count === 3) {
    const unit = unitOf(site.text(0), site.ast(0))
    return addUnits(dateArgument(site, 2), unitCount(site.arg(1), site.name, site.ast(1)), unit, negative, timezone)
  }
  const interval = intervalOf(1, site) ??
    refuse(`Function '${site.name}' requires an interval, such as INTERVAL 1 DAY`, site.ast(1))
  return addUnits(dateArgument(site, 0), interval.count, interval.unit, negative, timezone)
}

const shiftedBy = (unit: DateUnit, negative: boolean): FunctionEntry =>
  takes(
    2,
    2,
    (site) =>
      addUnits(
        dateArgument(site, 0),
        unitCount(site.arg(1), site.name, site.ast(1)),
        unit,
        negative,
        site.planning.timezone
      )
  )

const unitNames: ReadonlyArray<readonly [string, DateUnit]> = [
  ["Years", "year"],
  ["Quarters", "quarter"],
  ["Months", "month"],
  ["Weeks", "week1"],
  ["Days", "day"],
  ["Hours", "hour"],
  ["Minutes", "minute"],
  ["Seconds", "second"]
]

const shifts: Entries = Object.fromEntries(unitNames.flatMap(([name, unit]) => [
  [`add${name}`, shiftedBy(unit, false)],
  [`subtract${name}`, shiftedBy(unit, true)]
]))

const now: FunctionEntry = {
  ...takes(0, 1, ({ planning }) => literal(planning.now, dateTime(planning.timezone))),
  anyCase: true
}

const dayFromToday = (days: number): FunctionEntry =>
  takes(0, 0, ({ planning }) => literal(dayAt(planning.now, planning.timezone) + days, date))

/** Dates and times. */
export const dates: Entries = {
  ...shifts,
  now,
  now64: now,
  current_timestamp: now,
  today: dayFromToday(0),
  current_date: dayFromToday(0),
  yesterday: dayFromToday(-1),
  toYear: parts("year"),
  toQuarter: parts("quarter"),
  toMonth: parts("month"),
  toDayOfMonth: parts("day"),
  toDayOfYear: parts("dayOfYear"),
  toDayOfWeek: takes(1, 3, dayOfWeek),
  toHour: parts("hour"),
  toMinute: parts("minute"),
  toSecond: parts("second"),
  toStartOfYear: starts("year"),
  toStartOfQuarter: starts("quarter"),
  toStartOfMonth: starts("month"),
  toStartOfWeek: takes(1, 3, startOfWeek),
  toMonday: starts("week1"),
  toStartOfDay: starts("day"),
  toStartOfHour: starts("hour"),
  toStartOfMinute: starts("minute"),
  toStartOfSecond: starts("second"),
  toStartOfFiveMinutes: steps(5),
  toStartOfTenMinutes: steps(10),
  toStartOfFifteenMinutes: steps(15),
  toStartOfInterval: takes(2, 3, startOfInterval),
  dateTrunc: takes(2, 3, truncate),
  date_trunc: takes(2, 3, truncate),
  dateDiff: takes(3, 4, difference),
  date_diff: takes(3, 4, difference),
  dateAdd: takes(2, 3, shifted(false)),
  date_add: takes(2, 3, shifted(false)),
  dateSub: takes(2, 3, shifted(true)),
  date_subtract: takes(2, 3, shifted(true)),
  timestampAdd: takes(2, 3, shifted(false)),
  timestampSub: takes(2, 3, shifted(true)),
  toTimeZone: takes(2, 2, (site) => inZone(dateArgument(site, 0), zoneArgument(site, 1)))
}

/** From one type to another: what cannot be converted becomes NULL. */
export const conversions: Entries = {
  toString: takes(1, 2, toText),
  toInt: takes(1, 1, toInt),
  toIntOrZero: takes(1, 1, (site) => orElse(toInt(site), int64Literal(0))),
  toFloat: takes(1, 1, toFloat),
  toFloatOrZero: takes(1, 1, (site) => orElse(toFloat(site), literal(0, { kind: "Float64", nullable: false }))),
  toBool: takes(1, 1, toBool),
  toUUID: takes(1, 1, toUuid),
  toDate: takes(1, 2, toDate),
  to_date: takes(1, 2, toDate),
  toDateTime: takes(1, 2, toDateTime(1)),
  toDateTime64: takes(1, 3, toDateTime(2)),
  parseDateTimeBestEffort: takes(1, 2, toDateTime(1)),
  toUnixTimestamp: takes(1, 2, toUnixTimestamp),
  toTypeName: takes(1, 1, (site) => literal(typeName(site.arg(0).type), string))
}
