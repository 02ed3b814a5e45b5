/** Puts a result into words that a client can show. */
import { mismatchLevel } from "@hedgerow/statistics/comparison/SampleRatio"
import type { ValidationFailure } from "@hedgerow/statistics/engine/ValidationFailures"
import type { MetricResult } from "./MetricResult.ts"

type Arm = MetricResult["baseline"]
type Variant = MetricResult["variant_results"][number]

/** The metric that a result is of. */
interface Read {
  readonly goal: "increase" | "decrease"
  /** Its type. */
  readonly kind: string
}

/** The verdict about one variant beside the baseline. */
export type Verdict =
  | "better"
  | "worse"
  | "undecided"
  | "not_enough_data"
  | "guardrail_safe"
  | "guardrail_breached"
  | "guardrail_undecided"

/** One variant's verdict, and a sentence with the reason. */
export interface VariantVerdict {
  readonly key: string
  readonly verdict: Verdict
  readonly text: string
}

/** The result of one metric in words. */
export interface Interpretation {
  readonly variants: ReadonlyArray<VariantVerdict>
  readonly text: string
}

const percent = (share: number): string => `${Number((share * 100).toPrecision(3))} %`
const amount = (value: number): string => String(Number(value.toPrecision(4)))

/** The reason for which an arm has no statistics beside the other. */
const failureText = (failure: ValidationFailure, kind: string, arm: Arm, pair: readonly [Arm, Arm]): string => {
  switch (failure) {
    case "not-enough-exposures": {
      const exposed = kind === "retention" ? "with a start event" : "exposed"
      return `${arm.key} has ${arm.number_of_samples} ${exposed}, fewer than 50`
    }
    case "baseline-mean-is-zero":
      return `${arm.key} has no value to compare with`
    case "not-enough-metric-data": {
      if (arm.denominator_sum === 0) return `the denominator of ${arm.key} is 0`
      const counts = pair.map(({ key, sum }) => `${sum} of ${key}`).join(" and ")
      return `${counts} ${kind === "retention" ? "came back" : "reached the goal"}, fewer than 5`
    }
    case "inconsistent-sums":
      return `the counts of ${arm.key} contradict each other, or are too large for numbers`
    case "no-variance":
      return "all values are the same in both"
  }
}

/** All reasons; a baseline without a value is one only by itself. */
const reasonsOf = (baseline: Arm, variant: Variant, kind: string): string => {
  const failed = [baseline, variant].flatMap((arm) => arm.validation_failures.map((failure) => ({ arm, failure })))
  const other = failed.filter(({ failure }) => failure !== "baseline-mean-is-zero")
  const texts = (other.length > 0 ? other : failed).map(({ arm, failure }) =>
    failureText(failure, kind, arm, [baseline, variant])
  )
  return [...new Set(texts)].join(", ")
}

/** The effect and its interval on the scale that is shown. */
const shownEffect = (variant: Variant): string => {
  const { difference, difference_interval: absolute, difference_type: type, lift, lift_interval: relative } = variant
  const [value, interval, write] = type === "relative"
    ? [lift, relative, percent] as const
    : [difference, absolute, amount] as const
  if (value === null) return ""
  const range = interval === null ? "" : ` (${write(interval[0])} to ${write(interval[1])})`
  return `${value > 0 ? "+" : ""}${write(value)}${range}`
}

const guardrailText: Readonly<Record<string, readonly [Verdict, string]>> = {
  safe: ["guardrail_safe", "is not worse than the margin allows"],
  breached: ["guardrail_breached", "is worse than the margin allows"],
  inconclusive: ["guardrail_undecided", "may be worse than the margin allows; more data are needed"]
}

/** A result that would count by itself, and not among the others. */
const aloneText = (variant: Variant, isBetter: boolean): string =>
  `By itself it would count as ${isBetter ? "better" : "worse"}; among ${
    variant.adjustment?.size ?? 1
  } tests one such result is often chance.`

const comparedText = (variant: Variant, baseline: Arm, goal: Read["goal"]): Omit<VariantVerdict, "key"> => {
  const { adjusted_significant: together, difference, key, significant } = variant
  const [effect, isBetter] = [shownEffect(variant), ((difference ?? 0) > 0) === (goal === "increase")]
  if (together ?? significant === true) {
    const verdict = isBetter ? "better" : "worse"
    return { verdict, text: `${key} is ${verdict} than ${baseline.key}: ${effect}.` }
  }
  const why = significant ? aloneText(variant, isBetter) : "Both signs are possible."
  return { verdict: "undecided", text: `${key} may be as good as ${baseline.key}: ${effect}. ${why}` }
}

const verdictOf = (variant: Variant, baseline: Arm, { goal, kind }: Read): VariantVerdict => {
  const { guardrail, key, significant } = variant
  if (significant === null) {
    const why = reasonsOf(baseline, variant, kind)
    return { key, verdict: "not_enough_data", text: `${key} cannot be compared with ${baseline.key} yet: ${why}.` }
  }
  if (guardrail !== undefined) {
    const [verdict, text] = guardrailText[guardrail.status] ?? ["guardrail_undecided", "is undecided"]
    return { key, verdict, text: `${key} ${text}: ${shownEffect(variant)} beside ${baseline.key}.` }
  }
  return { key, ...comparedText(variant, baseline, goal) }
}

/** The verdict on each variant of a metric: the one among all tests of its family, where there is a family. */
export const interpretation = (result: MetricResult, read: Read): Interpretation => {
  const variants = result.variant_results.map((variant) => verdictOf(variant, result.baseline, read))
  return { variants, text: variants.map(({ text }) => text).join(" ") }
}

/** The sentence about the split of exposures, which concerns all metrics. */
export const splitText = (mismatch: { readonly p_value: number } | null): string => {
  if (mismatch === null) return "Too few were exposed to tell whether they were split as the flag says."
  return mismatch.p_value < mismatchLevel
    ? `The split of exposures is not the one of the flag (p = ${
      amount(mismatch.p_value)
    }): do not trust the results before the reason is found.`
    : "The split of exposures is the one of the flag."
}
