import type { ProjectId } from "@hedgerow/core/access/Project"
import { partSize, type PartStamps } from "@hedgerow/core/caching/Parts"
import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"

interface Part {
  readonly part: number
  readonly stamp: string
}

/** What stands for the parts of a table's rows that are not deleted, by their `content_hash`. */
export const stampsOf = (
  sql: SqlClient.SqlClient,
  table: string,
  project: ProjectId
): Effect.Effect<PartStamps, SqlError.SqlError> =>
  Effect.map(
    sql<Part>`SELECT id / ${sql.literal(String(partSize))} AS part,
        count(*) || ' ' || bit_xor(hashint8extended(content_hash, id)) AS stamp
      FROM ${sql.literal(table)} WHERE project_id = ${project} AND NOT deleted GROUP BY 1`,
    (rows) => new Map(rows.map(({ part, stamp }) => [part, stamp]))
  )

/** Joins a table's rows that are not deleted and in these parts. */
export const inParts = (
  sql: SqlClient.SqlClient,
  table: string,
  project: ProjectId,
  parts: ReadonlyArray<number>
): Statement.Fragment => {
  const row = sql.literal(table)
  const size = sql.literal(`${partSize}::int8`)
  return sql`unnest(${parts}::int8[]) wanted(part)
    ON ${row}.project_id = ${project} AND NOT ${row}.deleted
      AND ${row}.id >= wanted.part * ${size} AND ${row}.id < (wanted.part + 1) * ${size}`
}
