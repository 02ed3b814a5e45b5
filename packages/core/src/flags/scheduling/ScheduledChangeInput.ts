import { DateTime, Effect } from "effect"
import type { Schema } from "effect"
import {
  boolean,
  type ChangedFields,
  choice,
  type FieldValues,
  readChanges,
  readFields,
  text
} from "../../shared/Fields.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import { knownNames, requireNames } from "../../shared/KnownNames.ts"
import { storableRecord } from "../../shared/StorableJson.ts"
import { time } from "../../shared/TimeField.ts"
import { calendarOf } from "./Recurrence.ts"
import { recurrenceIntervals, type ScheduledChange, scheduledModels } from "./ScheduledChange.ts"
import { operationSchema } from "./ScheduledOperation.ts"

/** The fields of a scheduled change. */
export const scheduledChangeFields = {
  record_id: text({ maxLength: 200 }).describe("The id of the flag; it stays what it is.", "1"),
  model_name: choice(scheduledModels).describe("The kind of the changed record; it stays.", "FeatureFlag"),
  payload: storableRecord().stating(operationSchema).as<Readonly<Record<string, Schema.Json>>>()
    .describe("The change of the flag.", { operation: "update_status", value: true }),
  scheduled_at: time().describe(
    "The time at which it is applied; in UTC unless it has an offset.",
    "2099-01-01T09:00:00Z"
  ),
  is_recurring: boolean().orElse(false).describe("Whether it is applied again and again.", false),
  recurrence_interval: choice(recurrenceIntervals).nullable.orElse(null)
    .describe("The interval in which it repeats, if `cron_expression` is not set.", null),
  cron_expression: text({ maxLength: 100, blank: true }).nullable.orElse(null)
    .describe(
      "The times at which it repeats, in five fields of the project's time zone: minute, hour, day, month, weekday.",
      null
    ),
  end_date: time().nullable.orElse(null).describe("The time after which it is not applied any more.", null)
}

/** The names of a plan's record. */
const names = knownNames(Object.keys(scheduledChangeFields), {
  shown: [
    "id",
    "team_id",
    "executed_at",
    "failure_reason",
    "created_at",
    "created_by",
    "updated_at",
    "last_executed_at",
    "timezone"
  ],
  elsewhere: { operation: "payload.operation", value: "payload.value" },
  words: {
    is_recurring: ["repeat", "repeats", "repeating"],
    recurrence_interval: ["interval", "frequency"],
    cron_expression: ["cron", "schedule"]
  }
})

/** The fields of a new scheduled change, read. */
export type NewScheduledChange = FieldValues<typeof scheduledChangeFields>

/** The changed fields of a scheduled change, read. */
export type ScheduledChangeChanges = ChangedFields<typeof scheduledChangeFields>

const withoutBlank = <A extends { readonly cron_expression?: string | null }>(fields: A): A =>
  fields.cron_expression === "" ? { ...fields, cron_expression: null } : fields

/** Reads a new scheduled change's fields. */
export const readNewScheduledChange = (body: unknown): Effect.Effect<NewScheduledChange, InvalidInput> =>
  Effect.andThen(requireNames(body, names), Effect.map(readFields(scheduledChangeFields, body), withoutBlank))

/** Reads what a body changes of one. */
export const readScheduledChangeChanges = (body: unknown): Effect.Effect<ScheduledChangeChanges, InvalidInput> =>
  Effect.andThen(requireNames(body, names), Effect.map(readChanges(scheduledChangeFields, body), withoutBlank))

const invalid = (field: string, message: string) => Effect.fail(InvalidInput.at([field], "invalid_input", message))

type Planned = Pick<
  ScheduledChange,
  "cron_expression" | "end_date" | "is_recurring" | "payload" | "recurrence_interval" | "scheduled_at"
>

const requireRule = Effect.fnUntraced(function*(plan: Planned, isNew: boolean) {
  const { cron_expression: cron, is_recurring, recurrence_interval: interval } = plan
  if (is_recurring && cron === null && interval === null) {
    const message = "Either recurrence_interval or cron_expression is required when is_recurring is true."
    return yield* invalid("recurrence_interval", message)
  }
  if (is_recurring && plan.payload["operation"] === "add_release_condition") {
    const message = "Recurring schedules are not supported for add_release_condition because it appends conditions on "
      + "each run, creating duplicates."
    return yield* invalid("payload", message)
  }
  if (!isNew || is_recurring) return
  const field = interval === null ? "cron_expression" : "recurrence_interval"
  if (interval === null && cron === null) return
  return yield* invalid(field, `Cannot set ${field} when is_recurring is false for new schedules.`)
})

/** Fails when the times of a scheduled change do not go together, in the reference service's order and words. */
export const requirePlan = Effect.fnUntraced(function*(plan: Planned, timezone: string, isNew: boolean) {
  const { cron_expression: cron, end_date, recurrence_interval: interval, scheduled_at } = plan
  if (cron !== null && interval !== null) {
    const message = "Cannot set both cron_expression and recurrence_interval. Use one or the other."
    return yield* invalid("cron_expression", message)
  }
  if (cron !== null && calendarOf(cron, timezone) === undefined) {
    const message = "Invalid cron expression. Use standard 5-field cron syntax (e.g., '0 9 * * 1-5')."
    return yield* invalid("cron_expression", message)
  }
  yield* requireRule(plan, isNew)
  if (end_date !== null && DateTime.isLessThanOrEqualTo(end_date, scheduled_at)) {
    return yield* invalid("end_date", "End date must be after the scheduled start date.")
  }
})

/** Fails when a time is not ahead. */
export const requireFuture = Effect.fnUntraced(function*(at: DateTime.Utc) {
  if (DateTime.isLessThanOrEqualTo(at, yield* DateTime.now)) {
    return yield* invalid("scheduled_at", "The scheduled time must be in the future.")
  }
})
