import { Schema } from "effect"
import { Uuid } from "../shared/Uuid.ts"
import { OrganizationId } from "./Organization.ts"
import { ProjectId } from "./Project.ts"

export const UserId = Schema.Int.pipe(Schema.brand("UserId"))
export type UserId = typeof UserId.Type

/** A person who uses the installation. `current_*` is what `@current` and `@me` mean for the user. */
export class User extends Schema.Class<User>("User")({
  id: UserId,
  uuid: Uuid,
  distinct_id: Schema.String,
  first_name: Schema.String,
  last_name: Schema.String,
  email: Schema.String,
  is_email_verified: Schema.Boolean,
  is_active: Schema.Boolean,
  role_at_organization: Schema.String,
  current_organization_id: Schema.NullOr(OrganizationId),
  current_project_id: Schema.NullOr(ProjectId),
  created_at: Schema.DateTimeUtc
}) {}

/** The form in which emails are compared: ASCII letters in lower case. */
export const emailKey = (email: string): string => email.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
