import { DateTime } from "effect"
import type { SqlClient, Statement } from "effect/sql"

/** A control-plane time as a parameter. */
export const dateOrNull = (time: DateTime.Utc | null): Date | null => time === null ? null : DateTime.toDateUtc(time)

/**
 * Whether all of the words are in the name of `d`. Letter case is folded as JavaScript does for the words and by the
 * Unicode collation for the name.
 */
export const hasWords = (
  sql: SqlClient.SqlClient,
  words: ReadonlyArray<string> = []
): ReadonlyArray<Statement.Fragment> =>
  words.length === 0
    ? []
    : [sql`NOT EXISTS (
        SELECT FROM unnest(${words}::text[]) w(word)
        WHERE strpos(lower(d.name COLLATE "pg_c_utf8"), w.word COLLATE "pg_c_utf8") = 0
      )`]
