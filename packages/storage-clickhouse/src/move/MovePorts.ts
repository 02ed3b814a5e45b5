import type { Event } from "@hedgerow/core/events/Event"
import type { EventStore, EventStoreUnavailable } from "@hedgerow/core/events/EventStore"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Array, Effect } from "effect"
import type { EventPosition, SizedPosition } from "../events/EventPosition.ts"

/** The source of a move. An event that is stored twice there, with one uuid and time, is one event. */
export interface MoveSource {
  /** The events behind a position, ordered by timestamp and uuid; none when there are no more. */
  readonly positions: (
    project: ProjectId,
    after: EventPosition | undefined,
    limit: number
  ) => Effect.Effect<ReadonlyArray<SizedPosition>, EventStoreUnavailable>
  /** The events at these positions, in order. */
  readonly events: (
    project: ProjectId,
    positions: Array.NonEmptyReadonlyArray<EventPosition>
  ) => Effect.Effect<ReadonlyArray<Event>, EventStoreUnavailable>
}

/** The events that a target has among some; they are named by `positionKey`. */
export interface Found {
  readonly stored: ReadonlySet<string>
  /** Refused by the engine and kept as dead letters. */
  readonly refused: ReadonlySet<string>
  /** The number of surplus rows: copies of events that are there already. */
  readonly doubled: number
}

/** The target of a move. */
export interface MoveTarget extends Pick<EventStore["Service"], "append"> {
  readonly found: (
    project: ProjectId,
    positions: Array.NonEmptyReadonlyArray<EventPosition>
  ) => Effect.Effect<Found, EventStoreUnavailable>
  /** Makes stored events whole that an append which was cut short left halfway. */
  readonly complete: (
    project: ProjectId,
    positions: ReadonlyArray<EventPosition>
  ) => Effect.Effect<void, EventStoreUnavailable>
  /** Waits for the inserts that run now: one that a killed process left behind can still arrive. */
  readonly insertsEnded: Effect.Effect<void, EventStoreUnavailable>
}
