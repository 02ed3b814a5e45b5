import { Schema } from "effect"
import { entity } from "../../entities/Entity.ts"
import { UserId } from "../../identity/User.ts"
import { Uuid } from "../../shared/Uuid.ts"

export const PasswordId = Uuid.pipe(Schema.brand("PasswordId"))
export type PasswordId = typeof PasswordId.Type

/** The password that a user signs in with, as a PHC string. A user has at most one, whose id is the user's uuid. */
export class Password extends Schema.Class<Password>("Password")({
  id: PasswordId,
  user_id: UserId,
  hash: Schema.String,
  changed_at: Schema.DateTimeUtc
}) {}

/** The entity of passwords. */
export const passwordEntity = entity({ name: "Password", table: "user_passwords", model: Password, ids: "uuid" })
