import { insightOrders } from "@hedgerow/core/dashboards/DashboardFilter"
import { namedDate } from "@hedgerow/core/dashboards/InsightDates"
import { insightKinds } from "@hedgerow/core/dashboards/InsightKind"
import { boolean, choice, integer, text } from "@hedgerow/core/shared/Fields"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { entityApi } from "../entities/EntityApi.ts"
import { listQuery } from "../entities/EntityQuery.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { jsonList } from "../requests/JsonListParam.ts"
import { pageOf } from "../requests/Paging.ts"
import { inProject, oneInProject, textParam } from "../requests/Parameters.ts"
import { operation } from "../shared/Described.ts"
import { refreshParam } from "./AnswerParams.ts"
import { InsightChanges, InsightRecord, NewInsight } from "./DashboardSchema.ts"

/** The filters of lists of insights. */
export const insightFilterFields = {
  search: text({ verbatim: true }).optional.describe("A part of the name, in any letter case.", "growth"),
  short_id: text({ verbatim: true }).optional.describe(
    "The id in the addresses of insights; the insight then has its result, as when it is read.",
    "ab12cd34"
  ),
  saved: boolean().optional.describe("Whether it was saved by itself, not for a dashboard alone.", true),
  favorited: boolean().optional.describe("Whether it stands out for people.", true),
  insight: choice(insightKinds).optional.describe("The kind of its query; `JSON` is every other kind.", "TRENDS"),
  created_by: jsonList(integer({ minimum: 1, maximum: 2147483647 })).optional.describe(
    "The users who made it, one of them: a number, or a JSON list of numbers.",
    "[1]"
  ),
  tags: jsonList(text({ maxLength: 255 })).optional.describe(
    "Words of which it has one: a word, or a JSON list of words.",
    "[\"growth\"]"
  ),
  date_from: namedDate().optional.describe(
    "Last changed at this time or later: ISO 8601, or relative as `-7d`; `all` does not bound.",
    "-30d"
  ),
  date_to: namedDate().optional.describe("Last changed before this time; a day is in the list whole.", "2026-01-31"),
  created_date_from: namedDate().optional.describe("Made at this time or later.", "2026-01-01"),
  created_date_to: namedDate().optional.describe("Made before this time; a day is in the list whole.", "dEnd"),
  order: choice(insightOrders).optional.describe("The field to order by; with `-` before it descending.", "name")
}

const insights = entityApi({
  path: "insights",
  one: "insight",
  many: "insights",
  scope: "insight",
  filter: insightFilterFields,
  listed: InsightRecord,
  record: InsightRecord
})

/** Stored queries with their results. */
export class InsightsApi extends HttpApiGroup.make("insights")
  .add(
    HttpApiEndpoint.get("list", "/insights/", {
      params: inProject,
      query: {
        ...listQuery(insightFilterFields),
        refresh: textParam(
          "`false` or `force_cache`: the insights have the results that are kept of their queries, and a page has 20 at most. "
            + "Without it lists have no results."
        )
      },
      success: pageOf(InsightRecord)
    })
      .annotate(RequiredScope, "insight:read")
      .annotateMerge(operation("List insights", "A page of the insights of the project that are not deleted.")),
    insights.create(NewInsight),
    HttpApiEndpoint.get("read", "/insights/:id/", {
      params: oneInProject("The insight's id, or its short id."),
      query: {
        ...refreshParam,
        from_dashboard: textParam("The id of a dashboard that shows it: the result is that under its filters.")
      },
      success: InsightRecord,
      error: [apiErrorAt(429), apiErrorAt(503), apiErrorAt(504)]
    })
      .annotate(RequiredScope, "insight:read")
      .annotateMerge(operation(
        "Read an insight",
        "The insight with this id or short id, also a deleted one, with the result that is kept of its query and when it "
          + "was computed. `refresh` computes it."
      )),
    insights.update(InsightChanges),
    insights.refuseRemoval,
    insights.activityOfOne("activity")
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({ title: "Insights", description: "Stored queries, with their results." }))
{}
