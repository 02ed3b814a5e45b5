import type { ProjectId } from "@hedgerow/core/access/Project"
import { eventDefinitionId } from "@hedgerow/core/definitions/EventDefinition"
import type { EventSighting, Lesson, PropertySighting } from "@hedgerow/core/definitions/Lesson"
import { propertyDefinitionId, type PropertyKey } from "@hedgerow/core/definitions/PropertyDefinition"
import type { EventTime } from "@hedgerow/core/events/EventTime"

/** When the lessons of the suites happen, unless they say otherwise: 2023-11-14 in UTC. */
export const lessonTime = 1_700_000_000_000_001 as EventTime

/** The day of `lessonTime`. */
export const lessonDay = 19_675

/** A lesson of which all that is not named is empty. */
export const lesson = (parts: Partial<Lesson>): Lesson => ({ events: [], properties: [], pairs: [], ...parts })

/** One sight of an event name, without volume unless it is given. */
export const sighting = (
  project: ProjectId,
  name: string,
  overrides: Partial<EventSighting> = {}
): EventSighting => ({
  id: eventDefinitionId(project, name),
  name,
  first: lessonTime,
  last: lessonTime,
  volume: 0,
  days: [],
  ...overrides
})

/** One sight of a property, of events and with texts as values unless it says otherwise. */
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
    first: lessonTime,
    last: lessonTime,
    volume: 0,
    ...overrides
  }
}
