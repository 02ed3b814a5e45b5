import type { Project } from "../access/Project.ts"
import type { User } from "../access/User.ts"
import type { JsonRecord } from "../shared/JsonRecord.ts"

/** Whose change it is, and in which project. */
export interface FlagEditing {
  readonly project: Project
  readonly actor: User | "system"
  /** What brought it about, when it was no request: a job, for the activity log. */
  readonly trigger?: { readonly job_type: string; readonly job_id: string; readonly payload: JsonRecord }
}
