import { Schema } from "effect"
import { entity } from "../../entities/Entity.ts"
import { ProjectId } from "../../identity/Project.ts"
import { UserId } from "../../identity/User.ts"
import { namedCohorts } from "../exposures/ExperimentCohorts.ts"

/** A positive int4, unique over the installation. */
export const SavedMetricId = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2147483647 })).pipe(
  Schema.brand("SavedMetricId")
)
export type SavedMetricId = typeof SavedMetricId.Type

/** A metric that several experiments measure. */
export class SavedMetric extends Schema.Class<SavedMetric>("SavedMetric")({
  project_id: ProjectId,
  id: SavedMetricId,
  name: Schema.String,
  description: Schema.NullOr(Schema.String),
  /** The metric, as sent, with a uuid. */
  query: Schema.Record(Schema.String, Schema.Unknown),
  tags: Schema.Array(Schema.String),
  created_by: Schema.NullOr(UserId),
  created_at: Schema.DateTimeUtc,
  updated_at: Schema.DateTimeUtc
}) {}

/** The facts that storages find saved metrics by. */
export interface SavedMetricFacts {
  readonly cohort_ids: ReadonlyArray<number>
}

/** The entity of saved metrics. */
export const savedMetricEntity = entity<SavedMetric, SavedMetricFacts>({
  name: "SavedMetric",
  table: "experiment_saved_metrics",
  model: SavedMetric,
  ids: { sequence: "experiment_saved_metrics_id_seq" },
  derive: { columns: ["cohort_ids"], from: ({ query }) => ({ cohort_ids: namedCohorts({ metrics: [query] }) }) },
  activity: { scope: "ExperimentSavedMetric", name: ({ name }) => name }
})
