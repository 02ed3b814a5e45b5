import type { JsonRecord } from "../shared/JsonRecord.ts"
import { recordOf } from "../shared/JsonRecord.ts"
import { expandCohort } from "./CohortExpansion.ts"
import { cohortIds, type CohortIndex, type CohortTree } from "./CohortIndex.ts"
import type { CompiledFlag } from "./CompiledFlag.ts"
import { cohortsOf, type CompiledFlags } from "./CompiledFlags.ts"
import { groupedFilters } from "./FlagConditions.ts"
import type { FlagSource } from "./FlagSource.ts"
import { dependencyId } from "./PropertyTests.ts"

/** A flag in the definitions for clients that evaluate by themselves. */
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
  /** The definitions of cohorts, by id; those with a stored list of members are left out. */
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

/**
 * The keys of what a dependency takes, itself last; none when something of it is missing or depends on itself, or when it
 * is too deep: clients then ask the server.
 */
const dependencyChain = ({ graph }: CompiledFlags, target: CompiledFlag | undefined): ReadonlyArray<string> =>
  target === undefined || graph.isDeep(target) || graph.isUnresolved(target)
    ? []
    : [...graph.chainOf(target), target].map(({ source }) => source.key)

const plainOperators: Readonly<Record<string, string>> = { in: "exact", min: "gte", max: "lte" }

/** Clients know operators by one name. */
const withPlainOperator = (property: JsonRecord): JsonRecord => {
  const { operator, type } = property
  const plain = type !== "cohort" && typeof operator === "string" && Object.hasOwn(plainOperators, operator)
    ? plainOperators[operator]
    : undefined
  return plain === undefined ? property : { ...property, operator: plain }
}

/** Clients know flags by key. */
const withChain = (compiled: CompiledFlags, flag: CompiledFlag | undefined) => (property: JsonRecord): JsonRecord => {
  const id = dependencyId(property)
  if (id === undefined) return withPlainOperator(property)
  const target = compiled.byId(id)
  const isCircular = flag !== undefined && target !== undefined && !compiled.graph.isDeep(target)
    && (target === flag || compiled.graph.chainOf(target).includes(flag))
  const chain = isCircular ? [] : dependencyChain(compiled, target)
  return { ...property, key: target?.source.key ?? property["key"], dependency_chain: chain }
}

const namedCohorts = new WeakMap<FlagSource, ReadonlyArray<number | undefined>>()

const cohortsIn = (source: FlagSource): ReadonlyArray<number | undefined> => {
  const known = namedCohorts.get(source)
  if (known !== undefined) return known
  const ids: Array<number | undefined> = []
  changeProperties(groupedFilters(source.filters), (property) => {
    if (property["type"] === "cohort") ids.push(...cohortIds(property))
    return property
  })
  namedCohorts.set(source, ids)
  return ids
}

const treeRecord = ({ joint, parts }: CohortTree): JsonRecord => ({
  type: joint,
  values: parts.map((part) => "property" in part ? withPlainOperator(part.property) : treeRecord(part))
})

/** Only those that a client can decide: the others are missing, so that it asks the server. */
const cohortRecords = (ids: ReadonlyArray<number | undefined>, book: CohortIndex): Record<string, JsonRecord> =>
  Object.fromEntries(
    book.reachOf(ids).definitions
      .filter(({ id, isListed }) => !isListed && book.problemOf(id) === undefined)
      .sort((left, right) => left.id - right.id)
      .map(({ id, tree }) => [String(id), treeRecord(tree)])
  )

const byKey = (left: FlagSource, right: FlagSource): number => left.key < right.key ? -1 : left.key > right.key ? 1 : 0

/** The flags that `isShown` lets through, sorted by key; inactive ones too. */
export const localSources = (
  { sources }: CompiledFlags,
  isShown: (flag: FlagSource) => boolean
): ReadonlyArray<FlagSource> => sources.flags.filter(isShown).sort(byKey)

/** The definition of one flag for clients; without `sendCohorts` one simple cohort has its conditions in place of it. */
export const localFlag = (compiled: CompiledFlags, source: FlagSource, sendCohorts: boolean): LocalFlag => {
  const own = groupedFilters(source.filters)
  const filters = sendCohorts ? own : expandCohort(own, compiled.book)
  return { source, filters: changeProperties(filters, withChain(compiled, compiled.byId(source.id))) }
}

const nothing: ReadonlyArray<unknown> = []

/**
 * The parts of a `LocalFlag` besides its own source: the flags that it depends on and the cohorts that any of them
 * names. As long as these are the same one by one, so is the definition for clients.
 */
export const localInputs = (compiled: CompiledFlags, source: FlagSource): ReadonlyArray<unknown> => {
  const { book, byId, graph } = compiled
  const flag = byId(source.id)
  if (flag === undefined) return nothing
  if (flag.dependencies.length === 0) {
    const cohorts = cohortsOf(flag)
    return cohorts.length === 0 ? nothing : book.reachOf(cohorts).definitions
  }
  const inputs: Array<unknown> = []
  const add = (one: CompiledFlag): void => {
    inputs.push(one.source, graph.isUnresolved(one), ...book.reachOf(cohortsOf(one)).definitions)
  }
  add(flag)
  for (const id of flag.dependencies) {
    const target = byId(id)
    inputs.push(id)
    if (target === undefined) continue
    if (graph.isDeep(target)) {
      inputs.push(target.source)
      continue
    }
    for (const one of graph.chainOf(target)) add(one)
    add(target)
  }
  return inputs
}

/** The definitions besides flags: the cohorts that the shown ones name, and the group types. */
export const localContext = (
  { book, sources }: CompiledFlags,
  shown: ReadonlyArray<FlagSource>,
  sendCohorts: boolean
): Pick<LocalDefinitions, "cohorts" | "groupTypeMapping"> => ({
  groupTypeMapping: Object.fromEntries([...sources.groupTypes].map(([name, index]) => [String(index), name])),
  cohorts: sendCohorts ? cohortRecords(shown.flatMap(cohortsIn), book) : {}
})

/**
 * Definitions for clients of the flags that `isShown` lets through. With `sendCohorts` they get the cohorts too; without,
 * a flag with one simple cohort has its conditions in place of it.
 */
export const localDefinitions = (compiled: CompiledFlags, options: {
  readonly sendCohorts: boolean
  readonly isShown: (flag: FlagSource) => boolean
}): LocalDefinitions => {
  const shown = localSources(compiled, options.isShown)
  return {
    flags: shown.map((source) => localFlag(compiled, source, options.sendCohorts)),
    ...localContext(compiled, shown, options.sendCohorts)
  }
}
