/** Welch's t test (Welch 1947): the two-sided one of the engine, and the one-sided ones. */
import { type Effect, type Interval, intervalAround } from "@hedgerow/statistics/comparison/Effect"
import { procedureOf } from "@hedgerow/statistics/engine/Procedure"
import { studentUpperQuantile, studentUpperTail } from "@hedgerow/statistics/special/StudentT"

/** The results that count against the null hypothesis. */
export type Tails = "two" | "treatment_greater" | "treatment_lesser"

export interface WelchTest {
  readonly t: number
  readonly pValue: number
  readonly interval: Interval
}

/** Tests an effect; the one-sided interval is open to the side of the alternative. */
export const welchTest = (effect: Effect, degreesOfFreedom: number, alpha: number, tails: Tails = "two"): WelchTest => {
  const t = effect.estimate / effect.standardError
  if (tails === "two") {
    const { critical, pValue } = procedureOf(
      { method: "frequentist", alpha, tuning: undefined },
      { degreesOfFreedom, samples: Infinity }
    )
    return { t, pValue: pValue(effect), interval: intervalAround(effect, critical) }
  }
  const [lower, upper] = intervalAround(effect, studentUpperQuantile(alpha, degreesOfFreedom))
  return tails === "treatment_greater" ?
    { t, pValue: studentUpperTail(t, degreesOfFreedom), interval: [lower, Infinity] } :
    { t, pValue: studentUpperTail(-t, degreesOfFreedom), interval: [-Infinity, upper] }
}
