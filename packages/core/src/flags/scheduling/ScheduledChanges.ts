import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { ProjectAccess } from "../../access/ProjectAccess.ts"
import type { Users } from "../../access/Users.ts"
import { Changes, type UserEditing } from "../../entities/Changes.ts"
import type { ProjectId } from "../../identity/Project.ts"
import { handle } from "../../jobs/JobKind.ts"
import type { Jobs } from "../../jobs/Jobs.ts"
import { withChanges } from "../../shared/Fields.ts"
import { positiveInt4 } from "../../shared/Int4.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import type { Page, PageRequest } from "../../shared/Page.ts"
import { Transaction } from "../../shared/Transaction.ts"
import type { ApprovalRequired } from "../approvals/ChangeRequestErrors.ts"
import type { FeatureFlags } from "../FeatureFlags.ts"
import type { FeatureFlagRepository } from "../model/FeatureFlagRepository.ts"
import { makeApplying } from "./ApplyScheduledChange.ts"
import { nextRun } from "./Recurrence.ts"
import {
  isPaused,
  pendingChanges,
  ScheduledChange,
  scheduledChangeEntity,
  type ScheduledChangeFilter,
  type ScheduledChangeId,
  scheduledChangesBy
} from "./ScheduledChange.ts"
import { ScheduledChangeNotFound } from "./ScheduledChangeErrors.ts"
import {
  readNewScheduledChange,
  readScheduledChangeChanges,
  requireFuture,
  requirePlan,
  type ScheduledChangeChanges
} from "./ScheduledChangeInput.ts"
import { ScheduledChangeRepository } from "./ScheduledChangeRepository.ts"
import { makeScheduledDryRun } from "./ScheduledDryRun.ts"
import { applying, makeArming } from "./ScheduledJob.ts"

/** The most changes of a project that may be pending. */
export const maxPending = 1_000

/** For how many there are, without any of them. */
const noRows = { limit: 0, offset: 0 }

const tooMany = InvalidInput.at([], "invalid_input", `A project can only have ${maxPending} scheduled changes waiting.`)

const isOver = InvalidInput.at([], "invalid_input", "Cannot modify a scheduled change that has already executed.")

const otherRecord = (field: "model_name" | "record_id", what: string) =>
  InvalidInput.at([field], "invalid_input", `Cannot change the ${what} of an existing scheduled change.`)

type Ports =
  | Changes
  | FeatureFlagRepository
  | FeatureFlags
  | Jobs
  | ProjectAccess
  | ScheduledChangeRepository
  | Transaction
  | Users

/** Fails when a change would be about something else, or of one that is over. */
const requireSame = Effect.fnUntraced(function*(before: ScheduledChange, changes: ScheduledChangeChanges) {
  const { model_name, record_id } = changes
  if (record_id !== undefined && record_id !== before.record_id) return yield* otherRecord("record_id", "target record")
  if (model_name !== undefined && model_name !== before.model_name) {
    return yield* otherRecord("model_name", "model type")
  }
  if (before.executed_at !== null) return yield* isOver
})

/** One that repeats again, after its time went by while it did not, waits for the next time. */
const resumed = (before: ScheduledChange, after: ScheduledChange, now: DateTime.Utc): ScheduledChange => {
  if (!isPaused(before) || isPaused(after) || DateTime.isGreaterThan(after.scheduled_at, now)) return after
  const next = nextRun(after, after.scheduled_at, now)
  return next === undefined ? after : new ScheduledChange({ ...after, scheduled_at: next })
}

/** Changes of flags that are applied at their time, as who scheduled them. Each change of a plan is one transaction. */
export class ScheduledChanges extends Context.Service<ScheduledChanges, {
  /** Plans a change, which must do for the flag as it is now. */
  readonly create: (
    by: UserEditing,
    body: unknown
  ) => Effect.Effect<ScheduledChange, ApprovalRequired | InvalidInput>
  /** By id, also those that are over. */
  readonly list: (
    project: ProjectId,
    filter: ScheduledChangeFilter,
    page: PageRequest
  ) => Effect.Effect<Page<ScheduledChange>>
  /** Those of a flag that are not over. */
  readonly pending: (project: ProjectId, recordId: string) => Effect.Effect<ReadonlyArray<ScheduledChange>>
  readonly find: (project: ProjectId, id: string) => Effect.Effect<ScheduledChange, ScheduledChangeNotFound>
  /** Changes what `body` names of one that is not over. */
  readonly patch: (
    by: UserEditing,
    id: string,
    body: unknown
  ) => Effect.Effect<ScheduledChange, ApprovalRequired | ScheduledChangeNotFound | InvalidInput>
  readonly remove: (by: UserEditing, id: string) => Effect.Effect<void, ScheduledChangeNotFound>
  /** Applies one whose time has come, exactly once however often it is called; the job calls it. */
  readonly applyDue: (project: ProjectId, id: ScheduledChangeId, isLastAttempt?: boolean) => Effect.Effect<void>
}>()("@hedgerow/core/flags/scheduling/ScheduledChanges") {
  static readonly layer: Layer.Layer<ScheduledChanges, never, Ports> = Layer.effect(
    ScheduledChanges,
    Effect.gen(function*() {
      const repository = yield* ScheduledChangeRepository
      const transaction = yield* Transaction
      const { record } = yield* Changes
      const trial = yield* makeScheduledDryRun
      const { applyDue, applyLast } = yield* makeApplying
      const arm = yield* makeArming

      const found = (from: typeof repository.find) =>
        Effect.fnUntraced(function*(project: ProjectId, text: string) {
          const id = positiveInt4(text)
          const change = id === undefined ? Option.none() : yield* from(project, id as ScheduledChangeId)
          return Option.getOrUndefined(change) ?? (yield* new ScheduledChangeNotFound())
        })

      const find = found(repository.find)
      const lock = found(repository.findForUpdate)

      const create = Effect.fnUntraced(function*(by: UserEditing, body: unknown) {
        const fields = yield* readNewScheduledChange(body)
        const { id: project_id, timezone } = by.project
        yield* requirePlan(fields, timezone, true)
        yield* requireFuture(fields.scheduled_at)
        const flag = yield* trial.flagOf(project_id, fields.record_id)
        yield* trial.tryOut(by, flag, fields.payload)
        if ((yield* repository.list(project_id, pendingChanges(), noRows)).count >= maxPending) return yield* tooMany
        const now = yield* DateTime.now
        const made = yield* repository.create({
          ...fields,
          project_id,
          record_id: String(flag.id),
          timezone,
          executed_at: null,
          failure_reason: null,
          last_executed_at: null,
          created_by: by.actor.id,
          created_at: now,
          updated_at: now
        })
        yield* record(by, scheduledChangeEntity, { after: made })
        yield* arm(made)
        return made
      }, transaction.run)

      const patch = Effect.fnUntraced(function*(by: UserEditing, text: string, body: unknown) {
        yield* trial.lock(by.project.id)
        const before = yield* lock(by.project.id, text)
        const changes = yield* readScheduledChangeChanges(body)
        yield* requireSame(before, changes)
        const now = yield* DateTime.now
        const planned = new ScheduledChange({ ...withChanges(before, changes), updated_at: now })
        yield* requirePlan(planned, before.timezone, false)
        if (changes.scheduled_at !== undefined) yield* requireFuture(changes.scheduled_at)
        const flag = yield* trial.flagOf(by.project.id, before.record_id)
        if (changes.payload !== undefined) yield* trial.tryOut(by, flag, changes.payload)
        const after = resumed(before, planned, now)
        if (isPaused(before) && !isPaused(after)) yield* requireFuture(after.scheduled_at)
        yield* repository.update(after)
        yield* record(by, scheduledChangeEntity, { before, after })
        yield* arm(after)
        return after
      }, transaction.run)

      const remove = Effect.fnUntraced(function*(by: UserEditing, text: string) {
        const change = yield* lock(by.project.id, text)
        yield* repository.remove(by.project.id, change.id)
        yield* record(by, scheduledChangeEntity, { before: change })
      }, transaction.run)

      return ScheduledChanges.of({
        create: Effect.fn("ScheduledChanges.create")(create),
        list: Effect.fn("ScheduledChanges.list")((project, filter, page) =>
          repository.list(project, scheduledChangesBy(filter), page)
        ),
        pending: Effect.fn("ScheduledChanges.pending")((project, recordId) =>
          repository.all(project, pendingChanges(recordId))
        ),
        find: Effect.fn("ScheduledChanges.find")(find),
        patch: Effect.fn("ScheduledChanges.patch")(patch),
        remove: Effect.fn("ScheduledChanges.remove")(remove),
        applyDue: Effect.fn("ScheduledChanges.applyDue")((project, id, isLastAttempt = false) =>
          isLastAttempt ? applyLast(project, id) : applyDue(project, id)
        )
      })
    })
  )
}

/** Does `applying`. */
export const handler = handle(
  applying,
  Effect.fnUntraced(function*({ change }, { attempts, max_attempts, project_id }) {
    if (project_id === null) return
    yield* (yield* ScheduledChanges).applyDue(project_id, change, attempts >= max_attempts)
  })
)
