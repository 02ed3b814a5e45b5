import { dashboardFields } from "@hedgerow/core/dashboards/DashboardInput"
import { Schema } from "effect"
import { UserBasicRecord } from "../identity/IdentitySchema.ts"
import { changeBody } from "../requests/RequestBody.ts"

const Timestamp = Schema.String.annotate({ format: "date-time" })
const MaybeUser = Schema.NullOr(UserBasicRecord)
const Json = Schema.Record(Schema.String, Schema.Json)

const tileReference = Schema.Struct({ id: Schema.Int, dashboard_id: Schema.Int, deleted: Schema.Boolean })

/** A stored query with a name. Fields that are always null are those of the reference service's calculated results. */
export const InsightRecord = Schema.Struct({
  id: Schema.Int,
  short_id: Schema.String,
  name: Schema.String,
  derived_name: Schema.Null,
  description: Schema.String,
  query: Schema.NullOr(Json),
  filters: Json,
  order: Schema.Null,
  deleted: Schema.Boolean,
  dashboards: Schema.Array(Schema.Int),
  dashboard_tiles: Schema.Array(tileReference),
  tags: Schema.Array(Schema.String),
  favorited: Schema.Boolean,
  saved: Schema.Boolean,
  is_sample: Schema.Boolean,
  result: Schema.Null,
  last_refresh: Schema.Null,
  created_at: Timestamp,
  created_by: MaybeUser,
  updated_at: Timestamp,
  last_modified_at: Timestamp,
  last_modified_by: MaybeUser,
  effective_restriction_level: Schema.Int,
  effective_privilege_level: Schema.Int,
  user_access_level: Schema.String
}).annotate({ identifier: "Insight" })

/** Where an insight stands on a dashboard: a place for each width of the screen. */
export const DashboardTileRecord = Schema.Struct({
  id: Schema.Int,
  layouts: Json,
  color: Schema.NullOr(Schema.String),
  text: Schema.Null,
  insight: InsightRecord
}).annotate({ identifier: "DashboardTile" })

const basic = {
  id: Schema.Int,
  name: Schema.String,
  description: Schema.String,
  pinned: Schema.Boolean,
  created_at: Timestamp,
  created_by: MaybeUser,
  is_shared: Schema.Boolean,
  deleted: Schema.Boolean,
  creation_mode: Schema.Literals(["default", "template", "duplicate"]),
  tags: Schema.Array(Schema.String),
  restriction_level: Schema.Int,
  effective_restriction_level: Schema.Int,
  effective_privilege_level: Schema.Int,
  user_access_level: Schema.String,
  last_accessed_at: Schema.Null,
  last_refresh: Schema.Null,
  team_id: Schema.Int
}

/** A dashboard as lists show it: without its tiles. */
export const DashboardBasicRecord = Schema.Struct(basic).annotate({ identifier: "DashboardBasic" })

/** A dashboard with its tiles. */
export const DashboardRecord = Schema.Struct({
  ...basic,
  filters: Json,
  variables: Schema.Null,
  tiles: Schema.Array(DashboardTileRecord)
}).annotate({ identifier: "Dashboard" })

/** What may be changed of a dashboard. `deleted` is how one is deleted and restored. */
export const DashboardChanges = changeBody(dashboardFields, {
  identifier: "DashboardChanges",
  description: "What may be changed of a dashboard. `deleted` is how one is deleted and restored."
})
