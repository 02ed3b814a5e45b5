import { InsightNotFound } from "@hedgerow/core/dashboards/DashboardErrors"
import { Dashboards } from "@hedgerow/core/dashboards/Dashboards"
import { overridingFields } from "@hedgerow/core/dashboards/InsightResults"
import { QueryExecution } from "@hedgerow/core/query/execution/QueryExecution"
import { QueryKinds } from "@hedgerow/core/query/QueryKinds"
import { Effect } from "effect"
import { CurrentCaller, CurrentProject } from "../auth/Authorization.ts"
import { chartResponse } from "../charts/ChartAnswers.ts"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { chartOf, readDrawnRequest } from "../query/DrawnAnswer.ts"
import { answeringQuery } from "../query/QueryErrors.ts"
import { makeGate } from "../query/QueryGate.ts"
import { InsightChartApi } from "./InsightChartApi.ts"

/** The route of drawn insights, as the log of queries names it. */
const endpoint = "/api/projects/{project_id}/insights/{id}/chart.svg"

/** Draws insights. */
export const layer = handlerGroup(
  InsightChartApi,
  Effect.fnUntraced(function*(handlers) {
    const dashboards = yield* Dashboards
    const execution = yield* QueryExecution
    const gate = yield* makeGate
    const kinds = yield* QueryKinds

    return handlers.handle(
      "chart",
      Effect.fn("http.insightCharts.chart")(function*({ params, query: { from_dashboard: from = "", refresh } }) {
        const project = yield* CurrentProject
        const { insight } = yield* dashboards.findInsight(project.id, params.id)
        if (insight.deleted) return yield* new InsightNotFound()
        const on = from === "" ? undefined : (yield* dashboards.find(project.id, from)).dashboard
        const body = {
          query: insight.query,
          ...refresh === undefined || refresh === "" ? {} : { refresh },
          ...on === undefined ? {} : overridingFields(on)
        }
        const { kind, node, path } = yield* readDrawnRequest(kinds, body)
        yield* gate.toShow(kind)
        const { key, user } = yield* CurrentCaller
        const asking = { project, user: user.id, endpoint, isKeyRequest: key !== undefined }
        const { json } = yield* execution.ask(asking, body)
        return yield* chartResponse(
          yield* chartOf({ kind: kind.kind, node, path, title: insight.name, text: json.longText })
        )
      }, answeringQuery)
    )
  })
)
