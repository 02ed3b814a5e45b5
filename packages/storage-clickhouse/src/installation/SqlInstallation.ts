import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Known } from "./Belonging.ts"
import { copyAgain, doubtKeys } from "./SqlLosses.ts"

interface Row {
  readonly id: string
  readonly is_bound: boolean
}

const now = Effect.map(DateTime.now, DateTime.toDateUtc)

const read = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<Row>`SELECT id, clickhouse_since IS NOT NULL AS is_bound FROM installation`
  return row
})

/** The facts in PostgreSQL; an installation that has no id yet gets one, which is kept before any ClickHouse has it. */
export const readKnown = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const first = yield* read
  if (first === undefined) {
    yield* sql`INSERT INTO installation (id, made_at) VALUES (${yield* makeUuid7}, ${yield* now}) ON CONFLICT DO NOTHING`
  }
  const row = first ?? (yield* read)
  return { id: row?.id ?? "", isBound: row?.is_bound === true } satisfies Known
}).pipe(Effect.orDie, Effect.withSpan("SqlInstallation.readKnown"))

/** Remembers that a ClickHouse has the id. */
export const saveBound = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE installation SET clickhouse_since = coalesce(clickhouse_since, ${yield* now})`
}).pipe(Effect.orDie, Effect.withSpan("SqlInstallation.saveBound"))

/** Whether the installation's events are in a ClickHouse. */
export const isBound: Effect.Effect<boolean, never, SqlClient.SqlClient> = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql`SELECT 1 FROM installation WHERE clickhouse_since IS NOT NULL`).length > 0
}).pipe(Effect.orDie)

/**
 * Takes back what was known of the contents of a ClickHouse: each event that was stored is looked for before it counts as
 * a duplicate again, and persons, merges and groups are copied again.
 */
export const forgetContents: Effect.Effect<void, never, SqlClient.SqlClient> = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM clickhouse_marks`
  yield* sql`DELETE FROM accepted_losses WHERE kind = 'part'`
  yield* copyAgain
  yield* doubtKeys
}).pipe(Effect.orDie)

/** Taken to bind a ClickHouse: the number only has to differ from other advisory locks. */
const bindingLock = 6_127_440_919

/** Does something while nobody else binds a ClickHouse to the installation. */
export const alone = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return yield* Effect.flatten(
      sql.withTransaction(
        Effect.andThen(sql`SELECT pg_advisory_xact_lock(${bindingLock})`, Effect.exit(work))
      ).pipe(Effect.orDie)
    )
  })
