import type { Effect } from "effect"
import { Context } from "effect"
import type { EventStoreUnavailable } from "../events/EventStore.ts"
import type { EventTime } from "../events/EventTime.ts"
import type { ProjectId } from "../identity/Project.ts"
import type { Uuid } from "../shared/Uuid.ts"
import type { EventSelection } from "./EventSelection.ts"

/** Persons that were deleted, as copies of them are found. */
export interface GonePersons {
  /** The persons, and those that had been merged into them. */
  readonly personIds: ReadonlyArray<Uuid>
  readonly distinctIds: ReadonlyArray<string>
  /** The time of the request: the same persons may come back and be deleted again. */
  readonly until: EventTime
}

/** The removal of what an event store holds. Each step may be repeated, also after it was cut short. */
export class EventRemoval extends Context.Service<EventRemoval, {
  /** The number of stored events of the selection. */
  readonly count: (
    project: ProjectId,
    selection: EventSelection
  ) => Effect.Effect<number, EventStoreUnavailable>
  /**
   * Removes the events of the selection: from every table and copy of them, and from those that were refused. When it ends
   * no query finds them, and the store has begun to free their place on disk.
   */
  readonly remove: (
    project: ProjectId,
    selection: EventSelection
  ) => Effect.Effect<void, EventStoreUnavailable>
  /** Removes what copies still hold of persons that are gone; those who came back since keep their new rows. */
  readonly removeCopies: (
    project: ProjectId,
    persons: GonePersons
  ) => Effect.Effect<void, EventStoreUnavailable>
}>()("@hedgerow/core/deletions/EventRemoval") {}
