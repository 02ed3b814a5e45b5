import { type ChunkHashes, chunkSize } from "@hedgerow/core/caching/Chunks"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"

interface Chunk {
  readonly chunk: number
  readonly hash: string
}

/** The hashes that stand for the chunks of a table's rows that are not deleted, by their `content_hash`. */
export const hashesOf = (
  sql: SqlClient.SqlClient,
  table: string,
  project: ProjectId
): Effect.Effect<ChunkHashes, SqlError.SqlError> =>
  Effect.map(
    sql<Chunk>`SELECT id / ${sql.literal(String(chunkSize))} AS chunk,
        count(*) || ' ' || bit_xor(hashint8extended(content_hash, id)) AS hash
      FROM ${sql.literal(table)} WHERE project_id = ${project} AND NOT deleted GROUP BY 1`,
    (rows) => new Map(rows.map(({ chunk, hash }) => [chunk, hash]))
  )

/** Joins a table's rows that are not deleted and in these chunks. */
export const joinChunks = (
  sql: SqlClient.SqlClient,
  table: string,
  project: ProjectId,
  chunks: ReadonlyArray<number>
): Statement.Fragment => {
  const row = sql.literal(table)
  const size = sql.literal(`${chunkSize}::int8`)
  return sql`unnest(${chunks}::int8[]) wanted(chunk)
    ON ${row}.project_id = ${project} AND NOT ${row}.deleted
      AND ${row}.id >= wanted.chunk * ${size} AND ${row}.id < (wanted.chunk + 1) * ${size}`
}
