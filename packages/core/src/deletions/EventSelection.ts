import type { Event } from "../events/Event.ts"
import type { EventTime } from "../events/EventTime.ts"
import type { Uuid } from "../shared/Uuid.ts"

/**
 * Events of a project that are deleted: those that fulfil every condition there is. An empty list and null are no
 * condition; the persons and the distinct ids are one: an event of either.
 */
export interface EventSelection {
  /** The persons as events recorded them. */
  readonly personIds: ReadonlyArray<Uuid>
  readonly distinctIds: ReadonlyArray<string>
  /** The names of events. */
  readonly events: ReadonlyArray<string>
  /** The earliest time of an event. */
  readonly from: EventTime | null
  /** The time that events are before. */
  readonly to: EventTime | null
  /** The time of the request: what was stored later is another matter. */
  readonly until: EventTime
}

/** Events of a project that queries do not see; of some, whenever they were stored (`until` is null). */
export interface HiddenEvents extends Omit<EventSelection, "until"> {
  readonly until: EventTime | null
}

/** Whether the selection has the event. */
export const isSelected = (selection: EventSelection): (event: Event) => boolean => {
  const persons = new Set<string>(selection.personIds)
  const distinctIds = new Set(selection.distinctIds)
  const names = new Set(selection.events)
  const { from, to, until } = selection
  const isOfAny = persons.size + distinctIds.size === 0
  return (event) =>
    event.inserted_at <= until
    && (isOfAny || persons.has(event.person_id) || distinctIds.has(event.distinct_id))
    && (names.size === 0 || names.has(event.event))
    && (from === null || event.timestamp >= from)
    && (to === null || event.timestamp < to)
}
