/** The JSON Schemas of an experiment's settings: their rules in `ExperimentParameters` and `StatisticsRules`. */
import { type JsonSchema, namedSchema } from "../../shared/FieldSchema.ts"

const orNull = (schema: JsonSchema, description: string): JsonSchema => ({
  anyOf: [schema, { type: "null" }],
  description
})

const share = { type: "number", minimum: 0, maximum: 100 }

const variant = namedSchema("ExperimentVariant", {
  type: "object",
  description: "A variant of an experiment.",
  properties: {
    key: { type: "string", minLength: 1, description: "The key of the variant; one of them is `control`." },
    name: { type: ["string", "null"], description: "Its name, for people." },
    rollout_percentage: { description: "The share of the people who get it, from 0 to 100; all are 100 together." }
  },
  required: ["key"],
  examples: [{ key: "control", rollout_percentage: 50 }]
})

/** The most variants. */
const mostVariants = 20

/** The parameters of an experiment. */
export const parametersSchema = namedSchema("ExperimentParameters", {
  type: "object",
  description: "The variants of an experiment's flag, and what clients keep: further fields are kept as sent.",
  properties: {
    feature_flag_variants: orNull(
      { type: "array", items: variant, maxItems: mostVariants },
      "The variants, at least two; `control` and `test` by default."
    ),
    rollout_percentage: orNull(share, "The share of the people who take part."),
    minimum_detectable_effect: {
      description: "The smallest effect worth finding, in per cent: for clients, and for the planned running time."
    },
    recommended_running_time: { description: "Kept for clients." },
    recommended_sample_size: { description: "Kept for clients." },
    variants: { description: "Of an experiment on a page: what it changes, by the keys of variants." }
  },
  additionalProperties: true,
  examples: [{
    feature_flag_variants: [{ key: "control", rollout_percentage: 50 }, { key: "test", rollout_percentage: 50 }]
  }]
})

const scale = (description: string) =>
  orNull({ type: "string", enum: ["relative", "absolute", "RELATIVE", "ABSOLUTE"] }, description)

const ofBayes = namedSchema("BayesianConfig", {
  type: "object",
  description: "The settings of Bayesian statistics.",
  properties: {
    ci_level: orNull(
      { type: "number", minimum: 0.5, maximum: 1 - 1e-12 },
      "The level of credible intervals, 0.95 by default."
    ),
    difference_type: scale("Whether effects are relative to the control (by default) or absolute."),
    prior: orNull(
      namedSchema("BayesianPrior", {
        type: "object",
        description: "A normal prior of effects: a mean and a variance.",
        properties: {
          mean: orNull({ type: "number", minimum: -1e150, maximum: 1e150 }, "The mean."),
          variance: orNull({ type: "number", exclusiveMinimum: 0 }, "The variance."),
          scale: scale("The scale of the two.")
        },
        examples: [{ mean: 0, variance: 1 }]
      }),
      "What is believed of effects before; nothing by default."
    )
  }
})

const ofFrequencies = namedSchema("FrequentistConfig", {
  type: "object",
  description: "The settings of frequentist statistics.",
  properties: {
    alpha: orNull({ type: "number", minimum: 1e-12, maximum: 0.5 }, "The level of significance, 0.05 by default."),
    difference_type: scale("Whether effects are relative to the control (by default) or absolute."),
    sequential_testing_enabled: orNull(
      { type: "boolean" },
      "Whether results hold at whichever time one looks at them."
    ),
    sequential_tuning_parameter: orNull(
      { type: "number", minimum: 1, maximum: 1e9 },
      "The number of entities at which sequential intervals are shortest."
    )
  }
})

/** The statistics of an experiment. */
export const statisticsSchema = namedSchema("ExperimentStatsConfig", {
  type: "object",
  description: "The statistics by which an experiment is analysed.",
  properties: {
    method: orNull({ type: "string", enum: ["bayesian", "frequentist"] }, "The method, `bayesian` by default."),
    engine: orNull({ type: "string", enum: ["default", "reference"] }, "Whose formulas are used."),
    baseline_variant_key: orNull(
      { type: "string" },
      "The variant that others are compared with, `control` by default."
    ),
    bayesian: orNull(ofBayes, "The settings of the Bayesian method."),
    frequentist: orNull(ofFrequencies, "The settings of the frequentist method."),
    cuped: orNull(
      namedSchema("CupedConfig", {
        type: "object",
        description: "The use of what entities did before their exposure, which makes intervals shorter.",
        properties: {
          enabled: orNull({ type: "boolean" }, "Whether it is used."),
          lookback_days: orNull({ type: "number", minimum: 1, maximum: 30 }, "The days before the exposure.")
        }
      }),
      "What entities did before their exposure."
    ),
    multiple_testing: orNull(
      namedSchema("MultipleTestingConfig", {
        type: "object",
        description: "The correction for several comparisons.",
        properties: {
          method: orNull({ type: "string", enum: ["holm", "benjamini-hochberg"] }, "The method; none by default.")
        }
      }),
      "The correction for several comparisons."
    )
  },
  examples: [{ method: "frequentist", frequentist: { alpha: 0.05, sequential_testing_enabled: true } }]
})

/** A saved metric as a body links it to an experiment. */
export const linkSchema = namedSchema("SavedMetricLink", {
  type: "object",
  description: "A saved metric that an experiment measures.",
  properties: {
    id: { type: "integer", description: "The id of the saved metric." },
    metadata: {
      type: "object",
      description: "Which metrics it is one of; further fields are kept.",
      properties: { type: { description: "`primary` or `secondary`." } },
      required: ["type"],
      additionalProperties: true
    }
  },
  required: ["id"],
  examples: [{ id: 1, metadata: { type: "primary" } }]
})
