/** Two arms: effects, Welch's test, Fieller's interval, distributions, guards. */
import { compareArms } from "@hedgerow/statistics/comparison/Comparison"
import { effectOf } from "@hedgerow/statistics/comparison/Effect"
import { fiellerInterval } from "@hedgerow/statistics/comparison/Fieller"
import { momentsOf } from "@hedgerow/statistics/comparison/Samples"
import { validationFailures } from "@hedgerow/statistics/engine/ValidationFailures"
import type { MetricType } from "@hedgerow/statistics/engine/VariantCounts"
import { normalUpperTail } from "@hedgerow/statistics/special/Normal"
import { studentTwoSidedTail, studentUpperQuantile } from "@hedgerow/statistics/special/StudentT"
import { normalQuantile, studentQuantile } from "../../Quantiles.ts"
import { type Tails, welchTest } from "../../Welch.ts"
import { comparing, row, type TwoArms } from "../Rows.ts"

interface Tested extends TwoArms {
  readonly alpha?: number
  readonly tails?: Tails
}

const level = 0.05

const compare = ({ control, treatment }: TwoArms) => compareArms(momentsOf(control), momentsOf(treatment))

const frequentist = comparing<Tested>((inputs, type) => {
  const comparison = compare(inputs)
  const effect = effectOf(comparison, type)
  const { degreesOfFreedom } = comparison
  const test = welchTest(effect, degreesOfFreedom, inputs.alpha ?? level, inputs.tails ?? "two")
  return {
    point_estimate: effect.estimate,
    standard_error: effect.standardError,
    degrees_of_freedom: degreesOfFreedom,
    t: test.t,
    p_value: test.pValue,
    confidence_interval: test.interval
  }
})

const relative = comparing<TwoArms>((inputs, type) => {
  const effect = effectOf(compare(inputs), type)
  return { point_estimate: effect.estimate, standard_error: effect.standardError }
})

const fieller = comparing<Tested>((inputs) => {
  const comparison = compare(inputs)
  const { degreesOfFreedom } = comparison
  const alpha = inputs.alpha ?? level
  const critical = studentUpperQuantile(alpha / 2, degreesOfFreedom)
  return {
    point_estimate: effectOf(comparison, "relative").estimate,
    confidence_interval: fiellerInterval(comparison, critical) ?? null,
    p_value: welchTest(effectOf(comparison, "absolute"), degreesOfFreedom, alpha).pValue,
    degrees_of_freedom: degreesOfFreedom
  }
})

interface Counted {
  readonly metric_type: MetricType
  readonly number_of_samples: number
  readonly sum: number
}

const validation = ({ metric_type: type, number_of_samples, sum }: Counted) => {
  const counts = { key: "control", number_of_samples, sum, sum_squares: 1e300, denominator_sum: 1 }
  const failures = validationFailures(type, { ...counts, denominator_sum_squares: 1e300 }, {
    engine: "reference",
    isBaseline: true
  })
  return { validation_failures_set: [...failures].sort() }
}

export const comparisonFamilies = {
  welch: [row("frequentist", frequentist)],
  effect: [row("relative-effect", relative)],
  fieller: [row("relative lift interval", fieller)],
  guard: [
    row("ratio with zero denominator", frequentist),
    row("too little data", frequentist),
    row("validation_failures", validation)
  ],
  distribution: [
    row("student-t two-sided tail", ({ df, t }: { readonly t: number; readonly df: number }) => ({
      p_value: studentTwoSidedTail(t, df)
    })),
    row("normal upper tail", ({ z }: { readonly z: number }) => ({ upper_tail: normalUpperTail(z) })),
    row("normal quantile", ({ p }: { readonly p: number }) => ({ z: normalQuantile(p) })),
    row("student-t quantile", ({ df, p }: { readonly p: number; readonly df: number }) => ({
      t: studentQuantile(p, df)
    }))
  ]
}
