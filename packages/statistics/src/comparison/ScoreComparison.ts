/**
 * Two arms with few events: the difference and the ratio of two proportions, or of two rates, by score tests. The
 * variance is the one under the hypothesis that is tested, so an arm without any event has one too.
 *
 * Sources: Miettinen & Nurminen 1985 (differences and ratios of proportions and of rates; the factor N / (N - 1));
 * Farrington & Manning 1990 (the restricted estimate in closed form); Bohm & Zech 2014, arXiv 1309.1287 (sums of weighted
 * Poisson events as scaled counts).
 */
import { rootBetween } from "../special/Roots.ts"
import type { Interval } from "./Effect.ts"

/** The events of one arm, and what they are a share of: users of a proportion, exposure of a rate. */
export interface ArmCount {
  readonly events: number
  readonly exposure: number
}

/** Two arms, and the distribution of their events. */
export interface ScorePair {
  readonly model: "binomial" | "poisson"
  readonly control: ArmCount
  readonly treatment: ArmCount
  /** Observations of both arms. */
  readonly samples: number
}

const rateOf = ({ events, exposure }: ArmCount): number => events / exposure

/** Treatment less control. */
export const scoreDifference = ({ control, treatment }: ScorePair): number => rateOf(treatment) - rateOf(control)

const withinUnit = (share: number): number => Math.min(1, Math.max(0, share))

/** The variance of an arm's estimate where its rate is the given one. */
const armVariance = ({ model, samples }: ScorePair, rate: number, { exposure }: ArmCount): number =>
  model === "poisson" ? rate / exposure : rate * (1 - rate) / exposure * samples / (samples - 1)

/** The control's share under a difference of proportions: the middle root of the cubic of Farrington & Manning. */
const restrictedShare = ({ control, treatment }: ScorePair, difference: number): number => {
  const n = control.exposure + treatment.exposure
  const events = control.events + treatment.events
  const a = ((n + control.exposure) * difference - n - events) / n
  const b = ((control.exposure * difference - n - 2 * control.events) * difference + events) / n
  const c = control.events * difference * (1 - difference) / n
  const q = (a / 3) ** 3 - a * b / 6 + c / 2
  const spread = Math.sqrt(Math.max(0, (a / 3) ** 2 - b / 3)) * (q < 0 ? -1 : 1)
  const cosine = spread === 0 ? 0 : Math.min(1, Math.max(-1, q / spread ** 3))
  const least = [Math.max(0, -difference), Math.min(1, 1 - difference)] as const
  return Math.min(least[1], Math.max(least[0], 2 * spread * Math.cos((Math.PI + Math.acos(cosine)) / 3) - a / 3))
}

/** The control's rate under a difference of rates: the larger root of the quadratic of the likelihood. */
const restrictedRate = ({ control, treatment }: ScorePair, difference: number): number => {
  const exposure = control.exposure + treatment.exposure
  const b = exposure * difference - control.events - treatment.events
  const root = Math.sqrt(Math.max(0, b * b + 4 * exposure * control.events * difference))
  return Math.max(0, -difference, (root - b) / (2 * exposure))
}

/** The deviate of the difference from a supposed one. */
export const differenceScore = (pair: ScorePair, supposed: number): number => {
  const rate = pair.model === "poisson" ? restrictedRate(pair, supposed) : restrictedShare(pair, supposed)
  const other = pair.model === "poisson" ? rate + supposed : withinUnit(rate + supposed)
  const variance = armVariance(pair, rate, pair.control) + armVariance(pair, other, pair.treatment)
  const apart = scoreDifference(pair) - supposed
  return apart === 0 ? 0 : apart / Math.sqrt(variance)
}

/** The control's rate where the treatment's is the given multiple of it. */
const rateUnderRatio = ({ control, model, treatment }: ScorePair, ratio: number): number => {
  const events = control.events + treatment.events
  if (model === "poisson") return events / (control.exposure + ratio * treatment.exposure)
  const a = ratio * (control.exposure + treatment.exposure)
  const b = control.exposure + treatment.events + ratio * (treatment.exposure + control.events)
  return 2 * events / (b + Math.sqrt(Math.max(0, b * b - 4 * a * events)))
}

/** The deviate of the treatment from a supposed multiple of the control. */
export const ratioScore = (pair: ScorePair, supposed: number): number => {
  const rate = rateUnderRatio(pair, supposed)
  const other = pair.model === "poisson" ? supposed * rate : withinUnit(supposed * rate)
  const variance = armVariance(pair, other, pair.treatment) +
    supposed * supposed * armVariance(pair, rate, pair.control)
  const apart = rateOf(pair.treatment) - supposed * rateOf(pair.control)
  return apart === 0 ? 0 : apart / Math.sqrt(variance)
}

/** The point beyond `from` at which a falling score reaches the critical value; the limit where it never does. */
const boundOf = (score: (value: number) => number, from: number, limit: number): number => {
  if (!(score(from) * score(limit) < 0)) return limit
  return rootBetween(score, from, limit)
}

/** The supposed differences that are no farther from the estimate than the critical value. */
export const scoreDifferenceInterval = (pair: ScorePair, critical: number): Interval => {
  const middle = scoreDifference(pair)
  const { control, model, treatment } = pair
  const farthest = ({ events, exposure }: ArmCount) =>
    (events + critical * critical + 2 * critical * Math.sqrt(events + critical * critical) + 1) / exposure
  const limit = model === "binomial" ? 1 : 4 * (farthest(control) + farthest(treatment))
  return [
    boundOf((value) => differenceScore(pair, value) - critical, middle, -limit),
    boundOf((value) => differenceScore(pair, value) + critical, middle, limit)
  ]
}

/** The supposed lifts; undefined where the control has no event, or none can be excluded from above. */
export const scoreLiftInterval = (pair: ScorePair, critical: number): Interval | undefined => {
  if (pair.control.events === 0) return undefined
  const middle = rateOf(pair.treatment) / rateOf(pair.control)
  // Ratios from 0 to infinity, as points from 0 to 1.
  const place = middle / (1 + middle)
  const at = (point: number) => ratioScore(pair, point / (1 - point))
  const lower = boundOf((point) => at(point) - critical, place, 0)
  const top = 1 - 1e-12
  const upper = boundOf((point) => at(point) + critical, place, top)
  return upper === top ? undefined : [lower / (1 - lower) - 1, upper / (1 - upper) - 1]
}
