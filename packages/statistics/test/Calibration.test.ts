import { assert, describe, it } from "@effect/vitest"
import { anyLookErrors, anyLookMisses } from "@hedgerow/statistics/tools/calibration/AnyLook"
import { believedCoverage, liftMisses } from "@hedgerow/statistics/tools/calibration/Coverage"
import { adjustedFalsePositives, falsePositives } from "@hedgerow/statistics/tools/calibration/FalsePositives"
import { conversions, logNormals, normals, revenue } from "@hedgerow/statistics/tools/calibration/Populations"
import { deciderOf, monteCarloError } from "@hedgerow/statistics/tools/calibration/Rates"
import { varianceRatio } from "@hedgerow/statistics/tools/calibration/VarianceReduction"

/**
 * The seeds are fixed, so these tests give the same numbers on every machine. A rate has to lie within four Monte-Carlo
 * standard errors of what is nominal; the error is stated beside each.
 */
const errors = 4

const fixed = deciderOf({ method: "frequentist" })
const posterior = deciderOf({ method: "bayesian" })
const sequential = deciderOf({ method: "frequentist", frequentist: { sequential_testing_enabled: true } })
const reference = deciderOf({ method: "frequentist", engine: "reference" })

/** The arguments of `assert.approximately`. */
const nominal = (rate: number, expected: number, runs: number, label: string) =>
  [rate, expected, errors * monteCarloError(expected, runs), label] as const

describe("A/A experiments", () => {
  const runs = 4000 // Monte-Carlo error of a tail of 2.5 %: 0.25 %

  for (const population of [conversions(0.05), revenue(0.1, 20), logNormals(1), normals(10, 3)]) {
    it(`err at the nominal level, to both sides alike: ${population.name}`, () => {
      const [test, bayes] = falsePositives({ population, n: 1000, runs, seed: 3 }, [fixed, posterior])
      for (const tails of [test, bayes]) {
        assert.approximately(...nominal(tails?.wins ?? 1, 0.025, runs, "wins"))
        assert.approximately(...nominal(tails?.losses ?? 1, 0.025, runs, "losses"))
      }
    })
  }

  it("err to one side with the reference's test of the lift", () => {
    const plan = { population: conversions(0.05), n: 1000, runs, seed: 3 }
    const [tails] = falsePositives(plan, [reference])
    assert.isBelow(tails?.wins ?? 1, 0.01)
    assert.isAbove(tails?.losses ?? 0, 0.04)
  })

  it("err at the nominal level when a covariate adjusts them, which the reference's formula does not", () => {
    for (const correlation of [0.3, 0.5, 0.7, 0.9]) {
      const rates = adjustedFalsePositives({ correlation, n: 1000, runs, seed: 5 }) // Monte-Carlo error: 0.34 %
      assert.approximately(...nominal(rates.byDefault, 0.05, runs, `ρ = ${correlation}`))
      assert.approximately(...nominal(rates.fullGradient, 0.05, runs, `ρ = ${correlation}`))
      assert.isAbove(rates.reference, 0.085)
    }
  })
})

describe("experiments that are read 200 times", () => {
  const plan = { looks: 200, perLook: 100, runs: 300, seed: 7 } // Monte-Carlo error at 5 %: 1.3 %

  for (const population of [normals(10, 3), conversions(0.05), revenue(0.1, 20)]) {
    it(`err at any look no more often than the sequential test allows: ${population.name}`, () => {
      const [always, once] = anyLookErrors({ ...plan, population }, [sequential, fixed]).map((curve) =>
        curve.at(-1) ?? 1
      )
      assert.isAtMost(always ?? 1, 0.05)
      assert.isAbove(once ?? 0, 0.3)
    })
  }

  it("hold the true lift in the sequential interval at every look", () => {
    const arms = { population: conversions(0.2), treatment: conversions(0.22) }
    const [curve] = anyLookMisses({ ...plan, ...arms }, [sequential])
    assert.isAtMost(curve?.at(-1) ?? 1, 0.05)
  })
})

describe("intervals", () => {
  const runs = 4000

  for (
    const [control, treatment] of [[conversions(0.05), conversions(0.06)], [
      revenue(0.1, 20),
      revenue(0.1, 24)
    ]] as const
  ) {
    it(`of the lift miss the truth at the nominal rate, on both sides alike: ${control.name}`, () => {
      const [misses] = liftMisses({ control, treatment, n: 1000, runs, seed: 4 }, [fixed])
      assert.approximately(...nominal(misses?.below ?? 1, 0.025, runs, "below"))
      assert.approximately(...nominal(misses?.above ?? 1, 0.025, runs, "above"))
    })
  }

  it("of a posterior hold truths that are drawn from its prior", () => {
    assert.approximately(...nominal(
      believedCoverage({ n: 200, prior: { mean: 0.2, variance: 0.09 }, runs: 20_000, seed: 5 }),
      0.95,
      20_000,
      ""
    ))
  })
})

describe("a covariate", () => {
  it("takes the squared correlation from the variance", () => {
    for (const correlation of [0, 0.3, 0.5, 0.7, 0.9]) {
      const [expected, runs] = [1 - correlation ** 2, 20_000]
      const error = 2 * correlation * expected / Math.sqrt(runs)
      const ratio = varianceRatio({ correlation, n: 1000, runs, seed: 6 })
      assert.approximately(ratio, expected, errors * error + 2 * expected / 1000, `ρ = ${correlation}`)
    }
  })
})
