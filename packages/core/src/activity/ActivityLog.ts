import { Context, DateTime, Effect, Layer, type Schema } from "effect"
import type { User } from "../identity/User.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import {
  type ActivityDetail,
  type ActivityEntry,
  type ActivityFilter,
  type ActivityUser,
  type Change,
  type NewActivity
} from "./Activity.ts"
import { makeActivityIds } from "./ActivityIds.ts"
import { ActivityRepository } from "./ActivityRepository.ts"
import { boundedChanges, boundedJson, boundedText, storableChange, storableJson } from "./ActivityValues.ts"
import { fieldChanges, maskedChange, secretsOf } from "./FieldDiff.ts"
import { withoutSecrets } from "./SecretPaths.ts"

const changesOf = (activity: NewActivity): ReadonlyArray<Change> => {
  const { after, before, scope, secrets } = activity
  const worded = (activity.changes ?? []).map((change) => maskedChange(storableChange(change), secrets))
  return before === undefined || after === undefined
    ? worded
    : [...fieldChanges(scope, before, after, secrets), ...worded]
}

const triggerOf = ({ detail, scope, secrets }: NewActivity): Schema.Json =>
  detail?.trigger === undefined
    ? null
    : boundedJson(withoutSecrets(storableJson(detail.trigger), secretsOf(scope, secrets)))

const detailOf = (activity: NewActivity, changes: ReadonlyArray<Change>): ActivityDetail => {
  const { short_id, type } = activity.detail ?? {}
  return {
    changes: changes.length === 0 ? null : boundedChanges(changes),
    trigger: triggerOf(activity),
    name: activity.name === null ? null : boundedText(activity.name),
    short_id: short_id === undefined ? null : boundedText(short_id),
    type: type === undefined ? null : boundedText(type)
  }
}

const userOf = (actor: User | "system"): ActivityUser | null =>
  actor === "system"
    ? null
    : {
      id: actor.id,
      uuid: actor.uuid,
      distinct_id: boundedText(actor.distinct_id),
      first_name: boundedText(actor.first_name),
      last_name: boundedText(actor.last_name),
      email: boundedText(actor.email)
    }

/** The log of changes and of their authors. A domain makes one call for each record that it changes. */
export class ActivityLog extends Context.Service<ActivityLog, {
  /**
   * Call inside the transaction of the change, so that both are kept or neither. With `before` and `after` of which
   * nothing differs (and no worded changes) nothing is written. Returns the entry that was.
   */
  readonly record: (activity: NewActivity) => Effect.Effect<ActivityEntry | undefined>
  /** The entries of a project or organisation, newest first. */
  readonly list: (filter: ActivityFilter, page: PageRequest) => Effect.Effect<Page<ActivityEntry>>
}>()("@hedgerow/core/activity/ActivityLog") {
  static readonly layer: Layer.Layer<ActivityLog, never, ActivityRepository> = Layer.effect(
    ActivityLog,
    Effect.gen(function*() {
      const repository = yield* ActivityRepository
      const nextId = makeActivityIds()

      const record = Effect.fn("ActivityLog.record")(function*(activity: NewActivity) {
        const changes = changesOf(activity)
        const isUpdate = activity.before !== undefined && activity.after !== undefined
        if (isUpdate && changes.length === 0) return undefined
        const now = yield* DateTime.now
        const entry: ActivityEntry = {
          id: yield* nextId(now),
          organization_id: activity.organization,
          project_id: activity.project,
          user: userOf(activity.actor),
          activity: boundedText(activity.activity),
          scope: activity.scope,
          item_id: boundedText(activity.itemId),
          detail: detailOf(activity, changes),
          created_at: now
        }
        yield* repository.insert(entry)
        return entry
      })

      return ActivityLog.of({ record, list: repository.list })
    })
  )
}
