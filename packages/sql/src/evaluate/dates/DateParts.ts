import type { DateUnit } from "../../types/DateUnit.ts"
import { civilOf, dayMicros, daysInMonth, daysOf, floorDivide, floorModulo, secondMicros } from "./Civil.ts"

/** Microseconds of the units that have the same length everywhere. */
const lengths: Readonly<Partial<Record<DateUnit, number>>> = {
  second: secondMicros,
  minute: 60 * secondMicros,
  hour: 3600 * secondMicros
}

/** The length of an hour, minute or second; undefined for units of days. */
export const exactLength = (unit: DateUnit): number | undefined => lengths[unit]

/** 0 on Monday. */
const weekday = (days: number): number => floorModulo(days + 3, 7)

/** The first day of the unit that the day lies in. */
export const startOfDays = (unit: DateUnit, days: number): number => {
  const { month, year } = civilOf(days)
  switch (unit) {
    case "week0":
      return days - floorModulo(days + 4, 7)
    case "week1":
      return days - weekday(days)
    case "month":
      return daysOf(year, month, 1)
    case "quarter":
      return daysOf(year, month - ((month - 1) % 3), 1)
    case "year":
      return daysOf(year, 1, 1)
    default:
      return days
  }
}

/** A number that grows by one with every unit. */
export const unitNumber = (unit: DateUnit, days: number): number => {
  const { month, year } = civilOf(days)
  switch (unit) {
    case "week0":
      return floorDivide(days + 4, 7)
    case "week1":
      return floorDivide(days + 3, 7)
    case "month":
      return year * 12 + month
    case "quarter":
      return year * 4 + Math.floor((month - 1) / 3)
    case "year":
      return year
    default:
      return days
  }
}

const dayPart = (unit: DateUnit, days: number): number => {
  const { day, month, year } = civilOf(days)
  switch (unit) {
    case "year":
      return year
    case "quarter":
      return Math.floor((month - 1) / 3) + 1
    case "month":
      return month
    case "dayOfWeek":
      return weekday(days) + 1
    case "dayOfYear":
      return days - daysOf(year, 1, 1) + 1
    case "week1":
      return isoWeek(days)
    case "week0":
      return isoWeek(days + 1)
    default:
      return day
  }
}

/** The week of its year, the first being the one with 4 January. */
const isoWeek = (days: number): number => {
  const thursday = days - weekday(days) + 3
  return floorDivide(thursday - daysOf(civilOf(thursday).year, 1, 1), 7) + 1
}

/** The part of a wall clock in microseconds. */
export const partOf = (unit: DateUnit, wall: number): number => {
  const second = Math.floor(floorModulo(wall, dayMicros) / secondMicros)
  if (unit === "second") return second % 60
  if (unit === "minute") return Math.floor(second / 60) % 60
  if (unit === "hour") return Math.floor(second / 3600)
  return dayPart(unit, floorDivide(wall, dayMicros))
}

const monthsOf: Readonly<Partial<Record<DateUnit, number>>> = { month: 1, quarter: 3, year: 12 }

/** The day `count` units later; a day that its month does not have becomes the last of the month. */
export const addToDays = (unit: DateUnit, days: number, count: number): number => {
  const months = monthsOf[unit]
  if (months === undefined) return days + count * (unit === "week0" || unit === "week1" ? 7 : 1)
  const { day, month, year } = civilOf(days)
  const total = year * 12 + (month - 1) + count * months
  const [toYear, toMonth] = [floorDivide(total, 12), floorModulo(total, 12) + 1]
  return daysOf(toYear, toMonth, Math.min(day, daysInMonth(toYear, toMonth)))
}
