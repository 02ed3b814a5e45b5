import { DateTime, Option, Result } from "effect"
import { RRuleTemporal } from "rrule-temporal"

/** The units of a schedule. */
export const frequencies = ["daily", "weekly", "monthly", "yearly"] as const
export type Frequency = (typeof frequencies)[number]

/** The days of a week. */
export const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const
export type Weekday = (typeof weekdays)[number]

/** The places among the days that fit; -1 is the last. */
export const setPositions = [1, 2, 3, 4, -1] as const

/** A rule of RFC 5545, whose times are those of a time zone. */
export interface Schedule {
  readonly frequency: Frequency
  readonly interval: number
  readonly byweekday: ReadonlyArray<Weekday>
  readonly bysetpos: number | null
  readonly count: number | null
  readonly start_date: DateTime.Utc
  readonly until_date: DateTime.Utc | null
}

/** A next date is at least so far ahead: who makes a subscription has the time to look it over. */
const leastNotice = { minutes: 15 }

/** A rule without a date in so many of its units has none. */
const maxIterations = 20_000

/** A local time as calendars write it: `20260131T090000`. */
const basic = (iso: string): string => iso.slice(0, 19).replaceAll(/[-:]/g, "")

const ruleText = ({ byweekday, bysetpos, count, frequency, interval, until_date }: Schedule): string =>
  [
    `FREQ=${frequency.toUpperCase()}`,
    `INTERVAL=${interval}`,
    ...byweekday.length === 0 ? [] : [`BYDAY=${byweekday.map((day) => day.slice(0, 2).toUpperCase()).join(",")}`],
    ...bysetpos === null ? [] : [`BYSETPOS=${bysetpos}`],
    ...count === null ? [] : [`COUNT=${count}`],
    ...until_date === null ? [] : [`UNTIL=${basic(DateTime.formatIso(until_date))}Z`]
  ].join(";")

const calendarText = (schedule: Schedule, timezone: string): string => {
  const local = Option.match(DateTime.setZoneNamed(schedule.start_date, timezone), {
    onNone: () => `DTSTART:${basic(DateTime.formatIso(schedule.start_date))}Z`,
    onSome: (zoned) => `DTSTART;TZID=${timezone}:${basic(DateTime.formatIsoZoned(zoned))}`
  })
  return `${local}\nRRULE:${ruleText(schedule)}`
}

/**
 * The first date of a schedule that is at least fifteen minutes ahead; undefined where there is none. A day keeps its local
 * time when the clocks change. A month without the day is left out, and so is a day without the time.
 */
export const nextDelivery = (schedule: Schedule, now: DateTime.Utc, timezone: string): DateTime.Utc | undefined => {
  const soonest = DateTime.toDateUtc(DateTime.add(now, leastNotice))
  // The library throws where it gives up the search.
  const found = Result.try(() =>
    new RRuleTemporal({ rruleString: calendarText(schedule, timezone), maxIterations }).next(soonest, true)
  )
  return Result.isSuccess(found) && found.success !== null
    ? DateTime.makeUnsafe(found.success.epochMilliseconds)
    : undefined
}

const units: Readonly<Record<Frequency, string>> = { daily: "day", weekly: "week", monthly: "month", yearly: "year" }

const places: ReadonlyMap<number, string> = new Map([
  [1, "first"],
  [2, "second"],
  [3, "third"],
  [4, "fourth"],
  [-1, "last"]
])

const capital = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`

const listed = (words: ReadonlyArray<string>): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`

const daysOf = (days: ReadonlyArray<Weekday>): string => {
  const sorted = weekdays.filter((day) => days.includes(day))
  if (sorted.length === 7) return "day"
  return sorted.join() === weekdays.slice(0, 5).join() ? "weekday" : listed(sorted.map(capital))
}

/** A schedule in words: `sent every 2 weeks on Monday`. */
export const scheduleSummary = ({ byweekday, bysetpos, frequency, interval }: Omit<Schedule, "start_date">): string => {
  const every = interval === 1 ? `sent every ${units[frequency]}` : `sent every ${interval} ${units[frequency]}s`
  if (byweekday.length === 0) return every
  const place = bysetpos === null ? "" : `the ${places.get(bysetpos) ?? ""} `
  return `${every} on ${place}${daysOf(byweekday)}`
}
