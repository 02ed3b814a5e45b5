import { DateTime } from "effect"
import { isoText } from "../../shared/IsoText.ts"
import { type DailyLimit, samplingIntervals, type Survey } from "../Survey.ts"

type Sampled = Pick<
  Survey,
  | "response_sampling_interval"
  | "response_sampling_interval_type"
  | "response_sampling_limit"
  | "response_sampling_start_date"
>

/** The most days of a plan of sampling. */
export const maxSamplingDays = 1_000

const dayMillis = 86_400_000

/** The days that a plan of sampling takes. */
export const samplingDays = (survey: Sampled): number => {
  const { response_sampling_interval: interval, response_sampling_interval_type: type } = survey
  return type === null ? 0 : (interval ?? 0) * samplingIntervals[type]
}

/** The days of a plan of sampling; null without one. A plan of more days is refused, and is never laid out. */
export const dailyLimits = (survey: Sampled): ReadonlyArray<DailyLimit> | null => {
  const { response_sampling_limit, response_sampling_start_date: start } = survey
  const [days, limit] = [samplingDays(survey), response_sampling_limit ?? 0]
  if (days <= 0 || days > maxSamplingDays || limit === 0 || start === null) return null
  const [perDay, daysWithOneMore] = [Math.floor(limit / days), limit % days]
  return Array.from({ length: days }, (_, day) => ({
    date: isoText(DateTime.addDuration(start, day * dayMillis)),
    daily_response_limit: perDay * (day + 1) + Math.min(day + 1, daysWithOneMore),
    rollout_percentage: day + 1 === days ? 100 : Math.round(10_000 / days * (day + 1)) / 100
  }))
}

/** The day of the plan that a time belongs to, from 0; below 0 before the plan begins. Undefined without a plan. */
const dayAt = (survey: Survey, now: DateTime.Utc): number | undefined => {
  const { response_sampling_daily_limits: limits, response_sampling_start_date: start } = survey
  return limits === null || start === null
    ? undefined
    : Math.floor((DateTime.toEpochMillis(now) - DateTime.toEpochMillis(start)) / dayMillis)
}

/** The new start of a plan whose last day is over: the day of now. Undefined while it is not over. */
export const nextSamplingStart = (survey: Survey, now: DateTime.Utc): DateTime.Utc | undefined => {
  const { response_sampling_daily_limits: limits, response_sampling_start_date: start } = survey
  const day = dayAt(survey, now)
  if (day === undefined || limits === null || start === null || day < limits.length) return undefined
  return DateTime.addDuration(start, (day - day % limits.length) * dayMillis)
}

/**
 * The share of the people who are asked now, given how many have answered since the plan began: nobody before it begins
 * and while the day has its responses, then the day's share. Undefined without a plan.
 */
export const samplingRollout = (survey: Survey, responses: number, now: DateTime.Utc): number | undefined => {
  const day = dayAt(survey, now)
  if (day === undefined) return undefined
  const limit = survey.response_sampling_daily_limits?.[Math.min(day, survey.response_sampling_daily_limits.length - 1)]
  return limit === undefined || responses >= limit.daily_response_limit ? 0 : limit.rollout_percentage
}

/** The start of the next day of the plan, or of the plan. */
export const nextSamplingDay = (survey: Survey, now: DateTime.Utc): DateTime.Utc | undefined => {
  const day = dayAt(survey, now)
  const { response_sampling_start_date: start } = survey
  return day === undefined || start === null
    ? undefined
    : DateTime.addDuration(start, (Math.max(day, -1) + 1) * dayMillis)
}
