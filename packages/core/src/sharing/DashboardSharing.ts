import { Schema } from "effect"
import { DashboardId } from "../dashboards/Dashboard.ts"
import { entity } from "../entities/Entity.ts"
import { ProjectId } from "../identity/Project.ts"
import { UserId } from "../identity/User.ts"
import { Uuid } from "../shared/Uuid.ts"

export const DashboardSharingId = Uuid.pipe(Schema.brand("DashboardSharingId"))
export type DashboardSharingId = typeof DashboardSharingId.Type

/** A link that shows a dashboard to everybody who has it. Only the hash of its token is kept; a dashboard has one at most. */
export class DashboardSharing extends Schema.Class<DashboardSharing>("DashboardSharing")({
  project_id: ProjectId,
  id: DashboardSharingId,
  dashboard_id: DashboardId,
  secure_value: Schema.String,
  /** The user who made the link that works now. */
  created_by: Schema.NullOr(UserId),
  /** The time at which that link was made. */
  created_at: Schema.DateTimeUtc
}) {}

/** The entity of links of dashboards. */
export const dashboardSharingEntity = entity({
  name: "DashboardSharing",
  table: "dashboard_sharings",
  model: DashboardSharing,
  ids: "uuid",
  unique: { field: "dashboard_id", isFreedByDeletion: false }
})
