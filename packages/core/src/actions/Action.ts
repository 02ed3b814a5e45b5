import { Schema } from "effect"
import { entity } from "../entities/Entity.ts"
import { ProjectId } from "../identity/Project.ts"
import { UserId } from "../identity/User.ts"

/** A positive int4, unique over the installation. */
export const ActionId = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2147483647 })).pipe(
  Schema.brand("ActionId")
)
export type ActionId = typeof ActionId.Type

const Json = Schema.Record(Schema.String, Schema.Json)

/** A name for events: those that meet one of its steps. */
export class Action extends Schema.Class<Action>("Action")({
  project_id: ProjectId,
  id: ActionId,
  name: Schema.NullOr(Schema.String),
  description: Schema.String,
  tags: Schema.Array(Schema.String),
  post_to_slack: Schema.Boolean,
  slack_message_format: Schema.String,
  /** As sent; `ActionStep` reads them. */
  steps: Schema.Array(Json),
  deleted: Schema.Boolean,
  created_by: Schema.NullOr(UserId),
  created_at: Schema.DateTimeUtc,
  updated_at: Schema.DateTimeUtc
}) {}

/** The entity of actions. */
export const actionEntity = entity({
  name: "Action",
  table: "actions",
  model: Action,
  ids: { sequence: "actions_id_seq" },
  activity: { scope: "Action", name: ({ name }) => name },
  bumps: "project"
})
