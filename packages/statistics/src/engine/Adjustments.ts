/**
 * The decisions about a family of variants' results, within one metric or over several.
 *
 * A frequentist result is decided by its adjusted p-value. A Bayesian one is decided by the same procedure on the two
 * posterior chances to have the sign wrong, 2 min(c, 1 - c). By Bonferroni's inequality, the posterior chance that any of
 * the signs called is wrong is at most half the level, and with flat priors the family-wise error over repeated
 * experiments is at most the level (Holm 1979).
 *
 * Intervals are Bonferroni's: each is that of the level divided by the size of the family, so that all of them together
 * hold the truth at the level (Miller 1981, section 1.3).
 */
import type { Interval } from "../comparison/Effect.ts"
import { type AdjustedPValue, adjustFamily, type Adjustment } from "../comparison/MultipleTesting.ts"
import type { Figures } from "./Figures.ts"
import type { StatisticsSettings } from "./StatisticsSettings.ts"

export interface Adjusted extends Partial<Pick<AdjustedPValue, "adjusted_p_value">> {
  readonly adjustment?: Adjustment
  /** Whether the result stands among all tests of its family. */
  readonly adjusted_significant?: boolean
  /** The interval of the difference that covers together with those of the whole family. */
  readonly adjusted_difference_interval?: Interval | null
}

/** The two-sided error of a result by itself; null where there is none. */
const errorOf = (result: Figures): number | null => {
  if (result.method === "frequentist") return result.p_value
  const { chance_to_win: chance } = result
  return chance === null ? null : 2 * Math.min(chance, 1 - chance)
}

/**
 * Adds the decisions of a family; results without a test stay as they are and do not count in it. `intervalAt` has the
 * interval of a result's difference, by its place, at another level.
 */
export const adjusted = <Result extends Figures>(
  results: ReadonlyArray<Result>,
  family: string,
  settings: Pick<StatisticsSettings, "adjustment" | "alpha">,
  intervalAt: (index: number, level: number) => Interval | null
): ReadonlyArray<Result & Adjusted> => {
  const adjustments = adjustFamily(family, settings.adjustment, results.map(errorOf))
  return results.map((result, index) => {
    const found = adjustments[index] ?? null
    if (found === null) return result
    const { adjusted_p_value: error, adjustment } = found
    return {
      ...result,
      ...result.method === "frequentist" ? { adjusted_p_value: error } : {},
      adjustment,
      adjusted_significant: error < settings.alpha,
      adjusted_difference_interval: intervalAt(index, settings.alpha / adjustment.size)
    }
  })
}
