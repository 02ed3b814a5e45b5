/** A variant beside the baseline, from their counts, adjusted by the covariate where there is one. */
import { compareArms, type Comparison } from "../comparison/Comparison.ts"
import { momentsOf } from "../comparison/Samples.ts"
import { type AdjustedPair, pairOf, ratioPairOf } from "../cuped/AdjustedPair.ts"
import {
  isRatio,
  type MetricType,
  pairedRatioSampleOf,
  pairedSampleOf,
  sampleOf,
  type VariantCounts
} from "./VariantCounts.ts"

/** The pair with its covariates; undefined when one of the two has none. */
export const adjustedPairOf = (
  type: MetricType,
  baseline: VariantCounts,
  variant: VariantCounts
): AdjustedPair | undefined => {
  if (isRatio(type)) {
    const [control, treatment] = [pairedRatioSampleOf(baseline), pairedRatioSampleOf(variant)]
    return control === undefined || treatment === undefined ? undefined : ratioPairOf(control, treatment)
  }
  const [control, treatment] = [pairedSampleOf(type, baseline), pairedSampleOf(type, variant)]
  return control === undefined || treatment === undefined ? undefined : pairOf(control, treatment)
}

/** The comparison of the metric as it was measured. */
export const plainComparison = (type: MetricType, baseline: VariantCounts, variant: VariantCounts): Comparison =>
  compareArms(momentsOf(sampleOf(type, baseline)), momentsOf(sampleOf(type, variant)))
