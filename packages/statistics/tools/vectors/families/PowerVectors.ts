/** Power and sample sizes. */
import type { NormalPrior } from "@hedgerow/statistics/comparison/Bayesian"
import { compareArms } from "@hedgerow/statistics/comparison/Comparison"
import { effectOf, relativeEffect } from "@hedgerow/statistics/comparison/Effect"
import { momentsOf } from "@hedgerow/statistics/comparison/Samples"
import { bisectedMultiple, multipleNeeded, powerAfter } from "../../power/MidExperiment.ts"
import { bayesianPowerOf, minimumDetectableEffect, powerOf } from "../../power/Power.ts"
import { guessedVariance, sixteenRule, totalSampleSize } from "../../power/SampleSizeRules.ts"
import { comparing, row, type TwoArms } from "../Rows.ts"

interface Planned {
  readonly mean: number
  readonly variance: number
  readonly effect: number
  readonly variations: number
  readonly alpha: number
  readonly target_power?: number
  readonly sequential_tuning_parameter?: number | null
}

const planOf = ({ alpha, mean, variance, variations }: Planned, n: number, tuning?: number | null) => ({
  mean,
  variance,
  alpha,
  samplesPerVariant: n / variations,
  tuning: tuning ?? undefined
})

const power = (inputs: Planned & { readonly n: number }) => {
  const [fixed, sequential] = [
    planOf(inputs, inputs.n),
    planOf(inputs, inputs.n, inputs.sequential_tuning_parameter ?? 5000)
  ]
  const target = inputs.target_power ?? 0.8
  return {
    power: powerOf(fixed, inputs.effect),
    mde: minimumDetectableEffect(fixed, target),
    power_sequential: powerOf(sequential, inputs.effect),
    mde_sequential: minimumDetectableEffect(sequential, target)
  }
}

interface Weekly extends Planned {
  readonly users_per_week: number
  readonly weeks: ReadonlyArray<number>
  readonly prior?: NormalPrior | null
}

const weeklyPlans = (inputs: Weekly) =>
  inputs.weeks.map((week) => planOf(inputs, week * inputs.users_per_week, inputs.sequential_tuning_parameter))

const weekly = (inputs: Weekly) => ({
  power: weeklyPlans(inputs).map((plan) => powerOf(plan, inputs.effect)),
  mde: weeklyPlans(inputs).map((plan) => minimumDetectableEffect(plan, inputs.target_power ?? 0.8))
})

const weeklyBayesian = (inputs: Weekly) => ({
  power: weeklyPlans(inputs).map((plan) => bayesianPowerOf(plan, inputs.effect, inputs.prior ?? undefined))
})

interface Running extends TwoArms {
  readonly target_mde: number
  readonly target_power: number
  readonly alpha: number
  readonly mode: string
  readonly sequential_tuning_parameter?: number | null
  readonly prior?: NormalPrior | null
}

const midExperiment = comparing<Running>((inputs) => {
  const comparison = compareArms(momentsOf(inputs.control), momentsOf(inputs.treatment))
  const plan = {
    squaredError: relativeEffect(comparison).standardError ** 2,
    samples: comparison.samples,
    effect: inputs.target_mde,
    power: inputs.target_power,
    alpha: inputs.alpha,
    tuning: inputs.mode.startsWith("seq") ? inputs.sequential_tuning_parameter ?? 5000 : undefined,
    prior: inputs.mode.startsWith("bayes") ? inputs.prior ?? undefined : undefined
  }
  return {
    se_squared: plan.squaredError,
    scaling_factor: multipleNeeded(plan),
    power_at_published_factor: powerAfter(plan, bisectedMultiple(plan))
  }
})

interface Variances {
  readonly variance_control: number
  readonly variance_treatment: number
}

interface Sized extends Variances {
  readonly absolute_mde: number
  readonly alpha: number
  readonly power: number
}

const total = (inputs: Sized) => ({
  total: totalSampleSize(
    inputs.variance_control + inputs.variance_treatment,
    inputs.absolute_mde,
    inputs.alpha,
    inputs.power
  )
})

interface Measured extends Variances {
  readonly mean_control: number
  readonly n_control: number
  readonly mean_treatment: number
  readonly n_treatment: number
}

const deltaVariance = (inputs: Measured) => {
  const comparison = compareArms(
    { n: inputs.n_control, mean: inputs.mean_control, variance: inputs.variance_control },
    { n: inputs.n_treatment, mean: inputs.mean_treatment, variance: inputs.variance_treatment }
  )
  const variance = (type: "absolute" | "relative") => effectOf(comparison, type).standardError ** 2
  return { absolute: variance("absolute"), relative: variance("relative") }
}

interface Rule {
  readonly metric: string
  readonly baseline: number
  readonly mde_percent: number
  readonly variants: number
}

/** The product of decimals may exceed the whole number it stands for by its rounding alone. */
const ruleOfReference = ({ baseline, mde_percent: percent, metric, variants }: Rule) => {
  const size = sixteenRule(guessedVariance(metric, baseline), baseline * percent / 100) * variants
  return { recommended_sample_size: Math.ceil(size * (1 - 1e-12)) }
}

const sixteen = (inputs: { readonly baseline: number; readonly relative_effect: number }) => ({
  per_variant: sixteenRule(guessedVariance("funnel", inputs.baseline), inputs.baseline * inputs.relative_effect)
})

export const powerFamilies = {
  power: [
    row("power and MDE", power),
    row("weekly power and MDE table", weekly),
    row("Bayesian power", weeklyBayesian),
    row("mid-experiment", midExperiment),
    row("total sample, two equal arms", total),
    row("delta-method variance", deltaVariance),
    row("16 sigma^2/delta^2 rule", sixteen),
    row("PostHog rule", ruleOfReference)
  ]
}
