import { dayMicros, daysInMonth, daysOf, secondMicros } from "./Civil.ts"
import { isTimeInRange } from "./Range.ts"
import type { TimeZone } from "./TimeZone.ts"

const form =
  /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:(Z)|([+-])(\d{2}):?(\d{2}))?)?$/

interface Written {
  readonly days: number
  /** The wall clock in microseconds. */
  readonly wall: number
  /** Seconds east of Greenwich, when written. */
  readonly offset: number | undefined
}

const read = (text: string): Written | undefined => {
  const match = form.exec(text)
  if (match === null) return undefined
  const number = (index: number): number => Number(match[index] ?? 0)
  const [year, month, day] = [number(1), number(2), number(3)]
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined
  const [hour, minute, second, shiftHours, shiftMinutes] = [number(4), number(5), number(6), number(10), number(11)]
  if (hour > 23 || minute > 59 || second > 59 || shiftHours > 23 || shiftMinutes > 59) return undefined
  const days = daysOf(year, month, day)
  const micros = Number((match[7] ?? "").slice(0, 6).padEnd(6, "0"))
  const wall = days * dayMicros + ((hour * 60 + minute) * 60 + second) * secondMicros + micros
  const shift = (shiftHours * 60 + shiftMinutes) * 60
  const offset = match[8] === "Z" ? 0 : match[9] === undefined ? undefined : match[9] === "-" ? -shift : shift
  return { days, wall, offset }
}

const instantOf = ({ offset, wall }: Written, zone: TimeZone): number =>
  offset === undefined ? zone.toInstant(wall) : wall - offset * secondMicros

/** The instant a text names; without an offset it is a wall clock of the zone. Null when it has not the form. */
export const parseDateTime = (text: string, zone: TimeZone): number | null => {
  const written = read(text)
  if (written === undefined) return null
  const instant = instantOf(written, zone)
  return isTimeInRange(instant) ? instant : null
}

/** The day a text starts with, when all of it has the form of a date and time. */
export const parseDate = (text: string, utc: TimeZone): number | null => {
  const written = read(text)
  return written !== undefined && isTimeInRange(instantOf(written, utc)) ? written.days : null
}
