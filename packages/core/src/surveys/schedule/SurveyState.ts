import { DateTime } from "effect"
import type { Survey } from "../Survey.ts"
import { areIterationsOver, iterationAt, nextIterationAt } from "./Iterations.ts"
import { nextSamplingDay, nextSamplingStart } from "./Sampling.ts"

/** The status of a survey. */
export type SurveyStatus = "archived" | "draft" | "running" | "stopped"

type Lived = Pick<Survey, "archived" | "end_date" | "start_date">

/** Any end date stops a survey, also one that is yet to come. */
export const surveyStatus = ({ archived, end_date, start_date }: Lived): SurveyStatus => {
  if (archived) return "archived"
  if (start_date === null) return "draft"
  return end_date === null ? "running" : "stopped"
}

/** Whether people are asked: its own flags are active just then. */
export const isRunning = (survey: Lived): boolean => surveyStatus(survey) === "running"

/** Whether a running survey has to be looked at because of the time alone. */
export const isDue = (survey: Survey, now: DateTime.Utc): boolean => {
  if (!isRunning(survey)) return false
  const iteration = iterationAt(survey, now)
  return iteration !== undefined && (areIterationsOver(survey, now) || iteration > (survey.current_iteration ?? 1))
    || nextSamplingStart(survey, now) !== undefined
}

/** The time at which a running survey must be updated next. */
export const nextLook = (survey: Survey, now: DateTime.Utc): DateTime.Utc | undefined => {
  if (!isRunning(survey)) return undefined
  if (isDue(survey, now)) return now
  const times = [nextIterationAt(survey, now), nextSamplingDay(survey, now)].filter((time) => time !== undefined)
  return times.toSorted((left, right) => DateTime.toEpochMillis(left) - DateTime.toEpochMillis(right))[0]
}

/** Whether responses change anything. */
export const countsResponses = (survey: Survey): boolean =>
  isRunning(survey) && (survey.responses_limit !== null || survey.response_sampling_daily_limits !== null)
