import { Schema } from "effect"
import type { EventTime } from "../../events/EventTime.ts"
import type { Moment } from "../../filters/Operator.ts"
import { moved, parseRelativeDate } from "../../filters/RelativeDate.ts"
import { component, optional } from "../../shared/DocumentedSchema.ts"
import type { Buckets } from "./Buckets.ts"
import type { DateRange, Interval } from "./DateRange.ts"

/** Whether the period before is beside a result, and how far back it lies where it is not the one right before. */
export const CompareFilter = Schema.Struct({
  compare: optional(Schema.Boolean, "Whether the period before, of the same length, is beside the result."),
  compare_to: optional(
    Schema.String.check(
      Schema.makeFilter((text) =>
        text === "" || (parseRelativeDate(text)?.count ?? 0) < 0 || "A time before is needed, such as -1w."
      )
    ),
    "The distance of the other period, where it is not the one right before: `-1w`."
  )
}).annotate(component("CompareFilter", "The earlier period that a result is compared with.", {
  examples: [{ compare: true, compare_to: "-1w" }]
}))
export type CompareFilter = typeof CompareFilter.Type

interface Period {
  readonly from: EventTime
  readonly to: EventTime
}

/** `-7d`, `-14d`, …, and no end: the last day is today, which is not over. */
const isWeeks = (range: DateRange | null | undefined): boolean => {
  if ((range?.date_to ?? "") !== "") return false
  const text = range?.date_from ?? ""
  const relative = parseRelativeDate(text === "" ? "-7d" : text)
  return relative?.unit === "day" && relative.count < 0 && relative.count % 7 === 0
}

const shifts: Readonly<Record<Interval, (count: number, weeks: boolean) => readonly [number, Interval]>> = {
  minute: (count) => [count, "minute"],
  // By whole days, so that hours of a day stand beside the same hours.
  hour: (count) => [Math.ceil(count / 24), "day"],
  day: (count, weeks) => [weeks ? count - 1 : count, "day"],
  week: (count) => [count, "week"],
  month: (count) => [count, "month"]
}

/** The period that a period is compared with; undefined where it is with none. */
export const previousPeriod = (
  filter: CompareFilter | null | undefined,
  range: DateRange | null | undefined,
  { buckets, from, to }: Period & { readonly buckets: Buckets },
  moment: Moment
): Period | undefined => {
  if (filter?.compare !== true) return undefined
  const named = parseRelativeDate(filter.compare_to ?? "")
  const [count, unit] = named === undefined
    ? shifts[buckets.interval](buckets.starts.length, isWeeks(range))
    : [-named.count, named.unit]
  const back = (time: EventTime) => moved(time, -count, unit, moment)
  return { from: back(from), to: back(to) }
}
