import type { FeatureFlagId } from "../../evaluation/FeatureFlagId.ts"
import { cohortsOf, dependenciesOf, variantsOf } from "../../evaluation/FlagConditions.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import { rolledOut } from "./FlagStatus.ts"

/** The facts that storages find flags by; they follow from the filters alone. */
export interface FlagFacts {
  readonly depends_on: ReadonlyArray<FeatureFlagId>
  readonly cohort_ids: ReadonlyArray<number>
  readonly has_variants: boolean
  /** Everybody gets the same of it. */
  readonly is_rolled_out: boolean
}

/** The facts of a flag with these filters. */
export const flagFacts = (filters: JsonRecord): FlagFacts => ({
  depends_on: dependenciesOf(filters),
  cohort_ids: cohortsOf(filters),
  has_variants: variantsOf(filters).length > 0,
  is_rolled_out: rolledOut(filters) !== undefined
})
