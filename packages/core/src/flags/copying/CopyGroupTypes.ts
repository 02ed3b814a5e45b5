import { Effect } from "effect"
import type { ProjectId } from "../../identity/Project.ts"
import { GroupRepository } from "../../persons/GroupRepository.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"

const indexNames = new Set(["aggregation_group_type_index", "group_type_index", "math_group_type_index"])

/** Every group type that a structure names by its index. */
const indexesIn = (value: unknown): ReadonlyArray<number> => {
  if (Array.isArray(value)) return value.flatMap(indexesIn)
  if (!isJsonRecord(value)) return []
  return Object.entries(value).flatMap(([name, member]) =>
    indexNames.has(name) && typeof member === "number" ? [member] : indexesIn(member)
  )
}

const withIndexes = (value: unknown, indexes: ReadonlyMap<number, number>): unknown => {
  if (Array.isArray(value)) return value.map((member) => withIndexes(member, indexes))
  if (!isJsonRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      indexNames.has(name) && typeof member === "number"
        ? indexes.get(member) ?? member
        : withIndexes(member, indexes)
    ])
  )
}

/**
 * Group types have a number in each project: filters that name them get those of another project, by the types' names.
 * Types that the project lacks become known to it; undefined when it has no room for one.
 */
export const makeGroupTypeCopying = Effect.gen(function*() {
  const groups = yield* GroupRepository

  return Effect.fnUntraced(function*(from: ProjectId, into: ProjectId, filters: JsonRecord) {
    const used = new Set(indexesIn(filters))
    if (used.size === 0) return filters
    const names = new Map([...yield* groups.types(from)].map(([name, index]) => [index as number, name]))
    const wanted = [...used].flatMap((index) => names.get(index) ?? [])
    const there = yield* groups.ensureTypes(into, wanted)
    const indexes = new Map<number, number>()
    for (const index of used) {
      const name = names.get(index)
      const other = name === undefined ? undefined : there.get(name)
      if (other === undefined) return undefined
      indexes.set(index, other)
    }
    return withIndexes(filters, indexes) as JsonRecord
  })
})
