import type { Moment } from "../../filters/Operator.ts"
import type { Asked } from "../Asked.ts"
import type { QueryModifiers } from "../QueryModifiers.ts"

/** The zone of a query's days: the project's, or UTC by a modifier. */
export const zoneOf = (
  { timezone }: { readonly timezone: string },
  modifiers: QueryModifiers | null | undefined
): string => modifiers?.convertToProjectTimezone === false ? "UTC" : timezone

/** The time and the calendar of a query: days begin in the project's time zone, or in UTC by a modifier. */
export const momentOf = (
  { now, project }: Pick<Asked, "now" | "project">,
  modifiers?: QueryModifiers | null
): Moment => ({
  now,
  timezone: zoneOf(project, modifiers),
  week_start_day: project.week_start_day
})
