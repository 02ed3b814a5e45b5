import { UserLookup } from "@hedgerow/core/access/UserLookup"
import type { DashboardPage } from "@hedgerow/core/dashboards/Dashboard"
import type { DashboardFilter, InsightFilter } from "@hedgerow/core/dashboards/DashboardFilter"
import { Dashboards, type ShownInsight } from "@hedgerow/core/dashboards/Dashboards"
import { boolean, readFields, text } from "@hedgerow/core/shared/Fields"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../Api.ts"
import { CurrentCaller, CurrentProject } from "../auth/Authorization.ts"
import { answering } from "../errors/ErrorTable.ts"
import { hardDeleteRefused } from "../errors/RequestErrors.ts"
import { readJson } from "../requests/JsonBody.ts"
import { pageBody, pageRequest } from "../requests/Paging.ts"
import { dashboardBasicRecord, dashboardRecord, insightRecord, namedByInsights } from "./DashboardWire.ts"

type Query = Readonly<Record<string, unknown>>

const asked = (query: Query): Query => Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""))

const readDashboardFilter = Effect.fnUntraced(function*(query: Query) {
  const fields = { search: text({ verbatim: true }).optional, pinned: boolean().optional }
  const filter: DashboardFilter = yield* readFields(fields, asked(query))
  return filter
})

const readInsightFilter = Effect.fnUntraced(function*(query: Query) {
  const fields = {
    search: text({ verbatim: true }).optional,
    short_id: text({ verbatim: true }).optional,
    saved: boolean().optional
  }
  const { short_id, ...rest } = yield* readFields(fields, asked(query))
  const filter: InsightFilter = { ...rest, ...(short_id === undefined ? undefined : { shortId: short_id }) }
  return filter
})

/** Shows dashboards and insights. */
export const layer = HttpApiBuilder.group(
  Api,
  "dashboards",
  Effect.fnUntraced(function*(handlers) {
    const dashboards = yield* Dashboards
    const { people } = yield* UserLookup

    const insightsOf = Effect.fnUntraced(function*(shown: ReadonlyArray<ShownInsight>) {
      return insightRecord(yield* people(yield* CurrentProject, namedByInsights(shown)))
    })

    const body = Effect.fnUntraced(function*(page: DashboardPage) {
      const project = yield* CurrentProject
      const shown = yield* dashboards.shown(project.id, page.tiles)
      const creator = page.dashboard.created_by
      const named = [...(creator === null ? [] : [creator]), ...namedByInsights(shown)]
      return dashboardRecord(yield* people(project, named), page, shown)
    })

    return handlers
      .handle(
        "list",
        Effect.fn("http.dashboards.list")(function*({ query }) {
          const project = yield* CurrentProject
          const slice = pageRequest(query)
          const page = yield* dashboards.list(project.id, yield* readDashboardFilter(query), slice)
          const named = page.items.flatMap(({ created_by }) => created_by ?? [])
          return yield* pageBody(page, slice, dashboardBasicRecord(yield* people(project, named)))
        }, answering)
      )
      .handle(
        "read",
        Effect.fn("http.dashboards.read")(function*({ params }) {
          return yield* body(yield* dashboards.find((yield* CurrentProject).id, params.id))
        }, answering)
      )
      .handleRaw(
        "update",
        Effect.fn("http.dashboards.update")(function*({ params, request }) {
          const by = { project: yield* CurrentProject, actor: (yield* CurrentCaller).user }
          return yield* body(yield* dashboards.patch(by, params.id, yield* readJson(request)))
        }, answering)
      )
      .handle(
        "remove",
        Effect.fn("http.dashboards.remove")(function*({ params }) {
          yield* dashboards.find((yield* CurrentProject).id, params.id)
          return yield* hardDeleteRefused
        }, answering)
      )
      .handle(
        "insights",
        Effect.fn("http.dashboards.insights")(function*({ query }) {
          const slice = pageRequest(query)
          const filter = yield* readInsightFilter(query)
          const page = yield* dashboards.listInsights((yield* CurrentProject).id, filter, slice)
          return yield* pageBody(page, slice, yield* insightsOf(page.items))
        }, answering)
      )
      .handle(
        "insight",
        Effect.fn("http.dashboards.insight")(function*({ params }) {
          const shown = yield* dashboards.findInsight((yield* CurrentProject).id, params.id)
          return (yield* insightsOf([shown]))(shown)
        }, answering)
      )
  })
)
