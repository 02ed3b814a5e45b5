import { Effect, Struct } from "effect"
import { ActivityLog } from "../activity/ActivityLog.ts"
import type { User } from "../identity/User.ts"
import { UserRepository } from "./AccessRepository.ts"

/** The fields that the activity log compares. */
const recordOf = (user: User) => Struct.pick(user, ["first_name", "last_name", "email", "is_active"])

/** Notes a change of a user, inside its transaction: every organisation of the user gets an entry. */
export const makeUserActivity = Effect.gen(function*() {
  const users = yield* UserRepository
  const activity = yield* ActivityLog
  return Effect.fnUntraced(function*(actor: User | "system", before: User, after: User) {
    yield* Effect.forEach(yield* users.memberships(after.id), ({ organization_id }) =>
      activity.record({
        organization: organization_id,
        project: null,
        actor,
        scope: "User",
        activity: "updated",
        itemId: after.uuid,
        name: after.email,
        before: recordOf(before),
        after: recordOf(after)
      }), { discard: true })
  })
})
