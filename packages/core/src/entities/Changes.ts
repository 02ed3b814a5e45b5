import { Context, DateTime, Effect, Layer } from "effect"
import type { Change, NewActivity } from "../activity/Activity.ts"
import { activityFields } from "../activity/ActivityFields.ts"
import { ActivityLog } from "../activity/ActivityLog.ts"
import { DefinitionsVersions } from "../caching/DefinitionsVersions.ts"
import type { Project } from "../identity/Project.ts"
import type { User, UserId } from "../identity/User.ts"
import { Outbox } from "../outbox/Outbox.ts"
import type { OutboxMessage } from "../outbox/OutboxMessage.ts"
import type { JsonRecord } from "../shared/JsonRecord.ts"
import type { Entity, EntityRow } from "./Entity.ts"

/** The user who makes a change, and its project. */
export interface Editing {
  readonly project: Project
  readonly actor: User | "system"
  /** The job that made the change, when it was no request, for the activity log. */
  readonly trigger?: { readonly job_type: string; readonly job_id: string; readonly payload: JsonRecord }
}

/** The user who makes a change; null for the system. */
export const userOf = ({ actor }: Pick<Editing, "actor">): UserId | null => actor === "system" ? null : actor.id

/** A change that a user makes. */
export interface UserEditing extends Editing {
  readonly actor: User
}

/** A row before and after: only after when it was created, only before when it was removed. */
export type RowChange<Row> =
  | { readonly before?: undefined; readonly after: Row }
  | { readonly before: Row; readonly after: Row }
  | { readonly before: Row; readonly after?: undefined }

/** The parts of a change that are not read from its rows. */
export interface ChangeWords {
  /** The log's word for it, where it is another than created, updated, deleted or restored. */
  readonly action?: string
  /** Differences of fields that the log does not compare. */
  readonly changes?: ReadonlyArray<Change>
}

/** The topic of the outbox rows about changes of entities. */
export const entityChanged = "entity.changed"

/** The parts of an entity that describe how its changes are recorded. */
type Described<Row extends EntityRow> = Pick<Entity<Row, object, unknown>, "activity" | "bumps" | "fields">

const isDeleted = (row: object): boolean => "deleted" in row && row.deleted === true

const actionOf = <Row extends object>({ after, before }: RowChange<Row>): string => {
  if (before === undefined) return "created"
  if (after === undefined) return "deleted"
  if (isDeleted(before) === isDeleted(after)) return "updated"
  return isDeleted(after) ? "deleted" : "restored"
}

/** The fields of a row that the log compares. */
const recordOf = (fields: ReadonlyArray<string>, row: EntityRow): JsonRecord =>
  Object.fromEntries(fields.map((field) => {
    const value: unknown = Reflect.get(row, field)
    return [field, DateTime.isDateTime(value) ? DateTime.formatIso(value) : value]
  }))

const activityOf = <Row extends EntityRow>(
  { actor, project, trigger }: Editing,
  { activity, fields }: Described<Row>,
  change: RowChange<Row>,
  { action, changes }: ChangeWords
): NewActivity | undefined => {
  const { after, before } = change
  const row = after ?? before
  if (activity === undefined || row === undefined) return undefined
  const { detail, itemId, name, scope, secrets } = activity
  const compared = activityFields[scope].fields.filter((field) => fields.some((known) => known === field))
  const hidden = secrets?.(row, before) ?? []
  return {
    organization: project.organization_id,
    project: project.id,
    actor,
    scope,
    activity: action ?? actionOf(change),
    itemId: itemId?.(row) ?? String(row.id),
    name: name(row),
    detail: { ...detail?.(row), ...(trigger === undefined ? undefined : { trigger }) },
    ...(before === undefined || after === undefined || changes !== undefined
      ? undefined
      : { before: recordOf(compared, before), after: recordOf(compared, after) }),
    ...(changes === undefined ? undefined : { changes }),
    ...(hidden.length === 0 ? undefined : { secrets: hidden })
  }
}

const messageOf = ({ actor, activity, itemId, project, scope }: NewActivity): ReadonlyArray<OutboxMessage> =>
  project === null
    ? []
    : [{
      project,
      topic: entityChanged,
      key: `${scope}/${itemId}`,
      payload: { v: 1, scope, id: itemId, action: activity, user: userOf({ actor }) }
    }]

/** Records a change of a row of an entity; the only way to do so. */
export class Changes extends Context.Service<Changes, {
  /**
   * Call inside the transaction of the change, as its last step: the activity entry, the project's definitions version
   * and the outbox row `entity.changed` are kept with the change or not at all. Where the log finds no difference there
   * is neither an entry nor a row.
   */
  readonly record: <Row extends EntityRow, Derived extends object, Taken>(
    editing: Editing,
    entity: Entity<Row, Derived, Taken>,
    change: RowChange<Row>,
    words?: ChangeWords
  ) => Effect.Effect<void>
}>()("@hedgerow/core/entities/Changes") {
  static readonly layer: Layer.Layer<Changes, never, ActivityLog | DefinitionsVersions | Outbox> = Layer.effect(
    Changes,
    Effect.gen(function*() {
      const log = yield* ActivityLog
      const versions = yield* DefinitionsVersions
      const outbox = yield* Outbox

      return Changes.of({
        record: Effect.fn("Changes.record")(function*<Row extends EntityRow>(
          editing: Editing,
          entity: Described<Row>,
          change: RowChange<Row>,
          words: ChangeWords = {}
        ) {
          const activity = activityOf(editing, entity, change, words)
          if (activity !== undefined && (yield* log.record(activity))) yield* outbox.append(messageOf(activity))
          if (entity.bumps === "project") yield* versions.bump(editing.project.id)
          if (entity.bumps === "installation") yield* versions.bump("installation")
        })
      })
    })
  )
}
