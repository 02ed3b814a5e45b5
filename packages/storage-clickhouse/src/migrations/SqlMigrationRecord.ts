import { DateTime, Effect, Exit, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { MigrationRecord } from "./MigrationRecord.ts"

/** Taken to change ClickHouse's schema: the number only has to differ from other advisory locks. */
const migrationLock = 6_127_440_918

/** The record in the table `clickhouse_migrations` of PostgreSQL, whose lock is held while a step is taken. */
export const layer: Layer.Layer<MigrationRecord, never, SqlClient.SqlClient> = Layer.effect(
  MigrationRecord,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    const isTaken = (target: string, name: string) =>
      Effect.map(
        sql`SELECT 1 FROM clickhouse_migrations WHERE target = ${target} AND name = ${name}`,
        (rows) => rows.length > 0
      )

    const record = Effect.fnUntraced(function*(target: string, name: string) {
      const takenAt = DateTime.toDateUtc(yield* DateTime.now)
      yield* sql`INSERT INTO clickhouse_migrations (target, name, taken_at) VALUES (${target}, ${name}, ${takenAt})`
    })

    /**
     * The outcome of the step itself is kept apart from the transaction, whose own failures mean nothing to callers.
     */
    const takeOnce = <E, R>(target: string, name: string, step: Effect.Effect<void, E, R>) =>
      sql.withTransaction(Effect.gen(function*() {
        yield* sql`SELECT pg_advisory_xact_lock(${migrationLock})`
        if (yield* isTaken(target, name)) return Exit.succeed(false)
        const exit = yield* Effect.exit(step)
        if (Exit.isSuccess(exit)) yield* record(target, name)
        return Exit.map(exit, () => true)
      })).pipe(Effect.orDie)

    return MigrationRecord.of({
      run: (target, name, step) => Effect.flatten(takeOnce(target, name, step))
    })
  })
)
