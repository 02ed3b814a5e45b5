/** The names of an experiment's settings of exposures and statistics: a misspelt one would have no effect. */
import { knownNames } from "../../shared/KnownNames.ts"
import type { NamedObject } from "../../shared/NamedObjects.ts"
import { eventNames } from "../metrics/MetricNames.ts"

/** The names of `exposure_criteria`. */
export const criteriaNames: NamedObject = {
  names: knownNames(["filterTestAccounts", "exposure_config", "multiple_variant_handling", "event", "properties"], {
    shown: ["kind", "id", "name", "response", "version"],
    words: {
      filterTestAccounts: ["excludeTestAccounts", "testAccounts", "filterInternalUsers"],
      exposure_config: ["exposure", "exposureEvent"],
      multiple_variant_handling: ["multipleVariants", "variantHandling"]
    }
  }),
  below: (name) => name === "exposure_config" ? eventNames : undefined
}

const statistics: Readonly<Record<string, ReadonlyArray<string>>> = {
  bayesian: ["ci_level", "difference_type", "prior"],
  frequentist: ["alpha", "difference_type", "sequential_testing_enabled", "sequential_tuning_parameter"],
  cuped: ["enabled", "lookback_days"],
  multiple_testing: ["method"]
}

const ofStatistics: ReadonlyMap<string, NamedObject> = new Map(
  Object.entries(statistics).map(([name, names]) => [name, { names: knownNames(names) }] as const)
)

/** Beside the method these would have no effect: each with the record that it belongs into. */
const misplaced = {
  alpha: "frequentist.alpha",
  ci_level: "bayesian.ci_level",
  prior: "bayesian.prior",
  lookback_days: "cuped.lookback_days",
  sequential_testing_enabled: "frequentist.sequential_testing_enabled",
  sequential_tuning_parameter: "frequentist.sequential_tuning_parameter"
} as const

/** The names of `stats_config`. */
export const statisticsNames: NamedObject = {
  names: knownNames(["method", "engine", "baseline_variant_key", ...ofStatistics.keys()], {
    elsewhere: misplaced,
    shown: ["version", "migrated_from", "migrated_to", "timeseries", "use_new_query_builder"]
  }),
  below: (name) => ofStatistics.get(name)
}
