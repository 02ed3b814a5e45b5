import type { User, UserId } from "@hedgerow/core/identity/User"
import { isoText } from "@hedgerow/core/shared/IsoText"
import type { SharingState } from "@hedgerow/core/sharing/DashboardSharings"
import { sharingFields } from "@hedgerow/core/sharing/SharingInput"
import { Schema } from "effect"
import { namedUser } from "../identity/IdentityEncode.ts"
import { UserBasicRecord } from "../identity/IdentitySchema.ts"
import { changeBody } from "../requests/RequestBody.ts"
import { described } from "../shared/Described.ts"

const once =
  "It is returned by the request that makes it and never again, as only a hash of it is stored; null otherwise."

/** How a dashboard is shared, on the wire. */
export const SharingRecord = Schema.Struct({
  enabled: described(Schema.Boolean, "Whether a link shows the dashboard."),
  access_token: described(Schema.NullOr(Schema.String), `The token of the link. ${once}`),
  link: described(Schema.NullOr(Schema.String), `The address of the page that shows the dashboard. ${once}`),
  created_by: described(Schema.NullOr(UserBasicRecord), "The user who made the link; null without a link."),
  created_at: described(
    Schema.NullOr(Schema.String.annotate({ format: "date-time" })),
    "The time at which the link was made; null without a link."
  )
}).annotate({ identifier: "DashboardSharing", description: "The link that shows a dashboard to everybody who has it." })

/** A change of how a dashboard is shared. */
export const SharingChanges = changeBody(sharingFields, {
  identifier: "DashboardSharingChanges",
  description: "Turns the link of a dashboard on or off."
})

/** The path of the page that a link shows. */
const sharedPath = (token: string): string => `/shared/${token}`

/** How a dashboard is shared, below an address of the server. */
export const sharingRecord = (
  { sharing, token }: SharingState,
  people: ReadonlyMap<UserId, User>,
  base: string
): typeof SharingRecord.Type => ({
  enabled: sharing !== undefined,
  access_token: token ?? null,
  link: token === undefined ? null : base + sharedPath(token),
  created_by: namedUser(people, sharing?.created_by ?? null),
  created_at: sharing === undefined ? null : isoText(sharing.created_at)
})
