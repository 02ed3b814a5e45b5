/** The values of `stats_config`: one that makes no sense would be another analysis than the one that was asked for. */
import type { Broken } from "../../shared/Field.ts"
import { type JsonRecord, recordOrEmpty } from "../../shared/JsonRecord.ts"
import { maybe, numberWithin, object, oneOf, type Rule, text, yesOrNo } from "../metrics/Rules.ts"

/** The scale of an effect; old clients write it in capitals. */
const scale: Rule = (value) => oneOf(["relative", "absolute"])(typeof value === "string" ? value.toLowerCase() : value)

const positive: Rule = (value) =>
  typeof value === "number" && Number.isFinite(value) && value > 0
    ? undefined
    : { code: "invalid_value", message: "A variance must be a number greater than 0." }

const prior: Rule = (value) => {
  const broken = object({ mean: maybe(numberWithin(-1e150, 1e150)), variance: maybe(positive), scale: maybe(scale) })(
    value
  )
  if (broken !== undefined) return broken
  const sent = recordOrEmpty(value)
  const missing = ["mean", "variance"].filter((name) => (sent[name] ?? null) === null)
  return missing.length === 1
    ? { code: "required", message: "A prior has a mean and a variance.", path: missing }
    : undefined
}

const statistics = object({
  method: maybe(oneOf(["bayesian", "frequentist"])),
  engine: maybe(oneOf(["default", "reference"])),
  baseline_variant_key: maybe(text),
  bayesian: maybe(object({
    ci_level: maybe(numberWithin(0.5, 1 - 1e-12)),
    difference_type: maybe(scale),
    prior: maybe(prior)
  })),
  frequentist: maybe(object({
    alpha: maybe(numberWithin(1e-12, 0.5)),
    difference_type: maybe(scale),
    sequential_testing_enabled: maybe(yesOrNo),
    sequential_tuning_parameter: maybe(numberWithin(1, 1e9))
  })),
  cuped: maybe(object({ enabled: maybe(yesOrNo), lookback_days: maybe(numberWithin(1, 30)) })),
  multiple_testing: maybe(object({ method: maybe(oneOf(["holm", "benjamini-hochberg"])) }))
})

/** The first value of `stats_config` that makes no sense. */
export const statisticsFault = (config: JsonRecord): Broken | undefined => statistics(config)
