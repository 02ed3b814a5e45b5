import type { EventTime } from "../events/EventTime.ts"
import type { GroupTypeIndex } from "../events/GroupTypeIndex.ts"
import type { ProjectId } from "../identity/Project.ts"
import { maxNameLength } from "../shared/CapturedText.ts"
import type { StoredProperties } from "../shared/StoredProperties.ts"
import type { DefinitionUpdate } from "./DefinitionUpdate.ts"
import { propertyDefinitionId, type PropertyKey } from "./PropertyDefinition.ts"
import { isReadableAs, isTyped, propertyTypeOf } from "./PropertyTypes.ts"
import type { KnownTypes } from "./TypedProperties.ts"
import { maxNewNames } from "./UnknownNames.ts"

/** The update of definitions by properties that a client sets on a group, without an event that counts. */
export const groupSightings = (
  project: ProjectId,
  index: GroupTypeIndex,
  properties: StoredProperties,
  { at, types }: { readonly at: EventTime; readonly types: KnownTypes }
): DefinitionUpdate => {
  const seen = { first: at, last: at, volume: 0 }
  let changesTypes = false
  const sightings = Object.entries(properties)
    .filter(([name, value]) => value !== null && name.length <= maxNameLength)
    .slice(0, maxNewNames)
    .map(([name, value]) => {
      const key: PropertyKey = { kind: "group", group_type_index: index, name }
      const known = types.find("group", index, name)
      const property_type = known?.property_type ?? propertyTypeOf(name, value)
      const is_mixed = property_type !== null && !isReadableAs(property_type, value)
      changesTypes ||= known === undefined ? isTyped(property_type) : is_mixed && !known.is_mixed
      return Object.assign(key, { id: propertyDefinitionId(project, key), property_type, is_mixed }, seen)
    })
  return { events: [], properties: sightings, pairs: [], changesTypes }
}
