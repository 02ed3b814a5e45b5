/** Puts a result into words that a client can show. */
import { mismatchLevel } from "@hedgerow/statistics/SampleRatio"
import type { MetricResult } from "./MetricResult.ts"

type Variant = MetricResult["variant_results"][number]

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

const failures: Readonly<Record<string, string>> = {
  "not-enough-exposures": "fewer than 50 were exposed",
  "baseline-mean-is-zero": "the baseline has no value to compare with",
  "not-enough-metric-data": "fewer than 5 reached the goal",
  "inconsistent-sums": "the counts contradict each other",
  "no-variance": "all values are the same"
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

const verdictOf = (
  variant: Variant,
  baseline: MetricResult["baseline"],
  goal: "increase" | "decrease"
): VariantVerdict => {
  const { guardrail, key, significant } = variant
  const failed = [...baseline.validation_failures, ...variant.validation_failures]
  if (failed.length > 0 || significant === null) {
    const why = [...new Set(failed)].map((failure) => failures[failure] ?? failure).join(", ")
    return { key, verdict: "not_enough_data", text: `${key} cannot be compared with ${baseline.key} yet: ${why}.` }
  }
  const effect = shownEffect(variant)
  if (guardrail !== undefined) {
    const [verdict, text] = guardrailText[guardrail.status] ?? ["guardrail_undecided", "is undecided"]
    return { key, verdict, text: `${key} ${text}: ${effect} beside ${baseline.key}.` }
  }
  if (!significant) {
    return {
      key,
      verdict: "undecided",
      text: `${key} may be as good as ${baseline.key}: ${effect}. Both signs are possible.`
    }
  }
  const isBetter = ((variant.difference ?? 0) > 0) === (goal === "increase")
  return {
    key,
    verdict: isBetter ? "better" : "worse",
    text: `${key} is ${isBetter ? "better" : "worse"} than ${baseline.key}: ${effect}.`
  }
}

/** The verdict on each variant of a metric. */
export const interpretation = (result: MetricResult, goal: "increase" | "decrease" = "increase"): Interpretation => {
  const variants = result.variant_results.map((variant) => verdictOf(variant, result.baseline, goal))
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
