import { assert, describe, it } from "@effect/vitest"
import { analyseMetric } from "@hedgerow/statistics/engine/AnalyseMetric"
import { statisticsSettings } from "@hedgerow/statistics/engine/StatisticsSettings"
import {
  analyse,
  assertNearInterval,
  bayesian,
  chanceOf,
  frequentist,
  funnel,
  near,
  pOf,
  published,
  shownOf
} from "./StatisticsWorld.ts"

describe("the default engine", () => {
  it("tests the difference and shows the lift with Fieller's interval", () => {
    const result = analyse(frequentist())
    assert.approximately(...near(pOf(result), 0.037193288663765714))
    assertNearInterval(shownOf(result), [0.03238789413449861, 1.5993633199384125])
    assert.deepStrictEqual(result.lift_interval, shownOf(result))
    assert.approximately(...near(result.lift, 0.6364670496854374))
    assert.approximately(...near(result.difference, 0.3038565288221019))
    assertNearInterval(result.difference_interval, [0.0180438, 0.5896693], 1e-7)
    assert.isTrue(result.significant)
    assert.strictEqual(result.difference_type, "relative")
  })

  it("shows the difference where that is asked for, with the same p-value and the lift beside it", () => {
    const result = analyse(frequentist({ difference_type: "ABSOLUTE" }))
    assert.deepStrictEqual(shownOf(result), result.difference_interval)
    assert.approximately(...near(pOf(result), 0.037193288663765714))
    assertNearInterval(result.lift_interval, [0.03238789413449861, 1.5993633199384125])
  })

  it("calls a Bayesian result significant when the shown interval excludes 0, and no sooner", () => {
    const result = analyse(bayesian())
    assert.approximately(...near(chanceOf(result), 0.9814341943147624))
    assert.isTrue((shownOf(result)?.[0] ?? 0) > 0 && result.significant === true)
    const ninetyNine = analyse(bayesian({ ci_level: 0.99 }))
    assert.approximately(...near(chanceOf(ninetyNine), 0.9814341943147624))
    assert.isFalse(ninetyNine.significant)
    assert.isTrue((shownOf(ninetyNine)?.[0] ?? 0) < 0)
  })

  it("states the risk in the units of the shown effect, and mirrors it where less is better", () => {
    const absolute = analyse(bayesian({ difference_type: "ABSOLUTE" }))
    assert.approximately(...near(absolute.risk?.choosing_control, 0.3048411445125304))
    assert.approximately(...near(absolute.risk?.choosing_treatment, 0.0009846156904284899))
    const mean = published.baseline.sum / published.baseline.number_of_samples
    assert.approximately(...near(analyse(bayesian()).risk?.choosing_control, 0.3048411445125304 / mean))
    const less = analyse(bayesian({ difference_type: "ABSOLUTE" }), { goal: "decrease" })
    assert.approximately(...near(less.risk?.choosing_treatment, 0.3048411445125304))
    assert.approximately(...near(chanceOf(less), 1 - 0.9814341943147624))
  })

  it("hears a prior of the lift, and shrinks the estimate and its interval with it", () => {
    const prior = { mean: 0, variance: 0.04, scale: "relative" }
    const result = analyse(bayesian({ difference_type: "ABSOLUTE", prior }))
    const mean = published.baseline.sum / published.baseline.number_of_samples
    const [measured, spread] = [1 / 0.14578250852227498 ** 2, 1 / (0.04 * mean * mean)]
    const posterior = 0.3038565288221019 * measured / (measured + spread)
    assert.approximately(...near(result.difference, posterior))
    const width = 1.959963984540054 / Math.sqrt(measured + spread)
    assertNearInterval(shownOf(result), [posterior - width, posterior + width])
    const lift = analyse(bayesian({ prior }))
    assert.strictEqual(lift.significant, result.significant)
    assert.isBelow(lift.lift ?? 1, 0.6364670496854374)
  })

  it("reads a sequential test at any look: wider, and with a p-value to match", () => {
    const [fixed, sequential] = [analyse(frequentist()), analyse(frequentist({ sequential_testing_enabled: true }))]
    assert.isTrue((pOf(sequential) ?? 0) > (pOf(fixed) ?? 1))
    assert.isFalse(sequential.significant)
    assert.isTrue((shownOf(sequential)?.[0] ?? 0) < (shownOf(fixed)?.[0] ?? 0))
    const clear = analyse(frequentist({ sequential_testing_enabled: true }), {
      type: "funnel",
      baseline: funnel("control", 3050, 1450),
      variants: [funnel("test", 3500, 2600)]
    })
    assert.isTrue((pOf(clear) ?? 1) < 1e-80 && (pOf(clear) ?? 0) > 0)
    assert.isTrue(clear.significant)
  })

  it("shows a difference where the lift has no bounded interval, so that significance agrees with it", () => {
    const result = analyse(frequentist(), {
      baseline: { key: "control", number_of_samples: 1000, sum: 1, sum_squares: 1 },
      variants: [{ key: "test", number_of_samples: 1000, sum: 30, sum_squares: 30 }]
    })
    assert.isNull(result.lift_interval)
    assert.approximately(...near(result.lift, 29))
    assert.strictEqual(result.difference_type, "absolute")
    assert.deepStrictEqual(shownOf(result), result.difference_interval)
    assert.isTrue(result.significant)
    assert.isBelow(pOf(result) ?? 1, 1e-6)
  })

  it("takes the sign of a lift from the difference, for negative baselines too", () => {
    const result = analyse(frequentist(), {
      baseline: { key: "control", number_of_samples: 1000, sum: -10_000, sum_squares: 104_000 },
      variants: [{ key: "test", number_of_samples: 1000, sum: -5000, sum_squares: 29_000 }]
    })
    assert.approximately(...near(result.lift, 0.5))
    assert.isTrue((shownOf(result)?.[0] ?? -1) > 0)
  })

  it("adjusts the p-values of a metric's variants as one family", () => {
    const variants = [
      { key: "a", number_of_samples: 2461, sum: 1922.7, sum_squares: 94_698.29 },
      { key: "b", number_of_samples: 2461, sum: 1900, sum_squares: 94_698.29 },
      { key: "c", number_of_samples: 10, sum: 19, sum_squares: 94 }
    ]
    const analysed = (config: object) => analyseMetric({ ...published, variants }, statisticsSettings(config))
    const [a, b, c] = analysed(frequentist()).variant_results
    assert.approximately(...near(a?.adjusted_p_value, 2 * 0.037193288663765714))
    assert.deepStrictEqual(a?.adjustment, { method: "holm", family: "variants of this metric", size: 2 })
    assert.isTrue((b?.adjusted_p_value ?? 0) >= (a?.adjusted_p_value ?? 1))
    assert.isTrue((a?.adjusted_difference_interval?.[0] ?? 1) < 0)
    assert.notProperty(c, "adjusted_p_value")
    const [bh] = analysed(frequentist({}, { multiple_testing: { method: "benjamini-hochberg" } })).variant_results
    assert.strictEqual(bh?.adjustment?.method, "benjamini-hochberg")
    assert.isTrue((bh?.adjusted_p_value ?? 1) <= (a?.adjusted_p_value ?? 0))
  })
})

describe("validation", () => {
  const codes = (metric: Parameters<typeof analyse>[1]) => {
    const result = analyseMetric({ ...published, ...metric }, statisticsSettings(frequentist()))
    return [result.baseline.validation_failures, result.variant_results[0]?.validation_failures]
  }

  it("keeps the counts and takes the statistics", () => {
    const result = analyse(frequentist(), { variants: [funnel("test", 10, 7)] })
    assert.deepInclude(result, { number_of_samples: 10, sum: 7, p_value: null, significant: null, lift: null })
    assert.deepStrictEqual(result.validation_failures, ["not-enough-exposures"])
  })

  it("takes every variant's statistics for a failing baseline", () => {
    const result = analyse(frequentist(), {
      baseline: { key: "control", number_of_samples: 40, sum: 3, sum_squares: 3 }
    })
    assert.isNull(pOf(result) ?? null)
    assert.deepStrictEqual(result.validation_failures, [])
  })

  it("names the fault", () => {
    const zero = { key: "control", number_of_samples: 60, sum: 0, sum_squares: 0 }
    assert.deepStrictEqual(codes({ baseline: zero })[0], ["baseline-mean-is-zero"])
    const few = { type: "funnel" as const, baseline: funnel("control", 60, 4), variants: [funnel("test", 60, 2)] }
    assert.deepStrictEqual(codes(few), [[], ["not-enough-metric-data"]])
    const reference = analyseMetric(
      { ...published, ...few },
      statisticsSettings(frequentist({}, { engine: "reference" }))
    )
    assert.deepStrictEqual(reference.baseline.validation_failures, ["not-enough-metric-data"])
    const impossible = { key: "test", number_of_samples: 100, sum: 100, sum_squares: 50 }
    assert.deepStrictEqual(codes({ variants: [impossible] })[1], ["inconsistent-sums"])
    const flat = (key: string) => ({ key, number_of_samples: 100, sum: 100, sum_squares: 100 })
    assert.deepStrictEqual(codes({ baseline: flat("control"), variants: [flat("test")] })[1], ["no-variance"])
  })

  it("has no figures, and none that is no number, where values leave the range of numbers", () => {
    const arm = (key: string, unit: number) => ({
      key,
      number_of_samples: 100,
      sum: 60 * unit,
      sum_squares: 90 * unit ** 2
    })
    for (const config of [frequentist(), bayesian(), frequentist({ sequential_testing_enabled: true })]) {
      for (const unit of [1e100, 1e149, 1e153]) {
        const result = analyse(config, { baseline: arm("control", unit), variants: [arm("test", 1.1 * unit)] })
        const interval = shownOf(result)
        assert.strictEqual(interval === null, result.validation_failures.length > 0)
        assert.isTrue((interval ?? []).every(Number.isFinite), JSON.stringify(result))
      }
    }
  })

  it("accepts rounding of the sum of squares of constant data", () => {
    const constant = { key: "test", number_of_samples: 1000, sum: 100.1, sum_squares: 10.02001 - 1e-14 }
    assert.deepStrictEqual(codes({ variants: [constant] })[1], [])
  })
})

describe("the settings", () => {
  it("replace missing and senseless values", () => {
    const settings = statisticsSettings(null)
    assert.deepInclude(settings, { method: "bayesian", engine: "default", differenceType: "relative", cuped: false })
    assert.approximately(...near(settings.alpha, 0.05))
    assert.strictEqual(statisticsSettings({ method: "tarot" }).method, "bayesian")
    const odd = { alpha: 7, sequential_testing_enabled: true, sequential_tuning_parameter: 0 }
    assert.deepInclude(statisticsSettings(frequentist(odd)), { alpha: 0.05, tuning: 5000 })
    assert.isUndefined(statisticsSettings(bayesian({ prior: { mean: 1, variance: 0 } })).prior)
    const unscaled = statisticsSettings(bayesian({ prior: { mean: 1, variance: 2 } })).prior
    assert.deepStrictEqual(unscaled, { mean: 1, variance: 2, scale: "relative" })
  })
})
