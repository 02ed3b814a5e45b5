import { earliest, type EventTime, latest } from "./EventTime.ts"

const iso =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i

/** As in mail and HTTP headers: `Wed, 21 Oct 2015 07:28:00 GMT`. */
const mail = /^(?:[A-Za-z]{3,9}, *)?\d{1,2}[ -][A-Za-z]{3}[ -]\d{4} \d{1,2}:\d{2}(?::\d{2})? *(?:GMT|UTC|Z|[+-]\d{4})$/

const inRange = (micros: number): EventTime | undefined =>
  micros >= earliest && micros <= latest ? Math.round(micros) as EventTime : undefined

const zoneMinutes = (zone: string | undefined): number => {
  const [, sign, hours, minutes = "0"] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone ?? "") ?? []
  const size = Number(hours ?? 0) * 60 + Number(minutes)
  return sign === "-" ? -size : size
}

const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

const fromIso = (parts: RegExpExecArray): EventTime | undefined => {
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map((part: string | undefined) =>
    Number(part ?? 0)
  )
  if (year === undefined || month === undefined || day === undefined || year < 1899) return undefined
  if (hour === undefined || minute === undefined || second === undefined) return undefined
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined
  if (hour > 23 || minute > 59 || second > 60) return undefined
  const micros = Number((parts[7] ?? "").slice(0, 6).padEnd(6, "0"))
  const millis = Date.UTC(year, month - 1, day, hour, minute - zoneMinutes(parts[8]), second)
  return inRange(millis * 1000 + micros)
}

/** Numbers of ten digits or so are seconds since 1970, of thirteen milliseconds; others are no time. */
const fromEpoch = (value: number): EventTime | undefined => {
  if (value >= 1e9 && value < 1e11) return inRange(value * 1_000_000)
  return value >= 1e11 && value < 1e14 ? inRange(value * 1000) : undefined
}

/**
 * The time a client wrote, or undefined when it is unreadable or outside 1900…2199: ISO 8601 (without a zone it is UTC),
 * the form of HTTP headers, or a number of seconds or milliseconds since 1970.
 */
export const readEventTime = (value: unknown): EventTime | undefined => {
  if (typeof value === "number") return fromEpoch(value)
  if (typeof value !== "string" || value.length > 64) return undefined
  const text = value.trim()
  const parts = iso.exec(text)
  if (parts !== null) return fromIso(parts)
  if (/^\d{10,14}(\.\d+)?$/.test(text)) return fromEpoch(Number(text))
  return mail.test(text) ? inRange(Date.parse(text) * 1000) : undefined
}
