import type { SqlClient, Statement } from "effect/sql"

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
