import { Schema } from "effect"
import { entity } from "../../entities/Entity.ts"
import { UserId } from "../../identity/User.ts"
import { Uuid } from "../../shared/Uuid.ts"

export const SecondFactorId = Uuid.pipe(Schema.brand("SecondFactorId"))
export type SecondFactorId = typeof SecondFactorId.Type

/**
 * The one-time codes that a user signs in with beside the password (TOTP, RFC 6238). `secret` is sealed; `last_step` is the
 * last step of 30 seconds whose code was taken; `recovery_codes` are hashed, and go as they are used. Until it is confirmed
 * nobody is asked for a code.
 */
export class SecondFactor extends Schema.Class<SecondFactor>("SecondFactor")({
  id: SecondFactorId,
  user_id: UserId,
  secret: Schema.String,
  last_step: Schema.Int,
  recovery_codes: Schema.Array(Schema.String),
  created_at: Schema.DateTimeUtc,
  confirmed_at: Schema.NullOr(Schema.DateTimeUtc)
}) {}

/** The entity of second factors. */
export const secondFactorEntity = entity({
  name: "SecondFactor",
  table: "second_factors",
  model: SecondFactor,
  ids: "uuid"
})
