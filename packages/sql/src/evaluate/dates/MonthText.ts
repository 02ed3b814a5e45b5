import { monthForm, monthLength, monthNames } from "../../types/MonthForm.ts"
import { parseDateTime } from "./DateTimeText.ts"
import type { TimeZone } from "./TimeZone.ts"

const form = new RegExp(monthForm.replace("(?i)", ""), "i")
const named = new RegExp(`(${monthNames.join("|")})[a-z]*(?: +([0-9]{1,2})(?![0-9]))?`)
const dayBefore = new RegExp(`([0-9]{1,2})[ /.-]+(?:${monthNames.join("|")})`)
const clock = /([0-9]{1,2}):([0-9]{1,2})(?::([0-9]{1,2})([.][0-9]+)?)?(?: *([ap])m)?/
const offset = /:.*?([+-][0-9]{2}):?([0-9]{2}) *$/

const two = (text: string | number): string => String(text).padStart(2, "0")

/** 12 in the morning is 0; in the afternoon hours to 11 are counted from 12. */
const hourOf = (hour: number, half: string | undefined): number => {
  if (half === "a" && hour === 12) return 0
  return half === "p" && hour < 12 ? hour + 12 : hour
}

/** The text as `2024-01-05 10:00:00+02:00`; undefined where it has not the form. */
const canonical = (given: string): string | undefined => {
  if (given.length > monthLength || !form.test(given)) return undefined
  const text = given.toLowerCase()
  const [, month = "", after] = named.exec(text) ?? []
  const year = /[0-9]{4}/.exec(text.replace(/[0-9:]*:[0-9:.]*/, ""))?.[0] ?? ""
  const day = after ?? dayBefore.exec(text)?.[1] ?? "1"
  const date = `${year}-${two(monthNames.indexOf(month) + 1)}-${two(day)}`
  const [all, hour = "", minute = "", second = "0", fraction = "", half] = clock.exec(text) ?? []
  if (all === undefined) return date
  const [, hours, minutes] = offset.exec(text) ?? []
  const isUtc = /:.*(?:z|utc|gmt) *$/.test(text)
  const distance = hours === undefined ? isUtc ? "Z" : "" : `${hours}:${minutes}`
  return `${date} ${two(hourOf(Number(hour), half))}:${two(minute)}:${two(second)}${fraction}${distance}`
}

/** The instant that a text with the name of a month means; without an offset it is a wall clock of the zone. */
export const parseMonthText = (text: string, zone: TimeZone): number | null => {
  const written = canonical(text)
  return written === undefined ? null : parseDateTime(written, zone)
}
