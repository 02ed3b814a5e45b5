import { assert, describe, it } from "@effect/vitest"
import { posteriorOf, withPrior } from "@hedgerow/statistics/comparison/Bayesian"
import { oneSidedCritical, oneSidedPValue } from "@hedgerow/statistics/comparison/ConfidenceSequence"
import { fiellerInterval } from "@hedgerow/statistics/comparison/Fieller"
import { adjustFamily } from "@hedgerow/statistics/comparison/MultipleTesting"
import { momentsOf, type Sample } from "@hedgerow/statistics/comparison/Samples"
import { validationFailures } from "@hedgerow/statistics/engine/ValidationFailures"
import type { VariantCounts } from "@hedgerow/statistics/engine/VariantCounts"
import { refusalOf } from "@hedgerow/statistics/tools/Refusal"
import { rescaledInterval } from "@hedgerow/statistics/tools/RescaledInterval"
import { analyse, bayesian, chanceOf, frequentist, near, shownOf } from "./StatisticsWorld.ts"

const mean = (n: number, sum: number, sum_squares: number): Sample => ({ type: "mean", n, sum, sum_squares })

const ratio = (denominator: number): Sample => ({
  type: "ratio",
  n: 100,
  numerator_sum: 50,
  numerator_sum_squares: 50,
  denominator_sum: denominator,
  denominator_sum_squares: denominator,
  numerator_denominator_sum_product: 40
})

describe("arms that cannot be compared", () => {
  it("is refused with its reason", () => {
    const fine = mean(100, 50, 60)
    assert.strictEqual(refusalOf(ratio(0), ratio(90), "relative"), "baseline_zero")
    assert.strictEqual(refusalOf(ratio(90), ratio(0), "relative"), "denominator_zero")
    assert.strictEqual(refusalOf(fine, mean(4, 2, 3), "absolute"), "not_enough_data")
    assert.strictEqual(refusalOf(mean(100, 0, 60), fine, "relative"), "baseline_zero")
    assert.isUndefined(refusalOf(mean(100, 0, 60), fine, "absolute"))
    assert.strictEqual(refusalOf(mean(100, 100, 100), mean(100, 200, 400), "relative"), "zero_variance")
  })
})

describe("a quantile", () => {
  const quantile = (n: number, width: number): Sample => ({
    type: "quantile",
    n,
    n_star: n,
    quantile_hat: 5,
    quantile_lower: 5,
    quantile_upper: 5 + width
  })

  it("varies at least a little in large samples, and not at all without a width", () => {
    assert.strictEqual(momentsOf(quantile(1000, 1e-9)).variance, 1e-5)
    assert.isBelow(momentsOf(quantile(99, 1e-9)).variance, 1e-5)
    assert.strictEqual(momentsOf(quantile(1000, 0)).variance, 0)
  })
})

describe("a prior", () => {
  it("is taken to the scale of the analysis by the baseline", () => {
    const effect = { estimate: 2, standardError: 1 }
    const absolute = posteriorOf(effect, { mean: 0.5, variance: 0.25, scale: "relative" }, "absolute", -10)
    assert.approximately(...near(absolute.estimate, (2 + 5 / 25) / (1 + 1 / 25)))
    const relative = posteriorOf(
      { estimate: 0.2, standardError: 0.1 },
      {
        mean: 5,
        variance: 25,
        scale: "absolute"
      },
      "relative",
      10
    )
    assert.approximately(...near(relative.estimate, absolute.estimate / 10))
    assert.deepStrictEqual(posteriorOf(effect, undefined, "absolute", 10), effect)
  })
})

describe("a prior of the difference", () => {
  it("moves the baseline and its variance as the joint normal distribution of both demands", () => {
    const prior = { mean: 0.3, variance: 0.04, scale: "absolute" as const }
    const [variance, baselineVariance, covariance] = [0.09, 0.05, -0.03]
    const heard = withPrior({
      difference: 1,
      variance,
      baseline: 4,
      baselineVariance,
      covariance,
      degreesOfFreedom: 50,
      samples: 100
    }, prior)
    // The precision matrix of both, with that of the prior added, inverted.
    const determinant = variance * baselineVariance - covariance ** 2
    const precision = baselineVariance / determinant + 1 / prior.variance
    const [cross, own] = [-covariance / determinant, variance / determinant]
    const posterior = precision * own - cross ** 2
    assert.approximately(...near(heard.variance, own / posterior))
    assert.approximately(...near(heard.baselineVariance, precision / posterior))
    assert.approximately(...near(heard.covariance, -cross / posterior))
    const [first, second] = [
      baselineVariance / determinant * 1 + cross * 4 + prior.mean / prior.variance,
      cross * 1 + own * 4
    ]
    assert.approximately(...near(heard.difference, (own * first - cross * second) / posterior))
    assert.approximately(...near(heard.baseline, (precision * second - cross * first) / posterior))
  })

  it("is a relative one where it has no scale", () => {
    const effect = { estimate: 2, standardError: 1 }
    const prior = { mean: 0.5, variance: 0.25 }
    assert.deepStrictEqual(
      posteriorOf(effect, prior, "absolute", 10),
      posteriorOf(effect, { ...prior, scale: "relative" }, "absolute", 10)
    )
  })
})

describe("the sums of two observations", () => {
  it("are checked as those of many", () => {
    const counts = { key: "control", number_of_samples: 2, sum: 10, sum_squares: 1 }
    const own = { engine: "default", isBaseline: false } as const
    assert.include(validationFailures("mean", counts, own), "inconsistent-sums")
    assert.notInclude(validationFailures("mean", { ...counts, number_of_samples: 1 }, own), "inconsistent-sums")
    assert.notInclude(validationFailures("mean", { ...counts, sum_squares: 50 }, own), "inconsistent-sums")
  })
})

describe("a one-sided sequence", () => {
  const settings = { alpha: 0.05, tuning: 5000 }

  it("has a p-value that is its level where the bound touches 0", () => {
    const critical = oneSidedCritical(3000, settings)
    assert.approximately(...near(oneSidedPValue({ estimate: critical, standardError: 1 }, 3000, settings), 0.05, 1e-12))
  })

  it("is certain of nothing for an effect to the other side", () => {
    assert.strictEqual(oneSidedPValue({ estimate: -1, standardError: 1 }, 3000, settings), 1)
  })
})

describe("an interval", () => {
  it("of a lift is a point where nothing varies, and open where the p-value is 1", () => {
    const still = { variance: 0, baselineVariance: 0, covariance: 0, degreesOfFreedom: 10, samples: 100 }
    assert.deepStrictEqual(fiellerInterval({ ...still, difference: 1, baseline: 4 }, 2), [0.25, 0.25])
    assert.deepStrictEqual(fiellerInterval({ ...still, difference: 0, baseline: 4 }, 2), [0, 0])
    assert.deepStrictEqual(rescaledInterval(3, 1, 0.05), [-Infinity, Infinity])
  })

  it("of a family counts only the tests that have a p-value", () => {
    const [first, second] = adjustFamily("two", "holm", [0.02, null])
    assert.deepInclude(first, { adjusted_p_value: 0.02 })
    assert.isNull(second)
  })
})

describe("counts that make no statistics", () => {
  const empty = (key: string, n: number): VariantCounts => ({ key, number_of_samples: n, sum: 5, sum_squares: 5 })

  it("of a ratio without a denominator, and of a funnel with more conversions than users", () => {
    const counts = { type: "ratio" as const, baseline: empty("control", 100), variants: [empty("test", 100)] }
    assert.deepStrictEqual(analyse(frequentist(), counts).validation_failures, ["not-enough-metric-data"])
    const many = { key: "test", number_of_samples: 60, sum: 61, sum_squares: 61 }
    const funnel = { type: "funnel" as const, variants: [many] }
    assert.deepStrictEqual(analyse(frequentist(), funnel).validation_failures, ["inconsistent-sums"])
    assert.deepStrictEqual(analyse(frequentist(), { variants: [empty("test", 1)] }).validation_failures, [
      "not-enough-exposures"
    ])
  })

  it("leave every field of a Bayesian result empty", () => {
    const result = analyse(bayesian(), { variants: [empty("test", 10)] })
    assert.isNull(chanceOf(result))
    assert.isNull(shownOf(result))
    assert.isNull(result.risk)
  })
})
