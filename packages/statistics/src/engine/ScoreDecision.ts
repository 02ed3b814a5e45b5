/** The decision about two arms with few events: score tests and the intervals that invert them. */
import { compareArms, type Comparison } from "../comparison/Comparison.ts"
import { excludesZero, liftOf } from "../comparison/Effect.ts"
import {
  differenceScore,
  scoreDifference,
  scoreDifferenceInterval,
  scoreLiftInterval,
  type ScorePair
} from "../comparison/ScoreComparison.ts"
import { decide } from "./DefaultEngine.ts"
import type { Decision } from "./Figures.ts"
import { procedureOf } from "./Procedure.ts"
import type { StatisticsSettings } from "./StatisticsSettings.ts"

/** The arms as a comparison whose variance is the one under no difference: what a prior and a risk are weighed with. */
export const scoreComparison = (pair: ScorePair): Comparison => {
  const { control, model, samples, treatment } = pair
  const shared = (control.events + treatment.events) / (control.exposure + treatment.exposure)
  const variance = model === "binomial" ? shared * (1 - shared) : shared
  const moments = ({ events, exposure }: ScorePair["control"]) => ({ n: exposure, mean: events / exposure, variance })
  return { ...compareArms(moments(control), moments(treatment)), samples, degreesOfFreedom: samples - 2 }
}

/** Decides two arms with few events. With a prior the posterior is a normal one. */
export const decideByScore = (pair: ScorePair, settings: StatisticsSettings, level = settings.alpha): Decision => {
  const comparison = scoreComparison(pair)
  if (settings.prior !== undefined) return decide(comparison, settings, level)
  const { critical, pValue } = procedureOf(settings, comparison, level)
  const score = differenceScore(pair, 0)
  const differenceInterval = scoreDifferenceInterval(pair, critical)
  const liftInterval = scoreLiftInterval(pair, critical)
  const isRelative = settings.differenceType === "relative" && liftInterval !== undefined
  const shown = isRelative ? liftInterval : differenceInterval
  const unit = isRelative ? Math.abs(comparison.baseline) : 1
  const difference = scoreDifference(pair)
  const deviation = score === 0 ? Math.sqrt(comparison.variance) : difference / score
  return {
    shown,
    significant: excludesZero(shown),
    pValue: pValue({ estimate: score, standardError: 1 }),
    posterior: { estimate: difference / unit, standardError: deviation / unit },
    differenceType: isRelative ? "relative" : "absolute",
    difference,
    differenceInterval,
    lift: liftOf(comparison),
    liftInterval: liftInterval ?? null
  }
}
