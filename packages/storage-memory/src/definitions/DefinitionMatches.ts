import type {
  EventDefinitionFilter,
  ListedProperty,
  PropertyDefinitionFilter
} from "@hedgerow/core/definitions/DefinitionFilters"
import type { EventDefinition } from "@hedgerow/core/definitions/EventDefinition"
import type { PropertyDefinition } from "@hedgerow/core/definitions/PropertyDefinition"
import { compareText } from "@hedgerow/sql/evaluate/CellOrder"
import type { MemoryProject } from "../database/MemoryProject.ts"

/** Whether nothing was asked, or this is what was asked. */
const agrees = (asked: boolean | undefined, is: boolean): boolean => asked === undefined || asked === is

const hasWords = (name: string, words: ReadonlyArray<string> = []): boolean => {
  const lower = name.toLowerCase()
  return words.every((word) => lower.includes(word))
}

/** Whether the filter means the event. */
export const matchesEvent = (filter: EventDefinitionFilter) => ({ hidden, name, verified }: EventDefinition): boolean =>
  agrees(filter.hidden, hidden) && agrees(filter.verified, verified) && agrees(filter.isCore, name.startsWith("$"))
  && hasWords(name, filter.words)

const byName = (left: { readonly name: string }, right: { readonly name: string }): number =>
  compareText(left.name, right.name)

/** The order that the filter asks for. A name that was never seen is older than all that were. */
export const eventOrder =
  ({ order }: EventDefinitionFilter) => (left: EventDefinition, right: EventDefinition): number => {
    const sign = order?.isDescending === true ? -1 : 1
    const by = order?.by ?? "name"
    if (by === "name") return sign * byName(left, right)
    const difference = (left[by] ?? -Infinity) - (right[by] ?? -Infinity)
    return difference === 0 || Number.isNaN(difference) ? byName(left, right) : sign * difference
  }

/** Whether the property matches the filter, without its events. */
export const matchesProperty = (filter: PropertyDefinitionFilter) => (property: PropertyDefinition): boolean => {
  const { group_type_index, hidden, kind, name, property_type } = property
  return kind === filter.kind
    && (filter.groupTypeIndex === undefined || filter.groupTypeIndex === group_type_index)
    && agrees(filter.hidden, hidden)
    && agrees(filter.isCore, name.startsWith("$"))
    && agrees(filter.isFeatureFlag, name.startsWith("$feature/"))
    && agrees(filter.isNumerical, property_type === "Numeric")
    && (filter.names === undefined || filter.names.includes(name))
    && filter.excludedNames?.includes(name) !== true
    && hasWords(name, filter.words)
}

/** Says of a property whether it was seen on one of the filter's events. */
export const seenOn = (data: MemoryProject, { events }: PropertyDefinitionFilter) => {
  const seen = new Set(events?.flatMap((event) => data.propertiesOfEvent.get(event)))
  return ({ name }: PropertyDefinition): boolean | null => events === undefined ? null : seen.has(name)
}

const rankOf = (property: ListedProperty): number => property.is_seen_on_filtered_events === true ? 0 : 1

/** Those seen on the named events first, then by name; one name of several group types in their order. */
export const propertyOrder = (left: ListedProperty, right: ListedProperty): number =>
  rankOf(left) - rankOf(right) || byName(left, right)
  || (left.group_type_index ?? -1) - (right.group_type_index ?? -1)
