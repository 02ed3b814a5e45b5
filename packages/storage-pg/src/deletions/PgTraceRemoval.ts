import { TraceRemoval } from "@hedgerow/core/deletions/TraceRemoval"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { compactTables } from "./CompactTables.ts"

/** The most rows, and the most texts, of one search: others get their turn between two of them. */
const rowsAtOnce = 200
const textsAtOnce = 500

/** A place in the walk over the rows of a project. */
interface Place {
  readonly project: ProjectId
  readonly after: string
}

/** One step of a walk: the rows that it changed, and the last one that it read. */
interface Walked {
  readonly count: number
  readonly last: string | null
}

/** Before every id. */
const noId = "00000000-0000-0000-0000-000000000000"

/** Removes what PostgreSQL keeps about persons and events beside them. */
export const layer: Layer.Layer<TraceRemoval, never, SqlClient.SqlClient> = Layer.effect(
  TraceRemoval,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    const naming = (column: string, texts: ReadonlyArray<string>) =>
      sql`EXISTS (SELECT 1 FROM unnest(${texts}::text[]) t(part) WHERE position(t.part IN ${sql.literal(column)}) > 0)`

    /** The next rows of a project after an id, by which a walk over them goes on. */
    const next = (table: string, { after, project }: Place) =>
      sql`SELECT id FROM ${sql(table)} WHERE project_id = ${project} AND id > ${after} ORDER BY id LIMIT ${rowsAtOnce}`

    const reached = sql`SELECT (SELECT count(*)::int4 FROM done) AS count,
      (SELECT id FROM read ORDER BY id DESC LIMIT 1) AS last`

    const blankLog = (place: Place, texts: ReadonlyArray<string>) =>
      sql<Walked>`WITH read AS (${next("query_log", place)}), done AS (
          UPDATE query_log l SET query = '', hogql_name = '', exception = '' FROM read
          WHERE l.project_id = ${place.project} AND l.id = read.id
            AND ${naming("concat_ws(E'\\n', query, hogql_name, exception)", texts)} RETURNING 1
        ) ${reached}`

    const removeDeliveries = (place: Place, texts: ReadonlyArray<string>) =>
      sql<Walked>`WITH read AS (${next("webhook_deliveries", place)}), done AS (
          DELETE FROM webhook_deliveries d USING read
          WHERE d.project_id = ${place.project} AND d.id = read.id
            AND ${naming("concat_ws(E'\\n', body, record, response_body, error)", texts)} RETURNING 1
        ) ${reached}`

    /** The number of rows that a step found on its walks over all rows of a project, one walk for each part of the texts. */
    const walk = Effect.fnUntraced(function*(
      project: ProjectId,
      texts: ReadonlyArray<string>,
      step: typeof blankLog
    ) {
      let count = 0
      for (let at = 0; at < texts.length; at += textsAtOnce) {
        const part = texts.slice(at, at + textsAtOnce)
        let after: string | null = noId
        while (after !== null) {
          const [row]: ReadonlyArray<Walked> = yield* step({ project, after }, part)
          count += row?.count ?? 0
          after = row?.last ?? null
        }
      }
      return count
    })

    return TraceRemoval.of({
      remove: Effect.fn("PgTraceRemoval.remove")(function*(project: ProjectId, texts: ReadonlyArray<string>) {
        yield* sql`DELETE FROM query_results WHERE project_id = ${project}`
        yield* sql`DELETE FROM query_runs WHERE project_id = ${project} AND state NOT IN ('queued', 'running')`
        yield* sql`DELETE FROM survey_summaries WHERE project_id = ${project}`
        const deliveries = yield* walk(project, texts, removeDeliveries)
        const entries = yield* walk(project, texts, blankLog)
        return deliveries + entries
      }, Effect.orDie),

      removeExports: Effect.fn("PgTraceRemoval.removeExports")(function*(project: ProjectId, until: DateTime.Utc) {
        // One after the other: the pieces of a file may be thousands.
        let left = true
        while (left) {
          const removed = yield* sql`DELETE FROM data_exports WHERE project_id = ${project} AND id = (
            SELECT id FROM data_exports
            WHERE project_id = ${project} AND created_at <= ${DateTime.toDateUtc(until)} LIMIT 1
          ) RETURNING id`
          left = removed.length > 0
        }
      }, Effect.orDie),

      compact: Effect.fn("PgTraceRemoval.compact")((removed) => Effect.orDie(compactTables(sql, removed)))
    })
  })
)
