import { Schema } from "effect"
import { entity } from "../../entities/Entity.ts"
import { OrganizationId } from "../../identity/Organization.ts"
import { UserId } from "../../identity/User.ts"
import { Uuid } from "../../shared/Uuid.ts"

export const InviteId = Uuid.pipe(Schema.brand("InviteId"))
export type InviteId = typeof InviteId.Type

/** A member or an admin: an owner is made by an owner, of somebody who is there. */
export const InvitedLevel = Schema.Literals([1, 8])
export type InvitedLevel = typeof InvitedLevel.Type

/** An invitation of an e-mail address to an organisation, by a link. Only the hash of the link's token is kept. */
export class Invite extends Schema.Class<Invite>("Invite")({
  id: InviteId,
  organization_id: OrganizationId,
  target_email: Schema.String,
  level: InvitedLevel,
  secure_value: Schema.String,
  /** Whether the link was sent to the address, and shown to nobody: who opens it reads the address's mails. */
  is_mailed: Schema.Boolean,
  created_by: UserId,
  created_at: Schema.DateTimeUtc,
  expires_at: Schema.DateTimeUtc
}) {}

/** The entity of invitations. */
export const inviteEntity = entity({ name: "Invite", table: "organization_invites", model: Invite, ids: "uuid" })
