import { encodeJson, type WireValue } from "@hedgerow/sql/types/ResultJson"
import { stringify } from "csv-stringify/browser/esm/sync"
import { Stream } from "effect"
import { mediaTypes } from "./MediaTypes.ts"
import { textOfBatches } from "./RowPieces.ts"

/** The media type of CSV text whose first line has the names of the columns. */
export const csvType = `${mediaTypes.csv}; charset=utf-8; header=present`

/** A line of CSV: one value for each column. */
export type CsvRow = ReadonlyArray<WireValue>

/**
 * A text that spreadsheets would take for a formula gets a `'` in front; numbers stay numbers. An empty text is `""`, and null
 * is nothing at all.
 */
const options = {
  record_delimiter: "\r\n",
  eof: true,
  escape_formulas: true,
  quoted_match: /^$|[\r\n]/,
  cast: {
    boolean: String,
    bigint: String,
    number: (value: number) => Number.isFinite(value) ? String(value) : "",
    object: (value: object) => encodeJson(value as WireValue)
  }
}

/** A line with nothing on it would be none to most readers: null of a single column is `""` as well. */
const optionsOfOneColumn = { ...options, quoted_empty: true }

const optionsOf = (rows: ReadonlyArray<CsvRow>) => rows[0]?.length === 1 ? optionsOfOneColumn : options

/** The rows as CSV text (RFC 4180), each line ended. Lists and objects are JSON text. */
export const csvLines = (rows: ReadonlyArray<CsvRow>): string => stringify([...rows], optionsOf(rows))

/** The same for programs: texts that spreadsheets would take for formulas stay as they are. */
export const exactCsvLines = (rows: ReadonlyArray<CsvRow>): string =>
  stringify([...rows], { ...optionsOf(rows), escape_formulas: false })

/** CSV text in chunks: the names of the columns, then the rows as `textOfBatches` takes them. */
export const csvChunks = <E, R>(
  columns: ReadonlyArray<string>,
  batches: Stream.Stream<ReadonlyArray<CsvRow>, E, R>
): Stream.Stream<string, E, R> => Stream.concat(Stream.succeed(csvLines([columns])), textOfBatches(batches, csvLines))
