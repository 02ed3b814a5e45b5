import type { Expr } from "../plan/Plan.ts"
import { type CallSite, type Entries, type FunctionEntry, takes } from "../planning/CallSite.ts"
import { inAnyCase, lenient, strict } from "../planning/Described.ts"
import type { DateUnit } from "../types/DateUnit.ts"
import { dateTime } from "../types/SqlType.ts"
import { convert } from "../typing/Coerce.ts"
import { addUnits, dateCall, instant, partOf, startOf, startOfSteps, unitCount, unitOf } from "../typing/Dates.ts"
import { dayAt } from "../typing/DateText.ts"
import { call, date, int64, int64Literal, literal, uint8 } from "../typing/PlanExpr.ts"
import { refuse } from "../typing/SemanticFailure.ts"
import { intervalOf } from "./Arithmetic.ts"
import { digitsNamed, inZone, withDigits, zoneArgument } from "./Conversions.ts"
import { intervals } from "./Intervals.ts"
import { dateArgument, startOfInterval, zoned } from "./IntervalStarts.ts"

const inZoneOf = (result: string, meaning: string) => strict(["date", "zone?"], result, meaning)

const starts = (unit: DateUnit, name: string, result: "Date" | "DateTime64"): FunctionEntry =>
  takes(inZoneOf(result, `the beginning of the ${name}`), (site) => {
    const [x, zone] = zoned(site, 0, 1)
    return startOf(x, unit, zone)
  })

const steps = (size: number): FunctionEntry =>
  takes(inZoneOf("DateTime64", `the beginning of the ${size} minutes`), (site) => {
    const [x, zone] = zoned(site, 0, 1)
    return site.planning.share(x, (value) => startOfSteps(value, size, "minute", zone))
  })

const parts = (unit: DateUnit, meaning: string): FunctionEntry =>
  takes(inZoneOf(unit === "year" || unit === "dayOfYear" ? "UInt16" : "UInt8", meaning), (site) => {
    const [x, zone] = zoned(site, 0, 1)
    return partOf(x, unit, zone)
  })

/** Even modes begin a week on Sunday, odd ones on Monday; without a mode the surroundings decide. */
const startOfWeek = (site: CallSite): Expr => {
  const [x, zone] = zoned(site, 0, 2)
  const monday = site.count > 1 ? site.integer(1) % 2 === 1 : site.planning.weeksBeginOnMonday
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
  const fromSunday = call("modulo", [number, int64Literal(7)], int64)
  const counted = mode === 1
    ? call("minus", [number, int64Literal(1)], int64)
    : mode === 2
    ? fromSunday
    : call("plus", [fromSunday, int64Literal(1)], int64)
  return call("cast", [counted], uint8)
}

const truncate = (site: CallSite): Expr => {
  const [x, zone] = zoned(site, 1, 2)
  return startOf(x, unitOf(site.word(0), site.ast(0)), zone)
}

const difference = (site: CallSite): Expr => {
  const unit = unitOf(site.word(0), site.ast(0))
  const [from, zone] = zoned(site, 1, 3)
  const to = dateArgument(site, 2)
  return dateCall("diff", unit, zone, [instant(from, zone), instant(to, zone)], int64)
}

/** `(x, INTERVAL n unit)`, `('unit', n, x)`. */
const shifted = (negative: boolean) => (site: CallSite): Expr => {
  const { timezone } = site.planning
  if (site.count === 3) {
    const unit = unitOf(site.word(0), site.ast(0))
    return addUnits(dateArgument(site, 2), unitCount(site.arg(1), site.name, site.ast(1)), unit, negative, timezone)
  }
  const interval = intervalOf(1, site) ??
    refuse(`Function '${site.name}' requires an interval, such as INTERVAL 1 DAY`, site.ast(1))
  return addUnits(dateArgument(site, 0), interval.count, interval.unit, negative, timezone)
}

const shiftedBy = (unit: DateUnit, negative: boolean, name: string): FunctionEntry =>
  takes(
    lenient(
      ["date", "count"],
      "argument",
      `so many ${name.toLowerCase()} ${negative ? "earlier" : "later"}; NULL outside 1900 to 2199`,
      "partial"
    ),
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
  [`add${name}`, shiftedBy(unit, false, name)],
  [`subtract${name}`, shiftedBy(unit, true, name)]
]))

const timeOfQuery = inAnyCase(strict(["whole?"], "DateTime64", "the time of the query, the same in all of it"))
const now: FunctionEntry["lower"] = ({ planning }) => literal(planning.now, dateTime(planning.timezone))

const dayFromToday = (days: number): FunctionEntry["lower"] => ({ planning }) =>
  literal(dayAt(planning.now, planning.timezone) + days, date)

const today = strict([], "Date", "the day of the query in the project's time zone")
const truncated = strict(
  ["unit", "date", "zone?"],
  "Date",
  "the beginning of the unit; DateTime64 of units up to a day"
)
const apart = strict(["unit", "date", "date", "zone?"], "Int64", "how many beginnings of the unit lie between b and c")
const shiftedDate = (when: string) =>
  lenient(
    ["any", "any", "date?"],
    "argument",
    `a date and an interval, or a unit, a count and a date: so much ${when}; NULL outside 1900 to 2199`,
    "partial"
  )

/** Dates and times. */
export const dates: Entries = {
  ...shifts,
  now: takes(timeOfQuery, now),
  now64: takes(
    inAnyCase(strict(["scale?"], "DateTime64", "now with so many digits after the seconds, 3 by default, 6 at most")),
    (site) => withDigits(now(site), site.count > 0 ? digitsNamed(site.integer(0), site.ast(0)) : 3)
  ),
  current_timestamp: takes({ ...timeOfQuery, aliasOf: "now" }, now),
  today: takes(today, dayFromToday(0)),
  current_date: takes({ ...today, aliasOf: "today" }, dayFromToday(0)),
  yesterday: takes(strict([], "Date", "the day before today"), dayFromToday(-1)),
  toYear: parts("year", "the year"),
  toQuarter: parts("quarter", "1 to 4"),
  toMonth: parts("month", "1 to 12"),
  toDayOfMonth: parts("day", "1 to 31"),
  toDayOfYear: parts("dayOfYear", "1 to 366"),
  toISOWeek: parts("week1", "the week from Monday, 1 to 53, of which the first has 4 January"),
  toDayOfWeek: takes(
    strict(
      ["date", "mode?", "zone?"],
      "UInt8",
      "mode 0: 1 (Monday) to 7; 1: Monday is 0; 2: Sunday is 0; 3: Sunday is 1"
    ),
    dayOfWeek
  ),
  toHour: parts("hour", "0 to 23"),
  toMinute: parts("minute", "0 to 59"),
  toSecond: parts("second", "0 to 59"),
  toStartOfYear: starts("year", "year", "Date"),
  toStartOfQuarter: starts("quarter", "quarter", "Date"),
  toStartOfMonth: starts("month", "month", "Date"),
  toStartOfWeek: takes(
    strict(
      ["date", "mode?", "zone?"],
      "Date",
      "the beginning of the week: on Sunday in even modes, Monday in odd ones, without a mode as the project has it"
    ),
    startOfWeek
  ),
  toMonday: starts("week1", "week from Monday", "Date"),
  toStartOfDay: starts("day", "day", "DateTime64"),
  toStartOfHour: starts("hour", "hour", "DateTime64"),
  toStartOfMinute: starts("minute", "minute", "DateTime64"),
  toStartOfSecond: starts("second", "second", "DateTime64"),
  toStartOfFiveMinutes: steps(5),
  toStartOfTenMinutes: steps(10),
  toStartOfFifteenMinutes: steps(15),
  toStartOfInterval: takes(
    strict(
      ["date", "interval", "any?", "zone?"],
      "DateTime64",
      "the beginning of the interval: counted from the date c, NULL before it, or in the zone c: parts of a day from midnight, others from 1970, months from 1900, years from 0"
    ),
    startOfInterval
  ),
  dateTrunc: takes(truncated, truncate),
  date_trunc: takes({ ...truncated, aliasOf: "dateTrunc" }, truncate),
  dateDiff: takes(apart, difference),
  date_diff: takes({ ...apart, aliasOf: "dateDiff" }, difference),
  dateAdd: takes(shiftedDate("later"), shifted(false)),
  date_add: takes({ ...shiftedDate("later"), aliasOf: "dateAdd" }, shifted(false)),
  dateSub: takes(shiftedDate("earlier"), shifted(true)),
  date_subtract: takes({ ...shiftedDate("earlier"), aliasOf: "dateSub" }, shifted(true)),
  timestampAdd: takes({ ...shiftedDate("later"), aliasOf: "dateAdd" }, shifted(false)),
  timestampSub: takes({ ...shiftedDate("earlier"), aliasOf: "dateSub" }, shifted(true)),
  timeStampAdd: takes({ ...shiftedDate("later"), aliasOf: "dateAdd" }, shifted(false)),
  timeStampSub: takes({ ...shiftedDate("earlier"), aliasOf: "dateSub" }, shifted(true)),
  toTimeZone: takes(
    strict(["date", "zone?"], "DateTime64", "the same instant, shown and cut into days in the zone, or the project's"),
    (site) => inZone(dateArgument(site, 0), site.count > 1 ? zoneArgument(site, 1) : site.planning.timezone)
  ),
  timezone: takes(
    strict(["zone", "date"], "DateTime64", "toTimeZone, the zone first"),
    (site) => inZone(dateArgument(site, 1), zoneArgument(site, 0))
  ),
  ...intervals
}
