import { DateTime } from "effect"
import { isoText } from "../../shared/IsoText.ts"
import type { Survey } from "../Survey.ts"

/** The fields of a survey that decide when it is asked again. */
type Recurring = Pick<Survey, "iteration_count" | "iteration_frequency_days" | "start_date">

/** The fields that follow from a survey's recurrence. */
export type IterationState = Pick<
  Survey,
  "current_iteration" | "current_iteration_start_date" | "iteration_start_dates"
>

const dayMillis = 86_400_000

const none: IterationState = {
  iteration_start_dates: [],
  current_iteration: null,
  current_iteration_start_date: null
}

const notBegun: IterationState = { ...none, iteration_start_dates: null }

interface Plan {
  readonly start: number
  readonly count: number
  readonly millis: number
}

/** Whether a survey is asked again at all. */
export const isRecurring = ({ iteration_count, iteration_frequency_days }: Recurring): boolean =>
  (iteration_count ?? 0) > 0 && (iteration_frequency_days ?? 0) > 0

const planOf = (survey: Recurring): Plan | undefined => {
  const { iteration_count, iteration_frequency_days, start_date } = survey
  if (!isRecurring(survey) || start_date === null) return undefined
  return {
    start: DateTime.toEpochMillis(start_date),
    count: iteration_count ?? 0,
    millis: (iteration_frequency_days ?? 0) * dayMillis
  }
}

const beginOf = ({ millis, start }: Plan, iteration: number): DateTime.Utc =>
  DateTime.makeUnsafe(start + (iteration - 1) * millis)

/** The dates of all iterations, with one of them as the current one: the nearest there is to the one that is asked for. */
export const iterationState = (survey: Recurring, current: number): IterationState => {
  if (!isRecurring(survey)) return none
  const plan = planOf(survey)
  if (plan === undefined) return notBegun
  const iteration = Math.min(Math.max(current, 1), plan.count)
  return {
    iteration_start_dates: Array.from({ length: plan.count }, (_, at) => isoText(beginOf(plan, at + 1))),
    current_iteration: iteration,
    current_iteration_start_date: beginOf(plan, iteration)
  }
}

/** The start of the last iteration; undefined without iterations. */
export const lastIterationAt = (survey: Recurring): DateTime.Utc | undefined => {
  const plan = planOf(survey)
  return plan === undefined ? undefined : beginOf(plan, plan.count)
}

/** The iteration that a time belongs to: each has its beginning and not its end. Undefined without iterations. */
export const iterationAt = (survey: Recurring, now: DateTime.Utc): number | undefined => {
  const plan = planOf(survey)
  return plan === undefined ? undefined : Math.floor((DateTime.toEpochMillis(now) - plan.start) / plan.millis) + 1
}

/** Whether the last iteration has ended. */
export const areIterationsOver = (survey: Recurring, now: DateTime.Utc): boolean =>
  (iterationAt(survey, now) ?? 0) > (survey.iteration_count ?? 0)

/** The start of the next iteration, or the end of the last one. */
export const nextIterationAt = (survey: Recurring, now: DateTime.Utc): DateTime.Utc | undefined => {
  const plan = planOf(survey)
  const current = iterationAt(survey, now)
  return plan === undefined || current === undefined || current > plan.count
    ? undefined
    : beginOf(plan, Math.max(current, 0) + 1)
}
