import { UserLookup } from "@hedgerow/core/access/UserLookup"
import type { Dashboard, DashboardPage } from "@hedgerow/core/dashboards/Dashboard"
import { Dashboards } from "@hedgerow/core/dashboards/Dashboards"
import type { Insight } from "@hedgerow/core/dashboards/Insight"
import type { Project } from "@hedgerow/core/identity/Project"
import { largeAnswersInTurn } from "@hedgerow/core/query/execution/LargeAnswersInTurn"
import type { RefreshMode } from "@hedgerow/core/query/execution/RefreshMode"
import { Effect } from "effect"
import { CurrentProject } from "../auth/Authorization.ts"
import { currentEditing } from "../auth/CurrentEditing.ts"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { makeEntityHandlers } from "../entities/EntityHandlers.ts"
import { readListQuery } from "../entities/EntityQuery.ts"
import { answering, type InErrorTable } from "../errors/ErrorTable.ts"
import { answeringQuery, toQueryError } from "../query/QueryErrors.ts"
import { readJson } from "../requests/JsonBody.ts"
import { refreshOf } from "./AnswerParams.ts"
import {
  dashboardBasicRecord,
  dashboardRecord,
  namedByInsights,
  namedByTexts,
  type TileAnswer
} from "./DashboardEncode.ts"
import { dashboardFilterFields, DashboardsApi } from "./DashboardsApi.ts"
import { hasBudget, makeInsightAnswers, makeResultBudget, unanswered } from "./InsightAnswers.ts"
import { recordText } from "./RecordText.ts"

const creators = (rows: ReadonlyArray<Dashboard>) => rows.flatMap(({ created_by }) => created_by ?? [])

const endpoint = "/api/projects/{project_id}/dashboards/{id}/"

/** The number of tiles of a dashboard that are answered at a time; one of them with a large answer. */
const atOnce = 3

/** A tile without a result has the reason; without a refresh there is none but that its dashboard has no budget for it. */
const failed = (error: InErrorTable, refresh: RefreshMode): TileAnswer => {
  const { body } = toQueryError(error)
  const { attr, code, detail } = body
  const isNotKept = refresh === "force_cache" && error._tag !== "QueryTooLarge"
  return { fields: unanswered, error: isNotKept ? null : { code, detail, attr } }
}

const makeTileAnswers = Effect.gen(function*() {
  const answer = yield* makeInsightAnswers
  return Effect.fnUntraced(function*({ dashboard, tiles }: DashboardPage, refresh: RefreshMode) {
    const budget = yield* makeResultBudget
    const inTurn = largeAnswersInTurn((bytes) => hasBudget(budget, bytes))
    const answered = (insight: Insight) =>
      inTurn(answer(insight, { refresh, on: dashboard, endpoint, budget })).pipe(
        Effect.map((fields): TileAnswer => ({ fields, error: null })),
        Effect.catch((error) => Effect.succeed(failed(error, refresh)))
      )
    return yield* Effect.forEach(tiles, ({ insight }) => answered(insight), { concurrency: atOnce })
  })
})

/** Shows, makes and changes dashboards. */
export const layer = handlerGroup(
  DashboardsApi,
  Effect.fnUntraced(function*(handlers) {
    const dashboards = yield* Dashboards
    const { people } = yield* UserLookup
    const answersOf = yield* makeTileAnswers

    const shown = Effect.fnUntraced(function*(page: DashboardPage, refresh: RefreshMode = "force_cache") {
      const project = yield* CurrentProject
      const insights = yield* dashboards.shown(project.id, page.tiles)
      const named = [...creators([page.dashboard]), ...namedByInsights(insights), ...namedByTexts(page.texts)]
      return dashboardRecord(yield* people(project, named), page, insights, yield* answersOf(page, refresh))
    })

    const plain = yield* makeEntityHandlers({
      group: "dashboards",
      scope: "Dashboard",
      list: (project, query, page) =>
        Effect.flatMap(readListQuery(dashboardFilterFields, query), (filter) => dashboards.list(project, filter, page)),
      find: dashboards.find,
      idOf: ({ dashboard }: DashboardPage) => dashboard.id,
      shownInLists: (project: Project, rows) => Effect.map(people(project, creators(rows)), dashboardBasicRecord),
      shown: (_, page) => Effect.succeed(page)
    })

    return handlers
      .handle("list", plain.list)
      .handleRaw(
        "create",
        Effect.fn("http.dashboards.create")(function*({ request }) {
          const made = yield* dashboards.create(yield* currentEditing, yield* readJson(request))
          return yield* recordText(yield* shown(made), 201)
        }, answering)
      )
      .handleRaw(
        "read",
        Effect.fn("http.dashboards.read")(function*({ params, query }) {
          const refresh = yield* refreshOf(query.refresh)
          return yield* recordText(yield* shown(yield* dashboards.find((yield* CurrentProject).id, params.id), refresh))
        }, answeringQuery)
      )
      .handleRaw(
        "update",
        Effect.fn("http.dashboards.update")(function*({ params, request }) {
          const changed = yield* dashboards.patch(yield* currentEditing, params.id, yield* readJson(request))
          return yield* recordText(yield* shown(changed))
        }, answering)
      )
      .handleRaw(
        "moveTile",
        Effect.fn("http.dashboards.moveTile")(function*({ params, request }) {
          const left = yield* dashboards.moveTile(yield* currentEditing, params.id, yield* readJson(request))
          return yield* recordText(yield* shown(left))
        }, answering)
      )
      .handle("remove", plain.refuseRemoval)
      .handle("activity", plain.activityOfOne)
  })
)
