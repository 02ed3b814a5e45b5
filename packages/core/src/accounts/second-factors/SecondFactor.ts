import { Schema } from "effect"
import { entity } from "../../entities/Entity.ts"
import { UserId } from "../../identity/User.ts"
import { Uuid } from "../../shared/Uuid.ts"

export const SecondFactorId = Uuid.pipe(Schema.brand("SecondFactorId"))
export type SecondFactorId = typeof SecondFactorId.Type

/**
 * The app that makes codes for a user who signs in (RFC 6238). A user has at most one, whose id is the user's uuid. Its
 * secret is sealed; of backup codes only hashes are stored.
 */
export class SecondFactor extends Schema.Class<SecondFactor>("SecondFactor")({
  id: SecondFactorId,
  user_id: UserId,
  sealed_secret: Schema.String,
  /** The step of time of the last code that was used: neither it nor one before works again. */
  last_step: Schema.NullOr(Schema.Int),
  /** The wrong codes since the last right one. */
  failures: Schema.Int,
  failed_at: Schema.NullOr(Schema.DateTimeUtc),
  backup_codes: Schema.Array(Schema.String),
  created_at: Schema.DateTimeUtc,
  /** Null until a first code has shown that the app has the secret: until then nobody is asked for codes. */
  confirmed_at: Schema.NullOr(Schema.DateTimeUtc)
}) {}

/** The entity of second factors. */
export const secondFactorEntity = entity({
  name: "SecondFactor",
  table: "second_factors",
  model: SecondFactor,
  ids: "uuid"
})
