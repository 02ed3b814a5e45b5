import { isoText } from "@hedgerow/core/shared/IsoText"
import type { MadeSummary } from "@hedgerow/core/surveys/summaries/CachedSummaries"
import { readForced } from "@hedgerow/core/surveys/summaries/SummaryInput"
import { SurveySummaries } from "@hedgerow/core/surveys/summaries/SurveySummaries"
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { CurrentProject } from "../../auth/Authorization.ts"
import { handlerGroup } from "../../endpoints/HandlerGroup.ts"
import { answering } from "../../errors/ErrorTable.ts"
import { readJson } from "../../requests/JsonBody.ts"
import { SurveySummariesApi } from "./SurveySummariesApi.ts"
import type { SurveyHeadline, SurveyQuestionSummary } from "./SurveySummarySchema.ts"

const provenanceOf = ({ cached, generatedAt, generator, sources, trace_id, warning }: MadeSummary) => ({
  generated_at: isoText(generatedAt),
  trace_id,
  cached,
  generator,
  source_response_uuids: sources,
  ...(warning === undefined ? undefined : { warning })
})

const summaryOf = (made: MadeSummary): typeof SurveyQuestionSummary.Type => ({
  content: made.text,
  response_count: made.considered,
  ...provenanceOf(made)
})

const headlineOf = (made: MadeSummary): typeof SurveyHeadline.Type => ({
  headline: made.text,
  responses_sampled: made.considered,
  has_more: made.hasMore,
  ...provenanceOf(made)
})

const indexOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined

/** Summarises what people answered. */
export const layer = handlerGroup(
  SurveySummariesApi,
  Effect.fnUntraced(function*(handlers) {
    const summaries = yield* SurveySummaries

    const headline = Effect.fnUntraced(function*(id: string, request: HttpServerRequest.HttpServerRequest) {
      const isForced = yield* readForced(yield* readJson(request))
      return headlineOf(yield* summaries.headline(yield* CurrentProject, id, isForced))
    })

    return handlers
      .handleRaw(
        "summarize",
        Effect.fn("http.surveySummaries.summarize")(function*({ params, query, request }) {
          const question = { id: query.question_id || undefined, index: indexOf(query.question_index) }
          if (question.id === undefined && question.index === undefined) return yield* headline(params.id, request)
          const isForced = yield* readForced(yield* readJson(request))
          return summaryOf(yield* summaries.ofQuestion(yield* CurrentProject, params.id, question, isForced))
        }, answering)
      )
      .handleRaw(
        "headline",
        Effect.fn("http.surveySummaries.headline")(({ params, request }) => headline(params.id, request), answering)
      )
  })
)
