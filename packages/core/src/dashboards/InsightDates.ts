import { DateTime, Result } from "effect"
import type { EventTime } from "../events/EventTime.ts"
import type { Moment } from "../filters/Operator.ts"
import { endOf, namedTime, namesTime } from "../filters/RelativeDate.ts"
import { Field, refused } from "../shared/Field.ts"

/** The times from one on and before another; a missing one does not bound. */
export interface TimeSpan {
  readonly from?: DateTime.Utc
  readonly before?: DateTime.Utc
}

/** The bounds of a span as a client sends them. */
interface SentSpan {
  readonly date_from?: string | undefined
  readonly date_to?: string | undefined
}

const message = "A date is needed: ISO 8601, relative as -7d or -1mStart, or all."

/** A text that names a time or a day, or `all`. */
export const namedDate = (): Field<string, true, string> =>
  Field.make<string>(
    (value) =>
      typeof value === "string" && (value === "all" || namesTime(value))
        ? Result.succeed(value)
        : refused("invalid_input", message),
    { type: "string" }
  )

const instantOf = (time: EventTime): DateTime.Utc => DateTime.makeUnsafe(Math.ceil(time / 1_000))

/** The span that two texts name in a project's calendar: the day that ends it is in it whole. */
export const timeSpanOf = ({ date_from = "all", date_to = "all" }: SentSpan, moment: Moment): TimeSpan => {
  const first = namedTime(date_from, moment.now, moment)
  const last = namedTime(date_to, moment.now, moment)
  const end = last?.isDay === true ? endOf("day", last.time, moment) + 1 as EventTime : last?.time
  return {
    ...(first === undefined ? undefined : { from: instantOf(first.time) }),
    ...(end === undefined ? undefined : { before: instantOf(end) })
  }
}
