import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Uuid } from "@hedgerow/core/shared/Uuid"

/** The number of a project's queries that a node may run at once, until its lease ends. */
export interface SlotRow {
  readonly project: ProjectId
  readonly node: Uuid
  readonly held: number
  readonly until: EventTime
}
