import { Schema } from "effect"
import { entity } from "../../entities/Entity.ts"
import type { EntityQuery } from "../../entities/EntityRepository.ts"
import { all, is, type Where } from "../../entities/Where.ts"
import { ProjectId } from "../../identity/Project.ts"
import { deriveUuid, Uuid } from "../../shared/Uuid.ts"
import { type Experiment, ExperimentId } from "../Experiment.ts"

/** Follows from what the result is of: every server finds the same row. */
export const DailyResultId = Uuid.pipe(Schema.brand("DailyResultId"))
export type DailyResultId = typeof DailyResultId.Type

const Json = Schema.Record(Schema.String, Schema.Unknown)

/** The result of a metric up to the end of a day. Another fingerprint is another question. */
export class DailyResult extends Schema.Class<DailyResult>("DailyResult")({
  project_id: ProjectId,
  id: DailyResultId,
  experiment_id: ExperimentId,
  metric_uuid: Schema.String,
  fingerprint: Schema.String,
  /** The start of the experiment. */
  query_from: Schema.DateTimeUtc,
  /** The end of the day, in the project's time zone. */
  query_to: Schema.DateTimeUtc,
  status: Schema.Literals(["completed", "failed"]),
  /** Null where it failed. */
  result: Schema.NullOr(Json),
  completed_at: Schema.NullOr(Schema.DateTimeUtc),
  error_message: Schema.NullOr(Schema.String),
  created_at: Schema.DateTimeUtc,
  updated_at: Schema.DateTimeUtc
}) {}

/** The entity of daily results. */
export const dailyResultEntity = entity({
  name: "DailyResult",
  table: "experiment_daily_results",
  model: DailyResult,
  ids: "uuid"
})

/** A metric of an experiment as it is asked now. */
export interface Series {
  readonly experiment: Pick<Experiment, "id" | "project_id">
  readonly metricUuid: string
  readonly fingerprint: string
}

/** The id of the result of a day. */
export const dailyResultId = ({ experiment, fingerprint, metricUuid }: Series, queryTo: string): DailyResultId =>
  deriveUuid(
    "experiment result",
    experiment.project_id,
    experiment.id,
    metricUuid,
    fingerprint,
    queryTo
  ) as DailyResultId

/** The results of a metric, day by day. */
export const resultsOf = ({ experiment, fingerprint, metricUuid }: Series): EntityQuery<DailyResult> => ({
  where: all<Where<DailyResult>>([
    is("experiment_id", experiment.id),
    is("metric_uuid", metricUuid),
    is("fingerprint", fingerprint)
  ]),
  order: [{ field: "query_to", isDescending: false }]
})
