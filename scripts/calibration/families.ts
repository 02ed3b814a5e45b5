/** The simulations of families of metrics and of arms with few events that docs/statistics.md shows. */
import { familyErrors, type FamilyPlan } from "@hedgerow/statistics/tools/calibration/Families"
import {
  conversions,
  normals,
  type Population,
  repeated,
  revenue
} from "@hedgerow/statistics/tools/calibration/Populations"
import { rareMisses } from "@hedgerow/statistics/tools/calibration/RareEvents"
import { type Case, type Measured, measured } from "./evidence.ts"

const fixed = { method: "frequentist" }
const bayesian = { method: "bayesian" }
const stepUp = { ...fixed, multiple_testing: { method: "benjamini-hochberg" } }
const sequential = { ...fixed, frequentist: { sequential_testing_enabled: true } }

/** An experiment without effects, and one in which each metric has an effect of 3 %. */
const [same, apart] = [normals(10, 3), normals(10.3, 3)]

type Family = readonly [name: string, config: object, plan: Omit<FamilyPlan, "control" | "runs" | "treatment">]

const once = { looks: 1, perLook: 1000, seed: 201 }
const often = { looks: 20, perLook: 500, seed: 202 }

const families: ReadonlyArray<Family> = [
  ...([["frequentist, Holm", fixed], ["frequentist, Benjamini–Hochberg", stepUp], ["Bayesian", bayesian]] as const)
    .flatMap(([name, config]) => [5, 10, 20].map((metrics): Family => [name, config, { ...once, metrics }])),
  ...([["frequentist, sequential", sequential], ["frequentist, Holm", fixed], ["Bayesian", bayesian]] as const)
    .flatMap(([name, config]) => [1, 10].map((metrics): Family => [name, config, { ...often, metrics }]))
]

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

/** Experiments with some metric called at any look, and with some interval of the family that misses. */
export const familyCases = (runsOnce: number, runsOften: number): ReadonlyArray<Case> =>
  families.map(([name, config, plan]) => {
    const runs = plan.looks === 1 ? runsOnce : runsOften
    const without = familyErrors({ ...plan, runs, control: same, treatment: same }, config)
    const effects = familyErrors({ ...plan, runs, control: same, treatment: apart }, config)
    return {
      label: `${name}, ${counted(plan.metrics, "metric")}, ${counted(plan.looks, "look")}`,
      values: {
        "called by itself": measured(without.alone, runs),
        "called among all": measured(without.together, runs),
        "interval misses, no effect": measured(without.missed, runs),
        "interval misses, effects of 3 %": measured(effects.missed, runs)
      }
    }
  })

type Arms = readonly [sizes: readonly [number, number], rates: readonly [number, number]]

/** Users of both arms, and the share of each with events. */
const arms: ReadonlyArray<Arms> = [
  [[440, 440], [3 / 440, 3 / 440]],
  [[440, 440], [8 / 440, 8 / 440]],
  [[440, 440], [3 / 440, 12 / 440]],
  [[440, 440], [15 / 440, 40 / 440]],
  [[440, 440], [40 / 440, 0]],
  [[1000, 200], [0.015, 0.015]],
  [[1000, 200], [0.075, 0.2]],
  [[200, 1000], [0.04, 0.04]],
  [[200, 1000], [0.015, 0.06]]
]

const kinds: ReadonlyArray<
  readonly [name: string, type: "funnel" | "mean", populationOf: (rate: number) => Population]
> = [
  ["funnel", "funnel", conversions],
  ["mean of 0 and 1", "mean", conversions],
  ["mean of 3 events each", "mean", (rate) => repeated(rate, 2 / 3)],
  ["mean of exponential amounts", "mean", (rate) => revenue(rate, 20)]
]

const percent = (rate: number): string => `${Number((rate * 100).toFixed(1))} %`

/** 95 % intervals that miss where arms have few events or none, of the difference and of the lift. */
export const fewEventCases = (runs: number): ReadonlyArray<Case> =>
  arms.map(([sizes, [before, after]], index) => {
    const values = kinds.flatMap(([name, type, populationOf]): ReadonlyArray<readonly [string, Measured]> => {
      const [control, treatment] = [populationOf(before), populationOf(after)]
      const { difference, lift } = rareMisses({ type, control, treatment, sizes, runs, seed: 800 + index }, fixed)
      return [[`${name}, difference`, measured(difference, runs)], [`${name}, lift`, measured(lift, runs)]]
    })
    return {
      label: `${sizes[0]} users with ${percent(before)}, ${sizes[1]} with ${percent(after)}`,
      values: Object.fromEntries(values)
    }
  })
