import { assert, describe, it } from "@effect/vitest"
import { percentile, winsorise, winsorLimits } from "@hedgerow/statistics/tools/Winsorisation"

describe("winsorisation", () => {
  const values = [0, 0, 0, 1, 2, 3, 4, 100]

  it("moves values beyond the percentiles and removes none", () => {
    assert.deepStrictEqual(winsorise(values, winsorLimits(values, { upper: 6 / 7 })), [0, 0, 0, 1, 2, 3, 4, 4])
    assert.deepStrictEqual(winsorise(values, winsorLimits(values, { lower: 3 / 7 })), [1, 1, 1, 1, 2, 3, 4, 100])
  })

  it("bounds nothing without percentiles", () => {
    assert.deepStrictEqual(winsorise(values, winsorLimits(values, {})), values)
    assert.deepStrictEqual(winsorLimits([0, 0], { upper: 0.9, ignoreZeros: true }), [-Infinity, Infinity])
  })

  it("leaves zeros out of the upper percentile alone", () => {
    const [lower, upper] = winsorLimits(values, { lower: 0.5, upper: 0.5, ignoreZeros: true })
    assert.strictEqual(lower, 1.5)
    assert.strictEqual(upper, 3)
  })

  it("interpolates between the values around the position", () => {
    assert.strictEqual(percentile([10, 20], 0.25), 12.5)
    assert.strictEqual(percentile([7], 0.9), 7)
    assert.isNaN(percentile([], 0.5))
  })
})
