import { runningTimeFields } from "@hedgerow/core/experiments/results/RunningTimeFields"
import { Schema } from "effect"
import { createBody } from "../requests/RequestBody.ts"
import { described, structured } from "../shared/Described.ts"

const optionalNumber = (description: string) => described(Schema.NullOr(Schema.Finite), description)

const NamedResultRecord = Schema.Struct({
  metric_uuid: described(Schema.NullOr(Schema.String), "The metric's uuid."),
  name: described(Schema.NullOr(Schema.String), "The metric's name."),
  kind: described(Schema.String, "`mean`, `funnel`, `ratio` or `retention`; the kind of a metric of an older form."),
  role: described(Schema.Literals(["primary", "secondary", "guardrail"]), "The role of the metric."),
  result: described(
    Schema.NullOr(structured("ExperimentMetricResult")),
    "`baseline`, `variant_results` and `breakdown_results`, as `ExperimentQuery` returns them, decided in one family."
  ),
  interpretation: described(
    Schema.NullOr(Schema.Struct({
      variants: described(
        Schema.Array(Schema.Struct({
          key: described(Schema.String, "The variant."),
          verdict: described(
            Schema.String,
            "`better`, `worse`, `undecided`, `not_enough_data`, `guardrail_safe`, `guardrail_breached` or "
              + "`guardrail_undecided`."
          ),
          text: described(Schema.String, "The verdict in words.")
        })),
        "The verdict about each variant."
      ),
      text: described(Schema.String, "All verdicts in words.")
    })),
    "The result in words."
  ),
  error: described(Schema.NullOr(Schema.String), "The reason for which there is no result."),
  goal: described(Schema.Literals(["increase", "decrease"]), "The direction that is better."),
  outliers: described(
    Schema.Array(Schema.Struct({
      of: described(Schema.Literals(["value", "numerator", "denominator"]), "The number that is cut."),
      below: described(Schema.Finite, "The share of entities that is raised to the lower percentile."),
      above: described(Schema.Finite, "The share of entities that is lowered to the upper percentile."),
      ignore_zeros: described(Schema.Boolean, "Whether the upper percentile is that of values other than 0.")
    })),
    "The outliers that are cut; empty where none are."
  )
})

const MethodRecord = Schema.Struct({
  method: described(Schema.Literals(["bayesian", "frequentist"]), "The method."),
  engine: described(Schema.Literals(["default", "reference"]), "`reference` has the reference service's figures."),
  alpha: described(Schema.Finite, "The level of each test."),
  interval_level: described(Schema.Finite, "The level of each interval."),
  sequential: described(Schema.Boolean, "Whether results may be read at any time."),
  difference_type: described(Schema.Literals(["absolute", "relative"]), "The scale that is asked for."),
  multiple_testing: described(
    Schema.Struct({
      method: described(Schema.Literals(["holm", "benjamini-hochberg"]), "The correction."),
      family: described(Schema.String, "The tests that are decided together."),
      size: described(Schema.Int, "The number of them.")
    }),
    "The tests that verdicts are made among."
  ),
  cuped: described(
    Schema.Struct({
      enabled: described(Schema.Boolean, "Whether a covariate adjusts."),
      lookback_days: described(Schema.NullOr(Schema.Finite), "The days before the exposure that it is taken from.")
    }),
    "The adjustment by what was before."
  ),
  text: described(Schema.Array(Schema.String), "All of it in sentences.")
})

/** The results of all metrics of an experiment. */
export const ExperimentResultsRecord = Schema.Struct({
  metrics: described(Schema.Array(NamedResultRecord), "The results, primary metrics first."),
  exposures: described(structured("ExperimentExposures"), "The exposures, as `ExperimentExposureQuery` returns them."),
  srm: described(
    Schema.NullOr(structured("SampleRatioMismatch")),
    "The test of the split: `expected` and `p_value`; null below 100 exposures."
  ),
  method: described(MethodRecord, "The method of all results."),
  interpretation: described(Schema.String, "The results in words."),
  generated_at: described(Schema.String.annotate({ format: "date-time" }), "The time at which they were put together.")
}).annotate({ identifier: "ExperimentResults" })

/** The effect that the experiment is to find. */
export const RunningTimeRequest = createBody(runningTimeFields, {
  identifier: "RunningTimeRequest",
  description: "The effect that the experiment is to find."
})

/** The time that the experiment has to run. */
export const RunningTimeRecord = Schema.Struct({
  minimum_detectable_effect: described(Schema.Finite, "The effect, in per cent of the control's mean."),
  power: described(Schema.Finite, "The chance to find it."),
  alpha: described(Schema.Finite, "The level of the test."),
  mean: optionalNumber("The control's mean, as measured; null while there is nothing to measure."),
  variance: optionalNumber("The variance of one entity, as measured."),
  correlation: optionalNumber("The correlation with the covariate, where one adjusts."),
  exposures: described(Schema.Finite, "The number of exposures so far."),
  exposures_per_day: described(Schema.Finite, "The number of exposures a day."),
  samples_per_variant: optionalNumber(
    "The number of exposures that the smallest variant needs; null where the effect cannot be found."
  ),
  recommended_sample_size: optionalNumber("The number of exposures that all variants need."),
  recommended_running_time: optionalNumber("The days from the start; null without exposures."),
  remaining_running_time: optionalNumber("The days from now; null without exposures.")
}).annotate({ identifier: "RunningTime" })
