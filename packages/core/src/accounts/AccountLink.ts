import { Schema } from "effect"
import { entity } from "../entities/Entity.ts"
import { UserId } from "../identity/User.ts"
import { Uuid } from "../shared/Uuid.ts"

export const AccountLinkId = Uuid.pipe(Schema.brand("AccountLinkId"))
export type AccountLinkId = typeof AccountLinkId.Type

/** The purposes of a link: the first start's, and a new password for who has forgotten theirs. */
export const LinkPurpose = Schema.Literals(["setup", "reset"])
export type LinkPurpose = typeof LinkPurpose.Type

/** A link that lets a user set a password, once. Only the hash of its token is kept. */
export class AccountLink extends Schema.Class<AccountLink>("AccountLink")({
  id: AccountLinkId,
  user_id: UserId,
  purpose: LinkPurpose,
  secure_value: Schema.String,
  created_at: Schema.DateTimeUtc,
  expires_at: Schema.DateTimeUtc
}) {}

/** The entity of links. */
export const accountLinkEntity = entity({
  name: "AccountLink",
  table: "account_links",
  model: AccountLink,
  ids: "uuid"
})
