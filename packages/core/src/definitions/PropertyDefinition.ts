import type { EventTime } from "../events/EventTime.ts"
import type { GroupTypeIndex } from "../events/GroupTypeIndex.ts"
import type { ProjectId } from "../identity/Project.ts"
import { deriveUuid } from "../shared/Uuid.ts"
import type { DefinitionId, Described } from "./Definition.ts"

/** The owners of properties. */
export const propertyKinds = ["event", "person", "group"] as const
export type PropertyKind = (typeof propertyKinds)[number]

export const propertyTypes = ["DateTime", "String", "Numeric", "Boolean", "Duration"] as const
export type PropertyType = (typeof propertyTypes)[number]

/** The key of a property within its project. Each group type has properties of its own. */
export interface PropertyKey {
  readonly kind: PropertyKind
  /** Set for groups alone; null where the type of group is not known. */
  readonly group_type_index: GroupTypeIndex | null
  readonly name: string
}

/** A property name of the project. */
export interface PropertyDefinition extends PropertyKey, Described {
  readonly id: DefinitionId
  /** The type its first typed value had, unless somebody set another. */
  readonly property_type: PropertyType | null
  readonly first_seen_at: EventTime | null
  readonly last_seen_at: EventTime | null
  /** The number of stored events that carried it since counting began; for persons and groups, of those that set it. */
  readonly volume: number
}

/** The id of a property; the same on every server. */
export const propertyDefinitionId = (project: ProjectId, { group_type_index, kind, name }: PropertyKey): DefinitionId =>
  (group_type_index === null
    ? deriveUuid("property_definition", project, kind, name)
    : deriveUuid("property_definition", project, kind, group_type_index, name)) as DefinitionId
