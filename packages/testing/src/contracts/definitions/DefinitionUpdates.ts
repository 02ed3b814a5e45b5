import type { DefinitionUpdate, EventSighting, PropertySighting } from "@hedgerow/core/definitions/DefinitionUpdate"
import { eventDefinitionId } from "@hedgerow/core/definitions/EventDefinition"
import { propertyDefinitionId, type PropertyKey } from "@hedgerow/core/definitions/PropertyDefinition"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"

/** The default time of updates in the suites: 2023-11-14 in UTC. */
export const updateTime = 1_700_000_000_000_001 as EventTime

/** The day of `updateTime`. */
export const updateDay = 19_675

/** A update of which all that is not named is empty. */
export const update = (parts: Partial<DefinitionUpdate>): DefinitionUpdate => ({
  events: [],
  properties: [],
  pairs: [],
  changesTypes: false,
  ...parts
})

/** One sight of an event name, without volume unless it is given. */
export const sighting = (
  project: ProjectId,
  name: string,
  overrides: Partial<EventSighting> = {}
): EventSighting => ({
  id: eventDefinitionId(project, name),
  name,
  first: updateTime,
  last: updateTime,
  volume: 0,
  days: [],
  ...overrides
})

/** One sight of a property, by default of events and with texts as values. */
export const propertySighting = (
  project: ProjectId,
  name: string,
  overrides: Partial<PropertySighting> = {}
): PropertySighting => {
  const key: PropertyKey = {
    kind: overrides.kind ?? "event",
    group_type_index: overrides.group_type_index ?? null,
    name
  }
  return {
    ...key,
    id: propertyDefinitionId(project, key),
    property_type: "String",
    is_mixed: false,
    first: updateTime,
    last: updateTime,
    volume: 0,
    ...overrides
  }
}
