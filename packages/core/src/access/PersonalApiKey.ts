import { Effect, Schema } from "effect"
import { entity } from "../entities/Entity.ts"
import type { EntityQuery } from "../entities/EntityRepository.ts"
import { OrganizationId } from "../identity/Organization.ts"
import { ProjectId } from "../identity/Project.ts"
import { UserId } from "../identity/User.ts"

export const PersonalApiKeyId = Schema.String.pipe(Schema.brand("PersonalApiKeyId"))
export type PersonalApiKeyId = typeof PersonalApiKeyId.Type

/**
 * A user's secret for calling the API. Only `secure_value` (`sha256$<hex>` of the value) is kept; the value itself is
 * shown once, when it is issued. Empty `scoped_*` lists mean "not restricted"; empty `scopes` mean "no access".
 */
export class PersonalApiKey extends Schema.Class<PersonalApiKey>("PersonalApiKey")({
  id: PersonalApiKeyId,
  user_id: UserId,
  label: Schema.String,
  secure_value: Schema.String,
  mask_value: Schema.String,
  scopes: Schema.Array(Schema.String),
  scoped_teams: Schema.Array(ProjectId),
  scoped_organizations: Schema.Array(OrganizationId),
  created_at: Schema.DateTimeUtc,
  last_used_at: Schema.NullOr(Schema.DateTimeUtc),
  last_rolled_at: Schema.NullOr(Schema.DateTimeUtc).pipe(Schema.withConstructorDefault(Effect.succeed(null)))
}) {}

/** The oldest first. */
export const personalKeysByAge: EntityQuery<PersonalApiKey> = { order: [{ field: "created_at", isDescending: false }] }

/** The entity of personal API keys; a use is noted by itself. */
export const personalApiKeyEntity = entity({
  name: "PersonalApiKey",
  table: "personal_api_keys",
  model: PersonalApiKey,
  ids: "uuid",
  keptByUpdate: ["created_at", "last_used_at"]
})
