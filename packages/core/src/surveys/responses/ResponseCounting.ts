import { DateTime, Effect } from "effect"
import type { EventTime } from "../../events/EventTime.ts"
import type { Project } from "../../identity/Project.ts"
import { responseKey } from "../../query/functions/SurveyFunctions.ts"
import type { Survey } from "../Survey.ts"
import { makeResponseQueries } from "./ResponseQueries.ts"
import { areResponses } from "./ResponseSql.ts"
import { type ResponseWindow, responseWindow, windowValues } from "./ResponseWindow.ts"

/** The number of responses to a survey, as its statistics count them: since it began, and since its sampling began. */
export interface ResponseCounts {
  readonly total: number
  readonly sampled: number
}

const countSql =
  `SELECT count() FROM (SELECT ${responseKey} AS response FROM events WHERE ${areResponses} GROUP BY response)`

/** Counts the responses of surveys in the store of events. */
export const makeResponseCounting = Effect.map(makeResponseQueries, ({ rows }) => {
  const count = Effect.fnUntraced(function*(project: Project, survey: Survey, asked: Partial<ResponseWindow>) {
    const values = { survey: survey.id, ...windowValues(responseWindow(survey, asked)) }
    const [row] = yield* rows(project, { sql: countSql, values })
    return Number(row?.[0] ?? 0)
  })

  return Effect.fn("Surveys.countResponses")(function*(project: Project, survey: Survey) {
    const { response_sampling_daily_limits: plan, response_sampling_start_date: start } = survey
    const sampling = plan === null || start === null ? undefined : DateTime.toEpochMillis(start) * 1000 as EventTime
    return {
      total: survey.responses_limit === null ? 0 : yield* count(project, survey, {}),
      sampled: sampling === undefined ? 0 : yield* count(project, survey, { from: sampling })
    } satisfies ResponseCounts
  })
})
