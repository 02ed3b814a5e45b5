import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type DamagedPart, partName } from "../client/Damage.ts"
import type { Mark } from "./Losses.ts"

const now = Effect.map(DateTime.now, DateTime.toDateUtc)

/** The marks of all tables. */
export const readMarks: Effect.Effect<ReadonlyArray<Mark>, never, SqlClient.SqlClient> = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const marks = yield* sql<{ name: string; missing: string }>`SELECT name, missing::text FROM clickhouse_marks`
  return marks.map(({ missing, name }) => ({ name, missing: Number(missing) }))
}).pipe(Effect.orDie)

const unnested = (sql: SqlClient.SqlClient, rows: ReadonlyMap<string, number>) =>
  sql`unnest(${[...rows.keys()]}::text[], ${[...rows.values()].map(String)}::int8[]) t(name, rows)`

/** The database's time, which all servers share; rows are counted after it. */
export const readTime: Effect.Effect<Date, never, SqlClient.SqlClient> = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly at: Date }>`SELECT clock_timestamp() AS at`
  return yield* Effect.fromNullishOr(row?.at)
}).pipe(Effect.orDie)

/**
 * Remembers how many rows each table has, and as `missing` those that it had: they stay so until they are accepted. Rows
 * are never taken away, so fewer are a loss. Where another server has marked a table since `counting` began, that holds (times are kept in milliseconds).
 */
export const saveMarks = Effect.fn("SqlLosses.saveMarks")(
  function*(rows: ReadonlyMap<string, number>, counting: Date) {
    const sql = yield* SqlClient.SqlClient
    yield* sql`INSERT INTO clickhouse_marks AS m (name, rows, missing, marked_at)
      SELECT name, rows, 0, clock_timestamp() FROM ${unnested(sql, rows)}
      ON CONFLICT (name) DO UPDATE SET rows = excluded.rows,
        missing = m.missing + greatest(m.rows - excluded.rows, 0), marked_at = excluded.marked_at
      WHERE m.marked_at <= ${counting}::timestamptz + interval '2 milliseconds'`
  },
  Effect.orDie
)

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
