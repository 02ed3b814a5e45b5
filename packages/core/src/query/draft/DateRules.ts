import { countOf } from "./NumberWords.ts"
import { fact, type Prompt, type Read, type Rule, Unclear } from "./PromptReader.ts"
import { phrases } from "./Words.ts"

const prepositions = phrases(
  "in the|over the|during the|within the|for the|from the|of the|in|over|during|within|for|from|of|the"
)
const rolling = phrases("last|past|previous|prior|trailing")
const units = ["minute", "hour", "day", "week", "month", "quarter", "year"] as const
type Unit = (typeof units)[number]

const unitAt = (prompt: Prompt, at: number): Unit | undefined =>
  units.find((unit) => prompt.match(at, [[unit], [`${unit}s`]]) > 0)

/** The beginning of the hour, day, … of a time. */
export const startOf = (unit: string, time: string): string =>
  `toStartOf${unit.charAt(0).toUpperCase()}${unit.slice(1)}(${time})`

const thisOne = (unit: Unit): string => `timestamp >= ${startOf(unit, "now()")}`

const lastOne = (unit: Unit): string =>
  `timestamp >= ${startOf(unit, "now()")} - INTERVAL 1 ${unit.toUpperCase()} AND timestamp < ${startOf(unit, "now()")}`

const dates = (length: number, condition: string | undefined, isBound = false): Read =>
  fact(length, { _tag: "Dates", condition, isBound })

const shortUnits: Readonly<Record<string, Unit>> = { h: "hour", d: "day", w: "week", y: "year" }

/** `30d`, `12h`. */
const shortSpan = (text: string): readonly [number, Unit] | undefined => {
  const [, count, letter = ""] = /^(\d{1,4})([hdwy])$/.exec(text) ?? []
  const unit = shortUnits[letter]
  return count === undefined || unit === undefined ? undefined : [Number(count), unit]
}

const within = (count: number, unit: Unit): string => `timestamp >= now() - INTERVAL ${count} ${unit.toUpperCase()}`

/** `last 30 days` reach back from now; `last week` is the week before this one, as `previous month` is; `past week` is 7 days. */
const readRolling: Rule = (prompt, at) => {
  const before = prompt.match(at, prepositions)
  const start = at + before + prompt.match(at + before, rolling)
  if (start === at + before) return undefined
  const spanned = shortSpan(prompt.words[start]?.lower ?? "")
  if (spanned !== undefined) return dates(start + 1 - at, within(...spanned))
  const count = countOf(prompt.words[start])
  const unit = unitAt(prompt, count === undefined ? start : start + 1)
  if (unit === undefined) return undefined
  if (count !== undefined) return dates(start + 2 - at, within(count, unit))
  const isPast = ["past", "trailing"].includes(prompt.words[start - 1]?.lower ?? "")
  return dates(start + 1 - at, isPast ? within(1, unit) : lastOne(unit))
}

const readNamed: Rule = (prompt, at) => {
  const before = prompt.match(at, prepositions)
  const start = at + before
  if (prompt.match(start, phrases("today")) > 0) return dates(before + 1, thisOne("day"))
  if (prompt.match(start, phrases("yesterday")) > 0) return dates(before + 1, lastOne("day"))
  const unit = prompt.match(start, phrases("this|current")) > 0 ? unitAt(prompt, start + 1) : undefined
  if (unit !== undefined) return dates(before + 2, thisOne(unit))
  const always = prompt.match(start, phrases("all time|all times|any time|ever"))
  return always > 0 ? dates(before + always, undefined) : undefined
}

/** The SQL of a date such as `2025-03-31`; a day that no month has is unclear. */
const dateAt = (prompt: Prompt, at: number): string | undefined => {
  const text = prompt.words[at]?.lower ?? ""
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const time = new Date(`${text}T00:00:00Z`)
  if (Number.isNaN(time.getTime()) || time.toISOString().slice(0, 10) !== text) {
    throw new Unclear(`"${text}" is no date.`)
  }
  return `toDateTime('${text} 00:00:00')`
}

const nextDay = (date: string): string => `${date} + INTERVAL 1 DAY`

const between = (from: string, to: string): string => `timestamp >= ${from} AND timestamp < ${nextDay(to)}`

const bounds: Readonly<Record<string, (date: string) => string>> = {
  since: (date) => `timestamp >= ${date}`,
  from: (date) => `timestamp >= ${date}`,
  after: (date) => `timestamp >= ${nextDay(date)}`,
  before: (date) => `timestamp < ${date}`,
  until: (date) => `timestamp < ${nextDay(date)}`,
  on: (date) => between(date, date)
}

const readCalendar: Rule = (prompt, at) => {
  const word = prompt.words[at]?.lower ?? ""
  const first = dateAt(prompt, at + 1)
  if (first !== undefined) {
    const joint = prompt.match(at + 2, phrases("and|to|until|till"))
    const second = joint > 0 && ["between", "from"].includes(word) ? dateAt(prompt, at + 3) : undefined
    if (second !== undefined) return dates(4, between(first, second))
    return Object.hasOwn(bounds, word) ? dates(2, bounds[word]?.(first), word !== "on") : undefined
  }
  const year = prompt.words[at + 1]?.lower ?? ""
  if (!["in", "during"].includes(word) || !/^(19|20)\d\d$/.test(year)) return undefined
  return dates(
    2,
    `timestamp >= toDateTime('${year}-01-01 00:00:00') AND timestamp < toDateTime('${Number(year) + 1}-01-01 00:00:00')`
  )
}

/** Rules for dates and times. */
export const dateRules: ReadonlyArray<Rule> = [readRolling, readNamed, readCalendar]
