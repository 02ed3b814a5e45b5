import type { Removed } from "@hedgerow/core/deletions/TraceRemoval"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

/** The tables of which deletions of data remove rows. */
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
  "data_export_pieces",
  "data_exports",
  "data_deletions"
]

/**
 * A table of fewer bytes is written anew: then nothing of a removed row is left in the free space of a page. Nobody uses
 * a larger one that long.
 */
const rewrittenBelow = 64 * 1024 * 1024

/** A table that is in use is tried again after this time, this often. */
const pause = "500 millis"
const mostTries = 20

/** A statement that fails, as only an owner of more may run it or there is no room, leaves the others to be run. */
const ifPossible = (sql: SqlClient.SqlClient, statement: string) =>
  sql.unsafe(statement).pipe(
    Effect.catch((error) =>
      Effect.logWarning("PostgreSQL did not free the space of removed rows", { statement, error: error.message })
    )
  )

/** The tables of which deletions of data remove rows, partitions of events included. */
const ofData = (sql: SqlClient.SqlClient) =>
  sql`c.relname = ANY(${emptied}::text[])
    OR c.oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = to_regclass('events'))`

/** The tables that have rows of projects. */
const ofProjects = (sql: SqlClient.SqlClient) =>
  sql`EXISTS (
    SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'project_id' AND NOT a.attisdropped
  )`

/**
 * The tables, and the statistics, which have values of rows. PostgreSQL passes over a table that the role may not vacuum,
 * with a warning: these are those that it may.
 */
const sizesOf = (sql: SqlClient.SqlClient, removed: Removed) =>
  sql<{ name: string; bytes: number }>`SELECT c.oid::regclass::text AS name,
      pg_total_relation_size(c.oid)::float8 AS bytes
    FROM pg_class c WHERE (
      c.oid = 'pg_catalog.pg_statistic'::regclass
      OR c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
        AND (${removed === "data" ? ofData(sql) : ofProjects(sql)})
    ) AND (
      pg_has_role(c.relowner, 'USAGE')
      OR pg_has_role((SELECT datdba FROM pg_database WHERE datname = current_database()), 'USAGE')
    ) ORDER BY c.oid = 'pg_catalog.pg_statistic'::regclass, name`

const fileOf = (sql: SqlClient.SqlClient, name: string) =>
  Effect.map(
    sql<{ file: string }>`SELECT pg_relation_filenode(${name}::regclass)::text AS file`,
    ([row]) => row?.file
  )

/** Writes a table anew unless somebody uses it at this moment; answers whether it did. */
const rewrite = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, name: string) {
  const before = yield* fileOf(sql, name)
  yield* ifPossible(sql, `VACUUM (FULL, ANALYZE, SKIP_LOCKED) ${name}`)
  return (yield* fileOf(sql, name)) !== before
})

/** Writes the tables anew, and answers those that were in use each time. */
const rewriteAll = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, names: ReadonlyArray<string>) {
  let left = names
  for (let tries = 0; left.length > 0 && tries < mostTries; tries++) {
    if (tries > 0) yield* Effect.sleep(pause)
    left = yield* Effect.filter(left, (name) => Effect.map(rewrite(sql, name), (isDone) => !isDone))
  }
  return left
})

/** Frees the place of removed rows in the tables that had some, and in the statistics, which have values of them. */
export const compactTables = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, removed: Removed) {
  const sizes = yield* sizesOf(sql, removed)
  const small = sizes.filter(({ bytes }) => bytes < rewrittenBelow).map(({ name }) => name)
  const large = sizes.filter(({ bytes }) => bytes >= rewrittenBelow).map(({ name }) => name)
  const used = yield* rewriteAll(sql, small)
  for (const name of [...large, ...used]) yield* ifPossible(sql, `VACUUM (ANALYZE) ${name}`)
  yield* ifPossible(sql, "CHECKPOINT")
  if (used.length > 0) {
    yield* Effect.logWarning("Tables in use keep bytes of removed rows until their pages are used again", used)
  }
})
