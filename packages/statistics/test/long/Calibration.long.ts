import { assert, describe, it } from "@effect/vitest"
import { anyLookErrors, anyLookMisses } from "@hedgerow/statistics/tools/calibration/AnyLook"
import { liftMisses } from "@hedgerow/statistics/tools/calibration/Coverage"
import { adjustedFalsePositives, falsePositives } from "@hedgerow/statistics/tools/calibration/FalsePositives"
import {
  conversions,
  logNormals,
  normals,
  type Population,
  revenue
} from "@hedgerow/statistics/tools/calibration/Populations"
import { deciderOf, monteCarloError } from "@hedgerow/statistics/tools/calibration/Rates"

/** The long form of Calibration.test.ts: Monte-Carlo errors are a third of those there, or less. */
const fixed = deciderOf({ method: "frequentist" })
const sequential = deciderOf({ method: "frequentist", frequentist: { sequential_testing_enabled: true } })

const populations: ReadonlyArray<readonly [Population, n: number]> = [
  [conversions(0.05), 1000],
  [conversions(0.2), 200],
  [revenue(0.1, 20), 1000],
  [logNormals(1), 1000],
  [normals(10, 3), 100]
]

describe("A/A experiments", () => {
  const runs = 40_000 // Monte-Carlo error of a tail of 2.5 %: 0.08 %

  for (const [population, n] of populations) {
    it(`err by 2.5 ± 0.4 % to each side: ${population.name}, ${n}`, () => {
      const [tails] = falsePositives({ population, n, runs, seed: 101 }, [fixed])
      assert.approximately(tails?.wins ?? 1, 0.025, 0.004)
      assert.approximately(tails?.losses ?? 1, 0.025, 0.004)
    })
  }

  for (const correlation of [0.3, 0.5, 0.7, 0.9]) {
    it(`err at the nominal level with a covariate: ρ = ${correlation}`, () => {
      const { byDefault, fullGradient } = adjustedFalsePositives({ correlation, n: 1000, runs, seed: 102 })
      assert.approximately(byDefault, 0.05, 4 * monteCarloError(0.05, runs))
      assert.approximately(fullGradient, 0.05, 4 * monteCarloError(0.05, runs))
    })
  }
})

describe("experiments that are read 200 times", () => {
  const plan = { looks: 200, perLook: 100, runs: 4000, seed: 103 } // Monte-Carlo error at 5 %: 0.34 %

  for (const population of [normals(10, 3), conversions(0.05), revenue(0.1, 20)]) {
    it(`err at any look no more often than the sequential test allows: ${population.name}`, () => {
      const [curve] = anyLookErrors({ ...plan, population }, [sequential])
      assert.isAtMost(curve?.at(-1) ?? 1, 0.05)
    })
  }

  for (
    const [population, treatment] of [
      [conversions(0.2), conversions(0.22)],
      [revenue(0.1, 20), revenue(0.1, 22)]
    ] as const
  ) {
    it(`hold the true lift at every look: ${population.name}`, () => {
      const [curve] = anyLookMisses({ ...plan, population, treatment }, [sequential])
      assert.isAtMost(curve?.at(-1) ?? 1, 0.05)
    })
  }
})

describe("intervals of the lift", () => {
  const runs = 40_000

  for (
    const [control, treatment] of [
      [conversions(0.05), conversions(0.06)],
      [revenue(0.1, 20), revenue(0.1, 24)],
      [logNormals(1), logNormals(1.1)]
    ] as const
  ) {
    it(`miss the truth by 2.5 ± 0.5 % on each side: ${control.name}`, () => {
      const [misses] = liftMisses({ control, treatment, n: 1000, runs, seed: 104 }, [fixed])
      assert.approximately(misses?.below ?? 1, 0.025, 0.005)
      assert.approximately(misses?.above ?? 1, 0.025, 0.005)
    })
  }
})
