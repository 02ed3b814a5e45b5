import { Effect } from "effect"
import { ActivityLog } from "../../activity/ActivityLog.ts"
import type { User } from "../../identity/User.ts"
import type { Invite } from "./Invite.ts"

/** What happens to an invitation. */
export type InviteEvent = "created" | "resent" | "deleted" | "accepted"

/** Notes what a user did with an invitation. */
export const makeInviteActivity = Effect.map(
  ActivityLog,
  (activity) => (user: User, what: InviteEvent, invite: Invite) =>
    activity.record({
      organization: invite.organization_id,
      project: null,
      actor: user,
      scope: "OrganizationInvite",
      activity: what,
      itemId: invite.id,
      name: invite.target_email
    })
)
