import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type DamagedPart, type Mark, partName } from "./Losses.ts"

const now = Effect.map(DateTime.now, DateTime.toDateUtc)

/** The marks of all tables. */
export const readMarks: Effect.Effect<ReadonlyArray<Mark>, never, SqlClient.SqlClient> = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const marks = yield* sql<{ name: string; rows: string; missing: string }>`SELECT name, rows::text, missing::text
    FROM clickhouse_marks`
  return marks.map(({ missing, name, rows }) => ({ name, rows: Number(rows), missing: Number(missing) }))
}).pipe(Effect.orDie)

const unnested = (sql: SqlClient.SqlClient, rows: ReadonlyMap<string, number>) =>
  sql`unnest(${[...rows.keys()]}::text[], ${[...rows.values()].map(String)}::int8[]) t(name, rows)`

/** Remembers how many rows each table has now, and as `missing` those that it had: they stay so until they are accepted. */
export const saveMissing = Effect.fn("SqlLosses.saveMissing")(function*(rows: ReadonlyMap<string, number>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO clickhouse_marks AS m (name, rows, missing, marked_at)
    SELECT name, rows, 0, ${yield* now} FROM ${unnested(sql, rows)}
    ON CONFLICT (name) DO UPDATE SET rows = excluded.rows,
      missing = m.missing + greatest(m.rows - excluded.rows, 0), marked_at = excluded.marked_at`
}, Effect.orDie)

/** Remembers how many rows each table has now. */
export const saveMarks = Effect.fn("SqlLosses.saveMarks")(function*(rows: ReadonlyMap<string, number>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE clickhouse_marks m SET rows = t.rows, marked_at = ${yield* now}
    FROM ${unnested(sql, rows)} WHERE m.name = t.name`
}, Effect.orDie)

/** The parts that nobody has decided to go on without. */
export const notAccepted = Effect.fn("SqlLosses.notAccepted")(function*(parts: ReadonlyArray<DamagedPart>) {
  if (parts.length === 0) return parts
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string }>`SELECT name FROM accepted_losses WHERE kind = 'part'`
  const accepted = new Set(rows.map(({ name }) => name))
  return parts.filter((part) => !accepted.has(partName(part)))
}, Effect.orDie)

/** Goes on without these parts. */
export const acceptParts = Effect.fn("SqlLosses.acceptParts")(function*(parts: ReadonlyArray<DamagedPart>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO accepted_losses (kind, name, accepted_at)
    SELECT 'part', name, ${yield* now} FROM unnest(${parts.map(partName)}::text[]) name ON CONFLICT DO NOTHING`
}, Effect.orDie)

/** Copies persons, merges and groups again from PostgreSQL. */
export const copyAgain: Effect.Effect<void, never, SqlClient.SqlClient> = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM clickhouse_snapshots`
}).pipe(Effect.orDie)

/** Each event that was stored is looked for before it counts as a duplicate again: it may be sent again. */
export const doubtKeys: Effect.Effect<void, never, SqlClient.SqlClient> = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE event_key SET confirmed = false, leased_until = arrived WHERE confirmed`
}).pipe(Effect.orDie)
