import type { SentInvite, ShownInvite } from "@hedgerow/core/accounts/invites/Invites"
import { isoText } from "@hedgerow/core/shared/IsoText"
import { Schema } from "effect"
import { userBasicRecord } from "../../identity/IdentityEncode.ts"
import { UserBasicRecord } from "../../identity/IdentitySchema.ts"
import { described } from "../../shared/Described.ts"

const Timestamp = Schema.String.annotate({ format: "date-time" })

/** An invitation on the wire. */
export const InviteRecord = Schema.Struct({
  id: described(Schema.String, "The invitation's id."),
  target_email: described(Schema.String, "The email address of the person who is invited."),
  level: described(Schema.Int, "The level that the person gets: 1 member, 8 admin."),
  is_mailed: described(Schema.Boolean, "Whether the link was sent to the address by mail."),
  is_expired: described(
    Schema.Boolean,
    "Whether the link works no longer: it is too old, or who sent it manages the organisation no longer."
  ),
  created_by: described(
    Schema.NullOr(UserBasicRecord),
    "The user who sent the invitation; null when they are no member any more."
  ),
  created_at: described(Timestamp, "The time at which the person was invited."),
  expires_at: described(Timestamp, "The time until which the link works.")
}).annotate({ identifier: "OrganizationInvite" })

/** An invitation that was just sent. */
export const SentInviteRecord = Schema.Struct({
  ...InviteRecord.fields,
  link: described(
    Schema.NullOr(Schema.String),
    "The link, to be handed over; it is shown this once. Null where it was mailed."
  )
}).annotate({ identifier: "SentOrganizationInvite" })

/** An invitation as the person sees it whom it is for. */
export const OpenedInviteRecord = Schema.Struct({
  target_email: described(Schema.String, "The email address that is invited."),
  level: described(Schema.Int, "The level that the person gets: 1 member, 8 admin."),
  organization_name: described(Schema.String, "The name of the organisation."),
  has_account: described(
    Schema.Boolean,
    "Whether somebody has an account with the address: they log in, and join by `/api/users/@me/join/`."
  )
}).annotate({ identifier: "OpenedInvite" })

/** The answer to who has joined an organisation. */
export const JoinedRecord = Schema.Struct({
  success: described(Schema.Literal(true), "Always true."),
  organization: described(Schema.String, "The id of the organisation.")
}).annotate({ identifier: "JoinedOrganization" })

/** An invitation on the wire. */
export const inviteRecord = ({ invite, isExpired, sender }: ShownInvite): typeof InviteRecord.Type => ({
  id: invite.id,
  target_email: invite.target_email,
  level: invite.level,
  is_mailed: invite.is_mailed,
  is_expired: isExpired,
  created_by: sender === null ? null : userBasicRecord(sender),
  created_at: isoText(invite.created_at),
  expires_at: isoText(invite.expires_at)
})

/** An invitation that was just sent on the wire; `linkOf` makes the link of a token. */
export const sentInviteRecord = (
  sent: SentInvite,
  linkOf: (token: string) => string
): typeof SentInviteRecord.Type => ({ ...inviteRecord(sent), link: sent.token === null ? null : linkOf(sent.token) })
