import { dayOf, instantOf, parseRelativeDate, relativeMillis } from "./FlagDates.ts"
import { type MakeOperator, never, when } from "./PropertyOperator.ts"

const bareDate = /^\s*\d{4}-\d{2}-\d{2}\s*$/

interface WantedDate {
  readonly at: (now: number) => number
  /** No time of day was named. */
  readonly isDay: boolean
}

const wantedDate = (value: unknown, timeZone: string): WantedDate | undefined => {
  const relative = typeof value === "string" ? parseRelativeDate(value) : undefined
  if (relative !== undefined) return { at: (now) => relativeMillis(relative, now), isDay: true }
  const instant = instantOf(value, timeZone)
  return instant === undefined
    ? undefined
    : { at: () => instant, isDay: typeof value === "string" && bareDate.test(value) }
}

const compare = (
  holds: (actual: number, wanted: number, isSame: (one: number, other: number) => boolean) => boolean
): MakeOperator =>
(value, timeZone) => {
  const wanted = wantedDate(value, timeZone)
  if (wanted === undefined) return never
  const isSame = wanted.isDay
    ? (one: number, other: number) => dayOf(one, timeZone) === dayOf(other, timeZone)
    : (one: number, other: number) => one === other
  return when((actual, now) => {
    const instant = instantOf(actual, timeZone)
    return instant !== undefined && holds(instant, wanted.at(now), isSame)
  })
}

/** Operators on dates; a date without a time of day is exactly met by the whole day. */
export const dateOperators = {
  is_date_before: compare((actual, wanted) => actual < wanted),
  is_date_after: compare((actual, wanted) => actual > wanted),
  is_date_exact: compare((actual, wanted, isSame) => isSame(actual, wanted))
} satisfies Record<string, MakeOperator>
