import { boolean, text } from "@hedgerow/core/shared/Fields"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { entityApi } from "../entities/EntityApi.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { oneInProject } from "../requests/Parameters.ts"
import { operation } from "../shared/Described.ts"
import { refreshParam } from "./AnswerParams.ts"
import {
  DashboardBasicRecord,
  DashboardChanges,
  DashboardRecord,
  DashboardTileMove,
  NewDashboard
} from "./DashboardSchema.ts"

/** The filters of lists of dashboards. */
export const dashboardFilterFields = {
  search: text({ verbatim: true }).optional.describe("A part of the name, in any letter case.", "growth"),
  pinned: boolean().optional.describe("Whether it stands before others.", true)
}

const dashboards = entityApi({
  path: "dashboards",
  one: "dashboard",
  many: "dashboards",
  scope: "dashboard",
  filter: dashboardFilterFields,
  listed: DashboardBasicRecord,
  record: DashboardRecord
})

/** Pages of insights. */
export class DashboardsApi extends HttpApiGroup.make("dashboards")
  .add(
    dashboards.list,
    dashboards.create(NewDashboard),
    HttpApiEndpoint.get("read", "/dashboards/:id/", {
      params: oneInProject("The dashboard's id."),
      query: refreshParam,
      success: DashboardRecord,
      error: apiErrorAt(429)
    })
      .annotate(RequiredScope, "dashboard:read")
      .annotateMerge(operation(
        "Read a dashboard",
        "The dashboard with this id, also a deleted one, with its tiles and the results that are kept of their insights "
          + "under its filters, each with its age. `refresh` computes them; a tile that cannot be computed says why."
      )),
    dashboards.update(DashboardChanges),
    HttpApiEndpoint.patch("moveTile", "/dashboards/:id/move_tile/", {
      params: oneInProject("The dashboard's id."),
      payload: DashboardTileMove,
      success: DashboardRecord,
      error: [apiErrorAt(413), apiErrorAt(415)]
    })
      .annotate(RequiredScope, "dashboard:write")
      .annotateMerge(operation(
        "Move a tile to another dashboard",
        "Takes a tile, with an insight or a text, from this dashboard to another one of the project, and returns this one. A "
          + "dashboard that shows the insight already is refused."
      )),
    dashboards.refuseRemoval,
    dashboards.activityOfOne("activity")
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({ title: "Dashboards", description: "Pages of insights." }))
{}
