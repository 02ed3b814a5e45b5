import { Effect } from "effect"
import { UserRepository } from "../access/AccessRepository.ts"
import { ActivityLog } from "../activity/ActivityLog.ts"
import type { User } from "../identity/User.ts"

/** What people do with their own accounts. */
export type AccountEvent =
  | "backup_code_used"
  | "backup_codes_made"
  | "identity_connected"
  | "identity_disconnected"
  | "logged_in"
  | "logged_out"
  | "password_changed"
  | "password_reset"
  | "password_set"
  | "second_factor_disabled"
  | "second_factor_enabled"
  | "second_factor_reset"

/** Notes what a user did with their account, or the operator with it: every organisation of the user gets an entry. */
export const makeAccountActivity = Effect.gen(function*() {
  const users = yield* UserRepository
  const activity = yield* ActivityLog
  return Effect.fnUntraced(function*(user: User, what: AccountEvent, actor: User | "system" = user) {
    yield* Effect.forEach(yield* users.memberships(user.id), ({ organization_id }) =>
      activity.record({
        organization: organization_id,
        project: null,
        actor,
        scope: "User",
        activity: what,
        itemId: user.uuid,
        name: user.email
      }), { discard: true })
  })
})
