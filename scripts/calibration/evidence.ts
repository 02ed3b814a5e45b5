/** The simulations whose numbers docs/statistics.md shows. */
import { anyLookErrors } from "@hedgerow/statistics/tools/calibration/AnyLook"
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
import { varianceRatio } from "@hedgerow/statistics/tools/calibration/VarianceReduction"

/** A rate with its Monte-Carlo standard error. */
export interface Measured {
  readonly value: number
  readonly error: number
}

/** The measured values of several series in one case. */
export interface Case {
  readonly label: string
  readonly values: Readonly<Record<string, Measured>>
}

const frequentist = { method: "frequentist" }
const sequential = { method: "frequentist", frequentist: { sequential_testing_enabled: true } }
const reference = { engine: "reference" }

export const measured = (value: number, runs: number): Measured => ({ value, error: monteCarloError(value, runs) })

const populations: ReadonlyArray<readonly [Population, n: number]> = [
  [conversions(0.05), 200],
  [conversions(0.05), 1000],
  [conversions(0.2), 200],
  [revenue(0.1, 20), 200],
  [revenue(0.1, 20), 1000],
  [logNormals(1), 1000]
]

/** A/A experiments at 5 %: false wins and false losses of the default and of the reference's test of the lift. */
export const tailBalance = (runs: number): ReadonlyArray<Case> =>
  populations.map(([population, n], index) => {
    const deciders = [deciderOf(frequentist), deciderOf({ ...frequentist, ...reference })]
    const [ours, theirs] = falsePositives({ population, n, runs, seed: 200 + index }, deciders)
    return {
      label: `${population.name}, ${n} an arm`,
      values: {
        "default, wins": measured(ours?.wins ?? 0, runs),
        "default, losses": measured(ours?.losses ?? 0, runs),
        "reference, wins": measured(theirs?.wins ?? 0, runs),
        "reference, losses": measured(theirs?.losses ?? 0, runs)
      }
    }
  })

/** A/A experiments that a Bayesian reader calls significant at 95 %. */
export const bayesianFlags = (runs: number): ReadonlyArray<Case> =>
  populations.map(([population, n], index) => {
    const [ours, theirs] = falsePositives({ population, n, runs, seed: 300 + index }, [
      deciderOf({}),
      deciderOf(reference)
    ])
    return {
      label: `${population.name}, ${n} an arm`,
      values: {
        default: measured((ours?.wins ?? 0) + (ours?.losses ?? 0), runs),
        reference: measured((theirs?.wins ?? 0) + (theirs?.losses ?? 0), runs)
      }
    }
  })

/** A/A experiments at 5 %, adjusted by a covariate. */
export const adjusted = (runs: number): ReadonlyArray<Case> =>
  [0.3, 0.5, 0.7, 0.9].map((correlation, index) => {
    const rates = adjustedFalsePositives({ correlation, n: 1000, runs, seed: 400 + index })
    return {
      label: `ρ = ${correlation}`,
      values: {
        default: measured(rates.byDefault, runs),
        "full gradient": measured(rates.fullGradient, runs),
        reference: measured(rates.reference, runs)
      }
    }
  })

/** The share of the variance that a covariate leaves. */
export const reductions = (runs: number): ReadonlyArray<Case> =>
  [0, 0.3, 0.5, 0.7, 0.9].map((correlation, index) => {
    const expected = 1 - correlation ** 2
    const value = varianceRatio({ correlation, n: 1000, runs, seed: 500 + index })
    const error = 2 * correlation * expected / Math.sqrt(runs)
    return {
      label: `ρ = ${correlation}`,
      values: { measured: { value, error }, "1 - ρ²": { value: expected, error: 0 } }
    }
  })

/** Lift intervals at 95 % that miss the true lift of 20 %, by side. */
export const misses = (runs: number): ReadonlyArray<Case> =>
  ([
    [conversions(0.05), conversions(0.06), 1000],
    [revenue(0.1, 20), revenue(0.1, 24), 200],
    [revenue(0.1, 20), revenue(0.1, 24), 1000]
  ] as const).map(([control, treatment, n], index) => {
    const deciders = [deciderOf(frequentist), deciderOf({ ...frequentist, ...reference })]
    const [ours, theirs] = liftMisses({ control, treatment, n, runs, seed: 600 + index }, deciders)
    return {
      label: `${control.name}, ${n} an arm`,
      values: {
        "Fieller, too low": measured(ours?.below ?? 0, runs),
        "Fieller, too high": measured(ours?.above ?? 0, runs),
        "delta, too low": measured(theirs?.below ?? 0, runs),
        "delta, too high": measured(theirs?.above ?? 0, runs)
      }
    }
  })

export interface Curve {
  readonly name: string
  readonly points: ReadonlyArray<readonly [x: number, y: number]>
}

export interface Looks {
  readonly population: string
  readonly curves: ReadonlyArray<Curve>
  readonly end: Case
}

/** A/A experiments read after every 100 users of each arm: how many were called significant by then. */
export const looks = (runs: number): ReadonlyArray<Looks> =>
  [normals(10, 3), conversions(0.05), revenue(0.1, 20)].map((population, index) => {
    const plan = { population, looks: 200, perLook: 100, runs, seed: 700 + index }
    const names = ["sequential, default", "sequential, reference", "fixed test at every look"]
    const curves = anyLookErrors(plan, [
      deciderOf(sequential),
      deciderOf({ ...sequential, ...reference }),
      deciderOf(frequentist)
    ])
    return {
      population: population.name,
      curves: names.map((name, at) => ({
        name,
        points: (curves[at] ?? []).map((y, look) => [(look + 1) * 100, y] as const)
      })),
      end: {
        label: population.name,
        values: Object.fromEntries(names.map((name, at) => [name, measured(curves[at]?.at(-1) ?? 0, runs)]))
      }
    }
  })
