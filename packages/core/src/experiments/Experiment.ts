import { type DateTime, Schema } from "effect"
import { CohortId } from "../cohorts/Cohort.ts"
import { FeatureFlagId } from "../evaluation/FeatureFlagId.ts"
import { ProjectId } from "../identity/Project.ts"
import { UserId } from "../identity/User.ts"
import { HoldoutId } from "./holdouts/Holdout.ts"
import { SavedMetricId } from "./saved-metrics/SavedMetric.ts"

/** A positive int4, unique over the installation. */
export const ExperimentId = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2147483647 })).pipe(
  Schema.brand("ExperimentId")
)
export type ExperimentId = typeof ExperimentId.Type

/** An experiment in code, or one that changes a page without code. */
export const experimentTypes = ["product", "web"] as const

/** The decision of people about an experiment. */
export const conclusions = ["won", "lost", "inconclusive", "stopped_early", "invalid"] as const

const Json = Schema.Record(Schema.String, Schema.Unknown)

/** A saved metric that an experiment measures; `id` is unique among the links of the experiment. */
export const SavedMetricLink = Schema.Struct({
  id: Schema.Int,
  saved_metric: SavedMetricId,
  metadata: Json,
  created_at: Schema.String
})
export type SavedMetricLink = typeof SavedMetricLink.Type

/**
 * A comparison of the variants of a flag. The structured fields are what was sent; metrics get a uuid and a fingerprint.
 * Without a start it is a draft. Never removed, only marked as deleted.
 */
export class Experiment extends Schema.Class<Experiment>("Experiment")({
  project_id: ProjectId,
  id: ExperimentId,
  name: Schema.String,
  description: Schema.NullOr(Schema.String),
  start_date: Schema.NullOr(Schema.DateTimeUtc),
  end_date: Schema.NullOr(Schema.DateTimeUtc),
  /** The flag that decides who gets which variant. */
  feature_flag_id: FeatureFlagId,
  holdout_id: Schema.NullOr(HoldoutId),
  exposure_cohort: Schema.NullOr(CohortId),
  parameters: Schema.NullOr(Json),
  /** Metrics of an older form; kept as sent. */
  secondary_metrics: Schema.NullOr(Schema.Array(Json)),
  saved_metrics: Schema.Array(SavedMetricLink),
  /** A query of an older form; kept as sent. */
  filters: Json,
  archived: Schema.Boolean,
  deleted: Schema.Boolean,
  created_by: Schema.NullOr(UserId),
  created_at: Schema.DateTimeUtc,
  updated_at: Schema.DateTimeUtc,
  type: Schema.NullOr(Schema.Literals(experimentTypes)),
  exposure_criteria: Schema.NullOr(Json),
  metrics: Schema.NullOr(Schema.Array(Json)),
  metrics_secondary: Schema.NullOr(Schema.Array(Json)),
  stats_config: Schema.NullOr(Json),
  conclusion: Schema.NullOr(Schema.Literals(conclusions)),
  conclusion_comment: Schema.NullOr(Schema.String),
  primary_metrics_ordered_uuids: Schema.NullOr(Schema.Array(Schema.String)),
  secondary_metrics_ordered_uuids: Schema.NullOr(Schema.Array(Schema.String))
}) {}

/** Whether only those count whose conversion window is over. */
export const onlyMatured = ({ parameters }: Pick<Experiment, "parameters">): boolean =>
  parameters?.["only_count_matured_users"] === true

type Dates = Pick<Experiment, "end_date" | "start_date">

/** The states of an experiment; being archived is none of them. */
export const experimentStates = ["draft", "running", "complete"] as const
export type ExperimentState = (typeof experimentStates)[number]

/** An end without a start makes no draft less a draft. */
export const stateOf = ({ end_date, start_date }: Dates): ExperimentState => {
  if (start_date === null) return "draft"
  return end_date === null ? "running" : "complete"
}

/** The days of an experiment so far, in milliseconds; a draft has none. */
export const durationAt = ({ end_date, start_date }: Dates, now: DateTime.Utc): number | null =>
  start_date === null ? null : (end_date ?? now).epochMilliseconds - start_date.epochMilliseconds
