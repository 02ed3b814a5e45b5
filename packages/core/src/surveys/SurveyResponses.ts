import { DateTime, Effect } from "effect"
import type { Project } from "../access/Project.ts"
import { Queries } from "../query/Queries.ts"
import type { Survey } from "./Survey.ts"

/** How many have answered a survey, each submission once: since it was made, and since its sampling began. */
export interface ResponseCounts {
  readonly total: number
  readonly sampled: number
}

/** Events of one submission count once; one without a submission counts by itself. */
const countSince = `SELECT count(DISTINCT coalesce(nullIf(properties.$survey_submission_id, ''), toString(uuid)))
FROM events
WHERE event = 'survey sent' AND properties.$survey_id = {survey} AND timestamp >= toDateTime({since})`

/** Counts the responses of surveys in the store of events. */
export const makeResponseCounting = Effect.map(Queries, (queries) => {
  const count = Effect.fnUntraced(function*(project: Project, survey: Survey, since: DateTime.Utc | null) {
    if (since === null) return 0
    const { results } = yield* queries.run(project, {
      query: {
        kind: "ServiceSqlQuery",
        query: countSince,
        values: { survey: survey.id, since: DateTime.formatIso(since) }
      }
    })
    return Number(results[0]?.[0] ?? 0)
  })

  return Effect.fn("Surveys.countResponses")(function*(project: Project, survey: Survey) {
    const { created_at, response_sampling_daily_limits: plan, response_sampling_start_date: start } = survey
    return {
      total: survey.responses_limit === null ? 0 : yield* count(project, survey, created_at),
      sampled: plan === null ? 0 : yield* count(project, survey, start)
    } satisfies ResponseCounts
  })
})
