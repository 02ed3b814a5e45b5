import type { JsonRecord } from "../shared/JsonRecord.ts"
import { expandCohort } from "./CohortExpansion.ts"
import { cohortIds, type CohortIndex, type CohortTree } from "./CohortIndex.ts"
import type { CompiledCondition } from "./CompiledCondition.ts"
import type { CompiledFlag } from "./CompiledFlag.ts"
import { cohortsOf, type CompiledFlags } from "./CompiledFlags.ts"
import { cohortsOf as cohortsNamed, groupedFilters } from "./FlagConditions.ts"
import type { FlagSource } from "./FlagSource.ts"
import { dependencyId } from "./PropertyTests.ts"
import { isKnownToSdks } from "./SdkOperators.ts"

/** Clients read what stands in a joint as either conditions or joints. */
const isUniform = ({ parts }: CohortTree): boolean => {
  const joints = parts.flatMap((part) => "property" in part ? [] : [part])
  return (joints.length === 0 || joints.length === parts.length) && joints.every(isUniform)
}

const isDecided = (book: CohortIndex) => (property: JsonRecord): boolean => {
  const { type, value } = property
  // Without an id the chain is not known, and clients cannot evaluate it.
  if (type === "flag") return dependencyId(property) !== undefined
  if (type !== "cohort") return isKnownToSdks(property)
  const ids = cohortIds(property)
  return !Array.isArray(value) && ids.every((id) => book.problemOf(id) === undefined)
}

const areCohortsDecided = (flag: CompiledFlag, book: CohortIndex): boolean => {
  const { definitions, listed, properties } = book.reachOf(cohortsOf(flag))
  return listed.length === 0
    && definitions.every(({ tree }) => isUniform(tree))
    // Clients get no chain of the dependencies of cohorts.
    && properties.every((property) => property["type"] !== "flag" && isDecided(book)(property))
}

const isSubjectDecided = ({ aggregation }: CompiledFlag) => (condition: CompiledCondition): boolean =>
  condition.aggregation === "person"
    ? aggregation === "person"
    : condition.aggregation.groupType !== undefined

/** The answer by the flag itself, apart from the flags it depends on. */
const isDecidedAlone = (flag: CompiledFlag, book: CohortIndex): boolean => {
  const { aggregation, conditions, enrollment, source } = flag
  if (source.ensure_experience_continuity || enrollment !== undefined) return false
  if (aggregation !== "person" && aggregation.groupType === undefined) return false
  return conditions.every(isSubjectDecided(flag))
    && conditions.every(({ properties }) => properties.every((property) => isDecided(book)(property.source)))
    && (cohortsOf(flag).length === 0 || areCohortsDecided(flag, book))
}

const isWithoutCohorts = (flag: CompiledFlag, book: CohortIndex): boolean =>
  cohortsOf(flag).length === 0 || cohortsNamed(expandCohort(groupedFilters(flag.source.filters), book)).length === 0

// A flag is read anew when its own source, its cohorts or the group types change: so what was found stays true.
const withCohorts = new WeakMap<CompiledFlag, boolean>()
const withoutCohorts = new WeakMap<CompiledFlag, boolean>()

const decidedAlone = (flag: CompiledFlag, book: CohortIndex, sendCohorts: boolean): boolean => {
  const known = sendCohorts ? withCohorts : withoutCohorts
  const found = known.get(flag) ?? (isDecidedAlone(flag, book) && (sendCohorts || isWithoutCohorts(flag, book)))
  known.set(flag, found)
  return found
}

/**
 * Whether evaluators inside SDKs must leave a flag to the server for any user: because of its own conditions or of a
 * flag that it depends on, or because such a flag is not shown to them.
 */
export const requiresServer = (compiled: CompiledFlags, source: FlagSource, options: {
  readonly sendCohorts: boolean
  readonly isShown: (flag: FlagSource) => boolean
}): boolean => {
  // A flag that is off needs no decision; some SDKs look at the continuity first.
  if (!source.active) return source.ensure_experience_continuity
  const { book, byId, graph } = compiled
  const first = byId(source.id)
  // Clients do not learn what is behind it.
  if (first !== undefined && graph.isDeep(first)) return true
  const left = first === undefined ? [] : [first]
  const seen = new Set<CompiledFlag>(left)
  for (let flag = left.pop(); flag !== undefined; flag = left.pop()) {
    if (!decidedAlone(flag, book, options.sendCohorts)) return true
    for (const id of flag.dependencies) {
      const target = byId(id)
      if (target === undefined || !options.isShown(target.source) || graph.isUnresolved(target)) return true
      // Clients evaluate what leads to a flag that is off, too.
      const taken = target.source.active ? [target] : graph.chainOf(target)
      if (taken.includes(flag) || target === flag) return true
      for (const other of taken) {
        if (!options.isShown(other.source)) return true
        if (!seen.has(other)) left.push(other)
        seen.add(other)
      }
    }
  }
  return false
}
