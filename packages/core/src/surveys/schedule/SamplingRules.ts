import { DateTime } from "effect"
import type { InputIssue } from "../../shared/InvalidInput.ts"
import { isoText } from "../../shared/IsoText.ts"
import { isAfterTimes } from "../../shared/TimeField.ts"
import { at, type SurveyDraft, touches } from "../editing/SurveyDraft.ts"
import { maxSamplingDays, samplingDays } from "./Sampling.ts"

type Issues = ReadonlyArray<InputIssue>

const isSame = (left: DateTime.Utc | null | undefined, right: DateTime.Utc): boolean =>
  left !== null && left !== undefined && DateTime.toEpochMillis(left) === DateTime.toEpochMillis(right)

const samplingStartIssues = ({ before, changes, now }: SurveyDraft): Issues => {
  const start = changes.response_sampling_start_date
  const today = DateTime.startOf(now, "day")
  if (start === undefined || start === null || !DateTime.isLessThan(start, today)) return []
  if (isSame(before?.response_sampling_start_date, start)) return []
  const got = `Got ${isoText(start)} when current time is ${isoText(today)}`
  return [
    at("response_sampling_start_date", `Response sampling start date must be today or a future date in UTC. ${got}`)
  ]
}

const samplingPlanIssues = ({ after }: SurveyDraft): Issues => {
  const { response_sampling_interval: interval, response_sampling_start_date: start } = after
  if (interval !== null && interval <= 0) {
    return [at("response_sampling_interval", "Response sampling interval must be greater than 0.")]
  }
  if ((after.response_sampling_limit ?? 0) === 0) return []
  if (interval === null) {
    return [at("response_sampling_interval", "Response sampling interval must be set if there is a limit.")]
  }
  if (start === null) {
    return [
      at(
        "response_sampling_start_date",
        "Response sampling start date should be set if response_sampling_start_date is not zero."
      )
    ]
  }
  const days = samplingDays(after)
  if (days > maxSamplingDays) {
    return [at("response_sampling_interval", `Response sampling takes at most ${maxSamplingDays} days.`)]
  }
  return isAfterTimes(DateTime.add(start, { days }))
    ? [at("response_sampling_start_date", "Response sampling ends after the year 9999.")]
    : []
}

/** The faults of the plan of sampling. */
export const samplingIssues = (draft: SurveyDraft): Issues => [
  ...samplingStartIssues(draft),
  ...(touches(
      draft,
      "response_sampling_start_date",
      "response_sampling_interval",
      "response_sampling_interval_type",
      "response_sampling_limit"
    )
    ? samplingPlanIssues(draft)
    : [])
]
