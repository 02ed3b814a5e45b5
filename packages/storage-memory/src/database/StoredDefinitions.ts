import { undescribed } from "@hedgerow/core/definitions/Definition"
import {
  type Day,
  type DefinitionUpdate,
  type EventSighting,
  firstCountedDay,
  maxPropertiesOfEvent,
  type PropertyOfEvent,
  type PropertySighting
} from "@hedgerow/core/definitions/DefinitionUpdate"
import type { EventDefinition } from "@hedgerow/core/definitions/EventDefinition"
import type { PropertyDefinition, PropertyKey } from "@hedgerow/core/definitions/PropertyDefinition"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { MemoryIndex } from "./MemoryIndex.ts"
import type { MemoryTable } from "./MemoryTable.ts"

/** An event definition with the volumes of its days. */
export interface StoredEventDefinition extends Omit<EventDefinition, "volume_30_day"> {
  readonly days: ReadonlyMap<Day, number>
}

/** A property definition; a type that was set is never learnt. */
export interface StoredPropertyDefinition extends PropertyDefinition {
  readonly isTypeSet: boolean
  /** Values were seen that cannot be read as the type. */
  readonly is_mixed: boolean
}

/** The definitions of a project. */
export interface DefinitionTables {
  readonly eventDefinitions: MemoryTable<string, StoredEventDefinition>
  /** By kind, group type and name. */
  readonly propertyDefinitions: MemoryTable<string, StoredPropertyDefinition>
  readonly propertiesOfEvent: MemoryIndex<string, string>
}

/** The definition as of a first day that is counted. */
export const eventAsOf = (since: Day) => ({ days, ...definition }: StoredEventDefinition): EventDefinition => {
  let volume = 0
  for (const [day, part] of days) if (day >= since) volume += part
  return { ...definition, volume_30_day: volume }
}

/** The fields that identify a property in its project. */
export const identityOf = ({ group_type_index, kind, name }: PropertyKey): string =>
  `${kind}/${group_type_index ?? ""}/${name}`

const earlier = (known: EventTime | null, seen: EventTime): EventTime => known === null || seen < known ? seen : known
const later = (known: EventTime | null, seen: EventTime): EventTime => known === null || seen > known ? seen : known

const withDays = (known: ReadonlyMap<Day, number>, { days, last }: EventSighting): ReadonlyMap<Day, number> => {
  if (days.length === 0) return known
  const since = firstCountedDay(last)
  const sums = new Map([...known].filter(([day]) => day >= since))
  for (const { day, volume } of days) sums.set(day, (sums.get(day) ?? 0) + volume)
  return sums
}

const learnEvent = (data: DefinitionTables, sighting: EventSighting): void => {
  const { first, last, name, volume } = sighting
  const known: StoredEventDefinition = data.eventDefinitions.get(name) ?? {
    ...undescribed,
    id: sighting.id,
    name,
    owner: null,
    created_at: first,
    last_seen_at: null,
    volume: 0,
    days: new Map()
  }
  data.eventDefinitions.set(name, {
    ...known,
    created_at: earlier(known.created_at, first),
    last_seen_at: later(known.last_seen_at, last),
    volume: known.volume + volume,
    days: withDays(known.days, sighting)
  })
}

const learnProperty = (data: DefinitionTables, sighting: PropertySighting): void => {
  const { first, group_type_index, id, is_mixed, kind, last, name, property_type, volume } = sighting
  const identity = identityOf(sighting)
  const known: StoredPropertyDefinition = data.propertyDefinitions.get(identity) ?? {
    ...undescribed,
    id,
    kind,
    group_type_index,
    name,
    property_type,
    first_seen_at: null,
    last_seen_at: null,
    volume: 0,
    isTypeSet: false,
    is_mixed: false
  }
  const type = known.isTypeSet ? known.property_type : known.property_type ?? property_type
  data.propertyDefinitions.set(identity, {
    ...known,
    property_type: type,
    is_mixed: known.is_mixed || (is_mixed && type === property_type),
    first_seen_at: earlier(known.first_seen_at, first),
    last_seen_at: later(known.last_seen_at, last),
    volume: known.volume + volume
  })
}

const learnPair = (data: DefinitionTables, { event, property }: PropertyOfEvent): void => {
  if (data.propertiesOfEvent.get(event).length < maxPropertiesOfEvent) data.propertiesOfEvent.add(event, property)
}

/** Adds to the project what arrived in it. */
export const learn = (data: DefinitionTables, update: DefinitionUpdate): void => {
  for (const event of update.events) learnEvent(data, event)
  for (const property of update.properties) learnProperty(data, property)
  for (const pair of update.pairs) learnPair(data, pair)
}
