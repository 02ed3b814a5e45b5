import type { SqlResponse } from "@hedgerow/core/query/kinds/sql/SqlResponse"
import { encodeJson, encodeResponse, type WireValue } from "@hedgerow/core/query/ResultJson"
import { csvLines } from "@hedgerow/http/results/CsvText"
import { formatTable } from "../Table.ts"

/** The forms in which a terminal shows rows. */
export const answerFormats = ["table", "json", "ndjson", "csv"] as const
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

/**
 * An answer as text: a table for people, the whole answer as JSON, each row as a line of JSON, or CSV with the names of the
 * columns. Every integer keeps its digits.
 */
export const formatAnswer = (format: AnswerFormat, answer: SqlResponse): string => {
  switch (format) {
    case "table":
      return formatTable(answer)
    case "json":
      return encodeResponse(answer)
    case "ndjson":
      return answer.results.map(named(answer.columns)).map(encodeJson).join("\n")
    case "csv":
      return csvLines([answer.columns, ...answer.results]).replace(/\r\n$/, "")
  }
}
