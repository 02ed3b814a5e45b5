import type { JsonRecord } from "../../shared/JsonRecord.ts"
import { recordOf } from "../../shared/JsonRecord.ts"
import { groupedFilters } from "../FlagConditions.ts"
import { type CohortBook, cohortIds, type CohortTree } from "./CohortBook.ts"
import { expandCohort } from "./CohortExpansion.ts"
import type { CompiledFlag } from "./CompiledFlag.ts"
import type { CompiledFlags } from "./CompiledFlags.ts"
import type { FlagSource } from "./FlagSource.ts"
import { dependencyId } from "./PropertyTests.ts"

/** What a client that evaluates by itself is told of a flag. */
export interface LocalFlag {
  readonly source: FlagSource
  /** The flag's filters, with what refers to other flags and cohorts made readable for the client. */
  readonly filters: JsonRecord
}

/** A project's definitions for clients that evaluate by themselves. */
export interface LocalDefinitions {
  /** Sorted by key; inactive ones too. */
  readonly flags: ReadonlyArray<LocalFlag>
  /** Names of group types by their number. */
  readonly groupTypeMapping: Readonly<Record<string, string>>
  /** What cohorts are made of, by id; those with a stored list of members are left out. */
  readonly cohorts: Readonly<Record<string, JsonRecord>>
}

const mapList = (value: unknown, change: (item: JsonRecord) => JsonRecord): unknown =>
  Array.isArray(value)
    ? value.map((item: unknown) => {
      const record = recordOf(item)
      return record === undefined ? item : change(record)
    })
    : value

const changeProperties = (filters: JsonRecord, change: (property: JsonRecord) => JsonRecord): JsonRecord =>
  "groups" in filters
    ? {
      ...filters,
      groups: mapList(
        filters["groups"],
        (condition) =>
          "properties" in condition ? { ...condition, properties: mapList(condition["properties"], change) } : condition
      )
    }
    : filters

/** The keys of what a dependency takes, itself last; none when something of it is missing or depends on itself. */
const dependencyChain = ({ graph }: CompiledFlags, target: CompiledFlag | undefined): ReadonlyArray<string> =>
  target === undefined || graph.isUnresolved(target)
    ? []
    : [...graph.chainOf(target), target].map(({ source }) => source.key)

/** Clients know flags by key. */
const withChain = (compiled: CompiledFlags, flag: CompiledFlag | undefined) => (property: JsonRecord): JsonRecord => {
  const id = dependencyId(property)
  if (id === undefined) return property
  const target = compiled.byId(id)
  const isCircular = flag !== undefined && target !== undefined
    && (target === flag || compiled.graph.chainOf(target).includes(flag))
  const chain = isCircular ? [] : dependencyChain(compiled, target)
  return { ...property, key: target?.source.key ?? property["key"], dependency_chain: chain }
}

const cohortsIn = (filters: JsonRecord): ReadonlyArray<number | undefined> => {
  const ids: Array<number | undefined> = []
  changeProperties(filters, (property) => {
    if (property["type"] === "cohort") ids.push(...cohortIds(property))
    return property
  })
  return ids
}

const treeRecord = ({ joint, parts }: CohortTree): JsonRecord => ({
  type: joint,
  values: parts.map((part) => "property" in part ? part.property : treeRecord(part))
})

/** Only those that a client can decide: the others are missing, so that it asks the server. */
const cohortRecords = (ids: ReadonlyArray<number | undefined>, book: CohortBook): Record<string, JsonRecord> =>
  Object.fromEntries(
    book.reachOf(ids).definitions
      .filter(({ id, isListed }) => !isListed && book.problemOf(id) === undefined)
      .sort((left, right) => left.id - right.id)
      .map(({ id, tree }) => [String(id), treeRecord(tree)])
  )

const byKey = (left: LocalFlag, right: LocalFlag): number =>
  left.source.key < right.source.key ? -1 : left.source.key > right.source.key ? 1 : 0

/**
 * What clients are told of the flags that `isShown` lets through. With `sendCohorts` they get the cohorts too; without,
 * a flag with one simple cohort has its conditions in place of it.
 */
export const localDefinitions = (compiled: CompiledFlags, options: {
  readonly sendCohorts: boolean
  readonly isShown: (flag: FlagSource) => boolean
}): LocalDefinitions => {
  const { book, sources } = compiled
  const shown = sources.flags.filter(options.isShown)
  const flags = shown.map((source) => {
    const own = groupedFilters(source.filters)
    const filters = options.sendCohorts ? own : expandCohort(own, book)
    return { source, filters: changeProperties(filters, withChain(compiled, compiled.byId(source.id))) }
  })
  return {
    flags: flags.toSorted(byKey),
    groupTypeMapping: Object.fromEntries([...sources.groupTypes].map(([name, index]) => [String(index), name])),
    cohorts: options.sendCohorts
      ? cohortRecords(shown.flatMap(({ filters }) => cohortsIn(groupedFilters(filters))), book)
      : {}
  }
}
