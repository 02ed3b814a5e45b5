import { Context, DateTime, Effect, Layer, Option } from "effect"
import { UserRepository } from "../access/AccessRepository.ts"
import type { InsightId } from "../dashboards/Insight.ts"
import { InsightRepository } from "../dashboards/InsightRepository.ts"
import type { Changes, Editing } from "../entities/Changes.ts"
import { type Draft, type Edit, makeEntityEditing, type NewEdit } from "../entities/EntityEditing.ts"
import { all, given, is } from "../entities/Where.ts"
import type { ProjectId } from "../identity/Project.ts"
import type { Jobs } from "../jobs/Jobs.ts"
import {
  type ChangedFields,
  differs,
  type FieldValues,
  readChanges,
  readFields,
  withChanges
} from "../shared/Fields.ts"
import { InvalidInput } from "../shared/InvalidInput.ts"
import { isoText } from "../shared/IsoText.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import type { Transaction } from "../shared/Transaction.ts"
import { makeUuid7 } from "../shared/Uuid.ts"
import { Alert, alertEntity, withCheck } from "./Alert.ts"
import { AlertNotFound } from "./AlertErrors.ts"
import { isWatchable } from "./AlertEvaluation.ts"
import { alertFields, newAlertFields, storedRecord, userIds } from "./AlertInput.ts"
import { makeAlertArming } from "./AlertJob.ts"
import { AlertRepository } from "./AlertRepository.ts"
import { readSnooze } from "./AlertTimes.ts"

/** The most alerts of a project. */
export const maxAlerts = 500

/** The alerts that a list shows. */
export interface AlertFilter {
  readonly insight?: number
}

type Sent = ChangedFields<typeof alertFields>
type Missing = AlertNotFound | InvalidInput

const tooMany = InvalidInput.at([], "invalid_input", `A project has at most ${maxAlerts} alerts.`)
const notSupported = InvalidInput.at(["insight"], "invalid_input", "Alerts are not supported for this insight.")
const absoluteOnly = InvalidInput.at(
  ["threshold", "configuration", "type"],
  "invalid_choice",
  "A percentage is one of a change: use `absolute`, or the condition `relative_increase` or `relative_decrease`."
)
const badSnooze = InvalidInput.at(["snoozed_until"], "invalid_date", "Not a time: send `4h`, `2d`, `1w` or an instant.")
const pastSnooze = InvalidInput.at(["snoozed_until"], "invalid_date", "The end of a silence is in the future.")

const unknownInsight = (id: number) =>
  InvalidInput.at(["insight"], "does_not_exist", `Invalid pk "${id}" - object does not exist.`)

/** The changes of the stored fields; those of a silence are in `snoozed`. */
const storedFields = ({ condition, config, insight, subscribed_users, threshold, ...plain }: Sent) => ({
  ...plain,
  ...(insight === undefined ? undefined : { insight_id: insight as InsightId }),
  ...(subscribed_users === undefined ? undefined : { subscribed_users: userIds(subscribed_users) }),
  ...(threshold === undefined ? undefined : { threshold: storedRecord(threshold) }),
  ...(condition === undefined ? undefined : { condition: storedRecord(condition) }),
  ...(config === undefined ? undefined : { config: storedRecord(config) })
})

/** The fields of which another value is another question. */
const askedFields = new Set(["condition", "config", "insight_id", "threshold", "calculation_interval"])

/** A change of what is looked at begins anew, and so does one that is turned on again. A value sent once more is none. */
const beginsAnew = (before: Alert | undefined, changes: Partial<Alert>): boolean =>
  before !== undefined && (
    differs(before, Object.fromEntries(Object.entries(changes).filter(([field]) => askedFields.has(field))))
    || changes.enabled === true && !before.enabled
  )

const snoozed = Effect.fnUntraced(function*({ from, now, sent: { snoozed_until: text } }: Edit<Alert, Sent>) {
  if (text === undefined || text === null && from.snoozed_until === null) return {}
  const until = text === null ? null : readSnooze(text, now)
  if (until === undefined) return yield* badSnooze
  const isPast = until !== null && DateTime.isLessThanOrEqualTo(until, now)
  const state = until === null ? "Not firing" as const : "Snoozed" as const
  if (!differs(from, { snoozed_until: until })) return isPast ? {} : { snoozed_until: until, state }
  if (isPast) return yield* pastSnooze
  const check = {
    id: yield* makeUuid7,
    created_at: isoText(now),
    calculated_value: null,
    state,
    targets_notified: false
  }
  return { snoozed_until: until, state, checks: withCheck(from, check) }
})

const draft = Effect.fnUntraced(function*(edit: Edit<Alert, Sent>) {
  const stored = storedFields(edit.sent) as Partial<Alert>
  const anew = beginsAnew(edit.before, stored)
    ? { state: "Not firing" as const, snoozed_until: null, next_check_at: edit.now }
    : {}
  const changes = { ...stored, ...anew, ...(yield* snoozed(edit)) }
  return { ...edit, after: withChanges(edit.from, changes) }
})

const blank = ({ made, sent }: NewEdit<Alert, FieldValues<typeof newAlertFields>>): Alert => {
  const { condition, config, insight, subscribed_users, threshold, ...plain } = sent
  return new Alert({
    ...made,
    ...plain,
    insight_id: insight as InsightId,
    subscribed_users: userIds(subscribed_users),
    threshold: storedRecord(threshold),
    condition: storedRecord(condition),
    config: storedRecord(config),
    state: "Not firing",
    told_state: "Not firing",
    snoozed_until: null,
    last_notified_at: null,
    last_checked_at: null,
    next_check_at: made.created_at,
    checks: []
  })
}

/** The alerts of projects. Ids stand as in URLs: a text that is none finds nothing. */
export class Alerts extends Context.Service<Alerts, {
  /** By creation. */
  readonly list: (project: ProjectId, filter: AlertFilter, page: PageRequest) => Effect.Effect<Page<Alert>>
  readonly find: (project: ProjectId, id: string) => Effect.Effect<Alert, AlertNotFound>
  /** Makes an alert, which is checked at once. */
  readonly create: (by: Editing, body: unknown) => Effect.Effect<Alert, InvalidInput>
  /** Changes what `body` names. A change of what it looks at begins anew. */
  readonly patch: (by: Editing, id: string, body: unknown) => Effect.Effect<Alert, Missing>
  /** Removes it for good. */
  readonly remove: (by: Editing, id: string) => Effect.Effect<void, AlertNotFound>
}>()("@hedgerow/core/alerts/Alerts") {
  static readonly layer: Layer.Layer<
    Alerts,
    never,
    AlertRepository | Changes | InsightRepository | Jobs | Transaction | UserRepository
  > = Layer.effect(
    Alerts,
    Effect.gen(function*() {
      const repository = yield* AlertRepository
      const insights = yield* InsightRepository
      const users = yield* UserRepository
      const arm = yield* makeAlertArming

      const requireInsight = Effect.fnUntraced(function*({ insight_id, project_id }: Alert) {
        const found = Option.getOrUndefined(yield* insights.find(project_id, insight_id))
        if (found === undefined || found.deleted) return yield* unknownInsight(insight_id)
        if (!isWatchable(found)) return yield* notSupported
      })

      const requireMembers = Effect.fnUntraced(function*({ after, by }: Draft<Alert>) {
        if (after.subscribed_users.length === 0) return
        const members = new Set((yield* users.members(by.project.organization_id)).map(({ user }) => user.id))
        const place = after.subscribed_users.findIndex((id) => !members.has(id))
        if (place >= 0) {
          const message = `No member of the organization has the id ${after.subscribed_users[place]}.`
          return yield* InvalidInput.at(["subscribed_users", place], "does_not_exist", message)
        }
      })

      const check = Effect.fnUntraced(function*(drafted: Draft<Alert>) {
        const { after, before } = drafted
        const type = (after.threshold as { configuration?: { type?: unknown } }).configuration?.type
        if (type === "percentage" && after.condition["type"] === "absolute_value") return yield* absoluteOnly
        if (after.insight_id !== before?.insight_id) yield* requireInsight(after)
        if (after.subscribed_users !== before?.subscribed_users) yield* requireMembers(drafted)
        if (before === undefined && (yield* repository.all(after.project_id)).length >= maxAlerts) return yield* tooMany
      })

      const editing = yield* makeEntityEditing(alertEntity, repository, {
        missing: () => new AlertNotFound(),
        lock: repository.lock,
        blank,
        draft,
        check,
        follow: ({ after, before }, stored) =>
          before !== undefined && after.next_check_at === before.next_check_at ? Effect.void : arm(stored)
      })

      return Alerts.of({
        list: Effect.fn("Alerts.list")((project, { insight }, page) =>
          repository.list(project, { where: all([given(insight, (id) => is("insight_id", id as InsightId))]) }, page)
        ),
        find: Effect.fn("Alerts.find")(editing.find),
        create: Effect.fn("Alerts.create")((by, body) => editing.create(by, readFields(newAlertFields, body))),
        patch: Effect.fn("Alerts.patch")((by, id, body) =>
          editing.update(by, id, () => readChanges(alertFields, body))
        ),
        remove: Effect.fn("Alerts.remove")((by, id) => editing.remove(by, id))
      })
    })
  )
}
