import { type Described, undescribed } from "@hedgerow/core/definitions/Definition"
import type { ListedProperty } from "@hedgerow/core/definitions/DefinitionFilters"
import type { EventDefinition } from "@hedgerow/core/definitions/EventDefinition"
import type { SessionProperty } from "@hedgerow/core/definitions/SessionProperties"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { User, UserId } from "@hedgerow/core/identity/User"
import { isoTextOrNull } from "@hedgerow/core/shared/IsoText"
import { toIso } from "@hedgerow/sql/types/Instants"
import { namedUser } from "../identity/IdentityEncode.ts"
import type { EventDefinitionRecord, PropertyDefinitionRecord } from "./DefinitionSchema.ts"

/** The people that definitions name, by id. */
export type People = ReadonlyMap<UserId, User>

/** The users that a definition names. */
export const namedBy = (definition: Described & { readonly owner?: UserId | null }): ReadonlyArray<UserId> =>
  [definition.verified_by, definition.updated_by, definition.owner ?? null].filter((id) => id !== null)

const time = (at: EventTime | null): string | null => at === null ? null : toIso(at)
const described = (people: People, definition: Described) => ({
  description: definition.description,
  tags: definition.tags,
  verified: definition.verified,
  verified_at: isoTextOrNull(definition.verified_at),
  verified_by: namedUser(people, definition.verified_by),
  hidden: definition.hidden,
  updated_at: isoTextOrNull(definition.updated_at),
  updated_by: namedUser(people, definition.updated_by)
})

/** An event definition on the wire. */
export const eventRecord = (people: People) => (event: EventDefinition): typeof EventDefinitionRecord.Type => ({
  id: event.id,
  name: event.name,
  owner: namedUser(people, event.owner),
  ...described(people, event),
  created_at: toIso(event.created_at),
  last_seen_at: time(event.last_seen_at),
  last_updated_at: isoTextOrNull(event.updated_at),
  volume: event.volume,
  volume_30_day: event.volume_30_day,
  query_usage_30_day: null,
  is_action: false,
  action_id: null,
  is_calculating: false,
  calculated_at: null,
  last_calculated_at: null,
  created_by: null,
  post_to_slack: false,
  default_columns: []
})

/** A property definition on the wire. */
export const propertyRecord = (people: People) => (property: ListedProperty): typeof PropertyDefinitionRecord.Type => ({
  id: property.id,
  name: property.name,
  type: property.kind,
  group_type_index: property.group_type_index,
  property_type: property.property_type,
  is_numerical: property.property_type === "Numeric",
  is_seen_on_filtered_events: property.is_seen_on_filtered_events,
  ...described(people, property),
  first_seen_at: time(property.first_seen_at),
  last_seen_at: time(property.last_seen_at),
  volume: property.volume,
  volume_30_day: null,
  query_usage_30_day: null
})

const nobody: People = new Map()

/** A property of sessions on the wire. */
export const sessionPropertyRecord = (property: SessionProperty): typeof PropertyDefinitionRecord.Type => ({
  id: property.id,
  name: property.name,
  type: "session",
  group_type_index: null,
  property_type: property.property_type,
  is_numerical: property.property_type === "Numeric",
  is_seen_on_filtered_events: null,
  ...described(nobody, undescribed),
  first_seen_at: null,
  last_seen_at: null,
  volume: 0,
  volume_30_day: null,
  query_usage_30_day: null
})
