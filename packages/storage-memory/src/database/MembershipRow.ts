import type { Membership } from "@hedgerow/core/access/Membership"
import type { DateTime } from "effect"

/** A membership and since when it is so. */
export interface MembershipRow {
  readonly membership: Membership
  readonly joined_at: DateTime.Utc
  readonly updated_at: DateTime.Utc
}
