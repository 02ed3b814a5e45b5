import { Schema } from "effect"
import { entity } from "../../entities/Entity.ts"
import { UserId } from "../../identity/User.ts"
import { Uuid } from "../../shared/Uuid.ts"

export const LoginChallengeId = Uuid.pipe(Schema.brand("LoginChallengeId"))
export type LoginChallengeId = typeof LoginChallengeId.Type

/** A user who has taken the first step of signing in, and not the second. Only the hash of its token is kept. */
export class LoginChallenge extends Schema.Class<LoginChallenge>("LoginChallenge")({
  id: LoginChallengeId,
  user_id: UserId,
  secure_value: Schema.String,
  created_at: Schema.DateTimeUtc,
  expires_at: Schema.DateTimeUtc
}) {}

/** The entity of challenges. */
export const loginChallengeEntity = entity({
  name: "LoginChallenge",
  table: "login_challenges",
  model: LoginChallenge,
  ids: "uuid"
})
