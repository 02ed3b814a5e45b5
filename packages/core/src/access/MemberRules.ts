import { Effect } from "effect"
import type { User } from "../identity/User.ts"
import { InvalidInput } from "../shared/InvalidInput.ts"
import { AccessDenied } from "./AccessErrors.ts"
import type { Member } from "./Member.ts"
import { accessLevelOf, type MembershipLevel } from "./Membership.ts"

const owner = 15

const denied = (reason: AccessDenied["reason"]) => Effect.fail(new AccessDenied({ reason }))

const levelOf = (members: ReadonlyArray<Member>, user: User): MembershipLevel | undefined =>
  members.find((member) => member.user.id === user.id)?.level

/** Only managers change who belongs to an organisation. */
export const requireMemberManager = (
  members: ReadonlyArray<Member>,
  actor: User
): Effect.Effect<void, AccessDenied> => {
  const level = levelOf(members, actor)
  return level !== undefined && accessLevelOf(level) === "manager" ? Effect.void : denied({ _tag: "NotAManager" })
}

/** Only owners make an owner, or change one: `level` is what a member gets, `target` who has one already. */
export const requireLevelChange = (
  members: ReadonlyArray<Member>,
  actor: User,
  level: MembershipLevel | undefined,
  target?: Member
): Effect.Effect<void, AccessDenied> =>
  (level === owner || target?.level === owner) && levelOf(members, actor) !== owner
    ? denied({ _tag: "NotAnOwner" })
    : Effect.void

/** Whether an organisation has an owner who can act, without this member. */
export const hasOwnerWithout = (members: ReadonlyArray<Member>, user: User): boolean =>
  members.some((member) => member.level === owner && member.user.is_active && member.user.id !== user.id)

/** An organisation keeps an owner who can act. */
export const requireOwnerLeft = (
  members: ReadonlyArray<Member>,
  without: Member,
  path: ReadonlyArray<string>
): Effect.Effect<void, InvalidInput> =>
  without.level !== owner || hasOwnerWithout(members, without.user)
    ? Effect.void
    : Effect.fail(
      InvalidInput.at(path, "invalid_input", "The last owner of an organization cannot be removed or demoted.")
    )
