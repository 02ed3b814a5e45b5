import type { DefinitionId, Described } from "@hedgerow/core/definitions/Definition"
import type { ListedProperty } from "@hedgerow/core/definitions/DefinitionFilters"
import type { EventDefinition } from "@hedgerow/core/definitions/EventDefinition"
import type { PropertyDefinition, PropertyKey, PropertyType } from "@hedgerow/core/definitions/PropertyDefinition"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { GroupTypeIndex } from "@hedgerow/core/events/GroupTypeIndex"
import type { UserId } from "@hedgerow/core/identity/User"
import { eventTime, microsOf, utc } from "../database/Values.ts"

interface DescribedRow {
  readonly id: DefinitionId
  readonly name: string
  readonly description: string | null
  readonly tags: ReadonlyArray<string>
  readonly verified: boolean
  readonly verified_at: Date | null
  readonly verified_by: UserId | null
  readonly hidden: boolean
  readonly updated_at: Date | null
  readonly updated_by: UserId | null
  readonly volume: bigint
}

export interface EventRow extends DescribedRow {
  readonly owner: UserId | null
  readonly created_at: bigint
  readonly last_seen_at: bigint | null
  readonly volume_30_day: bigint
}

export interface PropertyRow extends DescribedRow {
  readonly kind: string
  readonly property_type: PropertyType | null
  readonly first_seen_at: bigint | null
  readonly last_seen_at: bigint | null
}

export interface ListedPropertyRow extends PropertyRow {
  readonly is_seen_on_filtered_events: boolean | null
}

const describedColumns = `d.id, d.name, d.description, d.tags, d.verified, d.verified_at, d.verified_by, d.hidden,
  d.updated_at, d.updated_by, d.volume`

const micros = (column: string): string => `${microsOf(`d.${column}`)} AS ${column}`

/** The columns of `event_definitions d`, but for the volume of the last days. */
export const eventColumns = `${describedColumns}, d.owner, ${micros("created_at")}, ${micros("last_seen_at")}`

/** The columns of `property_definitions d`. */
export const propertyColumns = `${describedColumns}, d.kind, d.property_type, ${micros("first_seen_at")}, ${
  micros("last_seen_at")
}`

const timeOrNull = (micros: bigint | null): EventTime | null => micros === null ? null : eventTime(micros)
const utcOrNull = (date: Date | null) => date === null ? null : utc(date)

const describedOf = (row: DescribedRow): Described => ({
  description: row.description,
  tags: row.tags,
  verified: row.verified,
  verified_at: utcOrNull(row.verified_at),
  verified_by: row.verified_by,
  hidden: row.hidden,
  updated_at: utcOrNull(row.updated_at),
  updated_by: row.updated_by
})

export const eventOf = (row: EventRow): EventDefinition => ({
  ...describedOf(row),
  id: row.id,
  name: row.name,
  owner: row.owner,
  created_at: eventTime(row.created_at),
  last_seen_at: timeOrNull(row.last_seen_at),
  volume: Number(row.volume),
  volume_30_day: Number(row.volume_30_day)
})

const groupKind = /^group_([0-4])$/

/** The text of a property's owner in the column `kind`. */
export const kindColumn = ({ group_type_index, kind }: Pick<PropertyKey, "group_type_index" | "kind">): string =>
  group_type_index === null ? kind : `group_${group_type_index}`

/** The values of the column `kind`. */
export const placeOf = (column: string): Pick<PropertyKey, "group_type_index" | "kind"> => {
  const index = groupKind.exec(column)?.[1]
  if (index !== undefined) return { kind: "group", group_type_index: Number(index) as GroupTypeIndex }
  return { kind: column === "event" ? "event" : "person", group_type_index: null }
}

export const propertyOf = (row: PropertyRow): PropertyDefinition => ({
  ...describedOf(row),
  ...placeOf(row.kind),
  id: row.id,
  name: row.name,
  property_type: row.property_type,
  first_seen_at: timeOrNull(row.first_seen_at),
  last_seen_at: timeOrNull(row.last_seen_at),
  volume: Number(row.volume)
})

export const listedPropertyOf = (row: ListedPropertyRow): ListedProperty => ({
  ...propertyOf(row),
  is_seen_on_filtered_events: row.is_seen_on_filtered_events
})
