import type { DateTime } from "effect"
import type { OrganizationId } from "../identity/Organization.ts"
import type { User } from "../identity/User.ts"
import { deriveUuid, type Uuid } from "../shared/Uuid.ts"
import type { MembershipLevel } from "./Membership.ts"

/** A user as one of an organisation's people. */
export interface Member {
  readonly organization_id: OrganizationId
  readonly user: User
  readonly level: MembershipLevel
  readonly joined_at: DateTime.Utc
  readonly updated_at: DateTime.Utc
}

/** The id of a user's membership. */
export const idOfMember = (member: Pick<Member, "organization_id" | "user">): Uuid =>
  deriveUuid("membership", member.organization_id, member.user.uuid)
