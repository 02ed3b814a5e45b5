import { Schema } from "effect"
import { entity } from "../entities/Entity.ts"
import { EventTime } from "../events/EventTime.ts"
import type { GroupTypeIndex } from "../events/GroupTypeIndex.ts"
import { ProjectId } from "../identity/Project.ts"
import { UserId } from "../identity/User.ts"
import { DefinitionId } from "./Definition.ts"
import { EventNameTaken } from "./DefinitionErrors.ts"
import type { EventDefinition } from "./EventDefinition.ts"
import { type PropertyDefinition, type PropertyKey, propertyTypes } from "./PropertyDefinition.ts"

const described = {
  description: Schema.NullOr(Schema.String),
  tags: Schema.Array(Schema.String),
  verified: Schema.Boolean,
  verified_at: Schema.NullOr(Schema.DateTimeUtc),
  verified_by: Schema.NullOr(UserId),
  hidden: Schema.Boolean,
  updated_at: Schema.NullOr(Schema.DateTimeUtc),
  updated_by: Schema.NullOr(UserId)
}

/** An event name as it is stored: without the volume of its last days. */
export class StoredEvent extends Schema.Class<StoredEvent>("EventDefinition")({
  project_id: ProjectId,
  id: DefinitionId,
  name: Schema.String,
  owner: Schema.NullOr(UserId),
  ...described,
  created_at: EventTime,
  last_seen_at: Schema.NullOr(EventTime),
  volume: Schema.Int
}) {}

/** The owners of properties, each group type by itself. */
export const storedKinds = ["event", "person", "group", "group_0", "group_1", "group_2", "group_3", "group_4"] as const
export type StoredKind = (typeof storedKinds)[number]

/** A property name as it is stored. A type that was set is never learnt again. */
export class StoredProperty extends Schema.Class<StoredProperty>("PropertyDefinition")({
  project_id: ProjectId,
  id: DefinitionId,
  kind: Schema.Literals(storedKinds),
  name: Schema.String,
  property_type: Schema.NullOr(Schema.Literals(propertyTypes)),
  is_type_set: Schema.Boolean,
  /** Values were seen that cannot be read as the type. */
  is_mixed: Schema.Boolean,
  ...described,
  first_seen_at: Schema.NullOr(EventTime),
  last_seen_at: Schema.NullOr(EventTime),
  volume: Schema.Int
}) {}

/** The entity of event definitions; a description leaves what is learnt alone. */
export const eventDefinitionEntity = entity({
  name: "EventDefinition",
  table: "event_definitions",
  model: StoredEvent,
  ids: "uuid",
  eventTimes: ["created_at", "last_seen_at"],
  keptByUpdate: ["name", "created_at", "last_seen_at", "volume"],
  unique: { field: "name", isFreedByDeletion: false, taken: ({ name }) => new EventNameTaken({ name }) },
  activity: { scope: "EventDefinition", name: ({ name }) => name },
  bumps: "project"
})

/** The entity of property definitions; a description leaves what is learnt alone, but for a type that it sets. */
export const propertyDefinitionEntity = entity({
  name: "PropertyDefinition",
  table: "property_definitions",
  model: StoredProperty,
  ids: "uuid",
  eventTimes: ["first_seen_at", "last_seen_at"],
  keptByUpdate: ["kind", "name", "first_seen_at", "last_seen_at", "volume"],
  activity: {
    scope: "PropertyDefinition",
    name: ({ name }) => name,
    detail: ({ kind }) => ({ type: keyOfKind(kind).kind }),
    computed: ({ property_type }) => ({ is_numerical: property_type === "Numeric" })
  },
  bumps: "project"
})

/** The stored text of a property's owner. */
export const storedKind = ({ group_type_index, kind }: Pick<PropertyKey, "group_type_index" | "kind">): StoredKind =>
  group_type_index === null ? kind : `group_${group_type_index}`

/** The owner that a stored text means. */
export const keyOfKind = (kind: StoredKind): Pick<PropertyKey, "group_type_index" | "kind"> =>
  kind === "event" || kind === "person" || kind === "group"
    ? { kind, group_type_index: null }
    : { kind: "group", group_type_index: Number(kind.slice(-1)) as GroupTypeIndex }

/** An event with the volume of its last days. */
export const eventOf = ({ project_id: _project, ...row }: StoredEvent, volume_30_day: number): EventDefinition => ({
  ...row,
  volume_30_day
})

/** The stored row of an event. */
export const storedEvent = (project: ProjectId, { volume_30_day: _volume, ...event }: EventDefinition): StoredEvent =>
  new StoredEvent({ ...event, project_id: project })

/** The property with a type that somebody sets; that its values were mixed holds of the type that it had. */
export const withType = (row: StoredProperty, property_type: StoredProperty["property_type"]): StoredProperty =>
  new StoredProperty({
    ...row,
    property_type,
    is_type_set: true,
    is_mixed: row.is_mixed && row.property_type === property_type
  })

/** A property without what only its storage looks at. */
export const propertyOf = (
  { is_mixed: _isMixed, is_type_set: _isTypeSet, project_id: _project, ...row }: StoredProperty
): PropertyDefinition => ({ ...row, ...keyOfKind(row.kind) })
