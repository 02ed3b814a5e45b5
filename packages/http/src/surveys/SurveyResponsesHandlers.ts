import { uniqueNames } from "@hedgerow/core/files/ColumnNames"
import type { CsvRow } from "@hedgerow/core/files/CsvText"
import { isoTextOrNull } from "@hedgerow/core/shared/IsoText"
import type { PageRequest } from "@hedgerow/core/shared/Page"
import { readTimes } from "@hedgerow/core/surveys/responses/AskedTimes"
import type { ResponseFilter, SurveyResponse } from "@hedgerow/core/surveys/responses/ResponseList"
import { SurveyResponses } from "@hedgerow/core/surveys/responses/SurveyResponses"
import { SurveyStatistics, type SurveyStatisticsOf } from "@hedgerow/core/surveys/responses/SurveyStatistics"
import { toIso } from "@hedgerow/sql/types/Instants"
import { Effect, Stream } from "effect"
import { CurrentCaller, CurrentProject, requireScope } from "../auth/Authorization.ts"
import { currentEditing } from "../auth/CurrentEditing.ts"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { readListQuery } from "../entities/EntityQuery.ts"
import { answering } from "../errors/ErrorTable.ts"
import { pageRequest } from "../requests/Paging.ts"
import { acceptedFormat } from "../results/AcceptedFormat.ts"
import { csvResponse } from "../results/CsvResponse.ts"
import { savedAs } from "../results/FileName.ts"
import { responseFilterFields, SurveyResponsesApi } from "./SurveyResponsesApi.ts"
import type { ArchivedResponseRecord, ResponsePageRecord, SurveyStatsRecord } from "./SurveyResponseSchema.ts"

/** The most responses of a page. */
const maxResponses = 500

const isTrue = (text: string | undefined): boolean => text?.toLowerCase() === "true"

const statsRecord = ({ questions, rates, survey, totals }: SurveyStatisticsOf): typeof SurveyStatsRecord.Type => ({
  stats: { ...totals, questions },
  rates,
  survey_id: survey.id,
  start_date: isoTextOrNull(survey.start_date),
  end_date: isoTextOrNull(survey.end_date)
})

const responseRecord = ({ submitted_at, ...response }: SurveyResponse) => ({
  ...response,
  submitted_at: toIso(submitted_at)
})

/** The ids of a list with commas; undefined where it names none. */
const idsOf = (text: string | undefined): ReadonlyArray<string> | undefined => {
  const ids = (text ?? "").split(",").map((id) => id.trim()).filter((id) => id !== "")
  return ids.length === 0 ? undefined : ids
}

const ownColumns = ["uuid", "submitted_at", "distinct_id", "person_id", "completed", "archived"] as const

const csvRow = (
  { answers, archived, completed, distinct_id, person_id, submitted_at, uuid }: SurveyResponse
): CsvRow => [
  uuid,
  toIso(submitted_at),
  distinct_id,
  person_id,
  completed,
  archived,
  ...answers.map(({ answer }) => answer)
]

/** Counts, shows and archives what people answered. */
export const layer = handlerGroup(
  SurveyResponsesApi,
  Effect.fnUntraced(function*(handlers) {
    const responses = yield* SurveyResponses
    const statistics = yield* SurveyStatistics

    const page = Effect.fnUntraced(function*(survey: string, asked: PageRequest, filter: ResponseFilter) {
      const limit = Math.min(asked.limit, maxResponses)
      const found = yield* responses.list(yield* CurrentProject, survey, { ...filter, ...asked, limit: limit + 1 })
      return {
        results: found.slice(0, limit).map(responseRecord),
        limit,
        offset: asked.offset,
        has_more: found.length > limit
      } satisfies typeof ResponsePageRecord.Type
    })

    const csv = Effect.fnUntraced(function*(survey: string, filter: ResponseFilter) {
      const { batches, questions } = yield* responses.stream(yield* CurrentProject, survey, filter)
      const names = uniqueNames([...ownColumns, ...questions.map(({ text }) => text)])
      return csvResponse(names, Stream.map(batches, (batch) => batch.map(csvRow)), savedAs("survey responses", "csv"))
    })

    const archiving = (change: typeof responses.archive, archived: boolean) =>
      Effect.fnUntraced(
        function*({ params }: { readonly params: { readonly id: string; readonly response_uuid: string } }) {
          const uuid = yield* change(yield* currentEditing, params.id, params.response_uuid)
          return { response_uuid: uuid, archived } satisfies typeof ArchivedResponseRecord.Type
        },
        answering
      )

    return handlers
      .handle(
        "allStats",
        Effect.fn("http.surveyResponses.allStats")(function*({ query }) {
          const { rates, totals } = yield* statistics.ofProject(yield* CurrentProject, query)
          return { stats: totals ?? {}, rates }
        }, answering)
      )
      .handle(
        "counts",
        Effect.fn("http.surveyResponses.counts")(function*({ query }) {
          return yield* statistics.counts(yield* CurrentProject, {
            excludeArchived: isTrue(query.exclude_archived),
            surveys: idsOf(query.survey_ids)
          })
        }, answering)
      )
      .handle(
        "stats",
        Effect.fn("http.surveyResponses.stats")(function*({ params, query: { exclude_archived, ...times } }) {
          const asked = { ...times, excludeArchived: isTrue(exclude_archived) }
          return statsRecord(yield* statistics.ofSurvey(yield* CurrentProject, params.id, asked))
        }, answering)
      )
      .handle(
        "list",
        Effect.fn("http.surveyResponses.list")(function*({ params, query, request }) {
          yield* requireScope(yield* CurrentCaller, "query:read")
          const { archived, format } = yield* readListQuery(responseFilterFields, query)
          const filter = { ...yield* readTimes(query), ...(archived === undefined ? undefined : { archived }) }
          const asked = pageRequest(query)
          const isCsv = (format ?? acceptedFormat(request.headers["accept"])) === "csv"
          if (!isCsv) return yield* page(params.id, asked, filter)
          const { limit, offset } = asked
          return yield* csv(params.id, query.limit === undefined ? { ...filter, offset } : { ...filter, limit, offset })
        }, answering)
      )
      .handle(
        "archivedUuids",
        Effect.fn("http.surveyResponses.archivedUuids")(function*({ params }) {
          return yield* responses.archivedUuids(yield* CurrentProject, params.id)
        }, answering)
      )
      .handle("archive", archiving(responses.archive, true))
      .handle("unarchive", archiving(responses.unarchive, false))
  })
)
