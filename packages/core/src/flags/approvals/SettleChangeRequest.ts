import { Cause, DateTime, Effect, Option } from "effect"
import { ProjectRepository } from "../../access/AccessRepository.ts"
import type { Editing } from "../../entities/Changes.ts"
import type { ProjectId } from "../../identity/Project.ts"
import { Transaction } from "../../shared/Transaction.ts"
import type { makeApplying } from "./ApplyChangeRequest.ts"
import { ChangeRequest, type ChangeRequestId, closed, isOpen, isOverdue } from "./ChangeRequest.ts"
import type { ChangeRequestNotFound } from "./ChangeRequestErrors.ts"

/** The reason of a request's end after its days. */
export const nobodyApproved = "Too few members approved it in time."

/** Finds a request with its locks, and the time. */
type Lock = (
  project: ProjectId,
  id: ChangeRequestId
) => Effect.Effect<{ readonly request: ChangeRequest; readonly now: DateTime.Utc }, ChangeRequestNotFound>

/** Applies requests whose time has come, and ends those that nobody approved in time. */
export const makeSettling = Effect.fnUntraced(
  function*({ apply, hasEnough, put }: Effect.Success<typeof makeApplying>, lock: Lock) {
    const projects = yield* ProjectRepository
    const transaction = yield* Transaction

    const systemIn = (project: ProjectId) =>
      Effect.map(projects.find(project), Option.map((found): Editing => ({ project: found, actor: "system" })))

    const settleOne = Effect.fnUntraced(function*(by: Editing, request: ChangeRequest, now: DateTime.Utc) {
      const { scheduled_at: at, state } = request
      const isDue = state === "approved" && at !== null && DateTime.isLessThanOrEqualTo(at, now)
      if (isDue && (yield* hasEnough(request))) return yield* apply(by, request, now)
      if (state === "approved" && !isDue) return request
      if (isOverdue(request, now)) {
        const expired = closed(request, { state: "expired", reason: nobodyApproved, by: null }, now)
        return yield* put(by, request, expired, "expired")
      }
      if (!isDue) return request
      const pending = new ChangeRequest({ ...request, state: "pending", updated_at: now })
      return yield* put(by, request, pending, "approvals_lost")
    })

    const settleNow = Effect.fnUntraced(
      function*(project: ProjectId, id: ChangeRequestId) {
        const by = Option.getOrUndefined(yield* systemIn(project))
        const { now, request } = yield* lock(project, id)
        if (by !== undefined && isOpen(request)) yield* settleOne(by, request, now)
      },
      transaction.run,
      (effect) => Effect.ignore(effect)
    )

    /** Ends one that a defect keeps from being applied. */
    const giveUp = Effect.fnUntraced(
      function*(project: ProjectId, id: ChangeRequestId) {
        const by = Option.getOrUndefined(yield* systemIn(project))
        const { now, request } = yield* lock(project, id)
        if (by === undefined || !isOpen(request)) return
        const reason = "An internal error kept the change from being applied."
        yield* put(by, request, closed(request, { state: "failed", reason, by: null }, now), "failed")
      },
      transaction.run,
      (effect) => Effect.ignore(effect)
    )

    const settleLast = (project: ProjectId, id: ChangeRequestId) =>
      Effect.catchCauseIf(
        settleNow(project, id),
        Cause.hasDies,
        (cause) => Effect.andThen(Effect.logError("A change request cannot be settled", cause), giveUp(project, id))
      )

    return (project: ProjectId, id: ChangeRequestId, isLastAttempt = false) =>
      isLastAttempt ? settleLast(project, id) : settleNow(project, id)
  }
)
