import { PgDatabase } from "@hedgerow/storage-pg"
import { Effect, Redacted } from "effect"
import pg from "pg"

/** One row as PostgreSQL's texts, by column. */
export type TextRow = Readonly<Record<string, string | null>>

const asText = { getTypeParser: () => (value: string | null) => value }

/** A client of the test's database that decodes nothing. */
export const connect = Effect.acquireRelease(
  Effect.flatMap(PgDatabase.PgDatabase, ({ schema, url }) =>
    Effect.promise(() => {
      const client = new pg.Client({ connectionString: Redacted.value(url), options: `-c search_path=${schema}` })
      return client.connect().then(() => client)
    })),
  (client) => Effect.promise(() => client.end())
)

/** Runs SQL and answers its rows as texts. */
export const rowsOf = (client: pg.Client, text: string, values: ReadonlyArray<unknown> = []) =>
  Effect.map(
    Effect.promise(() => client.query<TextRow>({ text, values: [...values], types: asText })),
    (result) => result.rows
  )
