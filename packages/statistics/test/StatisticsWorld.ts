/** One metric with one variant, analysed, and the figures looked at. */
import { assert } from "@effect/vitest"
import { analyseMetric, type MetricCounts, type VariantResult } from "@hedgerow/statistics/engine/AnalyseMetric"
import { statisticsSettings } from "@hedgerow/statistics/engine/StatisticsSettings"
import type { VariantCounts } from "@hedgerow/statistics/engine/VariantCounts"

/** The published data of the reference's own tests. */
export const published: MetricCounts = {
  type: "mean",
  goal: "increase",
  baseline: { key: "control", number_of_samples: 2507, sum: 1196.87, sum_squares: 37_377.9767 },
  variants: [{ key: "test", number_of_samples: 2461, sum: 1922.7, sum_squares: 94_698.29 }]
}

export const funnel = (key: string, n: number, conversions: number): VariantCounts => ({
  key,
  number_of_samples: n,
  sum: conversions,
  sum_squares: conversions
})

/** The configuration of a frequentist analysis. */
export const frequentist = (options: object = {}, more: object = {}) => ({
  method: "frequentist",
  frequentist: options,
  ...more
})

/** The configuration of a Bayesian analysis. */
export const bayesian = (options: object = {}, more: object = {}) => ({
  method: "bayesian",
  bayesian: options,
  ...more
})

/** The result of the first variant. */
export const analyse = (statsConfig: unknown, metric: Partial<MetricCounts> = {}): VariantResult => {
  const [result] = analyseMetric({ ...published, ...metric }, statisticsSettings(statsConfig)).variant_results
  assert.isDefined(result)
  return result
}

export const pOf = (result: VariantResult) => result.method === "frequentist" ? result.p_value : undefined

export const chanceOf = (result: VariantResult) => result.method === "bayesian" ? result.chance_to_win : undefined

export const shownOf = (result: VariantResult) =>
  result.method === "frequentist" ? result.confidence_interval : result.credible_interval

/** The arguments of `assert.approximately`. */
export const near = (actual: number | null | undefined, expected: number, tolerance = 1e-9) =>
  [actual ?? Number.NaN, expected, tolerance] as const

export const assertNearInterval = (
  actual: readonly [number, number] | null,
  expected: readonly [number, number],
  tolerance = 1e-9
) => {
  assert.approximately(...near(actual?.[0], expected[0], tolerance))
  assert.approximately(...near(actual?.[1], expected[1], tolerance))
}
