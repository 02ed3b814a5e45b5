import { Context, Effect, Layer } from "effect"
import { ActivityLog } from "../activity/ActivityLog.ts"
import { DefinitionsVersions } from "../caching/DefinitionsVersions.ts"
import { choice, readFields, text } from "../shared/Fields.ts"
import { InvalidInput } from "../shared/InvalidInput.ts"
import { Transaction } from "../shared/Transaction.ts"
import { type AccessDenied, MemberNotFound, type OrganizationNotFound } from "./AccessErrors.ts"
import { OrganizationRepository, ProjectRepository, UserRepository } from "./AccessRepository.ts"
import type { Caller } from "./Caller.ts"
import { idOfMember, type Member } from "./Member.ts"
import { requireLevelChange, requireMemberManager, requireOwnerLeft } from "./MemberRules.ts"
import { Membership, type MembershipLevel } from "./Membership.ts"
import type { OrganizationId } from "./Organization.ts"
import { ProjectAccess } from "./ProjectAccess.ts"
import type { Scope } from "./Scope.ts"
import type { User } from "./User.ts"

const newMember = { email: text(), level: choice([1, 8, 15]).orElse(1) }
const changedMember = { level: choice([1, 8, 15]) }

type Refused = AccessDenied | OrganizationNotFound

const unknownEmail = InvalidInput.at(["email"], "does_not_exist", "No user has this email address.")
const alreadyMember = InvalidInput.at(["email"], "unique", "This user is a member of the organization already.")

const recordOf = ({ level, user }: Member) => ({ user: { first_name: user.first_name, email: user.email }, level })

/** The people of an organisation; every method takes the organisation's id or `@current`. */
export class Members extends Context.Service<Members, {
  /** By joining, the first one first. */
  readonly list: (caller: Caller, organizationId: string) => Effect.Effect<ReadonlyArray<Member>, Refused>
  /** Makes the user with this `email` a member (`level`, 1 unless said otherwise); for managers. */
  readonly add: (
    caller: Caller,
    organizationId: string,
    input: unknown
  ) => Effect.Effect<Member, Refused | InvalidInput>
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
  static readonly layer: Layer.Layer<
    Members,
    never,
    | ActivityLog
    | DefinitionsVersions
    | OrganizationRepository
    | ProjectAccess
    | ProjectRepository
    | Transaction
    | UserRepository
  > = Layer.effect(
    Members,
    Effect.gen(function*() {
      const organizations = yield* OrganizationRepository
      const projects = yield* ProjectRepository
      const users = yield* UserRepository
      const access = yield* ProjectAccess
      const transaction = yield* Transaction
      const activity = yield* ActivityLog
      const versions = yield* DefinitionsVersions

      const idOf = (caller: Caller, text: string, scope: Scope) =>
        Effect.map(access.organization(caller, text, scope), ({ id }) => id)

      /** Runs a change of the members as they are now: nobody else changes them meanwhile. */
      const change = <A, E>(
        organization: OrganizationId,
        effect: (members: ReadonlyArray<Member>) => Effect.Effect<A, E>
      ): Effect.Effect<A, E> =>
        transaction.run(
          organizations.findForUpdate(organization).pipe(
            Effect.andThen(users.members(organization)),
            Effect.flatMap(effect),
            Effect.tap(versions.bump("installation"))
          )
        )

      const record = (caller: Caller, after: Member, what: string, before?: Member) =>
        activity.record({
          organization: after.organization_id,
          project: null,
          actor: caller.user,
          scope: "OrganizationMembership",
          activity: what,
          itemId: idOfMember(after),
          name: after.user.email,
          ...(before === undefined ? undefined : { before: recordOf(before), after: recordOf(after) })
        })

      const memberWith = (members: ReadonlyArray<Member>, uuid: string): Effect.Effect<Member, MemberNotFound> => {
        const found = members.find(({ user }) => user.uuid === uuid)
        return found === undefined ? Effect.fail(new MemberNotFound()) : Effect.succeed(found)
      }

      const putMember = Effect.fnUntraced(
        function*(organization: OrganizationId, user: User, level: MembershipLevel) {
          yield* users.addMembership(new Membership({ organization_id: organization, user_id: user.id, level }))
          return yield* Effect.orDie(memberWith(yield* users.members(organization), user.uuid))
        }
      )

      const list = Effect.fn("Members.list")(function*(caller: Caller, organizationId: string) {
        return yield* users.members(yield* idOf(caller, organizationId, "organization_member:read"))
      })

      const add = Effect.fn("Members.add")(function*(caller: Caller, organizationId: string, input: unknown) {
        const organization = yield* idOf(caller, organizationId, "organization_member:write")
        return yield* change(
          organization,
          Effect.fnUntraced(function*(members) {
            yield* requireMemberManager(members, caller.user)
            const { email, level } = yield* readFields(newMember, input)
            yield* requireLevelChange(members, caller.user, level)
            const user = yield* Effect.mapError(
              Effect.flatMap(users.findByEmail(email), Effect.fromOption),
              () => unknownEmail
            )
            if (members.some((member) => member.user.id === user.id)) return yield* alreadyMember
            const member = yield* putMember(organization, user, level)
            yield* record(caller, member, "created")
            return member
          })
        )
      })

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
              if (level !== 15) yield* requireOwnerLeft(members, before, ["level"])
              const after = yield* putMember(organization, before.user, level)
              yield* record(caller, after, "updated", before)
              return after
            })
          )
        }
      )

      /** Where the user goes on: another organisation of theirs, if there is one. */
      const moveOn = Effect.fnUntraced(function*(user: User, left: OrganizationId) {
        if (user.current_organization_id !== left) return
        const next = (yield* users.memberships(user.id)).map((membership) => membership.organization_id).slice(0, 1)
        const [project] = yield* projects.listByOrganizations(next)
        yield* users.setCurrent(user.id, next[0] ?? null, project?.id ?? null)
      })

      const remove = Effect.fn("Members.remove")(
        function*(caller: Caller, organizationId: string, userUuid: string) {
          const organization = yield* idOf(caller, organizationId, "organization_member:write")
          yield* change(
            organization,
            Effect.fnUntraced(function*(members) {
              if (userUuid !== caller.user.uuid) yield* requireMemberManager(members, caller.user)
              const member = yield* memberWith(members, userUuid)
              yield* requireLevelChange(members, caller.user, undefined, member)
              yield* requireOwnerLeft(members, member, [])
              yield* users.removeMembership(organization, member.user.id)
              yield* moveOn(member.user, organization)
              yield* record(caller, member, "deleted")
            })
          )
        }
      )

      return Members.of({ list, add, changeLevel, remove })
    })
  )
}
