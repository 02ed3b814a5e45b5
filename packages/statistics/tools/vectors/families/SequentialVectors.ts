/** Tests that may be read more than once. */
import { compareArms } from "@hedgerow/statistics/comparison/Comparison"
import {
  oneSidedCritical,
  oneSidedPValue,
  sequenceCritical,
  sequenceRho
} from "@hedgerow/statistics/comparison/ConfidenceSequence"
import { effectOf, intervalAround } from "@hedgerow/statistics/comparison/Effect"
import { momentsOf } from "@hedgerow/statistics/comparison/Samples"
import { normalUpperQuantile, normalUpperTail } from "@hedgerow/statistics/special/Normal"
import {
  informationFractions,
  obrienFlemingConstant,
  obrienFlemingSpending,
  pocockConstant,
  powerSpending,
  repeatedTestError,
  spendingBoundaries
} from "../../group-sequential/Boundaries.ts"
import { mixtureTest, movingMixtureInterval } from "../../MixtureTest.ts"
import { type Level, sequenceAnswer, settingsOf } from "../Answers.ts"
import { comparing, row, type TwoArms } from "../Rows.ts"

const twoSided = comparing<TwoArms & Level>((inputs, type) => {
  const comparison = compareArms(momentsOf(inputs.control), momentsOf(inputs.treatment))
  return sequenceAnswer(effectOf(comparison, type), comparison.samples, inputs)
})

const oneSided = comparing<TwoArms & Level>((inputs, type) => {
  const comparison = compareArms(momentsOf(inputs.control), momentsOf(inputs.treatment))
  const [effect, settings] = [effectOf(comparison, type), settingsOf(inputs)]
  const critical = oneSidedCritical(comparison.samples, settings)
  const [lower, upper] = intervalAround(effect, critical)
  const p = oneSidedPValue(effect, comparison.samples, settings)
  return {
    point_estimate: effect.estimate,
    standard_error: effect.standardError,
    rho: sequenceRho({ ...settings, alpha: 2 * settings.alpha }),
    half_width: critical * effect.standardError,
    greater_lower_bound: lower,
    lesser_upper_bound: upper,
    p_value_greater_closed_form: p,
    p_value_greater_clamped: Math.min(Math.max(p, 1e-5), 0.4999)
  }
})

const widthRatios = (inputs: Level & { readonly n: ReadonlyArray<number> }) => {
  const settings = settingsOf(inputs)
  const fixed = normalUpperQuantile(settings.alpha / 2)
  return { ratio: inputs.n.map((n) => sequenceCritical(n, settings) / fixed) }
}

interface Tunings extends Level {
  readonly n: number
  readonly tuning_parameters: ReadonlyArray<number>
}

/** The tuning parameters whose interval is narrowest and widest at n. */
const extremeTunings = ({ alpha = 0.05, n, tuning_parameters: tunings }: Tunings) => {
  const byWidth = tunings.toSorted((one, other) =>
    sequenceCritical(n, { alpha, tuning: one }) - sequenceCritical(n, { alpha, tuning: other })
  )
  return { narrowest: byWidth[0], widest: byWidth.at(-1) }
}

interface MovingMixture {
  readonly delta: number
  readonly variance_t: number
  readonly variance_c: number
  readonly n_t: number
  readonly n_c: number
  readonly alpha: number
}

const movingMixture = (inputs: MovingMixture) => {
  const [control, treatment] = [
    { n: inputs.n_c, variance: inputs.variance_c },
    { n: inputs.n_t, variance: inputs.variance_t }
  ]
  const { critical, interval, tau, variance } = movingMixtureInterval(inputs.delta, control, treatment, inputs.alpha)
  return { V: variance, tau, z_star: critical, confidence_interval: interval }
}

const alwaysValid = (inputs: { readonly theta_hat: number; readonly V: number; readonly tau: number }) => {
  const { lambda, pValue } = mixtureTest(inputs.theta_hat, inputs.V, inputs.tau)
  return { lambda, p_value: pValue }
}

interface Looks {
  readonly alpha: number
  readonly looks: ReadonlyArray<number>
}

interface Spent {
  readonly alpha: number
  readonly information?: ReadonlyArray<number>
  readonly samples?: ReadonlyArray<number>
  readonly planned?: number
}

const quadraticSpending = ({ alpha, information, planned = 0, samples = [] }: Spent) => {
  const fractions = information ?? informationFractions(samples, planned)
  const critical = spendingBoundaries(fractions, powerSpending(alpha, 2))
  return { critical_z: critical, nominal_alpha: critical.map((z) => 2 * normalUpperTail(z)) }
}

export const sequentialFamilies = {
  sequential: [
    row("asymptotic confidence sequence", twoSided),
    row("one-sided confidence sequence", oneSided),
    row("rho", (inputs: Level) => ({ rho: sequenceRho(settingsOf(inputs)) })),
    row("half width divided by the fixed", widthRatios),
    row("property", extremeTunings)
  ],
  msprt: [row("mixture SPRT interval with moving tau", movingMixture), row("always-valid p", alwaysValid)],
  "group-sequential": [
    row("Pocock constant", ({ alpha, looks }: Looks) => ({
      critical_z: looks.map((count) => pocockConstant(count, alpha))
    })),
    row("O'Brien-Fleming final critical value", ({ alpha, looks }: Looks) => ({
      c: looks.map((count) => obrienFlemingConstant(count, alpha))
    })),
    row("type I error of repeated", ({ looks, z }: { readonly z: number; readonly looks: ReadonlyArray<number> }) => ({
      type_i_error: looks.map((count) => repeatedTestError(z, count))
    })),
    row("Lan-DeMets spending, O'Brien-Fleming type", ({ alpha, information = [] }: Spent) => ({
      critical_z: spendingBoundaries(information, obrienFlemingSpending(alpha))
    })),
    row("alpha*t^2 spending", quadraticSpending)
  ]
}
