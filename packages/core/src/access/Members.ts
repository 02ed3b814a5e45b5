import { Context, Effect, Layer } from "effect"
import type { User } from "../identity/User.ts"
import { choice, readFields, text } from "../shared/Fields.ts"
import { InvalidInput } from "../shared/InvalidInput.ts"
import { parseUuid } from "../shared/Uuid.ts"
import type { AccessDenied, MemberNotFound, OrganizationNotFound } from "./AccessErrors.ts"
import { UserRepository } from "./AccessRepository.ts"
import type { Caller } from "./Caller.ts"
import { makeCurrentProjectSelection } from "./CurrentProjectSelection.ts"
import type { Member } from "./Member.ts"
import { makeMemberEditing, memberWith } from "./MemberEditing.ts"
import { requireLevelChange, requireMemberManager, requireOwnerLeft } from "./MemberRules.ts"
import type { PeoplePorts } from "./PeoplePorts.ts"
import { ProjectAccess, reachableOrganizations } from "./ProjectAccess.ts"
import type { Scope } from "./Scope.ts"

const levels = "1 is a member, 8 an admin, 15 an owner."

/** The fields of a new member. */
export const newMember = {
  email: text().describe("The email address of a user of the installation.", "ada@example.com"),
  level: choice([1, 8, 15]).orElse(1).describe(levels, 1)
}

/** The fields of a change of a member's level. */
export const changedMember = { level: choice([1, 8, 15]).describe(levels, 8) }

type Refused = AccessDenied | OrganizationNotFound

const unknownEmail = InvalidInput.at(["email"], "does_not_exist", "No user has this email address.")
const alreadyMember = InvalidInput.at(["email"], "unique", "This user is a member of the organization already.")

/** The people of an organisation; every method takes the organisation's id or `@current`. */
export class Members extends Context.Service<Members, {
  /** By joining, the first one first. */
  readonly list: (caller: Caller, organizationId: string) => Effect.Effect<ReadonlyArray<Member>, Refused>
  /**
   * Makes the user with this `email` a member (`level`, default 1); for managers. Only users who belong to no
   * organisation, or share one the caller reaches, can be added: others are reported as unknown.
   */
  readonly add: (
    caller: Caller,
    organizationId: string,
    input: unknown
  ) => Effect.Effect<Member, Refused | InvalidInput>
  /** As `add`, of any active user: for the tools of who operates the installation, not for callers from outside. */
  readonly enrol: (
    caller: Caller,
    organizationId: string,
    input: unknown
  ) => Effect.Effect<Member, Refused | InvalidInput>
  /**
   * Refuses callers whom `add`, or `changeLevel` of this user, would refuse for any input: before their input is read.
   */
  readonly requireManager: (
    caller: Caller,
    organizationId: string,
    userUuid?: string
  ) => Effect.Effect<void, Refused | MemberNotFound>
  /** Changes the `level` of the user with this uuid; for managers. */
  readonly changeLevel: (
    caller: Caller,
    organizationId: string,
    userUuid: string,
    input: unknown
  ) => Effect.Effect<Member, Refused | MemberNotFound | InvalidInput>
  /** Removes the user with this uuid: for managers, and for those who leave. */
  readonly remove: (
    caller: Caller,
    organizationId: string,
    userUuid: string
  ) => Effect.Effect<void, Refused | MemberNotFound | InvalidInput>
}>()("@hedgerow/core/access/Members") {
  static readonly layer: Layer.Layer<Members, never, PeoplePorts> = Layer.effect(
    Members,
    Effect.gen(function*() {
      const users = yield* UserRepository
      const access = yield* ProjectAccess
      const places = yield* makeCurrentProjectSelection
      const { change, putMember, record } = yield* makeMemberEditing

      const idOf = (caller: Caller, text: string, scope: Scope) =>
        Effect.map(access.organization(caller, text, scope), ({ id }) => id)

      const list = Effect.fn("Members.list")(function*(caller: Caller, organizationId: string) {
        return yield* users.members(yield* idOf(caller, organizationId, "organization_member:read"))
      })

      /** Users of other organisations are private: they are neither found nor added without their consent. */
      const isWithinSight = Effect.fnUntraced(function*(caller: Caller, user: User) {
        const organizations = (yield* users.memberships(user.id)).map((membership) => membership.organization_id)
        const reachable = reachableOrganizations(caller)
        return organizations.length === 0 || organizations.some((id) => reachable.includes(id))
      })

      const activeUser = Effect.fnUntraced(function*(email: string) {
        const user = yield* Effect.mapError(
          Effect.flatMap(users.findByEmail(email), Effect.fromOption),
          () => unknownEmail
        )
        return user.is_active ? user : yield* unknownEmail
      })

      const put = Effect.fnUntraced(function*(
        caller: Caller,
        organizationId: string,
        input: unknown,
        mayAdd: (user: User) => Effect.Effect<boolean>
      ) {
        const organization = yield* idOf(caller, organizationId, "organization_member:write")
        return yield* change(
          organization,
          Effect.fnUntraced(function*(members) {
            yield* requireMemberManager(members, caller.user)
            const { email, level } = yield* readFields(newMember, input)
            yield* requireLevelChange(members, caller.user, level)
            const user = yield* activeUser(email)
            if (!(yield* mayAdd(user))) return yield* unknownEmail
            if (members.some((member) => member.user.id === user.id)) return yield* alreadyMember
            const member = yield* putMember(organization, user, level)
            yield* places.join(user.id, organization)
            yield* record(caller, member, "created")
            return member
          })
        )
      })

      const add = Effect.fn("Members.add")((caller: Caller, organizationId: string, input: unknown) =>
        put(caller, organizationId, input, (user) => isWithinSight(caller, user))
      )

      const enrol = Effect.fn("Members.enrol")((caller: Caller, organizationId: string, input: unknown) =>
        put(caller, organizationId, input, () => Effect.succeed(true))
      )

      const requireManager = Effect.fn("Members.requireManager")(
        function*(caller: Caller, organizationId: string, userUuid?: string) {
          const members = yield* users.members(yield* idOf(caller, organizationId, "organization_member:write"))
          yield* requireMemberManager(members, caller.user)
          if (userUuid === undefined) return
          const member = yield* memberWith(members, userUuid)
          yield* requireLevelChange(members, caller.user, undefined, member)
        }
      )

      const changeLevel = Effect.fn("Members.changeLevel")(
        function*(caller: Caller, organizationId: string, userUuid: string, input: unknown) {
          const organization = yield* idOf(caller, organizationId, "organization_member:write")
          return yield* change(
            organization,
            Effect.fnUntraced(function*(members) {
              yield* requireMemberManager(members, caller.user)
              const before = yield* memberWith(members, userUuid)
              const { level } = yield* readFields(changedMember, input)
              yield* requireLevelChange(members, caller.user, level, before)
              if (level === before.level) return before
              if (level !== 15) yield* requireOwnerLeft(members, before, ["level"])
              const after = yield* putMember(organization, before.user, level)
              yield* record(caller, after, "updated", before)
              return after
            })
          )
        }
      )

      const remove = Effect.fn("Members.remove")(
        function*(caller: Caller, organizationId: string, userUuid: string) {
          const organization = yield* idOf(caller, organizationId, "organization_member:write")
          yield* change(
            organization,
            Effect.fnUntraced(function*(members) {
              if (parseUuid(userUuid) !== caller.user.uuid) yield* requireMemberManager(members, caller.user)
              const member = yield* memberWith(members, userUuid)
              yield* requireLevelChange(members, caller.user, undefined, member)
              yield* requireOwnerLeft(members, member, [])
              yield* users.removeMembership(organization, member.user.id)
              yield* places.leave(member.user.id, organization)
              yield* record(caller, member, "deleted")
            })
          )
        }
      )

      return Members.of({ list, add, enrol, requireManager, changeLevel, remove })
    })
  )
}
