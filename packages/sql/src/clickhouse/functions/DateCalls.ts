import type { DateCall, Expr } from "../../plan/Plan.ts"
import { argument } from "../../plan/PlanWalk.ts"
import { canLeaveCalendar } from "../../plan/ResultTypes.ts"
import type { DateUnit } from "../../types/DateUnit.ts"
import { nulls } from "../ChType.ts"
import { bind, type ExprRenderer } from "../ExprRenderer.ts"
import {
  dayMicros,
  floorDivide,
  floorModulo,
  fromWall,
  instant,
  instantOrNull,
  micros,
  nearestInstant,
  secondMicros,
  toClock,
  toWall,
  type Zone,
  zoneOf
} from "../ZoneTime.ts"

const lengths: Readonly<Partial<Record<DateUnit, number>>> = {
  second: secondMicros,
  minute: 60 * secondMicros,
  hour: 3600 * secondMicros
}

/** The day in the zone, as a Date32. */
const dayOf = (expr: Expr, zone: Zone, r: ExprRenderer): string =>
  expr.type.kind === "Date" ? r.value(expr) : `toDate32(${r.value(expr)}, ${zone.name})`

/** The number of the day in the zone. */
const dayNumber = (expr: Expr, zone: Zone, r: ExprRenderer): string => `toInt64(toInt32(${dayOf(expr, zone, r)}))`

/** The time of a DateTime64, or of a Date's midnight in the zone. */
const timeOf = (expr: Expr, zone: Zone, r: ExprRenderer): string =>
  expr.type.kind === "Date"
    ? fromWall(`(toInt64(toInt32(${r.value(expr)})) * ${dayMicros})`, zone)
    : micros(r.value(expr))

/** ClickHouse's own start of a day is by far the fastest, and exact from 1970 on. */
const startOfDay = (first: Expr, zone: Zone, r: ExprRenderer): string => {
  const time = timeOf(first, zone, r)
  const midnight = (t: string): string =>
    fromWall(bind([toWall(t, zone)], (w = "") => `(${w} - ${floorModulo(w, dayMicros)})`), zone)
  if (first.type.kind === "Date") return nearestInstant(time)
  return bind(
    [r.value(first)],
    (x = "") => `if(${micros(x)} < 0, ${nearestInstant(midnight(micros(x)))}, toStartOfDay(${x}, ${zone.name}))`
  )
}

/** The first day of the unit. That of a week from Sunday can lie before 1900, which is then its first day. */
const startDay = (unit: DateUnit, day: string): string => {
  switch (unit) {
    case "week0":
      return bind(
        [day],
        (d = "") => `if(${d} < toDate32('1900-01-07'), toDate32('1900-01-01'), toDate32(toStartOfWeek(${d}, 0)))`
      )
    case "week1":
      return `toStartOfWeek(${day}, 1)`
    case "month":
      return `toStartOfMonth(${day})`
    case "quarter":
      return `toStartOfQuarter(${day})`
    case "year":
      return `toStartOfYear(${day})`
    default:
      return day
  }
}

const startOf = (call: DateCall, zone: Zone, r: ExprRenderer): string => {
  const first = argument(call, 0)
  if (call.type.kind === "Date") return `toDate32(${startDay(call.unit, dayOf(first, zone, r))})`
  const length = lengths[call.unit]
  if (length === undefined) return startOfDay(first, zone, r)
  const wall = call.unit === "second" ? (t: string) => t : (t: string) => toClock(t, zone)
  return nearestInstant(bind([timeOf(first, zone, r)], (t = "") => `(${t} - ${floorModulo(wall(t), length)})`))
}

const dayParts: Readonly<Partial<Record<DateUnit, string>>> = {
  year: "toYear",
  quarter: "toQuarter",
  month: "toMonth",
  day: "toDayOfMonth",
  dayOfWeek: "toDayOfWeek",
  dayOfYear: "toDayOfYear",
  week1: "toISOWeek"
}

const clockParts: Readonly<Partial<Record<DateUnit, string>>> = {
  hour: "toHour",
  minute: "toMinute",
  second: "toSecond"
}

const part = (call: DateCall, zone: Zone, r: ExprRenderer): string => {
  const first = argument(call, 0)
  const clock = clockParts[call.unit]
  if (clock === undefined) {
    const day = dayOf(first, zone, r)
    return call.unit === "week0" ? `toInt64(toISOWeek(${day} + 1))` : `toInt64(${dayParts[call.unit]}(${day}))`
  }
  return first.type.kind === "Date"
    ? `(toInt64(toInt32(${r.value(first)})) * 0)`
    : `toInt64(${clock}(${r.value(first)}, ${zone.name}))`
}

/** A number that grows by one with every unit: hours by the zone's clock, which may be off by half an hour. */
const unitNumber = (unit: DateUnit, expr: Expr, zone: Zone, r: ExprRenderer): string => {
  const length = lengths[unit]
  if (length !== undefined) {
    const time = timeOf(expr, zone, r)
    if (unit !== "hour" || zone.isUtc) return floorDivide(time, length)
    return bind([time], (t = "") => floorDivide(`(${t} - ${floorModulo(toClock(t, zone), length)})`, length))
  }
  const day = dayOf(expr, zone, r)
  switch (unit) {
    case "week0":
      return floorDivide(`(${dayNumber(expr, zone, r)} + 4)`, 7)
    case "week1":
      return floorDivide(`(${dayNumber(expr, zone, r)} + 3)`, 7)
    case "month":
      return bind([day], (d = "") => `(toInt64(toYear(${d})) * 12 + toMonth(${d}))`)
    case "quarter":
      return bind([day], (d = "") => `(toInt64(toYear(${d})) * 4 + toQuarter(${d}))`)
    case "year":
      return `toInt64(toYear(${day}))`
    default:
      return dayNumber(expr, zone, r)
  }
}

/** More of each unit than 1900…2199 holds: larger counts leave the range just as well. */
const farthest: Readonly<Record<DateUnit, number>> = {
  second: 9_600_000_000,
  minute: 160_000_000,
  hour: 2_700_000,
  day: 111_000,
  dayOfWeek: 111_000,
  dayOfYear: 111_000,
  week0: 16_000,
  week1: 16_000,
  month: 3_700,
  quarter: 1_300,
  year: 310
}

const monthsOf: Readonly<Partial<Record<DateUnit, number>>> = { month: 1, quarter: 3, year: 12 }

/** The wall clock of `w`, moved by months, NULL outside the calendar; a day that its month lacks becomes its last. */
const movedMonths = (w: string, n: string, months: number): string => {
  const day = `toDate32(toInt32(${floorDivide(w, dayMicros)}))`
  const total = `(toInt64(toYear(${day})) * 12 + toMonth(${day}) - 1 + ${n} * ${months})`
  const moved = `toInt64(toInt32(addMonths(${day}, ${n} * ${months}))) * ${dayMicros} + ${floorModulo(w, dayMicros)}`
  const isOutside = `${total} < ${1900 * 12} OR ${total} >= ${2201 * 12}`
  return `if(${isOutside}, ${nulls.int64}, ${moved})`
}

const add = (call: DateCall, zone: Zone, r: ExprRenderer): string => {
  const { unit } = call
  const time = timeOf(argument(call, 0), zone, r)
  const most = farthest[unit]
  const count = `greatest(least(${r.value(argument(call, 1))}, toInt64(${most})), toInt64(-${most}))`
  const length = lengths[unit]
  const found = canLeaveCalendar(call) ? instantOrNull : instant
  if (length !== undefined) return found(`(${time} + ${count} * ${length})`)
  const wall = toWall(time, zone)
  const months = monthsOf[unit]
  const days = unit === "week0" || unit === "week1" ? 7 : 1
  const moved = months === undefined
    ? `(${wall} + ${count} * ${days * dayMicros})`
    : bind([wall, count], (w = "", n = "") => movedMonths(w, n, months))
  return found(fromWall(moved, zone))
}

/** A date function of the plan. */
export const renderDateCall = (call: DateCall, r: ExprRenderer): string => {
  const zone = zoneOf(call.timezone, r.parameters)
  switch (call.fn) {
    case "startOf":
      return startOf(call, zone, r)
    case "part":
      return part(call, zone, r)
    case "diff": {
      const [from, to] = [argument(call, 0), argument(call, 1)]
      return `(${unitNumber(call.unit, to, zone, r)} - ${unitNumber(call.unit, from, zone, r)})`
    }
    case "add":
      return add(call, zone, r)
  }
}
