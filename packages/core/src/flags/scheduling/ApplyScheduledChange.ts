import { Cause, DateTime, Effect, Option, Result } from "effect"
import { ProjectAccess } from "../../access/ProjectAccess.ts"
import { Users } from "../../access/Users.ts"
import type { ProjectId } from "../../identity/Project.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { nextRun } from "./Recurrence.ts"
import { dueChanges, isPaused, ScheduledChange, type ScheduledChangeId } from "./ScheduledChange.ts"
import { ScheduledChangeRepository } from "./ScheduledChangeRepository.ts"
import { makeScheduledDryRun } from "./ScheduledDryRun.ts"
import { makeArming } from "./ScheduledJob.ts"

const maxReason = 400

const reasonOf = (text: string): string => text.length > maxReason ? `${text.slice(0, maxReason - 1)}…` : text

const refused = (message: string) => InvalidInput.at([], "invalid_input", message)

const userGone = refused("The user who scheduled this change is gone or no longer active.")
const accessLost = refused("The user who scheduled this change may no longer change the flags of this project.")

/** Applies a change whose time has come: in one transaction with the plan's own state, so exactly once. */
export const makeApplying = Effect.gen(function*() {
  const repository = yield* ScheduledChangeRepository
  const access = yield* ProjectAccess
  const users = yield* Users
  const transaction = yield* Transaction
  const trial = yield* makeScheduledDryRun
  const arm = yield* makeArming

  /** The user who scheduled it, if they may still do it themselves. */
  const editingOf = Effect.fnUntraced(function*({ created_by, id, payload, project_id }: ScheduledChange) {
    if (created_by === null) return yield* userGone
    const caller = yield* Effect.mapError(users.callerOf(created_by), () => userGone)
    const resolved = access.resolve(caller, String(project_id), "feature_flag:write")
    const project = yield* Effect.mapError(resolved, () => accessLost)
    const trigger = {
      job_type: "scheduled_change",
      job_id: String(id),
      payload: { operation: payload["operation"] }
    }
    return { project, actor: caller.user, trigger }
  })

  const apply = Effect.fnUntraced(function*(change: ScheduledChange) {
    const editing = yield* editingOf(change)
    const flag = yield* trial.flagOf(change.project_id, change.record_id)
    yield* trial.change(editing, flag, change.payload)
  }, transaction.run)

  /** The plan after it was applied: over, or waiting for the next time. */
  const applied = (change: ScheduledChange, now: DateTime.Utc): ScheduledChange => {
    if (!change.is_recurring) return new ScheduledChange({ ...change, executed_at: now, updated_at: now })
    const next = nextRun(change, change.scheduled_at, now)
    const isOver = next === undefined || change.end_date !== null && DateTime.isGreaterThan(next, change.end_date)
    return new ScheduledChange({
      ...change,
      last_executed_at: now,
      updated_at: now,
      ...(isOver ? { executed_at: now } : { scheduled_at: next })
    })
  }

  const failed = (change: ScheduledChange, reason: string, now: DateTime.Utc): ScheduledChange =>
    new ScheduledChange({ ...change, executed_at: now, failure_reason: reasonOf(reason), updated_at: now })

  const isPast = ({ end_date, is_recurring }: ScheduledChange, now: DateTime.Utc): boolean =>
    is_recurring && end_date !== null && DateTime.isLessThanOrEqualTo(end_date, now)

  const outcomeOf = Effect.fnUntraced(function*(change: ScheduledChange, now: DateTime.Utc) {
    if (isPast(change, now)) return new ScheduledChange({ ...change, executed_at: now, updated_at: now })
    const outcome = yield* Effect.result(apply(change))
    return Result.isSuccess(outcome) ? applied(change, now) : failed(change, outcome.failure.message, now)
  })

  const waiting = Effect.fnUntraced(function*(project: ProjectId, id: ScheduledChangeId) {
    const change = Option.getOrUndefined(yield* repository.findForUpdate(project, id))
    return change === undefined || change.executed_at !== null || isPaused(change) ? undefined : change
  })

  /** The first plan of the record, if the plan is to be applied now; a job that comes too early looks again then. */
  const firstDue = Effect.fnUntraced(function*(project: ProjectId, id: ScheduledChangeId) {
    const change = Option.getOrUndefined(yield* repository.find(project, id))
    if (change === undefined || change.executed_at !== null || isPaused(change)) return undefined
    const now = yield* DateTime.now
    if (DateTime.isGreaterThan(change.scheduled_at, now)) return void (yield* arm(change))
    return Option.getOrUndefined(yield* repository.first(project, dueChanges(change.record_id, now)))
  })

  /**
   * Applies a plan if it is still the first of its record. A change of a plan holds the flags' lock before the plan's.
   */
  const applyFirst = Effect.fnUntraced(function*({ id, project_id, record_id }: ScheduledChange) {
    yield* trial.lock(project_id)
    const now = yield* DateTime.now
    const first = Option.getOrUndefined(yield* repository.first(project_id, dueChanges(record_id, now)))
    if (first?.id !== id) return
    const change = yield* waiting(project_id, id)
    if (change === undefined) return
    const after = yield* outcomeOf(change, now)
    yield* repository.update(after)
    if (after.executed_at === null) yield* arm(after)
  }, transaction.run)

  const giveUp = Effect.fnUntraced(function*(project: ProjectId, id: ScheduledChangeId) {
    const change = yield* waiting(project, id)
    if (change === undefined) return
    yield* repository.update(
      failed(change, "An internal error kept the change from being applied.", yield* DateTime.now)
    )
  }, transaction.run)

  /** Each plan that comes before this one of the same record, and then itself, each in a transaction of its own. */
  const inOrder = (applyOne: (change: ScheduledChange) => Effect.Effect<void>) =>
    Effect.fnUntraced(function*(project: ProjectId, id: ScheduledChangeId) {
      let change = yield* firstDue(project, id)
      while (change !== undefined) {
        yield* applyOne(change)
        change = yield* firstDue(project, id)
      }
    })

  return {
    applyDue: inOrder(applyFirst),
    /** As `applyDue`; a defect, of which the log has the cause, ends the plan that has it. */
    applyLast: inOrder((change) =>
      Effect.catchCauseIf(applyFirst(change), Cause.hasDies, (cause) =>
        Effect.andThen(
          Effect.logError("A scheduled change cannot be applied", cause),
          giveUp(change.project_id, change.id)
        ))
    )
  }
})
