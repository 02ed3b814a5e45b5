import { Struct } from "effect"
import type { Project } from "../access/Project.ts"
import type { User } from "../access/User.ts"
import type { NewActivity } from "../activity/Activity.ts"
import type { JsonRecord } from "../shared/JsonRecord.ts"
import type { Cohort } from "./Cohort.ts"

/** Whose change it is, and in which project. */
export interface CohortEditing {
  readonly project: Project
  readonly actor: User | "system"
}

const toldOf = (cohort: Cohort): JsonRecord =>
  Struct.pick(cohort, ["name", "description", "deleted", "groups", "filters", "query", "is_static", "cohort_type"])

const activityOf = (after: Cohort, before: Cohort | undefined): string => {
  if (before === undefined) return "created"
  if (before.deleted === after.deleted) return "updated"
  return after.deleted ? "deleted" : "restored"
}

/** The entry of a cohort that was created, or that differs from the one before. */
export const cohortActivity = ({ actor, project }: CohortEditing, after: Cohort, before?: Cohort): NewActivity => ({
  organization: project.organization_id,
  project: project.id,
  actor,
  scope: "Cohort",
  activity: activityOf(after, before),
  itemId: String(after.id),
  name: after.name,
  ...(before === undefined ? undefined : { before: toldOf(before), after: toldOf(after) })
})
