/** The statistics of one metric: every variant beside the baseline. */
import { compareAdjusted } from "../cuped/AdjustedPair.ts"
import type { DifferenceType, Interval } from "../Effect.ts"
import { type GuardrailResult, guardrailTest } from "../NonInferiority.ts"
import { type Adjusted, adjusted } from "./Adjustments.ts"
import { adjustedPairOf, plainComparison } from "./ComparedVariants.ts"
import { decide } from "./DefaultEngine.ts"
import { type Figures, figuresOf, noFigures } from "./Figures.ts"
import { decideAsReference } from "./ReferenceEngine.ts"
import type { StatisticsSettings } from "./StatisticsSettings.ts"
import { type ValidationFailure, validationFailures, withoutVariance } from "./ValidationFailures.ts"
import type { MetricType, VariantCounts } from "./VariantCounts.ts"

export interface MetricCounts {
  readonly type: MetricType
  readonly goal: "increase" | "decrease"
  readonly baseline: VariantCounts
  readonly variants: ReadonlyArray<VariantCounts>
  /** A guardrail metric's margin: the greatest acceptable loss. */
  readonly guardrail?: { readonly margin: number; readonly difference_type: DifferenceType } | undefined
}

export interface Validated {
  readonly validation_failures: ReadonlyArray<ValidationFailure>
}

interface Extras {
  /** θ of this pair, where a covariate adjusted it. */
  readonly cuped?: { readonly theta: number }
  readonly guardrail?: GuardrailResult
}

export type VariantResult = VariantCounts & Validated & Figures & Extras & Adjusted

export interface MetricResult {
  readonly baseline: VariantCounts & Validated
  readonly variant_results: ReadonlyArray<VariantResult>
}

/** A metric without the variants that are compared with its baseline. */
export type ComparedMetric = Omit<MetricCounts, "variants">

const decided = (metric: ComparedMetric, variant: VariantCounts, settings: StatisticsSettings, level?: number) => {
  const pair = settings.cuped ? adjustedPairOf(metric.type, metric.baseline, variant) : undefined
  const comparison = pair === undefined ?
    plainComparison(metric.type, metric.baseline, variant) :
    compareAdjusted(pair)
  const decision = settings.engine === "reference" ?
    decideAsReference(comparison, pair, settings, level) :
    decide(comparison, settings, level)
  return { comparison, decision, pair }
}

/** The interval of a variant's difference at another level than that of the settings. */
export const differenceIntervalAt = (
  metric: ComparedMetric,
  variant: VariantCounts,
  settings: StatisticsSettings,
  level: number
): Interval => decided(metric, variant, settings, level).decision.differenceInterval

const compared = (metric: ComparedMetric, variant: VariantCounts, settings: StatisticsSettings): Figures & Extras => {
  const { comparison, decision, pair } = decided(metric, variant, settings)
  const { alpha, tuning } = settings
  const { goal, guardrail } = metric
  return {
    ...figuresOf(decision, { method: settings.method, inverse: goal === "decrease" }),
    ...pair === undefined ? {} : { cuped: { theta: pair.theta } },
    ...guardrail === undefined ? {} : {
      guardrail: guardrailTest(comparison, {
        margin: guardrail.margin,
        differenceType: guardrail.difference_type,
        goal,
        alpha,
        tuning
      })
    }
  }
}

/**
 * Analyses one metric. A failing baseline takes the statistics from every variant, a failing variant from itself alone;
 * counts always stay.
 */
export const analyseMetric = (metric: MetricCounts, settings: StatisticsSettings): MetricResult => {
  const { baseline, type } = metric
  const failed = validationFailures(type, baseline, true)
  const results = metric.variants.map((variant) => {
    const own = validationFailures(type, variant, false)
    const flat = failed.length + own.length === 0 && withoutVariance(type, baseline, variant)
    const failures = flat ? [...own, "no-variance" as const] : own
    const figures = failed.length + failures.length === 0 ?
      compared(metric, variant, settings) :
      noFigures(settings.method)
    return { ...variant, validation_failures: failures, ...figures }
  })
  return {
    baseline: { ...baseline, validation_failures: failed },
    variant_results: adjusted(
      results,
      "variants of this metric",
      settings,
      (index, level) => {
        const variant = metric.variants[index]
        return variant === undefined ? null : differenceIntervalAt(metric, variant, settings, level)
      }
    )
  }
}
