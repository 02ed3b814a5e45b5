import type { EventTime } from "../events/EventTime.ts"
import type { ProjectId } from "../identity/Project.ts"
import type { UserId } from "../identity/User.ts"
import { deriveUuid } from "../shared/Uuid.ts"
import type { DefinitionId, Described } from "./Definition.ts"

/** An event name of the project. */
export interface EventDefinition extends Described {
  readonly id: DefinitionId
  readonly name: string
  readonly owner: UserId | null
  /** The time at which it was first received, or named before that. */
  readonly created_at: EventTime
  /** Null until it is received. */
  readonly last_seen_at: EventTime | null
  /** The number of stored events since counting began. */
  readonly volume: number
  /** The number of them in the last 30 days. */
  readonly volume_30_day: number
}

/** The id of a name; the same on every server. */
export const eventDefinitionId = (project: ProjectId, name: string): DefinitionId =>
  deriveUuid("event_definition", project, name) as DefinitionId
