import { Schema } from "effect"
import { ChangeRequestId, changeRequestStates } from "./ChangeRequest.ts"

/** The project has no such change request. */
export class ChangeRequestNotFound extends Schema.TaggedError<ChangeRequestNotFound>()("ChangeRequestNotFound", {}) {}

/**
 * A flag was not changed, as others must approve the change. `change_request` is the request that was made of it; null when
 * the change of the flag was a part of another change, of which none is made.
 */
export class ApprovalRequired extends Schema.TaggedError<ApprovalRequired>()("ApprovalRequired", {
  flag_id: Schema.Int,
  flag_key: Schema.String,
  change_request: Schema.NullOr(ChangeRequestId)
}) {
  override get message(): string {
    const needed = `A change of the feature flag "${this.flag_key}" needs approval.`
    return this.change_request === null
      ? `${needed} Ask for it by a PATCH of the flag itself (id ${this.flag_id}); nothing was changed.`
      : `${needed} It waits as change request ${this.change_request}.`
  }
}

/** The request is in a state in which this cannot be done; `reason` is that of its end. */
export class ChangeRequestNotOpen extends Schema.TaggedError<ChangeRequestNotOpen>()("ChangeRequestNotOpen", {
  state: Schema.Literals(changeRequestStates),
  reason: Schema.NullOr(Schema.String)
}) {
  override get message(): string {
    return `The change request is ${this.state}.${this.reason === null ? "" : ` ${this.reason}`}`
  }
}

/** Who approves has done so before. */
export class AlreadyApproved extends Schema.TaggedError<AlreadyApproved>()("AlreadyApproved", {}) {
  override get message(): string {
    return "You have approved this change request already."
  }
}

/** The caller may not do this with the request. */
export class ChangeRequestDenied extends Schema.TaggedError<ChangeRequestDenied>()("ChangeRequestDenied", {
  reason: Schema.Literals(["own request", "not yours"])
}) {
  override get message(): string {
    return this.reason === "own request"
      ? "Another member must approve or reject a change request; who made it can cancel it."
      : "Only who made a change request, or an admin or owner, can cancel it."
  }
}
