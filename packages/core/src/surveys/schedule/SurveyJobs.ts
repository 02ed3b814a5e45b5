import { type DateTime, Duration, Effect, Schema } from "effect"
import { defineJob } from "../../jobs/JobKind.ts"
import { Jobs } from "../../jobs/Jobs.ts"
import { type Survey, SurveyId } from "../Survey.ts"
import { countsResponses, nextLook } from "./SurveyState.ts"

/** Looks what the time and the responses make of one survey: its iteration, its share of people, its end. */
export const settling = defineJob({
  name: "surveys.settle",
  payload: Schema.Struct({ survey: SurveyId }),
  concurrency: 1
})

/** Asks for a look at every survey that runs and has a plan, every day, in case that a look got lost. */
export const sweeping = defineJob({
  name: "surveys.sweep",
  payload: Schema.Struct({}),
  schedule: Duration.days(1),
  concurrency: 1
})

/** Has surveys updated when they may have changed. A look that comes too early finds nothing to do. */
export const makeArming = Effect.map(Jobs, (jobs) => {
  const lookAt = ({ id, project_id }: Pick<Survey, "id" | "project_id">, runAt: DateTime.Utc) =>
    Effect.asVoid(
      jobs.enqueue(settling, { project: project_id, payload: { survey: id }, uniqueKey: id, runAt })
    )

  const lookNext = (survey: Survey, now: DateTime.Utc) => {
    const next = nextLook(survey, now)
    return next === undefined ? Effect.void : lookAt(survey, next)
  }

  return {
    lookAt,
    /** At the next time when the time makes something of it. */
    lookNext,
    /** After a change of the survey: at once where responses count, since there may be some. */
    arm: (survey: Survey, now: DateTime.Utc) => countsResponses(survey) ? lookAt(survey, now) : lookNext(survey, now)
  }
})
