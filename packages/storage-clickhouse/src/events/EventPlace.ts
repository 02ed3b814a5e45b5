import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { Uuid } from "@hedgerow/core/shared/Uuid"

/** The place of an event of a project in the order of time, with its id. */
export interface EventPlace {
  readonly timestamp: EventTime
  readonly uuid: Uuid
}

/** A place, and about how much text its event is. */
export interface SizedPlace extends EventPlace {
  readonly chars: number
}

/** One text per event of a project, for sets. */
export const placeKey = ({ timestamp, uuid }: EventPlace): string => `${timestamp}/${uuid}`
