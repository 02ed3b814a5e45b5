import { experimentTable, newExperimentTable } from "@hedgerow/core/experiments/editing/ExperimentFields"
import { conclusions, experimentTypes } from "@hedgerow/core/experiments/Experiment"
import { Schema } from "effect"
import { MinimalFeatureFlagRecord } from "../flags/FeatureFlagSchema.ts"
import { UserBasicRecord } from "../identity/IdentitySchema.ts"
import { changeBody, createBody } from "../requests/RequestBody.ts"
import { described, structured } from "../shared/Described.ts"
import { HoldoutRecord } from "./HoldoutSchema.ts"

const Timestamp = Schema.String.annotate({ format: "date-time" })
const MaybeTimestamp = Schema.NullOr(Timestamp)
const Json = Schema.Record(Schema.String, Schema.Json)
const Metrics = Schema.NullOr(Schema.Array(structured("ExperimentMetric")))
const MaybeUuids = Schema.NullOr(Schema.Array(Schema.String))

const LinkRecord = Schema.Struct({
  id: described(Schema.Int, "The link's id, unique in the experiment."),
  experiment: described(Schema.Int, "The experiment's id."),
  saved_metric: described(Schema.Int, "The saved metric's id."),
  metadata: described(Json, "`type` says whether it is a `primary` or a `secondary` metric."),
  created_at: described(Timestamp, "The time at which it was linked."),
  query: described(structured("ExperimentMetric"), "The metric, with its fingerprint in this experiment."),
  name: described(Schema.String, "The saved metric's name.")
}).annotate({ identifier: "LinkedSavedMetric" })

/** An experiment. Every answer that has one has all of it. */
export const ExperimentRecord = Schema.Struct({
  id: described(Schema.Int, "The experiment's id."),
  name: described(Schema.String, "Its name, for people."),
  description: described(Schema.NullOr(Schema.String), "The hypothesis, in words."),
  start_date: described(MaybeTimestamp, "The time at which it began; null for a draft."),
  end_date: described(MaybeTimestamp, "The time at which it ended."),
  feature_flag_key: described(Schema.String, "The key of its flag."),
  feature_flag: described(MinimalFeatureFlagRecord, "The flag that decides who gets which variant."),
  holdout: described(Schema.NullOr(HoldoutRecord), "The people whom it leaves out."),
  holdout_id: described(Schema.NullOr(Schema.Int), "The id of that holdout."),
  exposure_cohort: described(Schema.NullOr(Schema.Int), "The id of the cohort of the people exposed to it."),
  parameters: described(
    Schema.NullOr(structured("ExperimentParameters")),
    "The variants that were asked for, and what clients keep."
  ),
  secondary_metrics: described(Schema.NullOr(Schema.Array(Json)), "Metrics of an older form, as sent."),
  saved_metrics: described(Schema.Array(LinkRecord), "The saved metrics that it measures."),
  saved_metrics_ids: described(Schema.Null, "Always null; `saved_metrics` shows them."),
  filters: described(Json, "A query of an older form, as sent."),
  archived: described(Schema.Boolean, "Whether it is put away."),
  deleted: described(Schema.Boolean, "Whether it is deleted."),
  created_by: described(Schema.NullOr(UserBasicRecord), "The user who made it."),
  created_at: described(Timestamp, "The time at which it was made."),
  updated_at: described(Timestamp, "The time at which it was last changed."),
  type: described(Schema.NullOr(Schema.Literals(experimentTypes)), "Whether it is in code or on a page."),
  exposure_criteria: described(
    Schema.NullOr(structured("ExposureCriteria")),
    "The criteria by which people count as exposed."
  ),
  metrics: described(Metrics, "The metrics that decide, each with a uuid and a fingerprint."),
  metrics_secondary: described(Metrics, "Further metrics, each with a uuid and a fingerprint."),
  stats_config: described(Schema.NullOr(structured("ExperimentStatsConfig")), "The statistics."),
  conclusion: described(Schema.NullOr(Schema.Literals(conclusions)), "The decision about it."),
  conclusion_comment: described(Schema.NullOr(Schema.String), "The reason for the decision."),
  primary_metrics_ordered_uuids: described(MaybeUuids, "The uuids of the metrics in the order to show them."),
  secondary_metrics_ordered_uuids: described(
    MaybeUuids,
    "The uuids of the further metrics in the order to show them."
  ),
  status: described(
    Schema.Literals(["draft", "running", "complete"]),
    "`draft` without a start, `running` without an end, else `complete`."
  ),
  user_access_level: described(Schema.String, "The caller's access: `editor` or `manager`.")
}).annotate({ identifier: "Experiment", description: "A comparison of the variants of a feature flag." })

/** A new experiment. */
export const NewExperiment = createBody(newExperimentTable, {
  identifier: "NewExperiment",
  description: "A new experiment; its name and the key of its flag are enough. Without `start_date` it is a draft."
})

/** A change of an experiment. */
export const ExperimentChanges = changeBody(experimentTable, {
  identifier: "ExperimentChanges",
  description:
    "The fields of an experiment that can be changed. `start_date` launches it, `end_date` ends it, `end_date: null` "
    + "lets it go on, `start_date: null` makes it a draft again, `archived` puts it away, `deleted` deletes and "
    + "restores it.",
  example: { name: "Checkout button, second try", end_date: "2030-01-31T00:00:00Z" }
})
