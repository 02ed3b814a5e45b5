import { PgDatabase } from "@hedgerow/storage-pg"
import { Effect, Redacted } from "effect"
import { readFileSync } from "node:fs"
import pg from "pg"
import type { Schema } from "./Catalog.ts"

/** A statement as the server sent it, its parameters as text. */
interface RecordedStatement {
  readonly text: string
  readonly parameters: ReadonlyArray<string | null>
}

/** Rows that were copied in. */
interface RecordedCopy {
  readonly copy: string
  readonly columns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<string | null>>
}

export type Recorded = RecordedStatement | RecordedCopy

/** One row as PostgreSQL's texts, by column. */
export type TextRow = Readonly<Record<string, string | null>>

/** The answer of a recorded statement. */
export interface Answer {
  readonly text: string
  readonly rows: ReadonlyArray<TextRow>
}

/** What is kept of a release: its schema, and the statements of its server. */
export interface Release extends Schema {
  readonly statements: ReadonlyArray<Recorded>
}

/** The release whose last migration has this number. */
export const readRelease = (last: number): Release =>
  JSON.parse(readFileSync(`${import.meta.dirname}/${String(last).padStart(4, "0")}.json`, "utf8")) as Release

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

const insertion = ({ columns, copy, rows }: RecordedCopy): RecordedStatement => {
  const places = rows.map((row, r) => `(${row.map((_, c) => `$${r * columns.length + c + 1}`).join(", ")})`)
  return { text: `INSERT INTO ${copy} (${columns.join(", ")}) VALUES ${places.join(", ")}`, parameters: rows.flat() }
}

/** Sends the recorded statements in one transaction; the first that fails is the failure. */
export const replay = Effect.fnUntraced(function*(client: pg.Client, recording: ReadonlyArray<Recorded>) {
  yield* rowsOf(client, "BEGIN")
  const answers = yield* Effect.forEach(recording, (recorded) => {
    const { parameters, text } = "copy" in recorded ? insertion(recorded) : recorded
    return Effect.map(rowsOf(client, text, parameters), (rows): Answer => ({ text, rows }))
  })
  yield* rowsOf(client, "COMMIT")
  return answers
})

/** Whether a statement only reads, and answers the same whenever it is asked, without functions of queries. */
export const isQuestion = (recorded: Recorded): boolean =>
  "text" in recorded && /^SELECT\b/.test(recorded.text)
  && !/pg_stat_|pg_notify|nextval|advisory|ensure_|set_config|\bhg_/.test(recorded.text)
