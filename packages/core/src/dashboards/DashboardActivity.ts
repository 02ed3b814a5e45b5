import { Struct } from "effect"
import type { Project } from "../access/Project.ts"
import type { User } from "../access/User.ts"
import type { NewActivity } from "../activity/Activity.ts"
import type { JsonRecord } from "../shared/JsonRecord.ts"
import type { Dashboard } from "./Dashboard.ts"
import type { Insight } from "./Insight.ts"

/** Whose change it is, and in which project. */
export interface DashboardEditing {
  readonly project: Project
  readonly actor: User | "system"
}

const about = ({ actor, project }: DashboardEditing) => ({
  organization: project.organization_id,
  project: project.id,
  actor
})

const told = (dashboard: Dashboard): JsonRecord =>
  Struct.pick(dashboard, ["name", "description", "pinned", "deleted", "filters", "tags"])

const toldOfInsight = (insight: Insight): JsonRecord =>
  Struct.pick(insight, ["name", "description", "query", "filters", "deleted", "saved", "tags"])

const verb = (after: { readonly deleted: boolean }, before: { readonly deleted: boolean } | undefined): string => {
  if (before === undefined) return "created"
  if (before.deleted === after.deleted) return "updated"
  return after.deleted ? "deleted" : "restored"
}

/** The entry of a dashboard that was created, or that differs from the one before. */
export const dashboardActivity = (by: DashboardEditing, after: Dashboard, before?: Dashboard): NewActivity => ({
  ...about(by),
  scope: "Dashboard",
  activity: verb(after, before),
  itemId: String(after.id),
  name: after.name,
  ...(before === undefined ? undefined : { before: told(before), after: told(after) })
})

/** The entry of an insight that was created, or that differs from the one before. */
export const insightActivity = (by: DashboardEditing, after: Insight, before?: Insight): NewActivity => ({
  ...about(by),
  scope: "Insight",
  activity: verb(after, before),
  itemId: String(after.id),
  name: after.name,
  detail: { short_id: after.short_id },
  ...(before === undefined ? undefined : { before: toldOfInsight(before), after: toldOfInsight(after) })
})
