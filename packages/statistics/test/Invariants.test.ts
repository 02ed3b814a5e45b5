import { assert, describe, it } from "@effect/vitest"
import { compareArms } from "@hedgerow/statistics/comparison/Comparison"
import { excludesZero } from "@hedgerow/statistics/comparison/Effect"
import { fiellerInterval } from "@hedgerow/statistics/comparison/Fieller"
import { benjaminiHochberg, holm } from "@hedgerow/statistics/comparison/MultipleTesting"
import type { Moments } from "@hedgerow/statistics/comparison/Samples"
import { decide } from "@hedgerow/statistics/engine/DefaultEngine"
import { statisticsSettings } from "@hedgerow/statistics/engine/StatisticsSettings"
import { studentTwoSidedTail, studentUpperQuantile } from "@hedgerow/statistics/special/StudentT"
import { Schema } from "effect"

const between = (minimum: number, maximum: number) => Schema.Finite.check(Schema.isBetween({ minimum, maximum }))

const Size = Schema.Int.check(Schema.isBetween({ minimum: 50, maximum: 1_000_000 }))
const Arm = Schema.Struct({ n: Size, mean: between(0.01, 1000), variance: between(0.001, 10_000) })
const Level = between(0.001, 0.3)
const Method = Schema.Literals(["fixed", "sequential", "bayesian"])
const PValues = Schema.Array(between(0, 1)).check(Schema.isMinLength(1))

const settingsFor = (method: "fixed" | "sequential" | "bayesian", alpha: number, difference = "RELATIVE") =>
  statisticsSettings(
    method === "bayesian" ?
      { method, bayesian: { ci_level: 1 - alpha, difference_type: difference } } :
      {
        method: "frequentist",
        frequentist: { alpha, difference_type: difference, sequential_testing_enabled: method === "sequential" }
      }
  )

const decided = (control: Moments, treatment: Moments, method: "fixed" | "sequential" | "bayesian", alpha: number) =>
  decide(compareArms(control, treatment), settingsFor(method, alpha))

const scaled = (arm: Moments, unit: number): Moments => ({
  ...arm,
  mean: arm.mean * unit,
  variance: arm.variance * unit ** 2
})

const assertRelativelyNear = (actual: number, expected: number, tolerance = 1e-9) =>
  assert.isAtMost(Math.abs(actual - expected), tolerance * Math.max(Math.abs(expected), 1e-9), `${actual}, ${expected}`)

/** Numbers that are closer to a limit than rounding may lie on either side of it. */
const apart = (one: number, other: number): boolean => Math.abs(one - other) > 1e-9 * Math.abs(other)

describe("every method", () => {
  it.prop(
    "is significant exactly when the shown interval excludes 0, whatever scale is shown",
    [Arm, Arm, Method, Level],
    ([control, treatment, method, alpha]) => {
      const relative = decided(control, treatment, method, alpha)
      const absolute = decide(compareArms(control, treatment), settingsFor(method, alpha, "ABSOLUTE"))
      assert.strictEqual(relative.significant, excludesZero(relative.shown))
      assert.strictEqual(absolute.significant, excludesZero(absolute.shown))
      if (method !== "bayesian" && apart(relative.pValue, alpha)) {
        assert.strictEqual(relative.significant, relative.pValue < alpha)
        assert.strictEqual(absolute.significant, relative.significant)
      }
    },
    { arbitrary: { runs: 500 } }
  )

  it.prop("exchanges wins and losses when the arms change places", [Arm, Arm, Method, Level], (drawn) => {
    const [one, other, method, alpha] = drawn
    const [there, back] = [decided(one, other, method, alpha), decided(other, one, method, alpha)]
    assert.strictEqual(there.difference, -back.difference)
    assertRelativelyNear(there.pValue, back.pValue, 1e-12)
    assertRelativelyNear(there.differenceInterval[0], -back.differenceInterval[1])
  })

  it.prop(
    "does not depend on the unit",
    [Arm, Arm, Method, Level, between(0.001, 1000)],
    ([control, treatment, method, alpha, unit]) => {
      const [plain, other] = [
        decided(control, treatment, method, alpha),
        decided(scaled(control, unit), scaled(treatment, unit), method, alpha)
      ]
      assertRelativelyNear(other.pValue, plain.pValue, 1e-5)
      const lift = plain.lift ?? Number.NaN
      assert.approximately(other.lift ?? Number.NaN, lift, 1e-12 * (1 + Math.abs(lift)))
      if (plain.liftInterval !== null && other.liftInterval !== null) {
        const width = plain.liftInterval[1] - plain.liftInterval[0]
        assert.approximately(other.liftInterval[0], plain.liftInterval[0], 1e-7 * width + 1e-11)
        assert.approximately(other.liftInterval[1], plain.liftInterval[1], 1e-7 * width + 1e-11)
      }
    }
  )

  it.prop(
    "has an interval around the estimate that grows with the level",
    [Arm, Arm, Method],
    ([control, treatment, method]) => {
      const [narrow, wide] = [decided(control, treatment, method, 0.1), decided(control, treatment, method, 0.01)]
      for (const { difference, differenceInterval: [lower, upper] } of [narrow, wide]) {
        assert.isTrue(lower <= difference && difference <= upper)
      }
      assert.isBelow(wide.differenceInterval[0], narrow.differenceInterval[0])
    }
  )

  it.prop(
    "has a p-value that falls as the difference grows",
    [Arm, between(0, 5), between(0.1, 5), Method],
    ([control, smaller, more, method]) => {
      const at = (z: number) => ({ ...control, mean: control.mean + z * Math.sqrt(2 * control.variance / control.n) })
      const [near, far] = [
        decided(control, at(smaller), method, 0.05),
        decided(control, at(smaller + more), method, 0.05)
      ]
      assert.isAtMost(far.pValue, near.pValue * (1 + 1e-9))
    }
  )
})

describe("Fieller's interval", () => {
  it.prop(
    "has ends at which the tested combination is just critical",
    [Arm, Arm, Level],
    ([control, treatment, alpha]) => {
      const comparison = compareArms(control, treatment)
      const critical = studentUpperQuantile(alpha / 2, comparison.degreesOfFreedom)
      const interval = fiellerInterval(comparison, critical)
      for (const lift of interval ?? []) {
        const error = Math.sqrt(treatment.variance / treatment.n + (1 + lift) ** 2 * control.variance / control.n)
        assert.approximately(Math.abs(treatment.mean - (1 + lift) * control.mean) / error, critical, 1e-5 * critical)
      }
    }
  )
})

describe("quantiles and tails", () => {
  it.prop(
    "undo each other",
    [between(1e-9, 0.5), between(1, 1e6)],
    ([tail, df]) => assertRelativelyNear(studentTwoSidedTail(studentUpperQuantile(tail / 2, df), df), tail, 1e-11)
  )
})

describe("adjusted p-values", () => {
  it.prop("keep the order, never fall below the plain ones, and Holm's are the larger", [PValues], ([pValues]) => {
    const [byHolm, bh] = [holm(pValues), benjaminiHochberg(pValues)]
    for (const [index, p] of pValues.entries()) {
      assert.isAtLeast(bh[index] ?? -1, p * (1 - 1e-12))
      assert.isAtLeast(byHolm[index] ?? -1, (bh[index] ?? 2) * (1 - 1e-12))
      assert.isAtMost(byHolm[index] ?? 2, 1)
    }
    const order = [...pValues.keys()].sort((one, other) => (pValues[one] ?? 0) - (pValues[other] ?? 0))
    for (const [place, index] of order.entries()) {
      const next = order[place + 1]
      if (next !== undefined) assert.isAtMost(byHolm[index] ?? 2, byHolm[next] ?? -1)
    }
  })
})
