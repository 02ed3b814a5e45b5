/** The statistics of one metric: every variant beside the baseline. */
import type { DifferenceType, Interval } from "../comparison/Effect.ts"
import {
  type Guardrail,
  type GuardrailResult,
  guardrailTest,
  scoreGuardrailTest
} from "../comparison/NonInferiority.ts"
import { compareAdjusted } from "../cuped/AdjustedPair.ts"
import { type Adjusted, adjusted } from "./Adjustments.ts"
import { adjustedPairOf, plainComparison } from "./ComparedVariants.ts"
import { decide } from "./DefaultEngine.ts"
import { type Figures, figuresOf, noFigures } from "./Figures.ts"
import { decideAsReference } from "./ReferenceEngine.ts"
import { decideByScore } from "./ScoreDecision.ts"
import { smallCountsOf } from "./SmallCounts.ts"
import type { StatisticsSettings } from "./StatisticsSettings.ts"
import {
  pairFailures,
  takesLiftAlone,
  type ValidationFailure,
  validationFailures,
  withoutVariance
} from "./ValidationFailures.ts"
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

/** A variant beside the baseline: arms with few events by scores, others by the difference, adjusted where they can be. */
const decided = (metric: ComparedMetric, variant: VariantCounts, settings: StatisticsSettings, level?: number) => {
  const { baseline, type } = metric
  const isReference = settings.engine === "reference"
  const small = isReference ? undefined : smallCountsOf(type, baseline, variant)
  if (small !== undefined) {
    const decision = decideByScore(small, settings, level)
    return { decision, pair: undefined, guardrail: (margin: Guardrail) => scoreGuardrailTest(small, margin) }
  }
  const pair = settings.cuped ? adjustedPairOf(type, baseline, variant) : undefined
  const comparison = pair === undefined ? plainComparison(type, baseline, variant) : compareAdjusted(pair)
  const decision = isReference
    ? decideAsReference(comparison, pair, settings, level)
    : decide(comparison, settings, level)
  return { decision, pair, guardrail: (margin: Guardrail) => guardrailTest(comparison, margin) }
}

/** The interval of a variant's difference at another level than that of the settings. */
export const differenceIntervalAt = (
  metric: ComparedMetric,
  variant: VariantCounts,
  settings: StatisticsSettings,
  level: number
): Interval => decided(metric, variant, settings, level).decision.differenceInterval

const compared = (metric: ComparedMetric, variant: VariantCounts, settings: StatisticsSettings): Figures & Extras => {
  const { decision, guardrail: guard, pair } = decided(metric, variant, settings)
  const { alpha, tuning } = settings
  const { goal, guardrail } = metric
  return {
    ...figuresOf(decision, { method: settings.method, inverse: goal === "decrease" }),
    ...pair === undefined ? {} : { cuped: { theta: pair.theta } },
    ...guardrail === undefined ? {} : {
      guardrail: guard({
        margin: guardrail.margin,
        differenceType: guardrail.difference_type,
        goal,
        alpha,
        tuning
      })
    }
  }
}

/** Whether figures have left the range of numbers, as those of values near 1e150 do. */
const isBeyondNumbers = ({ difference_interval: interval, lift_interval: lift }: Figures): boolean =>
  [...interval ?? [], ...lift ?? []].some((bound) => !Number.isFinite(bound))

/**
 * Analyses one metric. A failing baseline takes the statistics from every variant, a failing variant from itself alone;
 * counts always stay. A baseline of 0 takes the lift alone: the difference is tested.
 */
export const analyseMetric = (metric: MetricCounts, settings: StatisticsSettings): MetricResult => {
  const { baseline, type } = metric
  const failed = validationFailures(type, baseline, { engine: settings.engine, isBaseline: true })
  const results = metric.variants.map((variant) => {
    const failures = [
      ...validationFailures(type, variant, { engine: settings.engine, isBaseline: false }),
      ...pairFailures(type, baseline, variant, settings.engine)
    ]
    const isCompared = [...failed, ...failures].every((failure) => takesLiftAlone(failure, settings.engine))
    const flat = isCompared && withoutVariance(type, baseline, variant)
    const nothing = noFigures(settings.method)
    const figures = isCompared && !flat ? compared(metric, variant, settings) : nothing
    if (flat) return { ...variant, validation_failures: [...failures, "no-variance" as const], ...nothing }
    return isBeyondNumbers(figures)
      ? { ...variant, validation_failures: [...failures, "inconsistent-sums" as const], ...nothing }
      : { ...variant, validation_failures: failures, ...figures }
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
