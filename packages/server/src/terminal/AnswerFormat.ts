import { type Terminal, terminalChart } from "@hedgerow/charts/terminal/TerminalChart"
import { csvLines } from "@hedgerow/core/files/CsvText"
import type { SqlResponse } from "@hedgerow/core/query/kinds/sql/SqlResponse"
import { encodeJson, encodeResponse, type WireValue } from "@hedgerow/sql/types/ResultJson"
import * as Result from "effect/Result"
import { formatTable, type Tabular } from "./Table.ts"

/** The forms in which a terminal shows rows. */
export const answerFormats = ["table", "json", "ndjson", "csv", "chart"] as const
export type AnswerFormat = (typeof answerFormats)[number]

/** A row as an object; of columns with one name the later ones are numbered. */
const named = (columns: ReadonlyArray<string>) => {
  const seen = new Map<string, number>()
  const names = columns.map((name) => {
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : `${name}_${count}`
  })
  return (row: ReadonlyArray<WireValue>): WireValue =>
    Object.fromEntries(names.map((name, index) => [name, row[index] ?? null]))
}

/** The parts of an answer that the forms show; JSON shows all of it. */
export type Shown = Tabular & Pick<SqlResponse, "types">

/**
 * An answer as text: a table for people, the whole answer as JSON, each row as a line of JSON, CSV with the names of the
 * columns, or numbers over time as a chart. Every integer keeps its digits, but in charts.
 */
export const formatAnswer = (format: AnswerFormat, answer: Shown, terminal: Terminal): string => {
  switch (format) {
    case "table":
      return formatTable(answer)
    case "json":
      return encodeResponse(answer)
    case "ndjson":
      return answer.results.map(named(answer.columns)).map(encodeJson).join("\n")
    case "csv":
      return csvLines([answer.columns, ...answer.results]).replace(/\r\n$/, "")
    case "chart":
      return Result.getOrElse(terminalChart({ types: answer.types, results: answer.results }, terminal), (why) => why)
  }
}
