import { Context, Effect, Layer, Option } from "effect"
import type { Project } from "../identity/Project.ts"
import type { User, UserId } from "../identity/User.ts"
import { UserRepository } from "./AccessRepository.ts"

/** Finds the users that records of a project name by their ids: the author of a record, and of its last change. */
export class UserLookup extends Context.Service<UserLookup, {
  /** The users with these ids, also those who have left the organisation. An unknown id is left out. */
  readonly people: (project: Project, ids: ReadonlyArray<UserId>) => Effect.Effect<ReadonlyMap<UserId, User>>
}>()("@hedgerow/core/access/UserLookup") {
  static readonly layer: Layer.Layer<UserLookup, never, UserRepository> = Layer.effect(
    UserLookup,
    Effect.gen(function*() {
      const users = yield* UserRepository

      return UserLookup.of({
        people: Effect.fn("UserLookup.people")(function*(project, ids) {
          const wanted = new Set(ids)
          if (wanted.size === 0) return new Map()
          const members = (yield* users.members(project.organization_id)).map(({ user }) => user)
          const known = new Map(members.filter(({ id }) => wanted.has(id)).map((user) => [user.id, user]))
          const gone = [...wanted].filter((id) => !known.has(id))
          for (const user of yield* Effect.forEach(gone, users.find)) {
            if (Option.isSome(user)) known.set(user.value.id, user.value)
          }
          return known
        })
      })
    })
  )
}
