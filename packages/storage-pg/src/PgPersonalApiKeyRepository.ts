import { PersonalApiKeyRepository } from "@hedgerow/core/access/AccessRepository"
import type { OrganizationId } from "@hedgerow/core/access/Organization"
import { PersonalApiKey, type PersonalApiKeyId } from "@hedgerow/core/access/PersonalApiKey"
import type { ProjectId } from "@hedgerow/core/access/Project"
import type { UserId } from "@hedgerow/core/access/User"
import { DateTime, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { requireStorable, utc } from "./Values.ts"

interface Row {
  readonly id: PersonalApiKeyId
  readonly user_id: UserId
  readonly label: string
  readonly secure_value: string
  readonly mask_value: string
  readonly scopes: ReadonlyArray<string>
  readonly scoped_teams: ReadonlyArray<ProjectId>
  readonly scoped_organizations: ReadonlyArray<OrganizationId>
  readonly created_at: Date
  readonly last_used_at: Date | null
}

const fromRow = (row: Row): PersonalApiKey =>
  new PersonalApiKey({
    ...row,
    created_at: utc(row.created_at),
    last_used_at: row.last_used_at === null ? null : utc(row.last_used_at)
  })

/** Personal API keys in PostgreSQL. */
export const layer: Layer.Layer<PersonalApiKeyRepository, never, SqlClient.SqlClient> = Layer.effect(
  PersonalApiKeyRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return PersonalApiKeyRepository.of({
      insert: Effect.fn("PgPersonalApiKeyRepository.insert")(function*(key: PersonalApiKey) {
        yield* requireStorable([key.id, key.label, key.secure_value, key.mask_value, ...key.scopes])
        const lastUsed = key.last_used_at === null ? null : DateTime.toDateUtc(key.last_used_at)
        yield* sql`INSERT INTO personal_api_keys (id, user_id, label, secure_value, mask_value, scopes, scoped_teams,
            scoped_organizations, created_at, last_used_at)
          VALUES (${key.id}, ${key.user_id}, ${key.label}, ${key.secure_value}, ${key.mask_value}, ${key.scopes}::text[],
            ${key.scoped_teams}::int4[], ${key.scoped_organizations}::uuid[], ${DateTime.toDateUtc(key.created_at)},
            ${lastUsed})`
      }, Effect.orDie),

      findBySecureValue: Effect.fn("PgPersonalApiKeyRepository.findBySecureValue")(function*(secureValue: string) {
        yield* requireStorable([secureValue])
        const [row] = yield* sql<Row>`SELECT * FROM personal_api_keys WHERE secure_value = ${secureValue}`
        return Option.map(Option.fromNullishOr(row), fromRow)
      }, Effect.orDie),

      markUsed: Effect.fn("PgPersonalApiKeyRepository.markUsed")(function*(id: PersonalApiKeyId, at: DateTime.Utc) {
        yield* sql`UPDATE personal_api_keys SET last_used_at = ${DateTime.toDateUtc(at)} WHERE id = ${id}`
      }, Effect.orDie)
    })
  })
)
