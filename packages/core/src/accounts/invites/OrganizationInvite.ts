import { Schema } from "effect"
import { MembershipLevel } from "../../access/Membership.ts"
import { entity } from "../../entities/Entity.ts"
import { OrganizationId } from "../../identity/Organization.ts"
import { UserId } from "../../identity/User.ts"
import { Uuid } from "../../shared/Uuid.ts"

export const InviteId = Uuid.pipe(Schema.brand("InviteId"))
export type InviteId = typeof InviteId.Type

/** An invitation into an organisation by a link. Only the hash of its token is kept. */
export class OrganizationInvite extends Schema.Class<OrganizationInvite>("OrganizationInvite")({
  id: InviteId,
  organization_id: OrganizationId,
  target_email: Schema.String,
  first_name: Schema.String,
  level: MembershipLevel,
  secure_value: Schema.String,
  emailing_attempt_made: Schema.Boolean,
  created_by: Schema.NullOr(UserId),
  created_at: Schema.DateTimeUtc,
  updated_at: Schema.DateTimeUtc,
  expires_at: Schema.DateTimeUtc
}) {}

/** The entity of invitations. */
export const organizationInviteEntity = entity({
  name: "OrganizationInvite",
  table: "organization_invites",
  model: OrganizationInvite,
  ids: "uuid",
  unique: { field: "secure_value", isFreedByDeletion: false }
})
