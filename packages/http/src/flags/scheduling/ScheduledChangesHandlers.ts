import { UserLookup } from "@hedgerow/core/access/UserLookup"
import type { ScheduledChange } from "@hedgerow/core/flags/scheduling/ScheduledChange"
import { ScheduledChanges } from "@hedgerow/core/flags/scheduling/ScheduledChanges"
import { DateTime, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../Api.ts"
import { CurrentProject } from "../../auth/Authorization.ts"
import { answering } from "../../errors/ErrorTable.ts"
import { namedUser } from "../../identity/IdentityEncode.ts"
import { readJson } from "../../requests/JsonBody.ts"
import { pageBody, pageRequest } from "../../requests/Paging.ts"
import { flagEditing } from "../FlagIds.ts"
import type { ScheduledChangeRecord } from "./ScheduledChangeSchema.ts"

type People = Parameters<typeof namedUser>[0]

const timeText = (at: DateTime.Utc | null) => at === null ? null : DateTime.formatIso(at)

const recordOf = (people: People) => (change: ScheduledChange): typeof ScheduledChangeRecord.Type => ({
  id: change.id,
  team_id: change.project_id,
  record_id: change.record_id,
  model_name: change.model_name,
  payload: change.payload,
  scheduled_at: DateTime.formatIso(change.scheduled_at),
  executed_at: timeText(change.executed_at),
  failure_reason: change.failure_reason,
  created_at: DateTime.formatIso(change.created_at),
  created_by: namedUser(people, change.created_by),
  updated_at: DateTime.formatIso(change.updated_at),
  is_recurring: change.is_recurring,
  recurrence_interval: change.recurrence_interval,
  cron_expression: change.cron_expression,
  last_executed_at: timeText(change.last_executed_at),
  end_date: timeText(change.end_date),
  timezone: change.timezone
})

interface FilterQuery {
  readonly model_name?: string
  readonly record_id?: string
}

const filterOf = ({ model_name: modelName, record_id: recordId }: FilterQuery) => ({
  ...(modelName === undefined ? undefined : { modelName }),
  ...(recordId === undefined ? undefined : { recordId })
})

/** Plans changes of flags, and shows and changes plans. */
export const layer = HttpApiBuilder.group(
  Api,
  "scheduledChanges",
  Effect.fnUntraced(function*(handlers) {
    const scheduled = yield* ScheduledChanges
    const { people } = yield* UserLookup

    const recording = Effect.fnUntraced(function*(changes: ReadonlyArray<ScheduledChange>) {
      return recordOf(yield* people(yield* CurrentProject, changes.flatMap(({ created_by }) => created_by ?? [])))
    })

    const record = Effect.fnUntraced(function*(change: ScheduledChange) {
      return (yield* recording([change]))(change)
    })

    const update = Effect.fnUntraced(function*(id: string, request: Parameters<typeof readJson>[0]) {
      return yield* record(yield* scheduled.patch(yield* flagEditing, id, yield* readJson(request)))
    }, answering)

    return handlers
      .handle(
        "list",
        Effect.fn("http.scheduledChanges.list")(function*({ query }) {
          const slice = pageRequest(query)
          const page = yield* scheduled.list((yield* CurrentProject).id, filterOf(query), slice)
          return yield* pageBody(page, slice, yield* recording(page.items))
        })
      )
      .handleRaw(
        "create",
        Effect.fn("http.scheduledChanges.create")(function*({ request }) {
          return yield* record(yield* scheduled.create(yield* flagEditing, yield* readJson(request)))
        }, answering)
      )
      .handle(
        "read",
        Effect.fn("http.scheduledChanges.read")(function*({ params }) {
          return yield* record(yield* scheduled.find((yield* CurrentProject).id, params.id))
        }, answering)
      )
      .handleRaw(
        "update",
        Effect.fn("http.scheduledChanges.update")(({ params, request }) => update(params.id, request))
      )
      .handleRaw(
        "replace",
        Effect.fn("http.scheduledChanges.replace")(({ params, request }) => update(params.id, request))
      )
      .handle(
        "remove",
        Effect.fn("http.scheduledChanges.remove")(function*({ params }) {
          yield* scheduled.remove(yield* flagEditing, params.id)
          return HttpServerResponse.empty()
        }, answering)
      )
  })
)
