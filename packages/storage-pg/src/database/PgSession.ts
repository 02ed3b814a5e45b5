import type { PgConnection } from "@effect/sql-pg"
import type { Waits } from "@hedgerow/core/shared/Waits"
import { Effect, Stream } from "effect"
import { SqlError } from "effect/sql"
import type { Connection } from "effect/sql/SqlConnection"

type Rows = ReadonlyArray<PgConnection.Row>
type Transform = (<A extends object>(rows: ReadonlyArray<A>) => ReadonlyArray<A>) | undefined

const transformed = (rows: Rows, transform: Transform): Rows => transform === undefined ? rows : transform(rows)

/**
 * A connection as the SQL client uses it. The holder of a statement on it waits for the database, if nobody else does.
 */
export class PgSession implements Connection {
  readonly #connection: PgConnection.PgConnection
  readonly #waits: Waits | undefined

  constructor(connection: PgConnection.PgConnection, waits: Waits | undefined) {
    this.#connection = connection
    this.#waits = waits
  }

  #during<A>(statement: Effect.Effect<A, SqlError.SqlError>) {
    return this.#waits === undefined ? statement : this.#waits.during(statement)
  }

  #query(sql: string, params: ReadonlyArray<unknown>, isPrepared: boolean) {
    return this.#during(this.#connection.query(sql, params, isPrepared))
  }

  execute(sql: string, params: ReadonlyArray<unknown>, transform: Transform) {
    return Effect.map(this.#query(sql, params, true), ({ rows }) => transformed(rows, transform))
  }

  executeUnprepared(sql: string, params: ReadonlyArray<unknown>, transform: Transform) {
    return Effect.map(this.#query(sql, params, false), ({ rows }) => transformed(rows, transform))
  }

  executeRaw(sql: string, params: ReadonlyArray<unknown>) {
    return this.#query(sql, params, true)
  }

  executeValues(sql: string, params: ReadonlyArray<unknown>) {
    return this.#during(this.#connection.queryValues(sql, params))
  }

  executeValuesUnprepared(sql: string, params: ReadonlyArray<unknown>) {
    return this.#during(this.#connection.queryValues(sql, params, false))
  }

  executeStream(sql: string, params: ReadonlyArray<unknown>, transform: Transform) {
    const rows = Stream.mapArray(
      this.#connection.stream(sql, params),
      (found) => transform === undefined ? found : transform(found) as typeof found
    )
    return this.#waits === undefined ? rows : Stream.unwrap(Effect.as(this.#waits.scoped, rows))
  }

  /** PostgreSQL answers the COMMIT of a transaction that has failed with ROLLBACK. */
  readonly commit: Effect.Effect<void, SqlError.SqlError> = Effect.suspend(() =>
    Effect.flatMap(
      this.#query("COMMIT", [], true),
      ({ command }) => command === "ROLLBACK" ? Effect.fail(rolledBack()) : Effect.void
    )
  )
}

const rolledBack = () => {
  const message = "COMMIT rolled back an aborted transaction"
  return new SqlError.SqlError({
    reason: new SqlError.UnknownError({ cause: new Error(message), message, operation: "commit" })
  })
}
