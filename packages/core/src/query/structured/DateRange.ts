import { Schema } from "effect"
import type { EventTime } from "../../events/EventTime.ts"
import type { Moment } from "../../filters/Operator.ts"
import { endOf, moved, namedTime, namesTime, startOf } from "../../filters/RelativeDate.ts"
import { component, optional } from "../../shared/DocumentedSchema.ts"
import { decodeNode } from "../DecodeNode.ts"

const dateProblem = (text: string): true | string =>
  text === "" || text === "all" || namesTime(text) ||
  "A date is needed: ISO 8601, relative as -7d or -1mStart, or all."

/** A text that names a time, or `all`. */
export const NamedDate = Schema.String.check(Schema.makeFilter(dateProblem))

/** From when to when, in texts; `all` is from the first event on. */
export const DateRange = Schema.Struct({
  date_from: optional(
    NamedDate,
    "The beginning: ISO 8601 (`2026-01-31`), relative (`-7d`, `-1mStart`), or `all` for the first event. `-7d` by default."
  ),
  date_to: optional(NamedDate, "The end, as `date_from`; now by default."),
  explicitDate: optional(
    Schema.Boolean,
    "Whether the range begins and ends with these instants, and not with the interval or day that they lie in."
  )
}).annotate(component("DateRange", "The time that a query is about.", { examples: [{ date_from: "-30d" }] }))
export type DateRange = typeof DateRange.Type

/** A range of which nothing is given begins with the first event, and ends now. */
export const wholeSpan = (range: DateRange | null | undefined, moment: Moment): Span =>
  spanOf({ ...range, date_from: (range?.date_from ?? "") === "" ? "all" : range?.date_from ?? "all" }, "day", moment)

/** The units that a query over time can be cut into. */
export type Interval = "minute" | "hour" | "day" | "week" | "month"

/** The first instant (none: no matter how early) and the last of a range. */
export interface Span {
  readonly from: EventTime | undefined
  readonly to: EventTime
}

const isShort = (interval: Interval): boolean => interval === "minute" || interval === "hour"

const lastOf = (range: DateRange, interval: Interval, moment: Moment): EventTime => {
  const named = range.date_to === undefined || range.date_to === null || range.date_to === ""
    ? undefined
    : namedTime(range.date_to, moment.now, moment)
  const time = named?.time ?? moment.now
  if (isShort(interval)) {
    return named?.relative === undefined && named !== undefined
      ? time
      : endOf(interval, time, moment)
  }
  return range.explicitDate === true && named !== undefined ? time : endOf("day", time, moment)
}

const firstOf = (range: DateRange, interval: Interval, moment: Moment): EventTime | undefined => {
  if (range.date_from === "all") return undefined
  const text = range.date_from ?? ""
  const named = text === "" ? undefined : namedTime(text, moment.now, moment)
  if (named === undefined) return startOf("day", moved(moment.now, -7, "day", moment), moment)
  if (range.explicitDate === true || named.relative?.unit === "hour") return named.time
  return startOf(interval, named.time, moment)
}

/**
 * The instants that a range means for a query cut into intervals: by default the last seven days and today. The range
 * begins with an interval and ends with a day, or with an hour or minute where intervals are, unless its dates are explicit.
 */
export const spanOf = (range: DateRange | null | undefined, interval: Interval, moment: Moment): Span => ({
  from: firstOf(range ?? {}, interval, moment),
  to: lastOf(range ?? {}, interval, moment)
})

const decode = decodeNode(DateRange)

/** The range that query parameters name. */
export const dateRangeOf = ({ date_from, date_to }: { readonly date_from?: string; readonly date_to?: string }) =>
  decode({
    ...(date_from === undefined ? undefined : { date_from }),
    ...(date_to === undefined ? undefined : { date_to })
  }, [])
