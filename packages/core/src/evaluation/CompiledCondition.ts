import { type JsonRecord, recordOf } from "../shared/JsonRecord.ts"
import type { CohortIndex } from "./CohortIndex.ts"
import type { CohortTests } from "./CohortTests.ts"
import { makeReason } from "./FlagReason.ts"
import type { ConditionMiss } from "./FlagReason.ts"
import type { FlagResult } from "./FlagResult.ts"
import type { FlagSource } from "./FlagSource.ts"
import { type FlagVariants, payloadOf } from "./FlagVariants.ts"
import { percentageOf } from "./Hashing.ts"
import { type CompiledProperty, dependencyTest, propertyTest } from "./PropertyTests.ts"

/** Persons, or the groups of a type; a type that the project does not have has no name. */
export type Aggregation = "person" | { readonly groupType: string | undefined }

/** One condition of a flag, with the answers that follow from it. */
export interface CompiledCondition {
  readonly aggregation: Aggregation
  /** Those on cohorts come last. */
  readonly properties: ReadonlyArray<CompiledProperty>
  readonly percentage: number
  /** The place of the variant that those who meet it get; -1 leaves it to chance. */
  readonly override: number
  /** The answer without a variant, then one for each variant. */
  readonly hits: ReadonlyArray<FlagResult>
  readonly misses: Readonly<Record<ConditionMiss, FlagResult>>
}

/** The tables for look-ups while compiling. */
export interface CompileContext {
  readonly book: CohortIndex
  readonly cohorts: CohortTests
  readonly groupTypes: ReadonlyMap<number, string>
  readonly timeZone: string
}

const kinds = { property: 0, flag: 1, cohort: 2 }

const compileProperty = (source: JsonRecord, { cohorts, timeZone }: CompileContext): CompiledProperty => {
  if (source["type"] === "cohort") return { source, kind: "cohort", test: cohorts.membershipTest(source) }
  return source["type"] === "flag"
    ? { source, kind: "flag", test: dependencyTest(source) }
    : { source, kind: "property", test: propertyTest(source, timeZone) }
}

/** The filters of a condition, the costly ones last. */
export const compileProperties = (properties: unknown, context: CompileContext): ReadonlyArray<CompiledProperty> =>
  (Array.isArray(properties) ? properties : [])
    .map((property: unknown) => compileProperty(recordOf(property) ?? {}, context))
    .sort((left, right) => kinds[left.kind] - kinds[right.kind])

/** The subjects of an `aggregation_group_type_index`. */
export const aggregationOf = (index: unknown, { groupTypes }: CompileContext): Aggregation =>
  index === undefined || index === null ? "person" : { groupType: groupTypes.get(Number(index)) }

/** An answer of a flag that is off. */
export const offResult = (flag: FlagSource, reason: FlagResult["reason"]): FlagResult => ({
  flag,
  enabled: false,
  variant: null,
  reason,
  payload: null
})

/** An answer of a flag that is on. */
export const onResult = (flag: FlagSource, reason: FlagResult["reason"], variant: string | null): FlagResult => ({
  flag,
  enabled: true,
  variant,
  reason,
  payload: payloadOf(flag.filters, variant)
})

/** Reads one condition of a flag. */
export const compileCondition = (
  flag: FlagSource,
  variants: FlagVariants,
  context: CompileContext
) =>
(condition: JsonRecord, index: number): CompiledCondition => {
  const match = makeReason("condition_match", index)
  const miss = (code: ConditionMiss) => offResult(flag, makeReason(code, index))
  const own = condition["aggregation_group_type_index"]
  return {
    aggregation: aggregationOf(own === undefined ? flag.filters["aggregation_group_type_index"] : own, context),
    properties: compileProperties(condition["properties"], context),
    percentage: percentageOf(condition["rollout_percentage"]),
    override: variants.keys.findIndex((key) => key === condition["variant"]),
    hits: [null, ...variants.keys].map((variant) => onResult(flag, match, variant)),
    misses: {
      out_of_rollout_bound: miss("out_of_rollout_bound"),
      no_condition_match: miss("no_condition_match"),
      no_group_type: miss("no_group_type")
    }
  }
}
