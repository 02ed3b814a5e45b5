import { Schema } from "effect"
import { entity } from "../entities/Entity.ts"
import { ProjectId } from "../identity/Project.ts"
import { UserId } from "../identity/User.ts"
import { type Insight, InsightId } from "./Insight.ts"

const int4 = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2147483647 }))

/** A positive int4, unique over the installation. */
export const DashboardId = int4.pipe(Schema.brand("DashboardId"))
export type DashboardId = typeof DashboardId.Type

export const DashboardTileId = int4.pipe(Schema.brand("DashboardTileId"))
export type DashboardTileId = typeof DashboardTileId.Type

/** By a person, from a template (as those of flags), or from another dashboard. */
export const CreationMode = Schema.Literals(["default", "template", "duplicate"])
export type CreationMode = typeof CreationMode.Type

const Json = Schema.Record(Schema.String, Schema.Json)

/** A page of insights. */
export class Dashboard extends Schema.Class<Dashboard>("Dashboard")({
  project_id: ProjectId,
  id: DashboardId,
  name: Schema.String,
  description: Schema.String,
  pinned: Schema.Boolean,
  deleted: Schema.Boolean,
  creation_mode: CreationMode,
  /** Filters of all of its insights, as sent. */
  filters: Json,
  tags: Schema.Array(Schema.String),
  created_by: Schema.NullOr(UserId),
  created_at: Schema.DateTimeUtc
}) {}

/** The entity of dashboards. */
export const dashboardEntity = entity({
  name: "Dashboard",
  table: "dashboards",
  model: Dashboard,
  ids: { sequence: "dashboards_id_seq" },
  activity: { scope: "Dashboard", name: ({ name }) => name }
})

/** The place of an insight or a text on a dashboard. */
export class DashboardTile extends Schema.Class<DashboardTile>("DashboardTile")({
  project_id: ProjectId,
  id: DashboardTileId,
  dashboard_id: DashboardId,
  insight_id: InsightId,
  layouts: Json,
  color: Schema.NullOr(Schema.String)
}) {}

/** The entity of tiles. */
export const dashboardTileEntity = entity({
  name: "DashboardTile",
  table: "dashboard_tiles",
  model: DashboardTile,
  ids: { sequence: "dashboard_tiles_id_seq" },
  references: { dashboard_id: "dashboards", insight_id: "insights" }
})

/** A text on a dashboard: a tile by itself, whose id no tile with an insight has. */
export class DashboardText extends Schema.Class<DashboardText>("DashboardText")({
  project_id: ProjectId,
  id: DashboardTileId,
  dashboard_id: DashboardId,
  body: Schema.String,
  layouts: Json,
  color: Schema.NullOr(Schema.String),
  created_by: Schema.NullOr(UserId),
  created_at: Schema.DateTimeUtc,
  last_modified_by: Schema.NullOr(UserId),
  last_modified_at: Schema.DateTimeUtc
}) {}

/** The entity of texts. */
export const dashboardTextEntity = entity({
  name: "DashboardText",
  table: "dashboard_texts",
  model: DashboardText,
  ids: { sequence: "dashboard_tiles_id_seq" },
  references: { dashboard_id: "dashboards" }
})

/** A tile and what it shows. */
export interface ShownTile {
  readonly tile: DashboardTile
  readonly insight: Insight
}

/** A dashboard with its tiles in their order, and its texts in theirs. */
export interface DashboardPage {
  readonly dashboard: Dashboard
  readonly tiles: ReadonlyArray<ShownTile>
  readonly texts: ReadonlyArray<DashboardText>
}
