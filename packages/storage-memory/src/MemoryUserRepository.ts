import { UserRepository } from "@hedgerow/core/access/AccessRepository"
import type { Membership } from "@hedgerow/core/access/Membership"
import type { OrganizationId } from "@hedgerow/core/access/Organization"
import type { ProjectId } from "@hedgerow/core/access/Project"
import { User, type UserId } from "@hedgerow/core/access/User"
import { Effect, Layer, Option, Struct } from "effect"
import { MemoryDatabase } from "./MemoryDatabase.ts"

/** Users and memberships in memory. */
export const layer: Layer.Layer<UserRepository, never, MemoryDatabase> = Layer.effect(
  UserRepository,
  Effect.gen(function*() {
    const database = yield* MemoryDatabase

    return UserRepository.of({
      insert: Effect.fn("UserRepository.insert")((fields: Omit<User, "id">) =>
        database.operation((state) => {
          const user = new User({ ...fields, id: state.nextId("user") as UserId })
          state.users.set(user.id, user)
          return user
        })
      ),
      find: Effect.fn("UserRepository.find")((id: UserId) =>
        database.operation((state) => Option.fromUndefinedOr(state.users.get(id)))
      ),
      setCurrent: Effect.fn("UserRepository.setCurrent")((
        id: UserId,
        organization: OrganizationId,
        project: ProjectId
      ) =>
        database.operation((state) => {
          const user = state.users.get(id)
          if (user === undefined) return
          state.users.set(
            id,
            new User(Struct.assign(user, { current_organization_id: organization, current_project_id: project }))
          )
        })
      ),
      addMembership: Effect.fn("UserRepository.addMembership")((membership: Membership) =>
        database.operation((state) =>
          state.memberships.set(`${membership.user_id}/${membership.organization_id}`, membership)
        )
      ),
      memberships: Effect.fn("UserRepository.memberships")((id: UserId) =>
        database.operation((state) => [...state.memberships.values()].filter((membership) => membership.user_id === id))
      )
    })
  })
)
