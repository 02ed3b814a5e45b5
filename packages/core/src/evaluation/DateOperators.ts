import { dayOf, instantOf, parseRelativeDate, relativeMillis } from "./FlagDates.ts"
import { type MakeOperator, never, when } from "./PropertyOperator.ts"
import { type Asking, formsOf, spend } from "./Work.ts"

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

/** Reading a text takes its time where a zone counts in: it is done once in a request. */
const knownInstant = (value: unknown, timeZone: string, asking: Asking): number | undefined => {
  if (typeof value !== "string") return instantOf(value, timeZone)
  const forms = formsOf(value, asking)
  forms.instant ??= instantOf(value, timeZone) ?? null
  return forms.instant ?? undefined
}

/** The work of comparing days of a zone, in the units of `Work`. */
const dayWork = 2_000

const compare = (
  holds: (actual: number, wanted: number, isSame: (one: number, other: number) => boolean) => boolean
): MakeOperator =>
(value, timeZone) => {
  const wanted = wantedDate(value, timeZone)
  if (wanted === undefined) return never
  const work = wanted.isDay ? dayWork : 0
  const isSame = wanted.isDay
    ? (one: number, other: number) => dayOf(one, timeZone) === dayOf(other, timeZone)
    : (one: number, other: number) => one === other
  return when((actual, asking) => {
    const instant = knownInstant(actual, timeZone, asking)
    return instant !== undefined && spend(asking, work) && holds(instant, wanted.at(asking.now), isSame)
  })
}

/** Operators on dates; a date without a time of day is exactly met by the whole day. */
export const dateOperators = {
  is_date_before: compare((actual, wanted) => actual < wanted),
  is_date_after: compare((actual, wanted) => actual > wanted),
  is_date_exact: compare((actual, wanted, isSame) => isSame(actual, wanted))
} satisfies Record<string, MakeOperator>
