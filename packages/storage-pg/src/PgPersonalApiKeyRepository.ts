import { PersonalApiKeyRepository } from "@hedgerow/core/access/AccessRepository"
import type { OrganizationId } from "@hedgerow/core/access/Organization"
import { PersonalApiKey, type PersonalApiKeyId } from "@hedgerow/core/access/PersonalApiKey"
import type { ProjectId } from "@hedgerow/core/access/Project"
import type { UserId } from "@hedgerow/core/access/User"
import { DateTime, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { utc } from "./Values.ts"
import { isStorable, requireStorable } from "@hedgerow/core/shared/StorableText"

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
  readonly last_rolled_at: Date | null
}

const timeOrNull = (date: Date | null) => date === null ? null : utc(date)

const dateOrNull = (time: DateTime.Utc | null) => time === null ? null : DateTime.toDateUtc(time)

const textsOf = (key: PersonalApiKey) => [key.id, key.label, key.secure_value, key.mask_value, ...key.scopes]

const first = (rows: ReadonlyArray<Row>): Option.Option<PersonalApiKey> =>
  Option.map(Option.fromNullishOr(rows[0]), fromRow)

const fromRow = (row: Row): PersonalApiKey =>
  new PersonalApiKey({
    ...row,
    created_at: utc(row.created_at),
    last_used_at: timeOrNull(row.last_used_at),
    last_rolled_at: timeOrNull(row.last_rolled_at)
  })

/** Personal API keys in PostgreSQL. */
export const layer: Layer.Layer<PersonalApiKeyRepository, never, SqlClient.SqlClient> = Layer.effect(
  PersonalApiKeyRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return PersonalApiKeyRepository.of({
      insert: Effect.fn("PgPersonalApiKeyRepository.insert")(function*(key: PersonalApiKey) {
        yield* requireStorable(textsOf(key))
        yield* sql`INSERT INTO personal_api_keys (id, user_id, label, secure_value, mask_value, scopes, scoped_teams,
            scoped_organizations, created_at, last_used_at, last_rolled_at)
          VALUES (${key.id}, ${key.user_id}, ${key.label}, ${key.secure_value}, ${key.mask_value}, ${key.scopes}::text[],
            ${key.scoped_teams}::int4[], ${key.scoped_organizations}::uuid[], ${DateTime.toDateUtc(key.created_at)},
            ${dateOrNull(key.last_used_at)}::timestamptz, ${dateOrNull(key.last_rolled_at)}::timestamptz)`
      }, Effect.orDie),

      findBySecureValue: Effect.fn("PgPersonalApiKeyRepository.findBySecureValue")(function*(secureValue: string) {
        yield* requireStorable([secureValue])
        return first(yield* sql<Row>`SELECT * FROM personal_api_keys WHERE secure_value = ${secureValue}`)
      }, Effect.orDie),

      find: Effect.fn("PgPersonalApiKeyRepository.find")(function*(user: UserId, id: PersonalApiKeyId) {
        if (!isStorable(id)) return Option.none()
        return first(yield* sql<Row>`SELECT * FROM personal_api_keys WHERE user_id = ${user} AND id = ${id}`)
      }, Effect.orDie),

      list: Effect.fn("PgPersonalApiKeyRepository.list")(function*(user: UserId) {
        const rows = yield* sql<Row>`SELECT * FROM personal_api_keys WHERE user_id = ${user} ORDER BY created_at, id`
        return rows.map(fromRow)
      }, Effect.orDie),

      update: Effect.fn("PgPersonalApiKeyRepository.update")(function*(key: PersonalApiKey) {
        yield* requireStorable(textsOf(key))
        yield* sql`UPDATE personal_api_keys SET label = ${key.label}, secure_value = ${key.secure_value},
            mask_value = ${key.mask_value}, scopes = ${key.scopes}::text[], scoped_teams = ${key.scoped_teams}::int4[],
            scoped_organizations = ${key.scoped_organizations}::uuid[],
            last_rolled_at = ${dateOrNull(key.last_rolled_at)}::timestamptz
          WHERE user_id = ${key.user_id} AND id = ${key.id}`
      }, Effect.orDie),

      remove: Effect.fn("PgPersonalApiKeyRepository.remove")(function*(user: UserId, id: PersonalApiKeyId) {
        yield* sql`DELETE FROM personal_api_keys WHERE user_id = ${user} AND id = ${id}`
      }, Effect.orDie),

      markUsed: Effect.fn("PgPersonalApiKeyRepository.markUsed")(function*(id: PersonalApiKeyId, at: DateTime.Utc) {
        yield* sql`UPDATE personal_api_keys SET last_used_at = ${DateTime.toDateUtc(at)} WHERE id = ${id}`
      }, Effect.orDie)
    })
  })
)
