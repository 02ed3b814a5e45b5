import { monthNames, writtenGroups, writtenLength, writtenParts } from "../../types/WrittenTimes.ts"

const form = new RegExp(writtenParts.replace("(?i)", ""), "i")
const letters = [...writtenGroups]

type Parts = Readonly<Record<string, string | undefined>>

const partsOf = (text: string): Parts | undefined => {
  const match = text.length > writtenLength ? null : form.exec(text)
  if (match === null) return undefined
  return Object.fromEntries(
    letters.flatMap((name, i) => match[i + 1] === undefined ? [] : [[name, match[i + 1]?.toLowerCase()]])
  )
}

const two = (text: string | number): string => String(text).padStart(2, "0")

const yearOf = (year: string): string => year.length > 2 ? year : Number(year) < 70 ? `20${year}` : `19${year}`

/** A day before its month or after it: the one that can be no month is the day. */
const dayAndMonth = (first: string, second: string, isMonthFirst: boolean): readonly [day: string, month: string] => {
  const [day, month] = isMonthFirst ? [second, first] : [first, second]
  return Number(month) > 12 ? [month, day] : [day, month]
}

const dateOf = ({ d = "1", n, o = "1", p, q, y = "" }: Parts, isMonthFirst: boolean): string => {
  const named = n === undefined ? o : String(monthNames.indexOf(n.slice(0, 3)) + 1)
  const [day, month] = p === undefined || q === undefined ? [d, named] : dayAndMonth(p, q, isMonthFirst)
  return `${yearOf(y)}-${two(month)}-${two(day)}`
}

/** 12 in the morning is 0; in the afternoon hours to 11 are counted from 12. */
const hourOf = (hour: number, half: string | undefined): number => {
  if (half === "a" && hour === 12) return 0
  return half === "p" && hour < 12 ? hour + 12 : hour
}

const distance = (shift: string | undefined): string => {
  if (shift === undefined) return ""
  const [, hours, minutes = "00"] = /([+-][0-9]{2}):?([0-9]{2})?$/.exec(shift) ?? []
  return hours === undefined ? "Z" : `${hours}:${minutes}`
}

/**
 * The text of a time in another form as ISO 8601, such as `2024-01-05 10:00:00.5+02:00`; null where it has none of the
 * forms. Of `05/01/2024` the month is the second number, or the first.
 */
export const isoTime = (text: string, isMonthFirst: boolean): string | null => {
  const parts = partsOf(text)
  if (parts === undefined) return null
  const { a, f, h = "0", m = "0", s = "0", z } = parts
  const clock = `${two(hourOf(Number(h), a))}:${two(m)}:${two(s)}${f === undefined ? "" : `.${f.slice(0, 6)}`}`
  return `${dateOf(parts, isMonthFirst)} ${clock}${distance(z)}`
}
