import { assert, describe, it } from "@effect/vitest"
import {
  differenceScore,
  ratioScore,
  scoreDifferenceInterval,
  type ScorePair
} from "@hedgerow/statistics/comparison/ScoreComparison"
import { analyseMetric } from "@hedgerow/statistics/engine/AnalyseMetric"
import { statisticsSettings } from "@hedgerow/statistics/engine/StatisticsSettings"
import { conversions, repeated, revenue } from "@hedgerow/statistics/tools/calibration/Populations"
import { rareMisses } from "@hedgerow/statistics/tools/calibration/RareEvents"
import { analyse, bayesian, chanceOf, frequentist, funnel, pOf } from "./StatisticsWorld.ts"

const pair = (one: number, before: number, other: number, after: number): ScorePair => ({
  model: "binomial",
  control: { events: one, exposure: before },
  treatment: { events: other, exposure: after },
  samples: before + after
})

/** The chance of each number of conversions. */
const binomial = (n: number, rate: number): ReadonlyArray<number> => {
  let chance = (1 - rate) ** n
  return Array.from({ length: n + 1 }, (_, count) => {
    const now = chance
    chance *= (n - count) / (count + 1) * rate / (1 - rate)
    return now
  })
}

/** The chances to miss, summed over all outcomes: exact, without dice. */
const exactMisses = (sizes: readonly [number, number], rates: readonly [number, number]) => {
  const [before, after] = [binomial(sizes[0], rates[0]), binomial(sizes[1], rates[1])]
  const settings = statisticsSettings(frequentist())
  const [difference, lift] = [rates[1] - rates[0], rates[1] / rates[0] - 1]
  const missed = { difference: 0, lift: 0 }
  const misses = (interval: readonly [number, number] | null | undefined, truth: number) =>
    interval !== null && interval !== undefined && (interval[0] > truth || interval[1] < truth)
  for (const [one, chance] of before.entries()) {
    for (const [other, chanceOfOther] of chance < 1e-6 ? [] : after.entries()) {
      const weight = chance * chanceOfOther
      if (weight < 1e-6) continue
      const variants = [funnel("test", sizes[1], other)]
      const baseline = funnel("control", sizes[0], one)
      const [result] = analyseMetric({ type: "funnel", goal: "increase", baseline, variants }, settings).variant_results
      if (misses(result?.difference_interval, difference)) missed.difference += weight
      if (misses(result?.lift_interval, lift)) missed.lift += weight
    }
  }
  return missed
}

describe("score intervals", () => {
  it("are those that are published", () => {
    // Newcombe 1998, method 5 (Mee) and 6 (Miettinen & Nurminen) of 56 / 70 and 48 / 80: 0.0528 to 0.3382.
    const [lower, upper] = scoreDifferenceInterval(pair(48, 80, 56, 70), 1.959964)
    assert.approximately(lower, 0.0528, 5e-5)
    assert.approximately(upper, 0.3382, 5e-5)
  })

  it("exclude no difference exactly when they exclude no lift", () => {
    for (const [one, other] of [[3, 12], [0, 7], [19, 4], [40, 0]] as const) {
      const both = pair(one, 300, other, 440)
      assert.approximately(differenceScore(both, 0), ratioScore(both, 1), 1e-9)
    }
  })
})

describe("funnels with few conversions", () => {
  for (const sizes of [[200, 200], [440, 440], [800, 200], [200, 800]] as const) {
    it(`miss the truth in at most 5.7 %, counted over all outcomes: ${sizes.join(" and ")}`, () => {
      for (const [one, other] of [[3, 3], [10, 10], [10, 25], [22, 22]] as const) {
        const rates = [one / 200, other / 200] as const
        const missed = exactMisses(sizes, rates)
        assert.isAtMost(missed.difference, 0.057, `difference, ${rates.join(" and ")}`)
        assert.isAtMost(missed.lift, 0.057, `lift, ${rates.join(" and ")}`)
      }
    })
  }
})

describe("means of rare events", () => {
  for (
    const population of [conversions, (rate: number) => repeated(rate, 2 / 3), (rate: number) => revenue(rate, 20)]
  ) {
    it(`miss the truth in at most 6 %: ${population(0.01).name}`, () => {
      const cases = [[440, 440, 0.018, 0.018], [200, 800, 0.02, 0.05], [800, 200, 0.05, 0.02], [
        440,
        440,
        0.01,
        0.1
      ]] as const
      for (const [before, after, one, other] of cases) {
        const plan = {
          control: population(one),
          treatment: population(other),
          sizes: [before, after] as const,
          runs: 2000,
          seed: 43
        }
        const missed = rareMisses({ type: "mean", ...plan }, frequentist())
        assert.isAtMost(missed.difference, 0.06, `difference of ${one} and ${other}`)
        assert.isAtMost(missed.lift, 0.06, `lift of ${one} and ${other}`)
      }
    })
  }
})

describe("an arm without events", () => {
  const events = (key: string, count: number) => ({ ...funnel(key, 440, count), minimum: 0 })
  const settings = [frequentist(), frequentist({ sequential_testing_enabled: true }), bayesian()]

  for (const type of ["funnel", "mean"] as const) {
    for (const config of settings) {
      it(`is worse, by an interval with a width: ${type}, ${JSON.stringify(config)}`, () => {
        const result = analyse(config, { type, baseline: events("control", 40), variants: [events("test", 0)] })
        const [lower, upper] = result.lift_interval ?? [1, 1]
        assert.strictEqual(lower, -1)
        assert.isAbove(upper, -0.98)
        assert.isBelow(upper, 0)
        assert.isTrue(result.adjusted_significant)
        assert.deepStrictEqual(result.validation_failures, [])
      })

      it(`is tested by the difference where it is the baseline: ${type}, ${JSON.stringify(config)}`, () => {
        const result = analyse(config, { type, baseline: events("control", 0), variants: [events("test", 40)] })
        assert.deepInclude(result, { lift: null, lift_interval: null, difference_type: "absolute", significant: true })
        assert.isAbove(result.difference_interval?.[0] ?? 0, 0)
      })
    }
  }

  it("has the p-value and the chance of its score, and a prior weighs it", () => {
    const arms = { type: "funnel" as const, baseline: events("control", 6), variants: [events("test", 0)] }
    assert.approximately(pOf(analyse(frequentist(), arms)) ?? 1, 0.0139, 0.001)
    assert.approximately(chanceOf(analyse(bayesian(), arms)) ?? 1, 0.0069, 0.0005)
    const prior = { mean: 0, variance: 1e-6, scale: "absolute" }
    assert.isAbove(chanceOf(analyse(bayesian({ prior }), arms)) ?? 0, 0.3)
  })

  it("is held against the margin of a guardrail", () => {
    const statusOf = (margin: number, difference_type: "absolute" | "relative", test: number, config = frequentist()) =>
      analyse(config, {
        type: "funnel",
        baseline: events("control", 40),
        variants: [events("test", test)],
        guardrail: { margin, difference_type }
      }).guardrail?.status
    assert.strictEqual(statusOf(0.5, "relative", 0), "breached")
    assert.strictEqual(statusOf(0.2, "absolute", 0), "safe")
    assert.strictEqual(statusOf(1.5, "absolute", 0), "safe")
    assert.strictEqual(statusOf(1.5, "relative", 0), "safe")
    assert.strictEqual(statusOf(0.05, "relative", 15), "breached")
    assert.strictEqual(statusOf(0.5, "relative", 19), "inconclusive")
  })

  it("of values that may be negative, or whose sign is unknown, is not taken for one with few events", () => {
    const values = (minimum?: number) => ({
      key: "test",
      number_of_samples: 1000,
      sum: 10,
      sum_squares: 1000,
      ...minimum === undefined ? {} : { minimum }
    })
    const of = (minimum?: number) =>
      analyse(frequentist(), { baseline: { ...values(minimum), key: "control" }, variants: [values(minimum)] })
    assert.deepStrictEqual(of(-3).difference_interval, of().difference_interval)
    assert.isAbove(of(0).difference_interval?.[1] ?? 0, of(-3).difference_interval?.[1] ?? 1)
  })
})
