import { Effect } from "effect"
import { UserRepository } from "../access/AccessRepository.ts"
import { ActivityLog } from "../activity/ActivityLog.ts"
import type { User } from "../identity/User.ts"

/** What people do with their own accounts. */
export type AccountEvent = "logged_in" | "logged_out" | "password_changed" | "password_reset" | "password_set"

/** Notes what a user did with their account: every organisation of the user gets an entry. */
export const makeAccountActivity = Effect.gen(function*() {
  const users = yield* UserRepository
  const activity = yield* ActivityLog
  return Effect.fnUntraced(function*(user: User, what: AccountEvent) {
    yield* Effect.forEach(yield* users.memberships(user.id), ({ organization_id }) =>
      activity.record({
        organization: organization_id,
        project: null,
        actor: user,
        scope: "User",
        activity: what,
        itemId: user.uuid,
        name: user.email
      }), { discard: true })
  })
})
