import { Context, DateTime, Effect, Layer } from "effect"
import type { ActivityId, Change, NewActivity } from "../activity/Activity.ts"
import { activityFields } from "../activity/ActivityFields.ts"
import { ActivityLog } from "../activity/ActivityLog.ts"
import { DefinitionsVersions } from "../caching/DefinitionsVersions.ts"
import type { OrganizationId } from "../identity/Organization.ts"
import type { Project, ProjectId } from "../identity/Project.ts"
import type { User, UserId } from "../identity/User.ts"
import { Outbox } from "../outbox/Outbox.ts"
import type { OutboxMessage } from "../outbox/OutboxMessage.ts"
import { isoText } from "../shared/IsoText.ts"
import type { JsonRecord } from "../shared/JsonRecord.ts"
import type { Bumped, Entity, EntityRow } from "./Entity.ts"

/** The author of a change. */
interface Author {
  readonly actor: User | "system"
  /** The job that made the change, when it was no request, for the activity log. */
  readonly trigger?: { readonly job_type: string; readonly job_id: string; readonly payload: JsonRecord }
}

/** The author of a change, and its project. */
export interface Editing extends Author {
  readonly project: Project
}

/** The project whose log has a change; without an id it is the log of the organisation. */
interface LoggedProject {
  readonly id: ProjectId | null
  readonly organization_id: OrganizationId
}

/** The author of a change that is recorded, and whose log has it. */
export interface Recording extends Author {
  readonly project: LoggedProject
}

/** The user who makes a change; null for the system. */
export const userOf = ({ actor }: Pick<Author, "actor">): UserId | null => actor === "system" ? null : actor.id

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
    return [field, DateTime.isDateTime(value) ? isoText(value) : value]
  }))

const activityOf = <Row extends EntityRow>(
  { actor, project, trigger }: Recording,
  { activity, fields }: Described<Row>,
  change: RowChange<Row>,
  { action, changes }: ChangeWords
): NewActivity | undefined => {
  const { after, before } = change
  const row = after ?? before
  if (activity === undefined || row === undefined) return undefined
  const { computed, detail, itemId, name, scope, secrets } = activity
  const compared = activityFields[scope].fields.filter((field) => fields.some((known) => known === field))
  const recorded = (one: Row): JsonRecord => ({ ...recordOf(compared, one), ...computed?.(one) })
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
      : { before: recorded(before), after: recorded(after) }),
    ...(changes === undefined ? undefined : { changes }),
    ...(hidden.length === 0 ? undefined : { secrets: hidden })
  }
}

const messageOf = (
  { actor, activity, itemId, project, scope }: NewActivity,
  entry: ActivityId
): ReadonlyArray<OutboxMessage> =>
  project === null
    ? []
    : [{
      project,
      topic: entityChanged,
      key: `${scope}/${itemId}`,
      payload: { v: 1, scope, id: itemId, action: activity, user: userOf({ actor }), activity: entry }
    }]

/** Records a change of a row of an entity; the only way to do so. */
export class Changes extends Context.Service<Changes, {
  /**
   * Call inside the transaction of the change, as its last step: the activity entry, the project's definitions version
   * and the outbox row `entity.changed` are kept with the change or not at all. Where the log finds no difference there
   * is neither an entry nor a row.
   */
  readonly record: <Row extends EntityRow, Derived extends object, Taken>(
    editing: Recording,
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
          { project, ...author }: Recording,
          entity: Described<Row>,
          change: RowChange<Row>,
          words: ChangeWords = {}
        ) {
          const activity = activityOf({ project, ...author }, entity, change, words)
          const entry = activity === undefined ? undefined : yield* log.record(activity)
          if (activity !== undefined && entry !== undefined) yield* outbox.append(messageOf(activity, entry.id))
          const bumps = (realm: Bumped) => entity.bumps === realm || entity.bumps === "both"
          if (bumps("project") && project.id !== null) yield* versions.bump(project.id)
          if (bumps("installation")) yield* versions.bump("installation")
        })
      })
    })
  )
}
