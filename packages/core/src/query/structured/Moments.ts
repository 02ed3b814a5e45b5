import type { Moment } from "../../filters/Operator.ts"
import type { Asked } from "../Asked.ts"
import type { QueryModifiers } from "../QueryModifiers.ts"

/** The time and the calendar of a query: days begin in the project's time zone, or in UTC by a modifier. */
export const momentOf = (
  { now, project }: Pick<Asked, "now" | "project">,
  modifiers?: QueryModifiers | null
): Moment => ({
  now,
  timezone: modifiers?.convertToProjectTimezone === false ? "UTC" : project.timezone,
  week_start_day: project.week_start_day
})
