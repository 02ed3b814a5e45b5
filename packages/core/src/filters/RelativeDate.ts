import { dayMicros, floorDivide } from "@hedgerow/sql/evaluate/dates/Civil"
import { addToDays, exactLength, startOfDays } from "@hedgerow/sql/evaluate/dates/DateParts"
import { nearestTime } from "@hedgerow/sql/evaluate/dates/Range"
import { timeZone } from "@hedgerow/sql/evaluate/dates/TimeZone"
import type { DateUnit } from "@hedgerow/sql/types/DateUnit"
import { dateTimeMicros } from "@hedgerow/sql/typing/DateText"
import { type EventTime, latest } from "../events/EventTime.ts"

/** The calendar of a project. */
export interface Calendar {
  readonly timezone: string
  /** Sunday (0) or Monday (1). */
  readonly week_start_day: 0 | 1
}

/** The units in which dates count, and queries cut time. */
export type CalendarUnit = "second" | "minute" | "hour" | "day" | "week" | "month" | "quarter" | "year"

/** `-7d`, `-1mStart`, `dEnd`: a number of units before or after now, optionally at the start or the end of the unit. */
export interface RelativeDate {
  readonly count: number
  readonly unit: CalendarUnit
  readonly edge: "start" | "end" | undefined
}

const units: Readonly<Record<string, CalendarUnit>> = {
  s: "second",
  M: "minute",
  h: "hour",
  d: "day",
  w: "week",
  m: "month",
  q: "quarter",
  y: "year"
}

const form = /^([+-])?(\d{1,5})?([sMhdwmqy])(Start|End)?$/

/** The words for dates in relation to now. */
const words: ReadonlyMap<string, RelativeDate> = new Map([
  ["now", { count: 0, unit: "second", edge: undefined }],
  ["today", { count: 0, unit: "day", edge: undefined }]
])

/** The date of the text in relation to now; undefined when it is none. Without a sign it is before now. */
export const parseRelativeDate = (text: string): RelativeDate | undefined => {
  const word = words.get(text)
  if (word !== undefined) return word
  const [, sign, digits, letter = "", edge] = form.exec(text) ?? []
  const unit = units[letter]
  if (unit === undefined || (digits === undefined && edge === undefined)) return undefined
  const count = Number(digits ?? 0) * (sign === "+" ? 1 : -1) + 0
  return { count, unit, edge: edge === undefined ? undefined : edge === "Start" ? "start" : "end" }
}

const sqlUnit = (unit: CalendarUnit, calendar: Calendar): DateUnit =>
  unit === "week" ? calendar.week_start_day === 0 ? "week0" : "week1" : unit

/** The first instant of the unit that a time lies in. */
export const startOf = (unit: CalendarUnit, time: EventTime, calendar: Calendar): EventTime => {
  const zone = timeZone(calendar.timezone)
  const of = sqlUnit(unit, calendar)
  const wall = zone.toWall(time)
  const length = exactLength(of)
  if (length !== undefined) return time - (wall - floorDivide(wall, length) * length) as EventTime
  return nearestTime(zone.toInstant(startOfDays(of, floorDivide(wall, dayMicros)) * dayMicros)) as EventTime
}

/** So many units later by the clock on the wall, or earlier. */
export const moved = (time: EventTime, count: number, unit: CalendarUnit, calendar: Calendar): EventTime => {
  const of = sqlUnit(unit, calendar)
  const length = exactLength(of)
  if (length !== undefined) return nearestTime(time + count * length) as EventTime
  const zone = timeZone(calendar.timezone)
  const wall = zone.toWall(time)
  const days = floorDivide(wall, dayMicros)
  const target = addToDays(of, days, count) * dayMicros + (wall - days * dayMicros)
  return nearestTime(Math.abs(target) > latest * 2 ? target : zone.toInstant(target)) as EventTime
}

/** The last microsecond of the unit that a time lies in. */
export const endOf = (unit: CalendarUnit, time: EventTime, calendar: Calendar): EventTime =>
  moved(startOf(unit, time, calendar), 1, unit, calendar) - 1 as EventTime

/** A date without a time of day. */
const bareDate = /^\d{4}-\d{1,2}-\d{1,2}$/

/** A date whose month or day may have one digit: `2021-1-1`. */
const shortDate = /^(\d{4})-(\d{1,2})-(\d{1,2})(?=$|[ T])/

/** The time of an ISO text; its month and day may have one digit. */
const isoTime = (text: string, timezone: string): number | undefined =>
  dateTimeMicros(
    text.trim().replace(
      shortDate,
      (_, year: string, month: string, day: string) => `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`
    ),
    timezone
  )

/** The time that a text names. */
export interface NamedTime {
  readonly time: EventTime
  readonly relative: RelativeDate | undefined
  /** It names a day and no time of the day. */
  readonly isDay: boolean
}

/** Days and longer units before now begin with the day. */
const relativeTime = (relative: RelativeDate, now: EventTime, calendar: Calendar): EventTime => {
  const { count, edge, unit } = relative
  const time = moved(now, count, unit, calendar)
  if (edge === "end") return endOf(unit, time, calendar)
  if (edge === "start") return startOf(unit, time, calendar)
  return exactLength(sqlUnit(unit, calendar)) === undefined ? startOf("day", time, calendar) : time
}

/** The time that an ISO text or a relative date names; a text without an offset is of the calendar's zone. */
export const namedTime = (text: string, now: EventTime, calendar: Calendar): NamedTime | undefined => {
  const relative = parseRelativeDate(text)
  if (relative !== undefined) {
    const isDay = relative.edge === undefined && exactLength(sqlUnit(relative.unit, calendar)) === undefined
    return { time: relativeTime(relative, now, calendar), relative, isDay }
  }
  const micros = isoTime(text, calendar.timezone)
  return micros === undefined
    ? undefined
    : { time: micros as EventTime, relative: undefined, isDay: bareDate.test(text.trim()) }
}

/** Whether the text names a time, in whichever calendar. */
export const namesTime = (text: string): boolean =>
  parseRelativeDate(text) !== undefined || isoTime(text, "UTC") !== undefined
