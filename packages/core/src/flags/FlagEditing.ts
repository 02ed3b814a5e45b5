import type { Project } from "../access/Project.ts"
import type { User } from "../access/User.ts"

/** Whose change it is, and in which project. */
export interface FlagEditing {
  readonly project: Project
  readonly actor: User | "system"
}
