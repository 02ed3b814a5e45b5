import type { Project } from "@hedgerow/core/access/Project"
import { UserLookup } from "@hedgerow/core/access/UserLookup"
import type { Dashboard, DashboardPage } from "@hedgerow/core/dashboards/Dashboard"
import { Dashboards, type ShownInsight } from "@hedgerow/core/dashboards/Dashboards"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../Api.ts"
import { makeEntityHandlers } from "../entities/EntityHandlers.ts"
import { type Asked, readListQuery } from "../entities/EntityQuery.ts"
import { dashboardBasicRecord, dashboardRecord, insightRecord, namedByInsights } from "./DashboardEncode.ts"
import { dashboardFilterFields, insightFilterFields } from "./DashboardsApi.ts"

const readInsightFilter = Effect.fnUntraced(function*(query: Asked) {
  const { short_id, ...rest } = yield* readListQuery(insightFilterFields, query)
  return { ...rest, ...(short_id === undefined ? undefined : { shortId: short_id }) }
})

const creators = (rows: ReadonlyArray<Dashboard>) => rows.flatMap(({ created_by }) => created_by ?? [])

const makeDashboardHandlers = Effect.gen(function*() {
  const dashboards = yield* Dashboards
  const { people } = yield* UserLookup

  const shown = Effect.fnUntraced(function*(project: Project, page: DashboardPage) {
    const insights = yield* dashboards.shown(project.id, page.tiles)
    const named = [...creators([page.dashboard]), ...namedByInsights(insights)]
    return dashboardRecord(yield* people(project, named), page, insights)
  })

  return yield* makeEntityHandlers({
    group: "dashboards",
    scope: "Dashboard",
    list: (project, query, page) =>
      Effect.flatMap(readListQuery(dashboardFilterFields, query), (filter) => dashboards.list(project, filter, page)),
    find: dashboards.find,
    idOf: ({ dashboard }: DashboardPage) => dashboard.id,
    patch: dashboards.patch,
    shownInLists: (project, rows) => Effect.map(people(project, creators(rows)), dashboardBasicRecord),
    shown
  })
})

const makeInsightHandlers = Effect.gen(function*() {
  const dashboards = yield* Dashboards
  const { people } = yield* UserLookup

  const shownInLists = (project: Project, rows: ReadonlyArray<ShownInsight>) =>
    Effect.map(people(project, namedByInsights(rows)), insightRecord)

  return yield* makeEntityHandlers({
    group: "insights",
    scope: "Insight",
    list: (project, query, page) =>
      Effect.flatMap(readInsightFilter(query), (filter) => dashboards.listInsights(project, filter, page)),
    find: dashboards.findInsight,
    idOf: ({ insight }: ShownInsight) => insight.id,
    shownInLists,
    shown: (project, one) => Effect.map(shownInLists(project, [one]), (record) => record(one))
  })
})

/** Shows and changes dashboards, and shows insights. */
export const layer = HttpApiBuilder.group(
  Api,
  "dashboards",
  Effect.fnUntraced(function*(handlers) {
    const dashboards = yield* makeDashboardHandlers
    const insights = yield* makeInsightHandlers
    return handlers
      .handle("list", dashboards.list)
      .handle("read", dashboards.read)
      .handleRaw("update", dashboards.update)
      .handle("remove", dashboards.refuseRemoval)
      .handle("insights", insights.list)
      .handle("insight", insights.read)
  })
)
