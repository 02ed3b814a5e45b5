import { encodeJson, type WireValue } from "@hedgerow/core/query/ResultJson"
import { stringify } from "csv-stringify/browser/esm/sync"
import { Effect, Stream } from "effect"
import { HttpServerResponse } from "effect/http"

/** The media type of CSV text whose first line has the names of the columns. */
const csvType = "text/csv; charset=utf-8; header=present"

/** A line of CSV: one value for each column. */
export type CsvRow = ReadonlyArray<WireValue>

/** Others get their turn after so many cells, which take a few milliseconds. */
const cellsAtOnce = 4_096

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

/** The rows as CSV text (RFC 4180), each line ended. Lists and objects are JSON text. */
export const csvLines = (rows: ReadonlyArray<CsvRow>): string =>
  stringify([...rows], rows[0]?.length === 1 ? optionsOfOneColumn : options)

const pieces = (rows: ReadonlyArray<CsvRow>, width: number): ReadonlyArray<ReadonlyArray<CsvRow>> => {
  const most = Math.max(1, Math.floor(cellsAtOnce / Math.max(1, width)))
  if (rows.length <= most) return [rows]
  return Array.from(
    { length: Math.ceil(rows.length / most) },
    (_, piece) => rows.slice(piece * most, (piece + 1) * most)
  )
}

/**
 * CSV text in chunks: the names of the columns, then the rows as they come. A batch is taken only when the chunks of the one
 * before it are gone; others get their turn between chunks.
 */
export const csvChunks = <E, R>(
  columns: ReadonlyArray<string>,
  batches: Stream.Stream<ReadonlyArray<CsvRow>, E, R>
): Stream.Stream<string, E, R> =>
  Stream.succeed(csvLines([columns])).pipe(
    Stream.concat(batches.pipe(
      Stream.flatMap((rows) => Stream.fromIterable(pieces(rows, columns.length), { chunkSize: 1 })),
      Stream.filter((rows) => rows.length > 0),
      Stream.mapEffect((rows) => Effect.as(Effect.yieldNow, csvLines(rows)))
    ))
  )

/** An answer that is CSV text, sent as the batches come: the client's pace is theirs. */
export const csvResponse = <E>(
  columns: ReadonlyArray<string>,
  batches: Stream.Stream<ReadonlyArray<CsvRow>, E>
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.stream(Stream.encodeText(csvChunks(columns, batches)), { contentType: csvType })
