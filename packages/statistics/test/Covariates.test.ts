import { assert, describe, it } from "@effect/vitest"
import type { MetricCounts } from "@hedgerow/statistics/engine/AnalyseMetric"
import type { VariantCounts } from "@hedgerow/statistics/engine/VariantCounts"
import { type Dice, makeDice } from "@hedgerow/statistics/tools/calibration/Dice"
import { monteCarloError } from "@hedgerow/statistics/tools/calibration/Rates"
import { analyse, frequentist, funnel, near, pOf } from "./StatisticsWorld.ts"

type Users = ReadonlyArray<{ readonly n: number; readonly d: number; readonly preN: number; readonly preD: number }>

/** Users with a taste of their own, which their behaviour before and after shares. */
const users = (dice: Dice, count: number, lift: number): Users =>
  Array.from({ length: count }, () => {
    const taste = 5 + dice.normal()
    const sessions = () => 1 + Math.floor(4 * dice.uniform())
    const [d, preD] = [sessions(), sessions()]
    return { d, preD, n: d * (taste + lift + 0.3 * dice.normal()), preN: preD * (taste + 0.3 * dice.normal()) }
  })

const total = (arm: Users, value: (user: Users[number]) => number) => arm.reduce((sum, user) => sum + value(user), 0)

const counts = (key: string, arm: Users): VariantCounts => ({
  key,
  number_of_samples: arm.length,
  sum: total(arm, ({ n }) => n),
  sum_squares: total(arm, ({ n }) => n * n),
  denominator_sum: total(arm, ({ d }) => d),
  denominator_sum_squares: total(arm, ({ d }) => d * d),
  numerator_denominator_sum_product: total(arm, ({ d, n }) => n * d),
  covariate_sum: total(arm, ({ preN }) => preN),
  covariate_sum_squares: total(arm, ({ preN }) => preN * preN),
  covariate_sum_product: total(arm, ({ n, preN }) => n * preN),
  covariate_denominator_sum: total(arm, ({ preD }) => preD),
  covariate_denominator_sum_squares: total(arm, ({ preD }) => preD * preD),
  covariate_numerator_denominator_sum_product: total(arm, ({ preD, preN }) => preN * preD),
  denominator_covariate_denominator_sum_product: total(arm, ({ d, preD }) => d * preD),
  numerator_covariate_denominator_sum_product: total(arm, ({ n, preD }) => n * preD),
  denominator_covariate_sum_product: total(arm, ({ d, preN }) => d * preN)
})

const cuped = frequentist({}, { cuped: { enabled: true } })

const widthOf = (config: object, metric: Partial<MetricCounts>) => {
  const [lower, upper] = analyse(config, metric).difference_interval ?? [0, Infinity]
  return upper - lower
}

/** Of the linearised ratios: the variance of the taste, over that of the value before. */
const expectedTheta = 2.5 ** 2 / (7.5 * 1.09)

describe("a covariate", () => {
  for (const type of ["ratio", "retention"] as const) {
    it(`narrows the interval of a ${type} metric, and the difference stays`, () => {
      const metric = {
        type,
        baseline: counts("control", users(makeDice(1), 2000, 0)),
        variants: [counts("test", users(makeDice(2), 2000, 0.2))]
      }
      const [plain, adjusted] = [analyse(frequentist(), metric), analyse(cuped, metric)]
      assert.isBelow(widthOf(cuped, metric), 0.7 * widthOf(frequentist(), metric))
      assert.approximately(...near(adjusted.difference, 0.2, 0.05))
      assert.approximately(...near(adjusted.cuped?.theta, expectedTheta, 0.05))
      assert.isBelow(pOf(adjusted) ?? 1, pOf(plain) ?? 0)
    })
  }

  it("leaves the error of a ratio metric where it belongs", () => {
    const [dice, runs] = [makeDice(21), 1000]
    const rejected = Array.from({ length: runs }, () => {
      const [baseline, variant] = [counts("control", users(dice, 200, 0)), counts("test", users(dice, 200, 0))]
      return analyse(cuped, { type: "ratio", baseline, variants: [variant] }).significant
    })
    const rate = rejected.filter((significant) => significant === true).length / runs
    assert.approximately(rate, 0.05, 4 * monteCarloError(0.05, runs)) // 0.05 ± 0.007
  })

  it("narrows the interval of a mean", () => {
    const metric = {
      baseline: counts("control", users(makeDice(1), 2000, 0)),
      variants: [counts("test", users(makeDice(2), 2000, 0.2))]
    }
    assert.isBelow(widthOf(cuped, metric), widthOf(frequentist(), metric))
  })

  it("narrows the interval of a funnel", () => {
    const arm = (key: string, both: number, post: number, pre: number): VariantCounts => ({
      key,
      number_of_samples: 1000,
      sum: post,
      sum_squares: post,
      covariate_sum: pre,
      covariate_sum_product: both
    })
    const metric = {
      type: "funnel" as const,
      baseline: arm("control", 250, 300, 300),
      variants: [arm("test", 260, 330, 300)]
    }
    assert.isBelow(widthOf(cuped, metric), 0.7 * widthOf(frequentist(), metric))
  })

  it("of a funnel is taken as a mean, as the reference does", () => {
    const arm = (key: string, n: number, post: number, pre: number, product: number): VariantCounts => ({
      ...funnel(key, n, post),
      covariate_sum: pre,
      covariate_sum_product: product
    })
    const result = analyse(cuped, {
      type: "funnel",
      baseline: arm("control", 2801, 280, 195, -18),
      variants: [arm("test", 2800, 205, 110, -8)]
    })
    assert.approximately(...near(result.cuped?.theta, -0.18173381704719926))
    assert.approximately(...near(result.lift, -0.3227393593588752))
  })

  it("changes nothing when it does not vary, was not counted, or is not asked for", () => {
    const flat = (key: string, sum: number): VariantCounts => ({
      key,
      number_of_samples: 100,
      sum,
      sum_squares: sum * 2,
      covariate_sum: 0,
      covariate_sum_squares: 0,
      covariate_sum_product: 0
    })
    const metric = { baseline: flat("control", 30), variants: [flat("test", 40)] }
    assert.strictEqual(pOf(analyse(cuped, metric)), pOf(analyse(frequentist(), metric)))
    assert.strictEqual(analyse(cuped, metric).cuped?.theta, 0)
    assert.notProperty(analyse(cuped), "cuped")
    assert.notProperty(analyse(frequentist(), metric), "cuped")
  })
})
