import { assert, describe, it } from "@effect/vitest"
import { chiSquareUpperTail } from "@hedgerow/statistics/special/ChiSquare"
import { logGamma } from "@hedgerow/statistics/special/Gamma"
import { normalLoss, normalLowerTail, normalUpperQuantile, normalUpperTail } from "@hedgerow/statistics/special/Normal"
import { rootBetween } from "@hedgerow/statistics/special/Roots"
import { studentTwoSidedTail, studentUpperQuantile, studentUpperTail } from "@hedgerow/statistics/special/StudentT"
import { normalQuantile, studentQuantile } from "@hedgerow/statistics/tools/Quantiles"
import * as reference from "./ReferenceValues.ts"

/** The relative accuracy that the engine promises, tails included. */
const promised = 1e-12

/** The arguments of `assert.isAtMost`. */
const inaccuracy = (actual: number, expected: number, label: string) =>
  [Math.abs(actual / expected - 1), promised, `${label}: ${actual} instead of ${expected}`] as const

describe("special functions", () => {
  it("keep a relative accuracy of 1e-12 in the tails of the normal distribution", () => {
    for (const [z, tail] of reference.normalTails) {
      assert.isAtMost(...inaccuracy(normalUpperTail(z), tail, `tail of ${z}`))
    }
    for (const [tail, z] of reference.normalQuantiles) {
      assert.isAtMost(...inaccuracy(normalUpperQuantile(tail), z, `quantile of ${tail}`))
    }
    for (const [z, loss] of reference.losses) assert.isAtMost(...inaccuracy(normalLoss(z), loss, `loss at ${z}`))
  })

  it("give the right double even where it has few digits left", () => {
    assert.strictEqual(normalUpperTail(38), 2.88542835e-316)
    assert.strictEqual(normalUpperTail(40), 0)
  })

  it("keep it in the tails of Student's t, from half a degree of freedom to ten thousand million", () => {
    for (const [t, df, tail] of reference.studentTails) {
      assert.isAtMost(...inaccuracy(studentTwoSidedTail(t, df), tail, `${t}, ${df}`))
    }
    for (const [tail, df, t] of reference.studentQuantiles) {
      assert.isAtMost(...inaccuracy(studentUpperQuantile(tail, df), t, `${tail}, ${df}`))
    }
  })

  it("keep it in the tail of chi-square and in ln Γ", () => {
    for (const [value, df, tail] of reference.chiSquareTails) {
      assert.isAtMost(...inaccuracy(chiSquareUpperTail(value, df), tail, `${value}`))
    }
    for (const [x, log] of reference.logGammas) assert.isAtMost(...inaccuracy(logGamma(x), log, `ln Γ(${x})`))
  })

  it("mirror both sides", () => {
    assert.strictEqual(normalLowerTail(-5), normalUpperTail(5))
    assert.strictEqual(studentUpperTail(-2, 9), 1 - studentUpperTail(2, 9))
    assert.strictEqual(normalQuantile(1e-20), -normalUpperQuantile(1e-20))
    assert.strictEqual(studentQuantile(1e-20, 4), -studentUpperQuantile(1e-20, 4))
    assert.strictEqual(studentUpperQuantile(0.75, 4), -studentUpperQuantile(0.25, 4))
  })

  it("answer at the ends", () => {
    assert.strictEqual(normalUpperQuantile(0), Infinity)
    assert.strictEqual(normalUpperQuantile(1), -Infinity)
    assert.isNaN(normalUpperQuantile(1.5))
    assert.strictEqual(studentTwoSidedTail(0, 3), 1)
    assert.strictEqual(studentTwoSidedTail(Infinity, 3), 0)
    assert.strictEqual(studentTwoSidedTail(2, Infinity), 2 * normalUpperTail(2))
    assert.strictEqual(studentUpperQuantile(0.5, 3), 0)
    assert.strictEqual(chiSquareUpperTail(0, 3), 1)
    assert.strictEqual(chiSquareUpperTail(5, 0), 1)
  })

  it("find a root, and none where there is none", () => {
    assert.approximately(rootBetween((x) => x * x - 2, 0, 2), Math.SQRT2, 1e-15)
    assert.approximately(rootBetween((x) => x < 1 ? -Infinity : x - 3, 0, 10), 3, 1e-14)
    assert.strictEqual(rootBetween((x) => x, 0, 1), 0)
    assert.isNaN(rootBetween((x) => x * x + 1, 0, 2))
  })
})
