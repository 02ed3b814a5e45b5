/** The settings of an experiment's `stats_config`, with every default filled in. */
import type { NormalPrior, Prior } from "../comparison/Bayesian.ts"
import type { DifferenceType } from "../comparison/Effect.ts"
import type { AdjustmentMethod } from "../comparison/MultipleTesting.ts"

export interface StatisticsSettings {
  /** `reference` gives the figures of the reference service, with its known defects. */
  readonly engine: "default" | "reference"
  readonly method: "bayesian" | "frequentist"
  readonly differenceType: DifferenceType
  /** The level of the test; 1 less the level of the interval. */
  readonly alpha: number
  /** The sample size at which the confidence sequence is narrowest; absent for the fixed test. */
  readonly tuning: number | undefined
  readonly prior: Prior
  readonly cuped: boolean
  readonly adjustment: AdjustmentMethod
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields => typeof value === "object" && value !== null ? value as Fields : {}

const numberWithin = (value: unknown, least: number, most: number, fallback: number): number =>
  typeof value === "number" && value >= least && value <= most ? value : fallback

const differenceTypeOf = (value: unknown): DifferenceType =>
  typeof value === "string" && value.toLowerCase() === "absolute" ? "absolute" : "relative"

const priorOf = (value: unknown): Prior => {
  const { mean, scale, variance } = fieldsOf(value)
  if (typeof mean !== "number" || typeof variance !== "number" || !(variance > 0)) return undefined
  const prior: NormalPrior = { mean, variance, scale: differenceTypeOf(scale) }
  return prior
}

const [leastLevel, mostLevel] = [1e-12, 0.5]

const bayesian = (fields: Fields) => ({
  method: "bayesian" as const,
  differenceType: differenceTypeOf(fields["difference_type"]),
  alpha: 1 - numberWithin(fields["ci_level"], 1 - mostLevel, 1 - leastLevel, 0.95),
  tuning: undefined,
  prior: priorOf(fields["prior"])
})

const frequentist = (fields: Fields) => ({
  method: "frequentist" as const,
  differenceType: differenceTypeOf(fields["difference_type"]),
  alpha: numberWithin(fields["alpha"], leastLevel, mostLevel, 0.05),
  tuning: fields["sequential_testing_enabled"] === true ?
    numberWithin(fields["sequential_tuning_parameter"], 1, 1e9, 5000) :
    undefined,
  prior: undefined
})

/** Reads `stats_config`; a value that makes no sense counts as absent, an unknown method as Bayesian. */
export const statisticsSettings = (statsConfig: unknown): StatisticsSettings => {
  const config = fieldsOf(statsConfig)
  const method = config["method"] === "frequentist" ?
    frequentist(fieldsOf(config["frequentist"])) :
    bayesian(fieldsOf(config["bayesian"]))
  return {
    ...method,
    engine: config["engine"] === "reference" ? "reference" : "default",
    cuped: fieldsOf(config["cuped"])["enabled"] === true,
    adjustment: fieldsOf(config["multiple_testing"])["method"] === "benjamini-hochberg" ? "benjamini-hochberg" : "holm"
  }
}
