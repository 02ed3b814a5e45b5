import { assert, describe, it } from "@effect/vitest"
import { percentChange } from "@hedgerow/statistics/comparison/PercentChange"
import { entityValue, sumsOf, uniqueSessions } from "@hedgerow/statistics/tools/aggregation/EntityValue"
import { isInWindow } from "@hedgerow/statistics/tools/aggregation/RetentionWindow"
import { assignVariants, exposureCounts } from "@hedgerow/statistics/tools/aggregation/VariantAssignment"

describe("the value of an entity", () => {
  it("follows the metric's math; values that are no numbers are ignored, and no value is 0", () => {
    const values = [10, "20", null, 30]
    const cases = [["total", 4], ["dau", 1], ["sum", 40], ["avg", 20], ["min", 10], ["max", 30]] as const
    for (const [math, expected] of cases) {
      assert.strictEqual(entityValue(math, values), expected, math)
      assert.strictEqual(entityValue(math, []), 0, math)
    }
    assert.strictEqual(entityValue("max", [null]), 0)
  })

  it("counts each session once, and events without one not at all", () => {
    assert.strictEqual(uniqueSessions(["a", "b", "a", "", null]), 2)
  })

  it("adds up to an arm's sums", () => {
    assert.deepStrictEqual(sumsOf([1, 2, 3]), { n: 3, sum: 6, sum_squares: 14 })
    assert.deepStrictEqual(sumsOf([]), { n: 0, sum: 0, sum_squares: 0 })
  })
})

describe("the retention window", () => {
  it("has both ends", () => {
    const window = { start: 7, end: 14 }
    assert.deepStrictEqual([6, 7, 14, 15].map((days) => isInWindow(window, days)), [false, true, true, false])
  })
})

describe("entities seen in several variants", () => {
  it("count where they were first, or apart, and variants that the flag has not are ignored", () => {
    const exposures = [
      { entity: "a", variant: "test", time: 5 },
      { entity: "a", variant: "control", time: 3 },
      { entity: "a", variant: "false", time: 1 },
      { entity: "b", variant: "test", time: 2 },
      { entity: "b", variant: "test", time: 4 }
    ]
    const counts = (handling: "exclude" | "first_seen") =>
      exposureCounts(assignVariants(exposures, ["control", "test"], handling))
    assert.deepStrictEqual(counts("first_seen"), { control: 1, test: 1 })
    assert.deepStrictEqual(counts("exclude"), { $multiple: 1, test: 1 })
  })
})

describe("the change of launches", () => {
  it("has one decimal, and from none to any is 100", () => {
    assert.deepStrictEqual(
      [[1, 3], [2, 0], [0, 0], [3, 3], [4, 3]].map(([now = 0, before = 0]) => percentChange(now, before)),
      [-66.7, 100, 0, 0, 33.3]
    )
  })
})
