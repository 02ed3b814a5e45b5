import { dashboardFields, newDashboardFields, tileMoveFields } from "@hedgerow/core/dashboards/DashboardInput"
import { insightFields, newInsightFields } from "@hedgerow/core/dashboards/InsightInput"
import { Schema } from "effect"
import { ErrorDetail } from "../errors/ErrorBody.ts"
import { UserBasicRecord } from "../identity/IdentitySchema.ts"
import { changeBody, createBody } from "../requests/RequestBody.ts"
import { described, structured } from "../shared/Described.ts"

const Timestamp = Schema.String.annotate({ format: "date-time" })
const MaybeUser = Schema.NullOr(UserBasicRecord)
const Json = Schema.Record(Schema.String, Schema.Json)

const tileReference = Schema.Struct({
  id: described(Schema.Int, "The tile's id."),
  dashboard_id: described(Schema.Int, "The id of its dashboard."),
  deleted: described(Schema.Boolean, "Always `false`.")
})

const access = {
  effective_restriction_level: described(Schema.Int, "Always 21: every member of the project may edit."),
  effective_privilege_level: described(Schema.Int, "Always 37: the caller may edit."),
  user_access_level: described(Schema.String, "Always `editor`.")
}

const Texts = Schema.NullOr(Schema.Array(Schema.Json))
const MaybeTime = Schema.NullOr(Timestamp)

/** The result of a stored query, as `POST /query/` gives it. */
const answered = {
  result: described(Schema.Json, "The `results` of the query; null where none are kept, and of lists."),
  columns: described(Texts, "The columns of the result, where it has some."),
  types: described(Texts, "Their types."),
  hasMore: described(Schema.NullOr(Schema.Boolean), "Whether the result is cut."),
  hogql: described(Schema.NullOr(Schema.String), "The statement that was run."),
  is_cached: described(Schema.Boolean, "Whether the result was kept, and not computed for this request."),
  last_refresh: described(MaybeTime, "The time at which the result was computed; null where there is none."),
  next_allowed_client_refresh: described(MaybeTime, "The earliest time at which a client should compute it anew."),
  cache_target_age: described(MaybeTime, "Until when the result is fresh; null: for ever, or there is none."),
  query_status: described(Schema.Json, "The run of the query in the background; null where there is none."),
  resolved_date_range: described(Schema.Json, "The time that the result is about, where it has one."),
  timezone: described(Schema.NullOr(Schema.String), "The time zone of the result.")
}

/** A stored query with a name, and its result. */
export const InsightRecord = Schema.Struct({
  id: described(Schema.Int, "The insight's id."),
  short_id: described(Schema.String, "The id in the addresses of insights, unique in its project."),
  name: described(Schema.String, "The name that people see."),
  derived_name: described(Schema.NullOr(Schema.String), "A name that a client made of the query."),
  description: described(Schema.String, "The description of the insight, in words."),
  query: described(Schema.NullOr(structured("StoredQuery")), "The query, as it is stored; null if there is none."),
  filters: described(Json, "The older form of `query`."),
  order: described(Schema.Null, "Always null."),
  deleted: described(Schema.Boolean, "Whether the insight is deleted."),
  dashboards: described(Schema.Array(Schema.Int), "The ids of the dashboards that show it."),
  dashboard_tiles: described(Schema.Array(tileReference), "Its tiles on dashboards."),
  tags: described(Schema.Array(Schema.String), "Words to find the insight by."),
  favorited: described(Schema.Boolean, "Whether it stands out for people."),
  saved: described(Schema.Boolean, "Whether the insight was saved by itself, not for a dashboard alone."),
  is_sample: described(Schema.Boolean, "Always `false`."),
  ...answered,
  created_at: described(Timestamp, "The time at which the insight was created."),
  created_by: described(MaybeUser, "The user who created the insight."),
  updated_at: described(Timestamp, "The same as `last_modified_at`."),
  last_modified_at: described(Timestamp, "The time at which the insight was last changed."),
  last_modified_by: described(MaybeUser, "The user who last changed the insight."),
  ...access
}).annotate({ identifier: "Insight" })

const TextRecord = Schema.Struct({
  id: described(Schema.Int, "The id of the tile."),
  body: described(Schema.String, "The text, in Markdown."),
  team: described(Schema.Int, "The id of the dashboard's project."),
  created_by: described(MaybeUser, "The user who wrote the text."),
  created_at: described(Timestamp, "The time at which the text was written."),
  last_modified_by: described(MaybeUser, "The user who last changed the text or its place."),
  last_modified_at: described(Timestamp, "The time at which the text or its place was last changed.")
}).annotate({ identifier: "DashboardText" })

/** The place of an insight or a text on a dashboard: one for each width of the screen. */
export const DashboardTileRecord = Schema.Struct({
  id: described(Schema.Int, "The tile's id."),
  layouts: described(structured("TileLayouts"), "The place and size of the tile, by the width of the screen."),
  color: described(Schema.NullOr(Schema.String), "The colour of the tile; null for the default."),
  text: described(Schema.NullOr(TextRecord), "The text on the tile; null where it shows an insight."),
  insight: described(
    Schema.NullOr(InsightRecord),
    "The insight on the tile, with its result; null where it is a text."
  ),
  error: described(
    Schema.NullOr(ErrorDetail),
    "The reason why there is no result, where it was to be computed and could not be."
  )
}).annotate({ identifier: "DashboardTile" })

const basic = {
  id: described(Schema.Int, "The dashboard's id."),
  name: described(Schema.String, "The name that people see."),
  description: described(Schema.String, "The description of the dashboard, in words."),
  pinned: described(Schema.Boolean, "Whether the dashboard stands before others in lists."),
  created_at: described(Timestamp, "The time at which the dashboard was created."),
  created_by: described(MaybeUser, "The user who created the dashboard."),
  is_shared: described(Schema.Boolean, "Always `false`."),
  deleted: described(Schema.Boolean, "Whether the dashboard is deleted."),
  creation_mode: described(
    Schema.Literals(["default", "template", "duplicate"]),
    "Whether it was made by a person, from a template (as those of flags are) or from another dashboard."
  ),
  tags: described(Schema.Array(Schema.String), "Words to find the dashboard by."),
  restriction_level: described(Schema.Int, "Always 21: every member of the project may edit."),
  ...access,
  last_accessed_at: described(Schema.Null, "Always null."),
  last_refresh: described(Schema.Null, "Always null."),
  team_id: described(Schema.Int, "The id of the dashboard's project.")
}

/** A dashboard as lists show it: without its tiles. */
export const DashboardBasicRecord = Schema.Struct(basic).annotate({ identifier: "DashboardBasic" })

/** A dashboard with its tiles. */
export const DashboardRecord = Schema.Struct({
  ...basic,
  filters: described(structured("DashboardFilters"), "Filters of all of its insights, as they were sent."),
  variables: described(Schema.Null, "Always null."),
  tiles: described(Schema.Array(DashboardTileRecord), "The tiles, in their order.")
}).annotate({ identifier: "Dashboard" })

/** A new dashboard. */
export const NewDashboard = createBody(newDashboardFields, {
  identifier: "NewDashboard",
  description: "A page of insights. Insights are put on it by their `dashboards`."
})

/** A new insight. */
export const NewInsight = createBody(newInsightFields, {
  identifier: "NewInsight",
  description: "A stored query with a name."
})

/** A change of an insight. `deleted` deletes and restores it. */
export const InsightChanges = changeBody(insightFields, {
  identifier: "InsightChanges",
  description:
    "A change of an insight. `dashboards` are those that it stands on from then on; `deleted` deletes and restores it."
})

/** A move of a tile. */
export const DashboardTileMove = createBody(tileMoveFields, {
  identifier: "DashboardTileMove",
  description: "The tile that moves, and its new dashboard."
})

/** A change of a dashboard. `deleted` deletes and restores it. */
export const DashboardChanges = changeBody(dashboardFields, {
  identifier: "DashboardChanges",
  description: "A change of a dashboard. `deleted` deletes and restores it."
})
