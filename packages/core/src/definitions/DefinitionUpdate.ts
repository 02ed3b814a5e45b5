import type { EventTime } from "../events/EventTime.ts"
import type { DefinitionId } from "./Definition.ts"
import type { PropertyKey, PropertyType } from "./PropertyDefinition.ts"

/** Days since 1970-01-01 in UTC. */
export type Day = number

const microsOfDay = 86_400_000_000

/** The UTC day of a time. */
export const dayOf = (time: EventTime): Day => Math.floor(time / microsOfDay)

/** The first of the last 30 days, today included: from here on `volume_30_day` counts. */
export const firstCountedDay = (now: EventTime): Day => dayOf(now) - 29

/** The count and the times of an event name. A volume of 0 makes the name known before its events are stored. */
export interface EventSighting {
  readonly id: DefinitionId
  readonly name: string
  readonly first: EventTime
  readonly last: EventTime
  readonly volume: number
  /** The part of the volume that happened on each of the last days. */
  readonly days: ReadonlyArray<{ readonly day: Day; readonly volume: number }>
}

/** The count and the times of a property, and the type of its first typed value. */
export interface PropertySighting extends PropertyKey {
  readonly id: DefinitionId
  readonly property_type: PropertyType | null
  /** A value was seen that cannot be read as this type. */
  readonly is_mixed: boolean
  readonly first: EventTime
  readonly last: EventTime
  readonly volume: number
}

/** An event that carried a property. */
export interface PropertyOfEvent {
  readonly event: string
  readonly property: string
}

/** The names that arrived in a project since the last update, each once. */
export interface DefinitionUpdate {
  readonly events: ReadonlyArray<EventSighting>
  readonly properties: ReadonlyArray<PropertySighting>
  readonly pairs: ReadonlyArray<PropertyOfEvent>
  /** Queries may read values in another way from now on: a type is new, or was found to be mixed. */
  readonly changesTypes: boolean
}

/** At most this many properties are remembered of one event name. */
export const maxPropertiesOfEvent = 1_000
