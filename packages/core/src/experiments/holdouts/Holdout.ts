import { Schema } from "effect"
import { entity } from "../../entities/Entity.ts"
import { ProjectId } from "../../identity/Project.ts"
import { UserId } from "../../identity/User.ts"

/** A positive int4, unique over the installation. */
export const HoldoutId = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2147483647 })).pipe(
  Schema.brand("HoldoutId")
)
export type HoldoutId = typeof HoldoutId.Type

/** A share of the people that the experiments with this holdout leave out of all their variants. */
export class Holdout extends Schema.Class<Holdout>("Holdout")({
  project_id: ProjectId,
  id: HoldoutId,
  name: Schema.String,
  description: Schema.NullOr(Schema.String),
  /** Conditions as the older form of flags has them: the share of the first one counts. */
  filters: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)),
  created_by: Schema.NullOr(UserId),
  created_at: Schema.DateTimeUtc,
  updated_at: Schema.DateTimeUtc
}) {}

/** The entity of holdouts. */
export const holdoutEntity = entity({
  name: "Holdout",
  table: "experiment_holdouts",
  model: Holdout,
  ids: { sequence: "experiment_holdouts_id_seq" },
  activity: { scope: "ExperimentHoldout", name: ({ name }) => name, detail: () => ({ type: "holdout" }) }
})
