import { DateTime, Option } from "effect"

const dateTimeText =
  /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/

interface DateParts {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly micros: number
  /** Minutes east of UTC, or undefined when the text names no offset. */
  readonly offset: number | undefined
}

const offsetOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  if (text === "Z") return 0
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(-2))
  return text.startsWith("-") ? -minutes : minutes
}

const readParts = (text: string): DateParts | undefined => {
  const match = dateTimeText.exec(text.trim())
  if (match === null) return undefined
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const [hour, minute, second] = [Number(match[4] ?? 0), Number(match[5] ?? 0), Number(match[6] ?? 0)]
  const micros = Number((match[7] ?? "").slice(0, 6).padEnd(6, "0"))
  const isDay = day >= 1 && month >= 1 && month <= 12 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
  const isTime = hour < 24 && minute < 60 && second < 60
  return isDay && isTime && year >= 1900 && year < 2200
    ? { year, month, day, hour, minute, second, micros, offset: offsetOf(match[8]) }
    : undefined
}

/** A wall time as an instant in milliseconds: a skipped time moves forward, of two equal ones the earlier counts. */
const zonedMillis = ({ day, hour, minute, month, second, year }: DateParts, timezone: string): number | undefined => {
  const zoned = DateTime.makeZoned({ year, month, day, hour, minute, second, millisecond: 0 }, {
    timeZone: timezone,
    adjustForTimeZone: true,
    disambiguation: "compatible"
  })
  return Option.isNone(zoned) ? undefined : DateTime.toEpochMillis(zoned.value)
}

/** `YYYY-MM-DD[( |T)HH:MM[:SS[.f]][offset]]` as microseconds, in `timezone` when it has no offset; undefined when it is none. */
export const dateTimeMicros = (text: string, timezone: string): number | undefined => {
  const parts = readParts(text)
  if (parts === undefined) return undefined
  const { day, hour, micros, minute, month, offset, second, year } = parts
  const millis = offset === undefined && timezone !== "UTC"
    ? zonedMillis(parts, timezone)
    : Date.UTC(year, month - 1, day, hour, minute - (offset ?? 0), second)
  return millis === undefined ? undefined : millis * 1000 + micros
}

/** The day that the text starts with, as days since 1970-01-01; undefined when the text is no date or date and time. */
export const dateDays = (text: string): number | undefined => {
  const parts = readParts(text)
  return parts === undefined ? undefined : Date.UTC(parts.year, parts.month - 1, parts.day) / 86_400_000
}

/** The day in the zone at an instant in microseconds. */
export const dayAt = (micros: number, timezone: string): number => {
  const zone = DateTime.zoneMakeNamed(timezone)
  const utc = DateTime.makeUnsafe(Math.floor(micros / 1000))
  if (Option.isNone(zone)) return Math.floor(micros / 86_400_000_000)
  const { day, month, year } = DateTime.toParts(DateTime.setZone(utc, zone.value))
  return Date.UTC(year, month - 1, day) / 86_400_000
}

/** Whether an IANA name is one the runtime knows. */
export const isTimezone = (name: string): boolean => Option.isSome(DateTime.zoneMakeNamed(name))
