import type { GroupTypeIndex } from "../events/GroupTypeIndex.ts"
import type { PropertyDefinition, PropertyKind } from "./PropertyDefinition.ts"

/** The orders of event definitions; equal ones are ordered by name. */
export const eventOrders = ["name", "created_at", "last_seen_at", "volume", "volume_30_day"] as const
export type EventOrder = (typeof eventOrders)[number]

/** The conditions on the event definitions of a list; a missing one matches all. */
export interface EventDefinitionFilter {
  /** All of these are in the name, in any letter case. */
  readonly words?: ReadonlyArray<string>
  readonly hidden?: boolean
  readonly verified?: boolean
  /** Whether the name begins with `$`, as those that SDKs send by themselves. */
  readonly isCore?: boolean
  readonly order?: { readonly by: EventOrder; readonly isDescending: boolean }
}

/** The conditions on the property definitions of a list; a missing one matches all. */
export interface PropertyDefinitionFilter {
  readonly kind: PropertyKind
  readonly groupTypeIndex?: GroupTypeIndex
  /** All of these are in the name, in any letter case. */
  readonly words?: ReadonlyArray<string>
  readonly names?: ReadonlyArray<string>
  readonly excludedNames?: ReadonlyArray<string>
  /** Answers whether each property was seen on one of these events; those that were come first. */
  readonly events?: ReadonlyArray<string>
  /** Leaves out what was seen on none of the events. */
  readonly isOnlyOfEvents?: boolean
  /** Whether the name begins with `$`. */
  readonly isCore?: boolean
  /** Whether the name begins with `$feature/`. */
  readonly isFeatureFlag?: boolean
  readonly isNumerical?: boolean
  readonly hidden?: boolean
}

/** A property and, when events were named, whether it was seen on one of them. */
export interface ListedProperty extends PropertyDefinition {
  readonly is_seen_on_filtered_events: boolean | null
}

/** A property in a list. */
export const listedAs = (property: PropertyDefinition, is_seen_on_filtered_events: boolean | null): ListedProperty => ({
  ...property,
  is_seen_on_filtered_events
})

/** The words of a search, each once, in lower case. */
export const searchWords = (search: string): ReadonlyArray<string> => [
  ...new Set(search.toLowerCase().split(/\s+/u).filter((word) => word !== ""))
]
