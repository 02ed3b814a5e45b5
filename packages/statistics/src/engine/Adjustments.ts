/** Adjusted p-values of a family of variants' results, within one metric or over several. */
import type { Interval } from "../Effect.ts"
import { adjustedInterval, type AdjustedPValue, adjustFamily } from "../MultipleTesting.ts"
import type { Figures } from "./Figures.ts"
import type { StatisticsSettings } from "./StatisticsSettings.ts"

export interface Adjusted extends Partial<AdjustedPValue> {
  /** The difference's interval that excludes 0 exactly when the adjusted p-value is below the level; null if open. */
  readonly adjusted_difference_interval?: Interval | null
}

/** Adds the adjusted p-values; results without a p-value stay as they are and do not count in the family. */
export const adjusted = <Result extends Figures>(
  results: ReadonlyArray<Result>,
  family: string,
  settings: Pick<StatisticsSettings, "adjustment" | "alpha">
): ReadonlyArray<Result & Adjusted> => {
  const pValues = results.map((result) => result.method === "frequentist" ? result.p_value : null)
  const adjustments = adjustFamily(family, settings.adjustment, pValues)
  return results.map((result, index) => {
    const adjustment = adjustments[index] ?? null
    if (adjustment === null || result.difference === null) return result
    const interval = adjustedInterval(result.difference, adjustment.adjusted_p_value, settings.alpha)
    return { ...result, ...adjustment, adjusted_difference_interval: Number.isFinite(interval[0]) ? interval : null }
  })
}
