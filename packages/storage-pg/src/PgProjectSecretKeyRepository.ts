import type { ProjectId } from "@hedgerow/core/access/Project"
import { ProjectSecretKey, type ProjectSecretKeyId } from "@hedgerow/core/access/ProjectSecretKey"
import { ProjectSecretKeyRepository } from "@hedgerow/core/access/ProjectSecretKeyRepository"
import type { UserId } from "@hedgerow/core/access/User"
import { DateTime, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { utc } from "./Values.ts"
import { requireStorable } from "@hedgerow/core/shared/StorableText"

interface Row {
  readonly id: ProjectSecretKeyId
  readonly project_id: ProjectId
  readonly label: string
  readonly secure_value: string
  readonly mask_value: string
  readonly scopes: ReadonlyArray<string>
  readonly created_at: Date
  readonly created_by: UserId | null
  readonly last_rolled_at: Date | null
  readonly last_used_at: Date | null
}

const timeOrNull = (date: Date | null) => date === null ? null : utc(date)

const dateOrNull = (time: DateTime.Utc | null) => time === null ? null : DateTime.toDateUtc(time)

const textsOf = (key: ProjectSecretKey) => [key.label, key.secure_value, key.mask_value, ...key.scopes]

const fromRow = (row: Row): ProjectSecretKey =>
  new ProjectSecretKey({
    ...row,
    created_at: utc(row.created_at),
    last_rolled_at: timeOrNull(row.last_rolled_at),
    last_used_at: timeOrNull(row.last_used_at)
  })

const first = (rows: ReadonlyArray<Row>): Option.Option<ProjectSecretKey> =>
  Option.map(Option.fromNullishOr(rows[0]), fromRow)

/** Projects' secrets in PostgreSQL. */
export const layer: Layer.Layer<ProjectSecretKeyRepository, never, SqlClient.SqlClient> = Layer.effect(
  ProjectSecretKeyRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return ProjectSecretKeyRepository.of({
      insert: Effect.fn("PgProjectSecretKeyRepository.insert")(function*(key: ProjectSecretKey) {
        yield* requireStorable(textsOf(key))
        yield* sql`INSERT INTO project_secret_keys (id, project_id, label, secure_value, mask_value, scopes, created_at,
            created_by, last_rolled_at, last_used_at)
          VALUES (${key.id}, ${key.project_id}, ${key.label}, ${key.secure_value}, ${key.mask_value},
            ${key.scopes}::text[], ${DateTime.toDateUtc(key.created_at)}, ${key.created_by}::int4,
            ${dateOrNull(key.last_rolled_at)}::timestamptz, ${dateOrNull(key.last_used_at)}::timestamptz)`
      }, Effect.orDie),

      findBySecureValue: Effect.fn("PgProjectSecretKeyRepository.findBySecureValue")(function*(secureValue: string) {
        yield* requireStorable([secureValue])
        return first(yield* sql<Row>`SELECT * FROM project_secret_keys WHERE secure_value = ${secureValue}`)
      }, Effect.orDie),

      find: Effect.fn("PgProjectSecretKeyRepository.find")(function*(project: ProjectId, id: ProjectSecretKeyId) {
        return first(yield* sql<Row>`SELECT * FROM project_secret_keys WHERE project_id = ${project} AND id = ${id}`)
      }, Effect.orDie),

      list: Effect.fn("PgProjectSecretKeyRepository.list")(function*(project: ProjectId) {
        const rows = yield* sql<Row>`SELECT * FROM project_secret_keys WHERE project_id = ${project}
          ORDER BY created_at, id`
        return rows.map(fromRow)
      }, Effect.orDie),

      update: Effect.fn("PgProjectSecretKeyRepository.update")(function*(key: ProjectSecretKey) {
        yield* requireStorable(textsOf(key))
        yield* sql`UPDATE project_secret_keys SET label = ${key.label}, secure_value = ${key.secure_value},
            mask_value = ${key.mask_value}, scopes = ${key.scopes}::text[],
            last_rolled_at = ${dateOrNull(key.last_rolled_at)}::timestamptz
          WHERE project_id = ${key.project_id} AND id = ${key.id}`
      }, Effect.orDie),

      remove: Effect.fn("PgProjectSecretKeyRepository.remove")(function*(project: ProjectId, id: ProjectSecretKeyId) {
        yield* sql`DELETE FROM project_secret_keys WHERE project_id = ${project} AND id = ${id}`
      }, Effect.orDie),

      markUsed: Effect.fn("PgProjectSecretKeyRepository.markUsed")(
        function*(project: ProjectId, id: ProjectSecretKeyId, at: DateTime.Utc) {
          yield* sql`UPDATE project_secret_keys SET last_used_at = ${DateTime.toDateUtc(at)}
            WHERE project_id = ${project} AND id = ${id}`
        },
        Effect.orDie
      )
    })
  })
)
