import { dashboardFields } from "@hedgerow/core/dashboards/DashboardInput"
import { Schema } from "effect"
import { UserBasicRecord } from "../identity/IdentitySchema.ts"
import { described } from "../requests/Described.ts"
import { changeBody } from "../requests/RequestBody.ts"

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

/** A stored query with a name. Fields that are always null are those of the reference service's calculated results. */
export const InsightRecord = Schema.Struct({
  id: described(Schema.Int, "The insight's id."),
  short_id: described(Schema.String, "The id in the addresses of insights, unique in its project."),
  name: described(Schema.String, "The name that people see."),
  derived_name: described(Schema.Null, "Always null."),
  description: described(Schema.String, "The description of the insight, in words."),
  query: described(Schema.NullOr(Json), "The query, as it is stored; null if there is none."),
  filters: described(Json, "The older form of `query`."),
  order: described(Schema.Null, "Always null."),
  deleted: described(Schema.Boolean, "Whether the insight is deleted."),
  dashboards: described(Schema.Array(Schema.Int), "The ids of the dashboards that show it."),
  dashboard_tiles: described(Schema.Array(tileReference), "Its tiles on dashboards."),
  tags: described(Schema.Array(Schema.String), "Words to find the insight by."),
  favorited: described(Schema.Boolean, "Always `false`."),
  saved: described(Schema.Boolean, "Whether the insight was saved by itself, not for a dashboard alone."),
  is_sample: described(Schema.Boolean, "Always `false`."),
  result: described(Schema.Null, "Always null: `POST /query/` runs the query."),
  last_refresh: described(Schema.Null, "Always null."),
  created_at: described(Timestamp, "When the insight was created."),
  created_by: described(MaybeUser, "The user who created the insight."),
  updated_at: described(Timestamp, "The same as `last_modified_at`."),
  last_modified_at: described(Timestamp, "When the insight was last changed."),
  last_modified_by: described(MaybeUser, "The user who last changed the insight."),
  ...access
}).annotate({ identifier: "Insight" })

/** The place of an insight on a dashboard: one for each width of the screen. */
export const DashboardTileRecord = Schema.Struct({
  id: described(Schema.Int, "The tile's id."),
  layouts: described(Json, "The place and size of the tile, by the width of the screen."),
  color: described(Schema.NullOr(Schema.String), "The colour of the tile; null for the default."),
  text: described(Schema.Null, "Always null."),
  insight: described(InsightRecord, "The insight on the tile.")
}).annotate({ identifier: "DashboardTile" })

const basic = {
  id: described(Schema.Int, "The dashboard's id."),
  name: described(Schema.String, "The name that people see."),
  description: described(Schema.String, "The description of the dashboard, in words."),
  pinned: described(Schema.Boolean, "Whether the dashboard stands before others in lists."),
  created_at: described(Timestamp, "When the dashboard was created."),
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
  filters: described(Json, "Filters of all of its insights, as they were sent."),
  variables: described(Schema.Null, "Always null."),
  tiles: described(Schema.Array(DashboardTileRecord), "The tiles, in their order.")
}).annotate({ identifier: "Dashboard" })

/** A change of a dashboard. `deleted` deletes and restores it. */
export const DashboardChanges = changeBody(dashboardFields, {
  identifier: "DashboardChanges",
  description: "A change of a dashboard. `deleted` deletes and restores it."
})
