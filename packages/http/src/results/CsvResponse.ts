import { csvChunks, type CsvRow, csvType } from "@hedgerow/core/files/CsvText"
import { Stream } from "effect"
import { HttpServerResponse } from "effect/http"

/**
 * An answer that is CSV text, sent as the batches come: the client's pace is theirs. Batches that fail cut the connection off,
 * so that nobody takes half of the rows for all.
 */
export const csvResponse = <E>(
  columns: ReadonlyArray<string>,
  batches: Stream.Stream<ReadonlyArray<CsvRow>, E>,
  headers: Readonly<Record<string, string>> = {}
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.stream(Stream.encodeText(csvChunks(columns, batches)), { contentType: csvType, headers })
