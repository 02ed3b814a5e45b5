import { Schema } from "effect"
import { entity } from "../entities/Entity.ts"
import { UserId } from "../identity/User.ts"
import { Uuid } from "../shared/Uuid.ts"

export const LoginSessionId = Uuid.pipe(Schema.brand("LoginSessionId"))
export type LoginSessionId = typeof LoginSessionId.Type

/**
 * A user who is signed in with one browser. Only `secure_value` (`sha256$<hex>` of the value in the cookie) is kept.
 */
export class LoginSession extends Schema.Class<LoginSession>("LoginSession")({
  id: LoginSessionId,
  user_id: UserId,
  secure_value: Schema.String,
  created_at: Schema.DateTimeUtc,
  last_used_at: Schema.DateTimeUtc,
  expires_at: Schema.DateTimeUtc,
  /** The name by which the browser called itself as the session was opened. */
  user_agent: Schema.NullOr(Schema.String)
}) {}

/** The entity of sessions. */
export const loginSessionEntity = entity({
  name: "LoginSession",
  table: "login_sessions",
  model: LoginSession,
  ids: "uuid"
})
