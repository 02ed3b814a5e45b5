import { Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

/** Runs statements one after the other, as they stand. */
export const statements = (
  texts: ReadonlyArray<string>
): Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => Effect.forEach(texts, (text) => sql.unsafe(text), { discard: true })
  )
