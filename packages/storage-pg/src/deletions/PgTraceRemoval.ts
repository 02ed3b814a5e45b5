import { TraceRemoval } from "@hedgerow/core/deletions/TraceRemoval"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

/** The tables of which a deletion removes rows. */
const emptied = [
  "events",
  "persons",
  "person_distinct_ids",
  "person_overrides",
  "cohort_members",
  "flag_hash_keys",
  "query_log",
  "query_results",
  "query_runs",
  "text_parts",
  "survey_summaries",
  "webhook_deliveries",
  "outbox",
  "data_deletions"
]

/**
 * A table of fewer bytes is written anew unless somebody uses it at that moment: then nothing of a removed row is left in the
 * free space of a page.
 */
const rewrittenBelow = 64 * 1024 * 1024

/** Removes what PostgreSQL keeps about persons and events beside them. */
export const layer: Layer.Layer<TraceRemoval, never, SqlClient.SqlClient> = Layer.effect(
  TraceRemoval,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    const naming = (column: string, texts: ReadonlyArray<string>) =>
      sql`EXISTS (SELECT 1 FROM unnest(${texts}::text[]) t(part) WHERE position(t.part IN ${sql.literal(column)}) > 0)`

    const blankLog = (project: ProjectId, texts: ReadonlyArray<string>) =>
      sql`UPDATE query_log SET query = '', hogql_name = '', exception = '' WHERE project_id = ${project}
        AND ${naming("concat_ws(E'\\n', query, hogql_name, exception)", texts)} RETURNING 1`

    const removeDeliveries = (project: ProjectId, texts: ReadonlyArray<string>) =>
      sql`DELETE FROM webhook_deliveries WHERE project_id = ${project}
        AND ${naming("concat_ws(E'\\n', body, record, response_body, error)", texts)} RETURNING 1`

    /** A statement that only an owner of more may run is left to them. */
    const ifAllowed = (statement: string) =>
      sql.unsafe(statement).pipe(
        Effect.catch((error) => Effect.logDebug("PostgreSQL did not free the space of removed rows", error.message))
      )

    const sizes = sql<{ name: string; bytes: number }>`SELECT c.oid::regclass::text AS name,
        pg_total_relation_size(c.oid)::float8 AS bytes
      FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND (
        c.relname = ANY(${emptied}::text[])
        OR c.oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = to_regclass('events'))
      ) ORDER BY name`

    return TraceRemoval.of({
      remove: Effect.fn("PgTraceRemoval.remove")(function*(project: ProjectId, texts: ReadonlyArray<string>) {
        yield* sql`DELETE FROM query_results WHERE project_id = ${project}`
        yield* sql`DELETE FROM query_runs WHERE project_id = ${project} AND state NOT IN ('queued', 'running')`
        yield* sql`DELETE FROM survey_summaries WHERE project_id = ${project}`
        if (texts.length === 0) return 0
        const deliveries = yield* removeDeliveries(project, texts)
        const entries = yield* blankLog(project, texts)
        return deliveries.length + entries.length
      }, Effect.orDie),

      compact: Effect.gen(function*() {
        for (const { bytes, name } of yield* sizes) {
          yield* ifAllowed(`VACUUM (ANALYZE) ${name}`)
          if (bytes < rewrittenBelow) yield* ifAllowed(`VACUUM (FULL, SKIP_LOCKED) ${name}`)
        }
        yield* ifAllowed("VACUUM (FULL, SKIP_LOCKED) pg_catalog.pg_statistic")
        yield* ifAllowed("CHECKPOINT")
      }).pipe(Effect.orDie, Effect.withSpan("PgTraceRemoval.compact"))
    })
  })
)
