import type { ScheduledChange } from "@hedgerow/core/flags/scheduling/ScheduledChange"
import { ScheduledChanges } from "@hedgerow/core/flags/scheduling/ScheduledChanges"
import { isoText, isoTextOrNull } from "@hedgerow/core/shared/IsoText"
import { Effect } from "effect"
import { handlerGroup } from "../../endpoints/HandlerGroup.ts"
import { makeEntityHandlers, namingMakers, shownAlike } from "../../entities/EntityHandlers.ts"
import { readListQuery } from "../../entities/EntityQuery.ts"
import { namedUser } from "../../identity/IdentityEncode.ts"
import { scheduledChangeFilterFields, ScheduledChangesApi } from "./ScheduledChangesApi.ts"
import type { ScheduledChangeRecord } from "./ScheduledChangeSchema.ts"

type People = Parameters<typeof namedUser>[0]

const recordOf = (people: People) => (change: ScheduledChange): typeof ScheduledChangeRecord.Type => ({
  id: change.id,
  team_id: change.project_id,
  record_id: change.record_id,
  model_name: change.model_name,
  payload: change.payload,
  scheduled_at: isoText(change.scheduled_at),
  executed_at: isoTextOrNull(change.executed_at),
  failure_reason: change.failure_reason,
  created_at: isoText(change.created_at),
  created_by: namedUser(people, change.created_by),
  updated_at: isoText(change.updated_at),
  is_recurring: change.is_recurring,
  recurrence_interval: change.recurrence_interval,
  cron_expression: change.cron_expression,
  last_executed_at: isoTextOrNull(change.last_executed_at),
  end_date: isoTextOrNull(change.end_date),
  timezone: change.timezone
})

/** Plans changes of flags, and shows and changes plans. */
export const layer = handlerGroup(
  ScheduledChangesApi,
  Effect.fnUntraced(function*(handlers) {
    const scheduled = yield* ScheduledChanges
    const records = yield* namingMakers(recordOf)

    const plain = yield* makeEntityHandlers({
      group: "scheduledChanges",
      scope: "ScheduledChange",
      list: (project, query, page) =>
        Effect.flatMap(
          readListQuery(scheduledChangeFilterFields, query),
          (filter) => scheduled.list(project, filter, page)
        ),
      find: scheduled.find,
      idOf: ({ id }: ScheduledChange) => id,
      create: scheduled.create,
      patch: scheduled.patch,
      remove: scheduled.remove,
      ...shownAlike(records)
    })

    return handlers
      .handle("list", plain.list)
      .handleRaw("create", plain.create)
      .handle("read", plain.read)
      .handleRaw("update", plain.update)
      .handleRaw("replace", plain.replace)
      .handle("remove", plain.remove)
  })
)
