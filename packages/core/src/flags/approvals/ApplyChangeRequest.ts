import { type DateTime, Effect, Option, Result } from "effect"
import { ProjectAccess } from "../../access/ProjectAccess.ts"
import { Users } from "../../access/Users.ts"
import { Changes, type Editing, userOf } from "../../entities/Changes.ts"
import type { UserId } from "../../identity/User.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { makeFlagEditing } from "../editing/FlagEditing.ts"
import { type ChangeRequest, changeRequestEntity, closed } from "./ChangeRequest.ts"
import { ChangeRequestRepository } from "./ChangeRequestRepository.ts"
import { overtaken } from "./OvertakenRequests.ts"
import { openedBody } from "./RequestedBody.ts"

const maxReason = 400

const reasonOf = (text: string): string => text.length > maxReason ? `${text.slice(0, maxReason - 1)}…` : text

const requesterGone = InvalidInput.at(
  [],
  "invalid_input",
  "The user who asked for this change may no longer change the flags of this project."
)

/** Applies requests: the steps of a transaction that holds the locks of the project's flags and of the request. */
export const makeApplying = Effect.gen(function*() {
  const repository = yield* ChangeRequestRepository
  const access = yield* ProjectAccess
  const users = yield* Users
  const transaction = yield* Transaction
  const flags = yield* makeFlagEditing
  const { record } = yield* Changes

  /** A user as one who changes the flags of the project, while they may. */
  const editorOf = Effect.fnUntraced(function*({ project_id }: ChangeRequest, id: UserId | null) {
    if (id === null) return yield* requesterGone
    const caller = yield* users.callerOf(id)
    const project = yield* access.resolve(caller, String(project_id), "feature_flag:write")
    return { project, actor: caller.user }
  }, Effect.mapError(() => requesterGone))

  /** The request in a new state, with its entry in the log. */
  const put = Effect.fnUntraced(function*(by: Editing, before: ChangeRequest, after: ChangeRequest, action: string) {
    yield* repository.update(after)
    yield* record(by, changeRequestEntity, { before, after }, { action })
    return after
  })

  const change = Effect.fnUntraced(function*(by: Editing, request: ChangeRequest, now: DateTime.Utc) {
    // Its own end comes first: the change of the flag overtakes the requests that are open.
    const applied = yield* put(by, request, closed(request, { state: "applied", by: userOf(by) }, now), "applied")
    const editor = yield* editorOf(request, request.created_by)
    const trigger = {
      job_type: "change_request",
      job_id: String(request.id),
      payload: { approved_by: request.approvals.map(({ user }) => user) }
    }
    const body = yield* openedBody(request)
    yield* flags.patchApproved({ ...editor, trigger }, request.flag_id, body, request.flag_version)
    return applied
  }, transaction.run)

  const apply = Effect.fnUntraced(function*(by: Editing, request: ChangeRequest, now: DateTime.Utc) {
    const outcome = yield* Effect.result(change(by, request, now))
    if (Result.isSuccess(outcome)) return outcome.success
    const { failure } = outcome
    if (failure._tag === "NeededApproval") return yield* Effect.die(failure)
    const end = failure._tag === "FlagVersionMismatch"
      ? { state: "stale" as const, reason: overtaken(request.flag_version, failure.version) }
      : { state: "failed" as const, reason: reasonOf(failure.message) }
    return yield* put(by, request, closed(request, { ...end, by: userOf(by) }, now), end.state)
  })

  return {
    put,
    apply,
    /** Whether as many have approved it as must, of those who may still do so. */
    hasEnough: Effect.fnUntraced(function*(request: ChangeRequest) {
      const editors = yield* Effect.forEach(request.approvals, ({ user }) => Effect.option(editorOf(request, user)))
      return editors.filter(Option.isSome).length >= request.approvals_needed
    })
  }
})
