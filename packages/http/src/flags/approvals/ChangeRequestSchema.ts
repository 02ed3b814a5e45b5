import { changeRequestStates } from "@hedgerow/core/flags/approvals/ChangeRequest"
import { rejectionFields } from "@hedgerow/core/flags/approvals/ChangeRequests"
import { Schema } from "effect"
import { UserBasicRecord } from "../../identity/IdentitySchema.ts"
import { createBody } from "../../requests/RequestBody.ts"
import { described } from "../../shared/Described.ts"

const Timestamp = Schema.String.annotate({ format: "date-time" })
const MaybeTimestamp = Schema.NullOr(Timestamp)
const MaybeUser = Schema.NullOr(UserBasicRecord)

const ApprovalRecord = Schema.Struct({
  user: described(MaybeUser, "The member who approved."),
  approved_at: described(Timestamp, "The time at which they did.")
}).annotate({ identifier: "ChangeRequestApproval" })

/** A change of a flag that others must approve. */
export const ChangeRequestRecord = Schema.Struct({
  id: described(Schema.Int, "The change request's id."),
  flag_id: described(Schema.Int, "The flag's id."),
  flag_key: described(Schema.String, "The flag's key when the change was asked for."),
  flag_version: described(Schema.Int, "The only version of the flag that the change can be applied to."),
  state: described(
    Schema.Literals(changeRequestStates),
    "`pending` waits for approvals and `approved` for its time; the others are ends."
  ),
  diff: described(
    Schema.Array(Schema.Json),
    "The differences, as in the activity log: `field`, `action`, `before`, `after`, and `paths` of structured fields. "
      + "Encrypted payloads are masked."
  ),
  comment: described(Schema.NullOr(Schema.String), "The reason for the change, in the words of who asked for it."),
  reason: described(
    Schema.NullOr(Schema.String),
    "The reason of a rejection, or for which it failed, is stale or expired; null without one."
  ),
  approvals_needed: described(Schema.Int, "The number of approvals with which it is applied."),
  approvals: described(Schema.Array(ApprovalRecord), "The approvals, the first one first."),
  scheduled_at: described(
    MaybeTimestamp,
    "The earliest time at which it is applied; null: with the last approval."
  ),
  expires_at: described(Timestamp, "The time at which it expires when too few have approved it."),
  created_by: described(MaybeUser, "The user who asked for it, as whom it is applied."),
  created_at: described(Timestamp, "The time at which it was asked for."),
  updated_at: described(Timestamp, "The time of its last change."),
  closed_by: described(MaybeUser, "The user with whose step it ended; null for the system, and while it is open."),
  closed_at: described(MaybeTimestamp, "The time of its end; null while it is open.")
}).annotate({ identifier: "ChangeRequest" })

/** The end of a change request. */
export const ChangeRequestRejection = createBody(rejectionFields, {
  identifier: "ChangeRequestRejection",
  description: "Says why a change is not to be made."
})
