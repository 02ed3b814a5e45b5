import { Effect } from "effect"
import { readFileSync } from "node:fs"
import type pg from "pg"
import type { Schema } from "./Catalog.ts"
import { rowsOf, type TextRow } from "./Connection.ts"

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
