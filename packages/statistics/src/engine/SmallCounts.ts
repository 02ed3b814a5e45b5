/**
 * Arms with few events, for which normal approximations do not hold: they are compared by score tests.
 *
 * A mean or a ratio of values that are never negative counts its events as scaled ones (Bohm & Zech 2014): with
 * s = Σx² / Σx, Σx / s events of the size s are as many as have the same sum and the same variance. An arm takes the
 * larger of its own s and that of both arms, so one without an event has one too.
 */
import type { ArmCount, ScorePair } from "../comparison/ScoreComparison.ts"
import { isRatio, type MetricType, type VariantCounts } from "./VariantCounts.ts"

/** From this many events on, and as many that did not happen for a proportion, an arm is not a small one. */
export const fewEvents = 20

/** The users that an arm's events are a share of. */
const baseOf = (type: MetricType, counts: VariantCounts): number =>
  isRatio(type) ? counts.denominator_sum ?? 0 : counts.number_of_samples

const proportions = (type: MetricType, control: VariantCounts, treatment: VariantCounts): ScorePair | undefined => {
  const arms = [control, treatment].map((counts) => ({ events: counts.sum, exposure: baseOf(type, counts) }))
  const isSmall = arms.some(({ events, exposure }) => Math.min(events, exposure - events) < fewEvents)
  const [one, other] = arms
  if (!isSmall || one === undefined || other === undefined) return undefined
  if (arms.some(({ events, exposure }) => events > exposure)) return undefined
  return { model: "binomial", control: one, treatment: other, samples: one.exposure + other.exposure }
}

/** Whether no value of the arm is negative; unknown is no, but for an arm without any value. */
const isNeverNegative = ({ minimum, sum_squares: squares }: VariantCounts): boolean =>
  squares === 0 || minimum !== undefined && minimum >= 0

const scaledEvents = ({ sum, sum_squares: squares }: VariantCounts): number => squares === 0 ? 0 : sum / (squares / sum)

const rates = (type: MetricType, control: VariantCounts, treatment: VariantCounts): ScorePair | undefined => {
  const arms = [control, treatment]
  const isSmall = arms.some((counts) => scaledEvents(counts) < fewEvents)
  const sum = control.sum + treatment.sum
  if (!isSmall || !(sum > 0) || !arms.every(isNeverNegative)) return undefined
  const common = (control.sum_squares + treatment.sum_squares) / sum
  const armOf = (counts: VariantCounts): ArmCount => {
    const size = counts.sum > 0 ? Math.max(common, counts.sum_squares / counts.sum) : common
    return { events: counts.sum / size, exposure: baseOf(type, counts) / size }
  }
  const samples = control.number_of_samples + treatment.number_of_samples
  return { model: "poisson", control: armOf(control), treatment: armOf(treatment), samples }
}

/** The two arms as counts of events; undefined where neither has few. */
export const smallCountsOf = (
  type: MetricType,
  control: VariantCounts,
  treatment: VariantCounts
): ScorePair | undefined => (type === "funnel" || type === "retention" ? proportions : rates)(type, control, treatment)
