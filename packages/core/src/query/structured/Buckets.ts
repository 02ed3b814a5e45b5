/** The intervals that a span of time is cut into, in the project's calendar, and how the wire names them. */
import { civilOf, dateText, dayMicros, floorDivide, wallText } from "@hedgerow/sql/evaluate/dates/Civil"
import { timeZone } from "@hedgerow/sql/evaluate/dates/TimeZone"
import type { Cell } from "@hedgerow/sql/types/Cell"
import { dateTimeMicros } from "@hedgerow/sql/typing/DateText"
import { Result } from "effect"
import type { EventTime } from "../../events/EventTime.ts"
import { type Calendar, endOf, moved, startOf } from "../../filters/RelativeDate.ts"
import { bare, instant, type Sql, sql } from "../../filters/SqlFragment.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import type { Interval } from "./DateRange.ts"
import { zonedIso } from "./ZonedIso.ts"

/** More intervals than these are refused: a week of minutes, fifteen months of hours. */
const maxBuckets = 11_000

const starts: Readonly<Record<Interval, string>> = {
  minute: "toStartOfMinute",
  hour: "toStartOfHour",
  day: "toDate",
  week: "toStartOfWeek",
  month: "toStartOfMonth"
}

const microsOf: Readonly<Record<Interval, number>> = {
  minute: 60_000_000,
  hour: 3_600_000_000,
  day: dayMicros,
  week: 7 * dayMicros,
  month: 28 * dayMicros
}

/** The interval that a time lies in, as a column of rows. */
export const bucketOf = (interval: Interval, time: Sql = sql`timestamp`): Sql => sql`${bare(starts[interval])}(${time})`

/** Hours and minutes begin at an instant; longer intervals are named by their first day. */
export const isShort = (interval: Interval): boolean => interval === "minute" || interval === "hour"

/** The intervals of a span, in their order. */
export interface Buckets {
  readonly interval: Interval
  /** The first instant of each. */
  readonly starts: ReadonlyArray<EventTime>
  /** The cells of `bucketOf` that name them: days since 1970, or instants of shorter intervals. */
  readonly cells: ReadonlyArray<number>
  /** The place of the interval that a cell of `bucketOf` names; undefined where it is none of these. */
  readonly indexOf: (cell: Cell | undefined) => number | undefined
  /** `2020-01-09`, or `2020-01-09 10:00:00` of shorter intervals. */
  readonly days: ReadonlyArray<string>
  /** `9-Jan-2020`, or `9-Jan 10:00`. */
  readonly labels: ReadonlyArray<string>
  /** The first instants as ISO texts with the project's offset. */
  readonly instants: ReadonlyArray<string>
}

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ")

/** The day of a time on the wall, as engines name days, weeks and months. */
const dayOf = (wall: number): number => floorDivide(wall, dayMicros)

const labelOf = (wall: number, short: boolean): string => {
  const { day, month, year } = civilOf(dayOf(wall))
  const date = `${day}-${months[month - 1] ?? ""}`
  return short ? `${date} ${wallText(wall).slice(11, 16)}` : `${date}-${year}`
}

/** The intervals that a span touches. `path` is where the node stands in the request. */
export const bucketsOf = (
  { from, to }: { readonly from: EventTime; readonly to: EventTime },
  interval: Interval,
  calendar: Calendar,
  path: ReadonlyArray<string>
): Result.Result<Buckets, InvalidInput> => {
  if ((to - from) / microsOf[interval] > maxBuckets) {
    return Result.fail(InvalidInput.at(
      [...path, "dateRange"],
      "invalid_input",
      `The range has more than ${maxBuckets} intervals of a ${interval}: ask for a longer interval.`
    ))
  }
  const zone = timeZone(calendar.timezone)
  const times: Array<EventTime> = []
  for (let time = startOf(interval, from, calendar); time <= to;) {
    times.push(time)
    const next = startOf(interval, moved(time, 1, interval, calendar), calendar)
    if (next <= time) break
    time = next
  }
  const walls = times.map(zone.toWall)
  const short = isShort(interval)
  const cells: ReadonlyArray<number> = short ? times : walls.map(dayOf)
  const places = new Map(cells.map((key, index): [Cell, number] => [key, index]))
  return Result.succeed({
    interval,
    starts: times,
    cells,
    indexOf: (cell) => places.get(cell ?? null),
    days: short ? walls.map((wall) => wallText(wall).slice(0, 19)) : cells.map(dateText),
    labels: walls.map((wall) => labelOf(wall, short)),
    instants: times.map((time) => zonedIso(time, calendar.timezone))
  })
}

const withOffset = /T.*(?:Z|[+-]\d{2}:?\d{2})$/

/** The place of the interval that a text names as the result does, or by its first instant; undefined: it is none of these. */
export const bucketIndex = ({ days, starts }: Buckets, text: string): number | undefined => {
  const time = withOffset.test(text) ? dateTimeMicros(text, "UTC") : undefined
  const place = Math.max(days.indexOf(text), starts.findIndex((start) => start === time))
  return place < 0 ? undefined : place
}

/** From when to when an interval lasts. */
export const bucketSpan = ({ interval, starts }: Buckets, place: number, calendar: Calendar) => {
  const from = starts[place] ?? 0 as EventTime
  return { from, to: endOf(interval, from, calendar) }
}

/** The value of `bucketOf` for an interval. */
export const bucketValue = ({ days, interval, starts }: Buckets, place: number): Sql =>
  isShort(interval) ? instant(starts[place] ?? 0 as EventTime) : sql`toDate(${days[place] ?? null})`
