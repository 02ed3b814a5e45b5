import { assert, describe, it } from "@effect/vitest"
import { normalUpperTail } from "@hedgerow/statistics/special/Normal"
import { analyse, frequentist, funnel, near } from "./StatisticsWorld.ts"

const against = (control: number, test: number, margin: number, more: object = {}) =>
  analyse(frequentist(), {
    type: "funnel",
    baseline: funnel("control", 10_000, control),
    variants: [funnel("test", 10_000, test)],
    guardrail: { margin, difference_type: "relative" },
    ...more
  }).guardrail

describe("a guardrail metric", () => {
  it("is safe when it is worse by less than the margin, beyond doubt", () => {
    assert.strictEqual(against(5000, 4990, 0.05)?.status, "safe")
    assert.isBelow(against(5000, 4990, 0.05)?.p_value ?? 1, 0.001)
  })

  it("is breached when it is worse by more", () => {
    assert.strictEqual(against(5000, 4400, 0.05)?.status, "breached")
  })

  it("says so when nobody can tell", () => {
    assert.strictEqual(against(500, 480, 0.05)?.status, "inconclusive")
  })

  it("turns round where less is better", () => {
    assert.strictEqual(against(5000, 4400, 0.05, { goal: "decrease" })?.status, "safe")
    assert.strictEqual(against(5000, 5600, 0.05, { goal: "decrease" })?.status, "breached")
  })

  it("tests an absolute margin by the shifted difference", () => {
    const absolute = { margin: 0.02, difference_type: "absolute" }
    const z = (0.49 - 0.5 + 0.02) / Math.sqrt((0.25 + 0.49 * 0.51) / 10_000)
    const result = against(5000, 4900, 0, { guardrail: absolute })
    assert.approximately(...near(result?.p_value, normalUpperTail(z), 1e-5))
    assert.strictEqual(result?.status, "inconclusive")
  })

  it("may be read at every look with the sequential test, which needs more", () => {
    const config = frequentist({ sequential_testing_enabled: true })
    const counts = { type: "funnel" as const, guardrail: { margin: 0.03, difference_type: "relative" as const } }
    const metric = { ...counts, baseline: funnel("control", 10_000, 5000), variants: [funnel("test", 10_000, 5000)] }
    const [fixed, sequential] = [analyse(frequentist(), metric).guardrail, analyse(config, metric).guardrail]
    assert.strictEqual(fixed?.status, "safe")
    assert.strictEqual(sequential?.status, "inconclusive")
    assert.isTrue((sequential?.p_value ?? 0) > (fixed?.p_value ?? 1))
  })
})
