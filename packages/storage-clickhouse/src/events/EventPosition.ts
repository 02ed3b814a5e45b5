import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { Uuid } from "@hedgerow/core/shared/Uuid"

/** The position of an event of a project in the order of time, with its id. */
export interface EventPosition {
  readonly timestamp: EventTime
  readonly uuid: Uuid
}

/** A position, and about how much text its event is. */
export interface SizedPosition extends EventPosition {
  readonly chars: number
}

/** One text per event of a project, for sets. */
export const positionKey = ({ timestamp, uuid }: EventPosition): string => `${timestamp}/${uuid}`
