import { DateTime, Schema } from "effect"
import { entity } from "../../entities/Entity.ts"
import type { EntityQuery } from "../../entities/EntityRepository.ts"
import { all, any, before, given, is, type Where } from "../../entities/Where.ts"
import { ProjectId } from "../../identity/Project.ts"
import { UserId } from "../../identity/User.ts"

/** A positive int4, unique over the installation. */
export const ScheduledChangeId = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2147483647 })).pipe(
  Schema.brand("ScheduledChangeId")
)
export type ScheduledChangeId = typeof ScheduledChangeId.Type

/** The kinds of record that can be changed on a schedule. */
export const scheduledModels = ["FeatureFlag"] as const

/** The changes that can be scheduled for a flag. */
export const scheduledOperations = ["update_status", "add_release_condition", "update_variants"] as const
export type ScheduledOperation = (typeof scheduledOperations)[number]

/** The fixed intervals of repeated changes. */
export const recurrenceIntervals = ["daily", "weekly", "monthly", "yearly"] as const
export type RecurrenceInterval = (typeof recurrenceIntervals)[number]

/** A change of a flag that is applied at a time, once or again and again. */
export class ScheduledChange extends Schema.Class<ScheduledChange>("ScheduledChange")({
  id: ScheduledChangeId,
  project_id: ProjectId,
  /** The flag's id. */
  record_id: Schema.String,
  model_name: Schema.Literals(scheduledModels),
  /** `operation` and `value`, as sent. */
  payload: Schema.Record(Schema.String, Schema.Json),
  /** The time of its next application; of one that is over, the time of its last. */
  scheduled_at: Schema.DateTimeUtc,
  /** The time of its end: applied, failed, or past its last repetition. */
  executed_at: Schema.NullOr(Schema.DateTimeUtc),
  /** The reason for which it could not be applied. */
  failure_reason: Schema.NullOr(Schema.String),
  is_recurring: Schema.Boolean,
  recurrence_interval: Schema.NullOr(Schema.Literals(recurrenceIntervals)),
  /** Five fields, read in `timezone`. */
  cron_expression: Schema.NullOr(Schema.String),
  /** The time at which a repeated one was last applied. */
  last_executed_at: Schema.NullOr(Schema.DateTimeUtc),
  /** A repeated one is not applied after this time. */
  end_date: Schema.NullOr(Schema.DateTimeUtc),
  /** The project's, as of when it was made. */
  timezone: Schema.String,
  created_by: Schema.NullOr(UserId),
  created_at: Schema.DateTimeUtc,
  updated_at: Schema.DateTimeUtc
}) {}

/** It has an interval or a calendar, and does not repeat at present. */
export const isPaused = ({ cron_expression, is_recurring, recurrence_interval }: ScheduledChange): boolean =>
  !is_recurring && (recurrence_interval !== null || cron_expression !== null)

/** The entity of scheduled changes. */
export const scheduledChangeEntity = entity({
  name: "ScheduledChange",
  table: "scheduled_changes",
  model: ScheduledChange,
  ids: { sequence: "scheduled_changes_id_seq" },
  activity: {
    scope: "ScheduledChange",
    name: ({ payload: { operation } }) => typeof operation === "string" ? operation : null
  }
})

/** The conditions on the scheduled changes of a list; a missing one matches all. */
export interface ScheduledChangeFilter {
  readonly model_name?: string
  readonly record_id?: string
}

/** By id. */
export const scheduledChangesBy = ({ model_name, record_id }: ScheduledChangeFilter): EntityQuery<ScheduledChange> => ({
  where: all([
    given(model_name, (model) => is("model_name", model)),
    given(record_id, (record) => is("record_id", record))
  ])
})

/** Those that are not over. */
export const pendingChanges = (recordId?: string): EntityQuery<ScheduledChange> => ({
  where: all([given(recordId, (record) => is("record_id", record)), is("executed_at", null)])
})

type Condition = Where<ScheduledChange>

/** The plans of one record whose time has come, in the order in which they are applied. */
export const dueChanges = (recordId: string, now: DateTime.Utc): EntityQuery<ScheduledChange> => ({
  where: all<Condition>([
    is("record_id", recordId),
    is("executed_at", null),
    before("scheduled_at", DateTime.add(now, { milliseconds: 1 })),
    any<Condition>([
      is("is_recurring", true),
      all<Condition>([is("recurrence_interval", null), is("cron_expression", null)])
    ])
  ]),
  order: [{ field: "scheduled_at", isDescending: false }]
})
