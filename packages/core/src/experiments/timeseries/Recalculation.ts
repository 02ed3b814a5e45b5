import { Schema } from "effect"
import { entity } from "../../entities/Entity.ts"
import type { EntityQuery } from "../../entities/EntityRepository.ts"
import { all, is, isIn, type Where } from "../../entities/Where.ts"
import { ProjectId } from "../../identity/Project.ts"
import { Uuid } from "../../shared/Uuid.ts"
import { ExperimentId } from "../Experiment.ts"

/** A uuid of version 7. */
export const RecalculationId = Uuid.pipe(Schema.brand("RecalculationId"))
export type RecalculationId = typeof RecalculationId.Type

/** The states of a recalculation. */
export const recalculationStatuses = ["pending", "in_progress", "completed", "failed"] as const

/** A request for all results of a metric, one day after the other. */
export class Recalculation extends Schema.Class<Recalculation>("Recalculation")({
  project_id: ProjectId,
  id: RecalculationId,
  experiment_id: ExperimentId,
  /** The metric, as sent. */
  metric: Schema.Record(Schema.String, Schema.Unknown),
  metric_uuid: Schema.String,
  fingerprint: Schema.String,
  status: Schema.Literals(recalculationStatuses),
  /** The end of the last day that is done: work goes on after it. */
  done_until: Schema.NullOr(Schema.DateTimeUtc),
  created_at: Schema.DateTimeUtc,
  updated_at: Schema.DateTimeUtc
}) {}

/** The entity of recalculations. */
export const recalculationEntity = entity({
  name: "Recalculation",
  table: "experiment_recalculations",
  model: Recalculation,
  ids: "uuid"
})

/** The recalculation that is asked for and not over, of one question. */
export const activeRecalculation = (experiment: ExperimentId, fingerprint: string): EntityQuery<Recalculation> => ({
  where: all<Where<Recalculation>>([
    is("experiment_id", experiment),
    is("fingerprint", fingerprint),
    isIn("status", ["pending", "in_progress"])
  ])
})
