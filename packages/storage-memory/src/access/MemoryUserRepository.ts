import { EmailTaken } from "@hedgerow/core/access/AccessErrors"
import { UserRepository } from "@hedgerow/core/access/AccessRepository"
import type { Member } from "@hedgerow/core/access/Member"
import type { Membership } from "@hedgerow/core/access/Membership"
import { accountLinkEntity } from "@hedgerow/core/accounts/AccountLink"
import { loginSessionEntity } from "@hedgerow/core/accounts/LoginSession"
import type { OrganizationId } from "@hedgerow/core/identity/Organization"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { emailKey, User, type UserId } from "@hedgerow/core/identity/User"
import { DateTime, Effect, Layer, Option, Order, Struct } from "effect"
import { MemoryDatabase, type MemoryState } from "../database/MemoryDatabase.ts"

const byId: Order.Order<User> = Order.mapInput(Order.Number, (user) => user.id)

const byJoining: Order.Order<Member> = Order.combine(
  Order.mapInput(DateTime.Order, (member) => member.joined_at),
  Order.mapInput(Order.Number, (member) => member.user.id)
)

const byOrganization: Order.Order<Membership> = Order.mapInput(Order.String, (one) => one.organization_id)

const membershipKey = (organization: OrganizationId, user: UserId): string => `${user}/${organization}`

const userWith = (state: MemoryState, email: string): User | undefined => {
  const key = emailKey(email)
  return [...state.users.values()].find((user) => emailKey(user.email) === key)
}

const change = (state: MemoryState, id: UserId, changes: Partial<User>): void => {
  const user = state.users.get(id)
  if (user !== undefined) state.users.set(id, new User(Object.assign({}, user, changes)))
}

const endAccess = (state: MemoryState, id: UserId): void => {
  const sessions = state.entities(loginSessionEntity, id)
  for (const row of Array.from(sessions.rows.values())) sessions.remove(row.id)
  const links = state.entities(accountLinkEntity, id)
  for (const row of Array.from(links.rows.values())) links.remove(row.id)
}

/** Users and memberships in memory. */
export const layer: Layer.Layer<UserRepository, never, MemoryDatabase> = Layer.effect(
  UserRepository,
  Effect.gen(function*() {
    const database = yield* MemoryDatabase

    const find = (id: UserId) => database.operation((state) => Option.fromUndefinedOr(state.users.get(id)))

    return UserRepository.of({
      insert: Effect.fn("UserRepository.insert")(function*(fields: Omit<User, "id">) {
        const inserted = yield* database.operation((state) => {
          if (userWith(state, fields.email) !== undefined) return undefined
          const user = new User({ ...fields, id: state.nextId("user") as UserId })
          state.users.set(user.id, user)
          return user
        })
        return inserted ?? (yield* new EmailTaken({ email: fields.email }))
      }),
      find: Effect.fn("UserRepository.find")(find),
      // A transaction has the whole database to itself.
      findForUpdate: Effect.fn("UserRepository.findForUpdate")(find),
      findByEmail: Effect.fn("UserRepository.findByEmail")((email: string) =>
        database.operation((state) => Option.fromUndefinedOr(userWith(state, email)))
      ),
      list: database.operation((state) => [...state.users.values()].toSorted(byId)),
      update: Effect.fn("UserRepository.update")((user: User) =>
        database.operation((state) => {
          change(state, user.id, Struct.pick(user, ["first_name", "last_name", "is_active"]))
          if (!user.is_active) endAccess(state, user.id)
        })
      ),
      setEmail: Effect.fn("UserRepository.setEmail")(function*(id: UserId, email: string) {
        const isFree = yield* database.operation((state) => {
          const holder = userWith(state, email)
          if (holder !== undefined && holder.id !== id) return false
          change(state, id, { email, is_email_verified: false })
          return true
        })
        if (!isFree) return yield* new EmailTaken({ email })
      }),
      setCurrent: Effect.fn("UserRepository.setCurrent")((
        id: UserId,
        organization: OrganizationId | null,
        project: ProjectId | null
      ) =>
        database.operation((state) =>
          change(state, id, { current_organization_id: organization, current_project_id: project })
        )
      ),
      addMembership: Effect.fn("UserRepository.addMembership")(function*(membership: Membership) {
        const now = yield* DateTime.now
        yield* database.operation((state) => {
          const key = membershipKey(membership.organization_id, membership.user_id)
          const joined_at = state.memberships.get(key)?.joined_at ?? now
          state.memberships.set(key, { membership, joined_at, updated_at: now })
        })
      }),
      removeMembership: Effect.fn("UserRepository.removeMembership")((organization: OrganizationId, user: UserId) =>
        database.operation((state) => state.memberships.delete(membershipKey(organization, user)))
      ),
      memberships: Effect.fn("UserRepository.memberships")((id: UserId) =>
        database.operation((state) =>
          [...state.memberships.values()].map(({ membership }) => membership).filter(({ user_id }) => user_id === id)
            .toSorted(byOrganization)
        )
      ),
      members: Effect.fn("UserRepository.members")((organization: OrganizationId) =>
        database.operation((state) =>
          [...state.memberships.values()].flatMap(({ joined_at, membership, updated_at }): ReadonlyArray<Member> => {
            const user = state.users.get(membership.user_id)
            return user === undefined || membership.organization_id !== organization
              ? []
              : [{ organization_id: organization, user, level: membership.level, joined_at, updated_at }]
          }).toSorted(byJoining)
        )
      )
    })
  })
)
