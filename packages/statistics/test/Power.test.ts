import { assert, describe, it } from "@effect/vitest"
import { runningTime, type RunningTimePlan } from "@hedgerow/statistics/power/RunningTime"
import { samplesPerVariant } from "@hedgerow/statistics/power/SampleSize"
import { conversions } from "@hedgerow/statistics/tools/calibration/Populations"
import { compareSums, deciderOf, monteCarloError, rateOf } from "@hedgerow/statistics/tools/calibration/Rates"
import { multipleNeeded } from "@hedgerow/statistics/tools/power/MidExperiment"
import { minimumDetectableEffect } from "@hedgerow/statistics/tools/power/Power"
import { near } from "./StatisticsWorld.ts"

const plan: RunningTimePlan = {
  mean: 0.2,
  variance: 0.16,
  proportion: true,
  minimum_detectable_effect: 0.1,
  shares: [0.5, 0.5],
  alpha: 0.05,
  power: 0.8,
  samples_per_day: 500
}

describe("the running time", () => {
  it("is that of the textbook, from the measured variances", () => {
    const size = (1.959963985 + 0.841621234) ** 2 * (0.16 + 0.22 * 0.78) / 0.02 ** 2
    const result = runningTime(plan)
    assert.strictEqual(result?.samples_per_variant, Math.ceil(size))
    assert.strictEqual(result?.recommended_sample_size, 2 * Math.ceil(size))
    assert.strictEqual(result?.recommended_running_time, Math.ceil(2 * Math.ceil(size) / 500))
  })

  it("is long enough: simulated experiments of that size find the effect as often as asked for", () => {
    const samples = runningTime(plan)?.samples_per_variant ?? 0
    const [control, treatment] = [conversions(0.2), conversions(0.22)]
    const decide = deciderOf({ method: "frequentist" })
    const runs = 600
    const found = rateOf(
      9,
      runs,
      (dice) => decide(compareSums(control.draw(dice, samples), treatment.draw(dice, samples))).significant
    )
    assert.approximately(...near(found, 0.8, 3 * monteCarloError(0.8, runs))) // ± 0.049
  })

  it("is longer for uneven variants: the smallest one has to be large enough", () => {
    const even = runningTime(plan)
    const uneven = runningTime({ ...plan, proportion: false, shares: [0.9, 0.1] })
    const size = (1.959963985 + 0.841621234) ** 2 * 0.16 * (1 / 0.9 + 1 / 0.1) / 0.02 ** 2
    assert.approximately(...near(uneven?.recommended_sample_size ?? 0, size, 2))
    assert.strictEqual(uneven?.samples_per_variant, Math.ceil(0.1 * (uneven?.recommended_sample_size ?? 0)))
    assert.isAbove(uneven?.recommended_running_time ?? 0, 2.5 * (even?.recommended_running_time ?? Infinity))
    const three = runningTime({ ...plan, proportion: false, shares: [0.5, 0.25, 0.25] })
    const ofThree = (1.959963985 + 0.841621234) ** 2 * 0.16 * (1 / 0.5 + 1 / 0.25) / 0.02 ** 2
    assert.approximately(...near(three?.recommended_sample_size ?? 0, ofThree, 3))
  })

  it("is long enough for uneven variants: simulated ones find the effect as often as asked for", () => {
    const size = runningTime({ ...plan, shares: [0.8, 0.2] })?.recommended_sample_size ?? 0
    const [control, treatment] = [conversions(0.2), conversions(0.22)]
    const decide = deciderOf({ method: "frequentist" })
    const runs = 400
    const found = rateOf(11, runs, (dice) => {
      const [larger, smaller] = [Math.round(0.8 * size), Math.round(0.2 * size)]
      return decide(compareSums(control.draw(dice, larger), treatment.draw(dice, smaller))).significant
    })
    assert.approximately(...near(found, 0.8, 3 * monteCarloError(0.8, runs))) // ± 0.06
  })

  it("is shorter by the covariate's share, longer for a test that is read at any time", () => {
    const samples = (more: Partial<RunningTimePlan>) => runningTime({ ...plan, ...more })?.samples_per_variant ?? 0
    assert.approximately(...near(samples({ correlation: 0.6 }) / samples({}), 0.64, 1e-3))
    assert.isAbove(samples({ sequential_tuning_parameter: 5000 }), 1.4 * samples({}))
    assert.isAbove(samples({ minimum_detectable_effect: 0.05 }), 3.5 * samples({}))
  })

  it("counts present exposures, and has no days without traffic", () => {
    const [all, left] = [runningTime(plan), runningTime({ ...plan, samples: 10_000 })]
    assert.strictEqual(left?.remaining_running_time, Math.ceil(((all?.recommended_sample_size ?? 0) - 10_000) / 500))
    assert.strictEqual(runningTime({ ...plan, samples: 1e9 })?.remaining_running_time, 0)
    assert.isNull(runningTime({ ...plan, samples_per_day: 0 })?.recommended_running_time)
  })

  it("has no answer where nothing varies or nothing is to be found", () => {
    assert.isNull(runningTime({ ...plan, variance: 0, proportion: false }))
    assert.isNull(runningTime({ ...plan, minimum_detectable_effect: 0 }))
  })
})

describe("sample sizes", () => {
  it("are at least two", () => {
    const huge = { controlVariance: 1, treatmentVariance: 1, effect: 100, alpha: 0.05, power: 0.8 }
    assert.strictEqual(samplesPerVariant(huge), 2)
  })

  it("have no smallest effect where the sample is too small for any", () => {
    const tiny = { mean: 0.1, variance: 0.5, samplesPerVariant: 100, alpha: 0.05 }
    assert.isNull(minimumDetectableEffect(tiny, 0.8))
  })

  it("need nothing more once the power is there", () => {
    const done = { squaredError: 1e-6, samples: 1e6, effect: 0.1, power: 0.8, alpha: 0.05 }
    assert.strictEqual(multipleNeeded(done), 0)
    assert.isNull(multipleNeeded({ ...done, effect: 0, power: 0.8, squaredError: 1 }))
  })
})
