import { DateTime } from "effect"
import type { Project } from "../../access/Project.ts"
import type { User } from "../../access/User.ts"
import type { NewActivity } from "../../activity/Activity.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import type { ScheduledChange } from "./ScheduledChange.ts"

/** Whose doing it is, and in which project. */
export interface Scheduling {
  readonly project: Project
  readonly actor: User
}

const timeText = (at: DateTime.Utc | null) => at === null ? null : DateTime.formatIso(at)

const recordOf = (change: ScheduledChange): JsonRecord => ({
  record_id: change.record_id,
  payload: change.payload,
  scheduled_at: timeText(change.scheduled_at),
  is_recurring: change.is_recurring,
  recurrence_interval: change.recurrence_interval,
  cron_expression: change.cron_expression,
  end_date: timeText(change.end_date)
})

/** The entry of a change of the plan; that it is applied is an entry of the flag. */
export const scheduledChangeActivity = (
  { actor, project }: Scheduling,
  activity: "created" | "updated" | "deleted",
  change: ScheduledChange,
  before?: ScheduledChange
): NewActivity => {
  const { operation } = change.payload
  return {
    organization: project.organization_id,
    project: project.id,
    actor,
    scope: "ScheduledChange",
    activity,
    itemId: String(change.id),
    name: typeof operation === "string" ? operation : null,
    ...(before === undefined ? undefined : { before: recordOf(before), after: recordOf(change) })
  }
}
