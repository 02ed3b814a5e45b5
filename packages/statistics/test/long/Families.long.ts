import { assert, describe, it } from "@effect/vitest"
import { familyErrors, type FamilyPlan } from "@hedgerow/statistics/tools/calibration/Families"
import { normals } from "@hedgerow/statistics/tools/calibration/Populations"

/** The numbers of docs/statistics.md; Monte-Carlo errors at 5 %: 0.15 % for one look, 0.5 % for 20. */
const [same, apart] = [normals(10, 3), normals(10.3, 3)]
const once = { looks: 1, perLook: 1000, runs: 20_000, seed: 201 }
const looks = { looks: 20, perLook: 500, runs: 2000, seed: 202 }

const fixed = { method: "frequentist" }
const configs = {
  frequentist: fixed,
  "Benjamini–Hochberg": { ...fixed, multiple_testing: { method: "benjamini-hochberg" } },
  Bayesian: { method: "bayesian" }
}
const sequential = { ...fixed, frequentist: { sequential_testing_enabled: true } }

describe("families", () => {
  for (const metrics of [5, 10, 20]) {
    for (const [name, config] of Object.entries(configs)) {
      it(`of ${metrics} metrics err in at most 5.5 %: ${name}`, () => {
        const plan: FamilyPlan = { ...once, metrics, control: same, treatment: same }
        const errors = familyErrors(plan, config)
        assert.isAtMost(errors.together, 0.055, JSON.stringify(errors))
        assert.isAtMost(errors.missed, 0.055)
        assert.isAtMost(familyErrors({ ...plan, treatment: apart }, config).missed, 0.055)
      })
    }
  }

  it("of 10 metrics keep the error and hold the truth at all of 20 looks", () => {
    const plan: FamilyPlan = { ...looks, metrics: 10, control: same, treatment: same }
    const errors = familyErrors(plan, sequential)
    assert.isAtMost(errors.together, 0.05)
    assert.isAtMost(errors.missed, 0.05)
    assert.isAtMost(familyErrors({ ...plan, treatment: apart }, sequential).missed, 0.05)
  })
})
