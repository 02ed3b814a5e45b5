import type { DateTime } from "effect"
import { withConsequences } from "../editing/SurveyChanging.ts"
import type { ResponseCounts } from "../responses/ResponseCounting.ts"
import { Survey } from "../Survey.ts"
import { areIterationsOver, iterationAt } from "./Iterations.ts"
import { nextSamplingStart, samplingRollout } from "./Sampling.ts"
import { isRunning } from "./SurveyState.ts"

/** The state of a survey after its time and its responses are applied. */
export interface CurrentState {
  readonly survey: Survey
  /** The share of the people who are asked from now on; undefined where it stays. */
  readonly rollout: number | undefined
}

const isFull = ({ responses_limit: limit }: Survey, counts: ResponseCounts | undefined): boolean =>
  limit !== null && counts !== undefined && counts.total >= limit

const ended = (survey: Survey, now: DateTime.Utc): CurrentState => ({
  survey: new Survey({ ...survey, end_date: now }),
  rollout: undefined
})

/** A running survey as it is at a time: in the iteration of now, stopped when the last one is over or it has its responses. */
export const currentSurvey = (survey: Survey, now: DateTime.Utc, counts: ResponseCounts | undefined): CurrentState => {
  if (!isRunning(survey)) return { survey, rollout: undefined }
  const current = Math.max(survey.current_iteration ?? 1, iterationAt(survey, now) ?? 1)
  const moved = withConsequences(survey, current)
  if (areIterationsOver(survey, now) || isFull(survey, counts)) return ended(moved, now)
  const start = nextSamplingStart(moved, now)
  if (start === undefined) {
    return { survey: moved, rollout: counts === undefined ? undefined : samplingRollout(moved, counts.sampled, now) }
  }
  const anew = withConsequences(new Survey({ ...moved, response_sampling_start_date: start }), current)
  return { survey: anew, rollout: samplingRollout(anew, 0, now) }
}
