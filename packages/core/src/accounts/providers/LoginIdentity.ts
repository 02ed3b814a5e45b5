import { Schema } from "effect"
import { secureValueOf } from "../../access/KeyTokens.ts"
import { entity } from "../../entities/Entity.ts"
import { UserId } from "../../identity/User.ts"
import { Uuid } from "../../shared/Uuid.ts"

export const LoginIdentityId = Uuid.pipe(Schema.brand("LoginIdentityId"))
export type LoginIdentityId = typeof LoginIdentityId.Type

/**
 * A person as a provider of OpenID Connect knows them, connected with a user. `secure_value` follows from issuer and
 * subject, which name the person for ever; the address may change there.
 */
export class LoginIdentity extends Schema.Class<LoginIdentity>("LoginIdentity")({
  id: LoginIdentityId,
  user_id: UserId,
  secure_value: Schema.String,
  issuer: Schema.String,
  subject: Schema.String,
  email: Schema.NullOr(Schema.String),
  created_at: Schema.DateTimeUtc,
  last_used_at: Schema.DateTimeUtc
}) {}

/** The entity of identities. */
export const loginIdentityEntity = entity({
  name: "LoginIdentity",
  table: "login_identities",
  model: LoginIdentity,
  ids: "uuid"
})

/** The value by which an identity is found. */
export const identityValue = (issuer: string, subject: string): string =>
  secureValueOf(JSON.stringify([issuer, subject]))
