import { dateTimeMicros, dayAt } from "@hedgerow/sql/typing/DateText"

/** A number of hours, days, weeks, months or years before now. */
export interface RelativeDate {
  readonly count: number
  readonly unit: "h" | "d" | "w" | "m" | "y"
}

const relative = /^-?(\d+)([hdwmy])$/
const maxCount = 10_000

const hour = 3_600_000
const day = 24 * hour
const lengths = { h: hour, d: day, w: 7 * day }

/** `3d`, `-2w`: the sign means nothing, such dates are always in the past. */
export const parseRelativeDate = (text: string): RelativeDate | undefined => {
  const [, digits, unit] = relative.exec(text) ?? []
  const count = Number(digits)
  return unit === undefined || count >= maxCount ? undefined : { count, unit: unit as RelativeDate["unit"] }
}

const lastDayOf = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()

/** The day of the month is clamped at each month on the way: two months before 31 March is 28 January. */
const monthsBefore = (now: number, count: number): number => {
  const date = new Date(now)
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth()
  let dayOfMonth = date.getUTCDate()
  for (let back = 1; back <= count && dayOfMonth > 28; back++) {
    dayOfMonth = Math.min(dayOfMonth, lastDayOf(year, month - back))
  }
  return date.setUTCFullYear(year, month - count, dayOfMonth)
}

/** 29 February becomes the 28th, in whichever year. */
const yearsBefore = (now: number, count: number): number => {
  const date = new Date(now)
  const month = date.getUTCMonth()
  const isLeapDay = month === 1 && date.getUTCDate() === 29 && count > 0
  return date.setUTCFullYear(date.getUTCFullYear() - count, month, isLeapDay ? 28 : date.getUTCDate())
}

/** The instant in milliseconds that a relative date means at a moment. */
export const relativeMillis = ({ count, unit }: RelativeDate, now: number): number => {
  if (unit === "m") return monthsBefore(now, count)
  return unit === "y" ? yearsBefore(now, count) : now - count * lengths[unit]
}

/** Numbers are Unix seconds; those that would lie after the year 5138 are milliseconds. */
const millisFrom = 100_000_000_000

/** No longer text is a date. */
const maxLength = 100

/** The instant in milliseconds that an ISO text or a number means; texts without an offset are of the time zone. */
export const instantOf = (value: unknown, timeZone: string): number | undefined => {
  if (typeof value === "number") return Math.abs(value) < millisFrom ? value * 1000 : value
  const micros = typeof value === "string" && value.length <= maxLength ? dateTimeMicros(value, timeZone) : undefined
  return micros === undefined ? undefined : micros / 1000
}

/** The day at an instant, counted in the time zone. */
export const dayOf = (millis: number, timeZone: string): number => dayAt(millis * 1000, timeZone)
