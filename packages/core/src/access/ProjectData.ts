import { Context, type Effect } from "effect"
import type { OrganizationId } from "../identity/Organization.ts"
import type { ProjectId } from "../identity/Project.ts"

/**
 * Removal of everything that a storage holds of a project or an organisation whose own row is gone already. Each method
 * may be cut short at any point and repeated.
 */
export class ProjectData extends Context.Service<ProjectData, {
  /** Removes the project's rows from every table, its events and their copies included, but for its version. */
  readonly remove: (project: ProjectId) => Effect.Effect<void>
  /** Forgets the versions of the project's definitions, by which caches of other servers find out that it is gone. */
  readonly forgetVersions: (project: ProjectId) => Effect.Effect<void>
  /** Removes the organisation's own log, but for the entry of its removal. */
  readonly removeLog: (organization: OrganizationId) => Effect.Effect<void>
}>()("@hedgerow/core/access/ProjectData") {}
