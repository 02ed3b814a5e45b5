import { type HashKey, HashKeyRepository } from "@hedgerow/core/flags/serving/HashKeyRepository"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { requireStorable } from "@hedgerow/core/shared/StorableText"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

interface Row {
  readonly person_id: Uuid
  readonly flag_key: string
  readonly hash_key: string
}

/** Hash keys in PostgreSQL. */
export const layer: Layer.Layer<HashKeyRepository, never, SqlClient.SqlClient> = Layer.effect(
  HashKeyRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    return HashKeyRepository.of({
      find: Effect.fn("PgHashKeyRepository.find")(function*(project: ProjectId, persons: ReadonlyArray<Uuid>) {
        if (persons.length === 0) return []
        const rows = yield* sql<Row>`SELECT person_id, flag_key, hash_key FROM flag_hash_keys
          WHERE project_id = ${project} AND person_id = ANY(${persons}::uuid[]) ORDER BY person_id, flag_key`
        return rows.map((row) => ({ personId: row.person_id, flagKey: row.flag_key, hashKey: row.hash_key }))
      }, Effect.orDie),

      // The lock on the persons waits for a merge that is under way, and keeps the next one waiting.
      add: Effect.fn("PgHashKeyRepository.add")(function*(project: ProjectId, keys: ReadonlyArray<HashKey>) {
        if (keys.length === 0) return
        yield* requireStorable(keys.flatMap(({ flagKey, hashKey }) => [flagKey, hashKey]))
        yield* sql`WITH alive AS (
            SELECT id FROM persons WHERE project_id = ${project} AND id = ANY(${
          keys.map((key) => key.personId)
        }::uuid[])
            ORDER BY id FOR KEY SHARE
          )
          INSERT INTO flag_hash_keys (project_id, person_id, flag_key, hash_key)
          SELECT ${project}::int4, k.person_id, k.flag_key, k.hash_key
          FROM unnest(
            ${keys.map((key) => key.personId)}::uuid[],
            ${keys.map((key) => key.flagKey)}::text[],
            ${keys.map((key) => key.hashKey)}::text[]
          ) k(person_id, flag_key, hash_key)
          JOIN alive ON alive.id = k.person_id
          ORDER BY k.person_id, k.flag_key
          ON CONFLICT (project_id, person_id, flag_key) DO NOTHING`
      }, Effect.orDie)
    })
  })
)
