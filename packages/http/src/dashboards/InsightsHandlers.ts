import { UserLookup } from "@hedgerow/core/access/UserLookup"
import { Dashboards, type ShownInsight } from "@hedgerow/core/dashboards/Dashboards"
import { timeSpanOf } from "@hedgerow/core/dashboards/InsightDates"
import { now } from "@hedgerow/core/events/EventTime"
import type { Project } from "@hedgerow/core/identity/Project"
import { momentOf } from "@hedgerow/core/query/structured/Moments"
import { InvalidInput } from "@hedgerow/core/shared/InvalidInput"
import { Effect } from "effect"
import { CurrentProject } from "../auth/Authorization.ts"
import { currentEditing } from "../auth/CurrentEditing.ts"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { makeEntityHandlers } from "../entities/EntityHandlers.ts"
import { type Asked, readListQuery } from "../entities/EntityQuery.ts"
import { answering } from "../errors/ErrorTable.ts"
import { answeringQuery } from "../query/QueryErrors.ts"
import { readJson } from "../requests/JsonBody.ts"
import { pageRequest, pageText } from "../requests/Paging.ts"
import { refreshOf } from "./AnswerParams.ts"
import { insightRecord, namedByInsights } from "./DashboardEncode.ts"
import { type Answering, makeInsightAnswers, makeResultBudget, unanswered } from "./InsightAnswers.ts"
import { insightFilterFields, InsightsApi } from "./InsightsApi.ts"
import { encodedRecord, recordText } from "./RecordText.ts"

const readInsightFilter = Effect.fnUntraced(function*(project: Project, query: Asked) {
  const { created_by, created_date_from, created_date_to, date_from, date_to, short_id, ...rest } =
    yield* readListQuery(insightFilterFields, query)
  const moment = momentOf({ now: yield* now, project })
  return {
    ...rest,
    modified: timeSpanOf({ date_from, date_to }, moment),
    created: timeSpanOf({ date_from: created_date_from, date_to: created_date_to }, moment),
    ...(created_by === undefined ? undefined : { createdBy: created_by }),
    ...(short_id === undefined ? undefined : { shortId: short_id })
  }
})

const endpoint = "/api/projects/{project_id}/insights/{id}/"

/** The most insights on a page of a list with results. */
const maxAnswered = 20

const kept: Answering = { refresh: "force_cache", endpoint }

/** Shows, makes and changes insights. */
export const layer = handlerGroup(
  InsightsApi,
  Effect.fnUntraced(function*(handlers) {
    const dashboards = yield* Dashboards
    const { people } = yield* UserLookup
    const answer = yield* makeInsightAnswers

    const recordsOf = (project: Project, rows: ReadonlyArray<ShownInsight>) =>
      Effect.map(people(project, namedByInsights(rows)), insightRecord)

    /** An insight with its result. A kept result is shown even if the query cannot be read any more. */
    const shown = Effect.fnUntraced(function*(one: ShownInsight, answering: Answering) {
      const record = yield* recordsOf(yield* CurrentProject, [one])
      const fields = answering.refresh === "force_cache"
        ? yield* answer(one.insight, answering).pipe(Effect.orElseSucceed(() => unanswered))
        : yield* answer(one.insight, answering)
      return record(one, fields)
    })

    const plain = yield* makeEntityHandlers({
      group: "insights",
      scope: "Insight",
      find: dashboards.findInsight,
      idOf: ({ insight }: ShownInsight) => insight.id,
      shownInLists: (project, rows: ReadonlyArray<ShownInsight>) =>
        Effect.map(recordsOf(project, rows), (record) => (row) => record(row)),
      shown: (project, one) => Effect.map(recordsOf(project, [one]), (record) => record(one))
    })

    return handlers
      .handleRaw(
        "list",
        Effect.fn("http.insights.list")(function*({ query }) {
          const project = yield* CurrentProject
          const isAnswered = (query.refresh ?? "") !== ""
          if (isAnswered && (yield* refreshOf(query.refresh)) !== "force_cache") {
            const message = "Lists have results that are kept: `false` or `force_cache`."
            return yield* InvalidInput.at(["refresh"], "invalid_choice", message)
          }
          const asked = pageRequest(query)
          const slice = isAnswered ? { ...asked, limit: Math.min(asked.limit, maxAnswered) } : asked
          const filter = yield* readInsightFilter(project, query)
          const page = yield* dashboards.listInsights(project.id, filter, slice)
          const record = yield* recordsOf(project, page.items)
          if (filter.shortId === undefined && !isAnswered) return yield* pageText(page, slice, (one) => record(one))
          const budget = yield* makeResultBudget
          const records = yield* Effect.forEach(page.items, (one) => shown(one, { ...kept, budget }))
          return yield* pageText({ items: records, count: page.count }, slice, (one) => one, encodedRecord)
        }, answering)
      )
      .handleRaw(
        "create",
        Effect.fn("http.insights.create")(function*({ request }) {
          const made = yield* dashboards.createInsight(yield* currentEditing, yield* readJson(request))
          return yield* recordText(yield* shown(made, kept), 201)
        }, answering)
      )
      .handleRaw(
        "read",
        Effect.fn("http.insights.read")(function*({ params, query }) {
          const project = yield* CurrentProject
          const refresh = yield* refreshOf(query.refresh)
          const one = yield* dashboards.findInsight(project.id, params.id)
          const { from_dashboard: from = "" } = query
          const on = from === "" ? undefined : (yield* dashboards.find(project.id, from)).dashboard
          return yield* recordText(yield* shown(one, { refresh, on, endpoint }))
        }, answeringQuery)
      )
      .handleRaw(
        "update",
        Effect.fn("http.insights.update")(function*({ params, request }) {
          const changed = yield* dashboards.patchInsight(yield* currentEditing, params.id, yield* readJson(request))
          return yield* recordText(yield* shown(changed, kept))
        }, answering)
      )
      .handle("remove", plain.refuseRemoval)
      .handle("activity", plain.activityOfOne)
  })
)
