import { Schema } from "effect"
import { OrganizationId } from "../identity/Organization.ts"
import { UserId } from "../identity/User.ts"

/** member 1, admin 8, owner 15: the reference service's numbers. */
export const MembershipLevel = Schema.Literals([1, 8, 15])
export type MembershipLevel = typeof MembershipLevel.Type

/** A user's rights in the projects of an organisation. */
export class Membership extends Schema.Class<Membership>("Membership")({
  organization_id: OrganizationId,
  user_id: UserId,
  level: MembershipLevel
}) {}

export type AccessLevel = "editor" | "manager"

/** Members edit; admins and owners manage. */
export const accessLevelOf = (level: MembershipLevel): AccessLevel => level >= 8 ? "manager" : "editor"

/** The level these memberships give in an organisation, or undefined outside of it. */
export const levelIn = (
  memberships: ReadonlyArray<Membership>,
  organization: OrganizationId
): MembershipLevel | undefined => memberships.find((membership) => membership.organization_id === organization)?.level

/** Whether these memberships let a user manage an organisation: its name, projects and people. */
export const manages = (memberships: ReadonlyArray<Membership>, organization: OrganizationId): boolean => {
  const level = levelIn(memberships, organization)
  return level !== undefined && accessLevelOf(level) === "manager"
}
