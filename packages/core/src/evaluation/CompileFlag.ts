import { type JsonRecord, recordOf, recordOrEmpty } from "../shared/JsonRecord.ts"
import { cohortIds } from "./CohortIndex.ts"
import {
  aggregationOf,
  compileCondition,
  type CompileContext,
  type CompiledCondition,
  offResult,
  onResult
} from "./CompiledCondition.ts"
import type { CompiledEnrollment, CompiledFlag, CompiledHoldout } from "./CompiledFlag.ts"
import { groupedFilters } from "./FlagConditions.ts"
import { makeReason } from "./FlagReason.ts"
import type { FlagSource } from "./FlagSource.ts"
import { readVariants } from "./FlagVariants.ts"
import { percentageOf } from "./Hashing.ts"
import { dependencyId, propertyName } from "./PropertyTests.ts"

const listOf = (value: unknown): ReadonlyArray<unknown> => Array.isArray(value) ? value : []

const clamp = (percentage: number): number => Math.min(Math.max(percentage, 0), 100)

/** The holdout's variant and share; the older form is a condition without properties. */
const readHoldout = (
  { filters }: FlagSource
): { readonly variant: string; readonly percentage: number } | undefined => {
  const { exclusion_percentage: share, id } = recordOrEmpty(filters["holdout"])
  if ((typeof id === "number" || typeof id === "string") && share !== undefined && share !== null) {
    return { variant: `holdout-${id}`, percentage: percentageOf(share) }
  }
  const { rollout_percentage, variant } = recordOrEmpty(listOf(filters["holdout_groups"])[0])
  return typeof variant === "string" ? { variant, percentage: percentageOf(rollout_percentage) } : undefined
}

const compileHoldout = (flag: FlagSource): CompiledHoldout | undefined => {
  const holdout = readHoldout(flag)
  if (holdout === undefined || Number.isNaN(holdout.percentage)) return undefined
  return {
    percentage: clamp(holdout.percentage),
    result: onResult(flag, makeReason("holdout_condition_value", null), holdout.variant)
  }
}

const enrollmentKeys = (condition: CompiledCondition): ReadonlyArray<string> =>
  condition.properties.flatMap(({ source }) => propertyName(source) ?? [])

const compileEnrollment = (flag: FlagSource, context: CompileContext): CompiledEnrollment | undefined => {
  const reason = makeReason("super_condition_value", 0)
  const results = { enrolled: onResult(flag, reason, null), refused: offResult(flag, reason) }
  if (flag.filters["feature_enrollment"] === true) {
    return { keys: [`$feature_enrollment/${flag.key}`], condition: undefined, ...results }
  }
  const group = recordOf(listOf(flag.filters["super_groups"])[0])
  if (group === undefined) return undefined
  const condition = compileCondition(flag, { keys: [], bounds: [] }, context)(group, 0)
  return { keys: enrollmentKeys(condition), condition, ...results }
}

const dependenciesIn = (
  conditions: ReadonlyArray<CompiledCondition>,
  { book }: CompileContext
): ReadonlyArray<number> => {
  const properties = conditions.flatMap((condition) => condition.properties.map(({ source }) => source))
  const cohorts = properties.flatMap((property) => property["type"] === "cohort" ? cohortIds(property) : [])
  const all = cohorts.length === 0 ? properties : [...properties, ...book.reachOf(cohorts).properties]
  return [...new Set(all.flatMap((property) => dependencyId(property) ?? []))]
}

/** A value that is no condition never holds. */
const noCondition: JsonRecord = { rollout_percentage: Number.NaN }

/** Reads a flag's filters and makes its answers. */
export const compileFlag = (flag: FlagSource, context: CompileContext): CompiledFlag => {
  const filters = groupedFilters(flag.filters)
  const variants = readVariants(filters)
  const compile = compileCondition(flag, variants, context)
  const conditions = listOf(filters["groups"]).map((condition, index) =>
    compile(recordOf(condition) ?? noCondition, index)
  )
  const enrollment = compileEnrollment(flag, context)
  return {
    source: flag,
    aggregation: aggregationOf(filters["aggregation_group_type_index"], context),
    conditions,
    enrollment,
    holdout: compileHoldout(flag),
    variants,
    earlyExit: filters["early_exit"] === true,
    dependencies: dependenciesIn(enrollment?.condition ? [enrollment.condition, ...conditions] : conditions, context),
    missing: offResult(flag, makeReason("missing_dependency", null)),
    unmatched: offResult(flag, makeReason("no_condition_match", null))
  }
}
