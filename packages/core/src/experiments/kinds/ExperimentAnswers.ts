/** The forms of the answers about experiments; `docs/statistics.md` has the formulas of their figures. */
import { Schema } from "effect"
import { answerOf, engineStatementField, envelopeFields, statementAnswerFields } from "../../query/AnswerFields.ts"
import { component, field } from "../../shared/DocumentedSchema.ts"

const orNull = <S extends Schema.Top>(schema: S, description: string) => field(Schema.NullOr(schema), description)
const perhaps = <S extends Schema.Top>(schema: S, description: string) =>
  Schema.optionalKey(schema).annotateKey({ description })

const number = Schema.Finite
const Interval = Schema.Tuple([number, number])
const Counts = Schema.Record(Schema.String, number)

const Session = Schema.Struct({
  person_id: field(Schema.String, "The person, or the key of the group."),
  session_id: field(Schema.String, "The session."),
  event_uuid: field(Schema.String, "The event that came to the step."),
  timestamp: field(Schema.String, "The time of that event.")
}).annotate(component("ExperimentStepSession", "A session of somebody who came to a step of a funnel, and no further."))

const ValidationFailures = Schema.Array(
  Schema.Literals([
    "not-enough-exposures",
    "baseline-mean-is-zero",
    "not-enough-metric-data",
    "inconsistent-sums",
    "no-variance"
  ])
)

/** The sums of a variant: every figure is computed from them. */
const sumFields = {
  key: field(Schema.String, "The variant."),
  number_of_samples: field(number, "The number of those exposed who count."),
  sum: field(number, "The sum of their values; the number of those who converted, of a funnel."),
  sum_squares: field(number, "The sum of the squares of their values."),
  minimum: perhaps(number, "The least value, of a mean and of a ratio's numerator."),
  covariances: perhaps(
    Schema.Array(number),
    "The variances and covariances of the numbers, found about their means: each with itself, then with those after it."
  ),
  step_counts: perhaps(Schema.Array(number), "The number of those who reached each step of a funnel."),
  step_sessions: perhaps(
    Schema.Array(Schema.Array(Session)),
    "Sessions of some who came to the exposure, or to each step of a funnel, and no further."
  ),
  denominator_sum: perhaps(number, "The sum of the denominators, of a ratio and of retention."),
  denominator_sum_squares: perhaps(number, "The sum of the squares of the denominators."),
  numerator_denominator_sum_product: perhaps(number, "The sum of the products of numerators and denominators."),
  covariate_sum: perhaps(number, "The sum of the same values before the exposure."),
  covariate_sum_squares: perhaps(number, "The sum of the squares of the values before."),
  covariate_sum_product: perhaps(number, "The sum of the products of the values before and after."),
  covariate_denominator_sum: perhaps(number, "The sum of the denominators before the exposure."),
  covariate_denominator_sum_squares: perhaps(number, "The sum of the squares of the denominators before."),
  covariate_numerator_denominator_sum_product: perhaps(
    number,
    "The sum of the products of numerators and denominators before."
  ),
  denominator_covariate_denominator_sum_product: perhaps(
    number,
    "The sum of the products of denominators after and before."
  ),
  numerator_covariate_denominator_sum_product: perhaps(
    number,
    "The sum of the products of numerators after and denominators before."
  ),
  denominator_covariate_sum_product: perhaps(
    number,
    "The sum of the products of denominators after and numerators before."
  ),
  validation_failures: field(ValidationFailures, "The reasons for which it has no figures; empty where it has.")
}

const Baseline = Schema.Struct(sumFields).annotate(
  component("ExperimentBaseline", "The variant that others are compared with.")
)

const Adjustment = Schema.Struct({
  method: field(Schema.Literals(["holm", "benjamini-hochberg"]), "The correction."),
  family: field(Schema.String, "The tests that are decided together."),
  size: field(Schema.Int, "The number of them.")
}).annotate(component("ExperimentAdjustment", "The correction for many tests."))

const Risk = Schema.Struct({
  choosing_control: field(number, "The expected loss of staying with the baseline."),
  choosing_treatment: field(number, "The expected loss of choosing the variant.")
}).annotate(component("ExperimentRisk", "The expected loss of either choice."))

const Guardrail = Schema.Struct({
  p_value: field(number, "The p-value of a loss by the margin or more."),
  status: field(
    Schema.Literals(["safe", "breached", "inconclusive"]),
    "`safe`: worse by less than the margin; `breached`: worse by more than it."
  )
}).annotate(component("ExperimentGuardrailResult", "A variant beside the margin of a guardrail metric."))

const Variant = Schema.Struct({
  ...sumFields,
  method: field(Schema.Literals(["bayesian", "frequentist"]), "The method."),
  p_value: perhaps(Schema.NullOr(number), "The p-value, of the frequentist method."),
  confidence_interval: perhaps(Schema.NullOr(Interval), "The confidence interval, of the frequentist method."),
  chance_to_win: perhaps(Schema.NullOr(number), "The chance to be the better one, of the Bayesian method."),
  credible_interval: perhaps(Schema.NullOr(Interval), "The credible interval, of the Bayesian method."),
  significant: orNull(Schema.Boolean, "Whether the result stands by itself; null without figures."),
  difference_type: orNull(
    Schema.Literals(["absolute", "relative"]),
    "The scale of the shown interval and of the risk."
  ),
  difference: orNull(number, "The absolute difference from the baseline."),
  difference_interval: orNull(Interval, "The interval of the difference."),
  lift: orNull(number, "The difference as a share of the baseline; null where that is 0."),
  lift_interval: orNull(Interval, "The interval of the lift; null where it has no bounds."),
  risk: orNull(Risk, "The expected loss of choosing either, on the shown scale."),
  cuped: perhaps(
    Schema.Struct({ theta: field(number, "The weight of the covariate.") }),
    "The adjustment by what was before, where there is one."
  ),
  guardrail: perhaps(Guardrail, "The result of a guardrail metric."),
  adjusted_p_value: perhaps(number, "The p-value among all tests of the family."),
  adjustment: perhaps(Adjustment, "The correction for many tests."),
  adjusted_significant: perhaps(Schema.Boolean, "Whether the result stands among all tests of the family."),
  adjusted_difference_interval: perhaps(
    Schema.NullOr(Interval),
    "The interval of the difference that holds together with those of the whole family."
  )
}).annotate(component("ExperimentVariantResult", "A variant beside the baseline."))

const Breakdown = Schema.Struct({
  breakdown_value: field(Schema.Array(Schema.String), "The values that are cut by."),
  baseline: field(Baseline, "The baseline among these."),
  variants: field(Schema.Array(Variant), "The other variants among these.")
}).annotate(component("ExperimentBreakdownResult", "The figures of one value that a metric is cut by."))

/** The figures of one metric. */
export const ExperimentMetricResult = Schema.Struct({
  baseline: field(Schema.NullOr(Baseline), "The variant that others are compared with; null in an answer that failed."),
  variant_results: field(Schema.Array(Variant), "The other variants beside it."),
  breakdown_results: orNull(Schema.Array(Breakdown), "The figures of each value; null where the metric is not cut.")
}).annotate(component("ExperimentMetricResult", "The figures of one metric of an experiment."))

const ExposureSeries = Schema.Struct({
  variant: field(Schema.String, "The variant; `$multiple` for those who saw several."),
  days: field(Schema.Array(Schema.String), "The days."),
  exposure_counts: field(Schema.Array(number), "The number of those exposed until the end of each day.")
}).annotate(component("ExposureSeries", "The exposures of one variant over time."))

/** The test of the split. */
export const SampleRatioMismatch = Schema.Struct({
  expected: field(Counts, "The expected number of each variant."),
  p_value: field(number, "The chance of a split as uneven as this one.")
}).annotate(component("SampleRatioMismatch", "Whether the variants were shown in the shares of the flag."))

const DailyMismatch = Schema.Struct({
  day: field(Schema.String, "The day, as `2026-01-05`."),
  p_value: orNull(number, "The p-value of the exposures so far, to be read once; null while there are too few."),
  always_valid_p_value: field(number, "The p-value that may be read every day.")
}).annotate(component("DailySampleRatio", "The test of the split after one day."))

const SourceMismatch = Schema.Struct({
  source: field(Schema.String, "The library that sent the exposures."),
  p_value: orNull(number, "The p-value; null while there are too few exposures."),
  mismatch: field(Schema.Boolean, "Whether the split is uneven, among all sources."),
  adjusted_p_value: perhaps(number, "The p-value among all sources."),
  adjustment: perhaps(Adjustment, "The correction for many sources.")
}).annotate(component("SourceSampleRatio", "The test of the split of one source."))

const DateRange = Schema.Struct({
  date_from: orNull(Schema.String, "The start; null of an experiment that has not begun."),
  date_to: orNull(Schema.String, "The end; null while it runs.")
}).annotate(component("ExposureDateRange", "The time of an experiment."))

/** The exposures of an experiment. */
export const ExperimentExposures = Schema.Struct({
  timeseries: field(Schema.Array(ExposureSeries), "The exposures of each variant over time."),
  total_exposures: field(Counts, "The number of those exposed to each variant."),
  date_range: orNull(DateRange, "The time that counts; null in an answer that failed."),
  sample_ratio_mismatch: orNull(SampleRatioMismatch, "The test of the split; null below 100 exposures."),
  sample_ratio_over_time: perhaps(Schema.Array(DailyMismatch), "The test of the split, day by day."),
  sample_ratio_by_source: perhaps(Schema.Array(SourceMismatch), "The test of the split, for each library."),
  bias_risk: orNull(
    Schema.Struct({
      multiple_variant_percentage: field(number, "The percentage of those who saw several variants.")
    }),
    "Whether leaving out those with several variants can bias an uneven split; null where it cannot."
  )
}).annotate(
  component("ExperimentExposures", "The exposures of an experiment, and whether the split is that of the flag.")
)

const kindField = <Kind extends string>(kind: Kind) => field(Schema.Literal(kind), "The kind of the query.")

const runFields = { ...envelopeFields, ...statementAnswerFields, clickhouse_sql: engineStatementField }

/** The form of the answers about a metric. */
export const ExperimentAnswer = answerOf("ExperimentQuery", "The variants of an experiment, compared by one metric.", {
  ...runFields,
  kind: kindField("ExperimentQuery"),
  ...ExperimentMetricResult.fields,
  is_precomputed: field(Schema.Boolean, "Always false: figures are computed from events.")
})

/** The form of the answers about exposures. */
export const ExposureAnswer = answerOf("ExperimentExposureQuery", "The exposures of an experiment.", {
  ...runFields,
  kind: kindField("ExperimentExposureQuery"),
  ...ExperimentExposures.fields
})
