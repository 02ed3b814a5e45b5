/** Conditions on the records of actors: persons, or groups. */
import type { GroupTypeIndex } from "../../../events/GroupTypeIndex.ts"
import { type PropertyFilter, type PropertyFilters, subjectTypeOf } from "../../../filters/PropertyFilter.ts"
import { sql } from "../../../filters/SqlFragment.ts"
import type { FilteredRows } from "../../structured/FilterCondition.ts"

const persons: FilteredRows = {
  subjectOf: ({ key }) => sql`persons.properties[${key ?? ""}]`,
  person: sql`persons.id`
}

const groups: FilteredRows = {
  subjectOf: ({ key }) => sql`groups.properties[${key ?? ""}]`,
  person: sql`NULL`
}

/** The rows of `persons`, or of `groups`, as conditions read them. */
export const actorRows = (group: GroupTypeIndex | undefined): FilteredRows => group === undefined ? persons : groups

const known: ReadonlySet<string> = new Set(["AND", "OR", "cohort", "flag", "group", "hogql", "person"])

/** The first condition that is about events: actors have none of these. */
export const aboutEvents = (filters: PropertyFilters | null | undefined): PropertyFilter | undefined => {
  const list: ReadonlyArray<PropertyFilter> = Array.isArray(filters) ? filters : [filters ?? {}]
  for (const filter of list) {
    const type = subjectTypeOf(filter)
    if (type !== undefined && !known.has(type)) return filter
    const inner = aboutEvents(filter.values ?? [])
    if (inner !== undefined) return inner
  }
  return undefined
}
