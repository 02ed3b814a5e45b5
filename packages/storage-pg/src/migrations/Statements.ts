import { Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

/** A text that is compared and sorted by its bytes, as the other engines do. */
export const text = `text COLLATE "C"`
/** Control-plane time. */
export const instant = "timestamptz(3)"
/** Event time, in microseconds. */
export const eventTime = "timestamptz(6)"

/** Runs statements one after the other, as they stand. */
export const statements = (
  texts: ReadonlyArray<string>
): Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => Effect.forEach(texts, (text) => sql.unsafe(text), { discard: true })
  )
