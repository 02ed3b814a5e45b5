import { Effect } from "effect"
import { ActivityLog } from "../activity/ActivityLog.ts"
import { DefinitionsVersions } from "../caching/DefinitionsVersions.ts"
import type { OrganizationId } from "../identity/Organization.ts"
import type { User } from "../identity/User.ts"
import { Transaction } from "../shared/Transaction.ts"
import { parseUuid } from "../shared/Uuid.ts"
import { MemberNotFound } from "./AccessErrors.ts"
import { OrganizationRepository, UserRepository } from "./AccessRepository.ts"
import type { Caller } from "./Caller.ts"
import { idOfMember, type Member } from "./Member.ts"
import { Membership, type MembershipLevel } from "./Membership.ts"

const recordOf = ({ level, user }: Member) => ({ user: { first_name: user.first_name, email: user.email }, level })

/** The member whose user has this uuid. */
export const memberWith = (members: ReadonlyArray<Member>, uuid: string): Effect.Effect<Member, MemberNotFound> => {
  const found = members.find(({ user }) => user.uuid === parseUuid(uuid))
  return found === undefined ? Effect.fail(new MemberNotFound()) : Effect.succeed(found)
}

/** The steps that changes of members have in common. */
export const makeMemberEditing = Effect.gen(function*() {
  const organizations = yield* OrganizationRepository
  const users = yield* UserRepository
  const transaction = yield* Transaction
  const activity = yield* ActivityLog
  const versions = yield* DefinitionsVersions

  /** Runs a change of the members as they are now: no other change runs meanwhile. */
  const change = <A, E>(
    organization: OrganizationId,
    effect: (members: ReadonlyArray<Member>) => Effect.Effect<A, E>
  ): Effect.Effect<A, E> =>
    transaction.run(
      organizations.findForUpdate(organization).pipe(
        Effect.andThen(users.members(organization)),
        Effect.flatMap(effect)
      )
    )

  /** The end of every change. */
  const record = Effect.fnUntraced(function*(
    caller: Pick<Caller, "user">,
    after: Member,
    what: string,
    before?: Member
  ) {
    yield* versions.bump("installation")
    yield* activity.record({
      organization: after.organization_id,
      project: null,
      actor: caller.user,
      scope: "OrganizationMembership",
      activity: what,
      itemId: idOfMember(after),
      name: after.user.email,
      ...(before === undefined ? undefined : { before: recordOf(before), after: recordOf(after) })
    })
  })

  /** The user is a member of this level from then on. */
  const putMember = Effect.fnUntraced(
    function*(organization: OrganizationId, user: User, level: MembershipLevel) {
      yield* users.addMembership(new Membership({ organization_id: organization, user_id: user.id, level }))
      return yield* Effect.orDie(memberWith(yield* users.members(organization), user.uuid))
    }
  )

  return { change, record, putMember }
})
