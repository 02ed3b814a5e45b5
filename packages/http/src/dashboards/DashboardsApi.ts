import { boolean, text } from "@hedgerow/core/shared/Fields"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { entityApi } from "../entities/EntityApi.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { DashboardBasicRecord, DashboardChanges, DashboardRecord, InsightRecord } from "./DashboardSchema.ts"

const search = text({ verbatim: true }).optional.describe("A part of the name, in any letter case.", "growth")

/** What lists of dashboards are narrowed by. */
export const dashboardFilterFields = {
  search,
  pinned: boolean().optional.describe("Whether it stands before others.", true)
}

/** What lists of insights are narrowed by. */
export const insightFilterFields = {
  search,
  short_id: text({ verbatim: true }).optional.describe("The id in the addresses of insights.", "ab12cd34"),
  saved: boolean().optional.describe("Whether it was saved by itself, not for a dashboard alone.", true)
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

const insights = entityApi({
  path: "insights",
  one: "insight",
  many: "insights",
  scope: "insight",
  filter: insightFilterFields,
  listed: InsightRecord,
  record: InsightRecord,
  names: { list: "insights", read: "insight" }
})

/** Pages of insights. */
export class DashboardsApi extends HttpApiGroup.make("dashboards")
  .add(
    dashboards.list,
    dashboards.read,
    dashboards.update(DashboardChanges),
    dashboards.refuseRemoval,
    insights.list,
    insights.read
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({ title: "Dashboards", description: "Pages of insights, and the insights." }))
{}
