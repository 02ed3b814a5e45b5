import { undescribed } from "@hedgerow/core/definitions/Definition"
import {
  eventDefinitionEntity,
  propertyDefinitionEntity,
  StoredEvent,
  storedKind,
  StoredProperty
} from "@hedgerow/core/definitions/DefinitionEntities"
import {
  type Day,
  type DefinitionUpdate,
  type EventSighting,
  firstCountedDay,
  maxPropertiesOfEvent,
  type PropertyOfEvent,
  type PropertySighting
} from "@hedgerow/core/definitions/DefinitionUpdate"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { EntityTables } from "./EntityTables.ts"
import type { MemoryIndex } from "./MemoryIndex.ts"
import type { MemoryTable } from "./MemoryTable.ts"

/** The definitions of a project, and what is learnt beside them. */
export interface DefinitionTables {
  readonly entities: EntityTables
  /** By event name. */
  readonly eventVolumes: MemoryTable<string, ReadonlyMap<Day, number>>
  readonly propertiesOfEvent: MemoryIndex<string, string>
}

/** The volume of an event since a day. */
export const volumeSince = ({ eventVolumes }: DefinitionTables, name: string, since: Day): number => {
  let volume = 0
  for (const [day, part] of eventVolumes.get(name) ?? []) if (day >= since) volume += part
  return volume
}

const earlier = (known: EventTime | null, seen: EventTime): EventTime => known === null || seen < known ? seen : known
const later = (known: EventTime | null, seen: EventTime): EventTime => known === null || seen > known ? seen : known

const learnDays = ({ eventVolumes }: DefinitionTables, { days, last, name }: EventSighting): void => {
  if (days.length === 0) return
  const since = firstCountedDay(last)
  const sums = new Map([...eventVolumes.get(name) ?? []].filter(([day]) => day >= since))
  for (const { day, volume } of days) sums.set(day, (sums.get(day) ?? 0) + volume)
  eventVolumes.set(name, sums)
}

const learnEvent = (data: DefinitionTables, project: ProjectId, sighting: EventSighting): void => {
  const { first, id, last, name, volume } = sighting
  const table = data.entities.of(eventDefinitionEntity)
  const known = table.byUniqueValue(name)
  table.put(
    new StoredEvent({
      ...known ?? { ...undescribed, id, name, project_id: project, owner: null },
      created_at: earlier(known?.created_at ?? null, first),
      last_seen_at: later(known?.last_seen_at ?? null, last),
      volume: (known?.volume ?? 0) + volume
    })
  )
  learnDays(data, sighting)
}

const learnProperty = (data: DefinitionTables, project: ProjectId, sighting: PropertySighting): void => {
  const { first, id, is_mixed, last, name, property_type, volume } = sighting
  const table = data.entities.of(propertyDefinitionEntity)
  const known = table.rows.get(id)
  const type = known?.is_type_set === true ? known.property_type : known?.property_type ?? property_type
  table.put(
    new StoredProperty({
      ...known ?? { ...undescribed, id, name, project_id: project, kind: storedKind(sighting), is_type_set: false },
      property_type: type,
      is_mixed: known?.is_mixed === true || (is_mixed && type === property_type),
      first_seen_at: earlier(known?.first_seen_at ?? null, first),
      last_seen_at: later(known?.last_seen_at ?? null, last),
      volume: (known?.volume ?? 0) + volume
    })
  )
}

const learnPair = (data: DefinitionTables, { event, property }: PropertyOfEvent): void => {
  if (data.propertiesOfEvent.get(event).length < maxPropertiesOfEvent) data.propertiesOfEvent.add(event, property)
}

/** Adds to the project what arrived in it. */
export const learn = (data: DefinitionTables, project: ProjectId, update: DefinitionUpdate): void => {
  for (const event of update.events) learnEvent(data, project, event)
  for (const property of update.properties) learnProperty(data, project, property)
  for (const pair of update.pairs) learnPair(data, pair)
}
