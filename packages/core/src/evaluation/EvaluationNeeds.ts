import type { JsonRecord } from "../shared/JsonRecord.ts"
import { cohortIds, type CohortIndex } from "./CohortIndex.ts"
import type { CompiledCondition } from "./CompiledCondition.ts"
import type { Aggregation } from "./CompiledCondition.ts"
import type { CompiledFlag } from "./CompiledFlag.ts"
import type { CompiledFlags } from "./CompiledFlags.ts"
import { propertyName } from "./PropertyTests.ts"

/** The facts of a user beyond the request that evaluating flags needs. */
export interface EvaluationNeeds {
  /** The person must be known: for properties, membership or a continuous experience. */
  readonly person: boolean
  /** The properties of the person that are asked for; when the request has them all, the stored ones do not matter. */
  readonly personProperties: ReadonlySet<string>
  /** The same of groups, by the name of their type. */
  readonly groups: ReadonlyMap<string, ReadonlySet<string>>
  /** The cohorts with a stored list of members. */
  readonly staticCohorts: ReadonlySet<number>
  /** Some flag keeps its value for those who log in. */
  readonly hashKeys: boolean
}

interface Gathering {
  readonly personProperties: Set<string>
  readonly groups: Map<string, Set<string>>
  readonly staticCohorts: Set<number>
  hashKeys: boolean
}

/** The facts in the request itself. */
const identityKey = (aggregation: Aggregation): string => aggregation === "person" ? "distinct_id" : "$group_key"

const keysFor = ({ groups, personProperties }: Gathering, aggregation: Aggregation): Set<string> => {
  if (aggregation === "person") return personProperties
  const { groupType } = aggregation
  if (groupType === undefined) return new Set()
  const keys = groups.get(groupType) ?? new Set()
  groups.set(groupType, keys)
  return keys
}

const gatherKeys = (properties: ReadonlyArray<JsonRecord>, keys: Set<string>, identity: string): void => {
  for (const property of properties) {
    const { type } = property
    const key = propertyName(property)
    if (type !== "cohort" && type !== "flag" && key !== undefined && key !== identity) keys.add(key)
  }
}

const gatherCondition = (condition: CompiledCondition, book: CohortIndex, gathering: Gathering): void => {
  const properties = condition.properties.map(({ source }) => source)
  const cohorts = properties.flatMap((property) => property["type"] === "cohort" ? cohortIds(property) : [])
  const keys = properties.some(({ type }) => type !== "flag")
    ? keysFor(gathering, condition.aggregation)
    : new Set<string>()
  gatherKeys(properties, keys, identityKey(condition.aggregation))
  if (cohorts.length === 0) return
  const reach = book.reachOf(cohorts)
  gatherKeys(reach.properties, keys, identityKey(condition.aggregation))
  for (const id of reach.listed) gathering.staticCohorts.add(id)
}

const gatherFlag = (
  { conditions, enrollment, source }: CompiledFlag,
  book: CohortIndex,
  gathering: Gathering
): void => {
  for (const key of enrollment?.keys ?? []) gathering.personProperties.add(key)
  for (const condition of enrollment?.condition ? [enrollment.condition, ...conditions] : conditions) {
    gatherCondition(condition, book, gathering)
  }
  if (!source.ensure_experience_continuity || source.bucketing_identifier === "device_id") return
  if (conditions.some(({ aggregation }) => aggregation === "person")) gathering.hashKeys = true
}

const gather = (flags: ReadonlyArray<CompiledFlag>, book: CohortIndex): EvaluationNeeds => {
  const gathering: Gathering = {
    personProperties: new Set(),
    groups: new Map(),
    staticCohorts: new Set(),
    hashKeys: false
  }
  for (const flag of flags) gatherFlag(flag, book, gathering)
  const { groups, hashKeys, personProperties, staticCohorts } = gathering
  return {
    person: personProperties.size > 0 || staticCohorts.size > 0 || hashKeys,
    personProperties,
    groups: new Map([...groups].filter(([, keys]) => keys.size > 0)),
    staticCohorts,
    hashKeys
  }
}

const ofAll = new WeakMap<CompiledFlags, EvaluationNeeds>()

/** The facts that evaluating all active flags, or those of some keys, needs; found once for all. */
export const needs = (compiled: CompiledFlags, flagKeys?: ReadonlyArray<string>): EvaluationNeeds => {
  const { book, byKey, graph } = compiled
  if (flagKeys === undefined) {
    const known = ofAll.get(compiled) ?? gather(graph.ordered(), book)
    ofAll.set(compiled, known)
    return known
  }
  const flags = [...new Set(flagKeys)].flatMap((key) => byKey(key) ?? []).filter(({ source }) => source.active)
  return gather(graph.withDependencies(flags), book)
}
