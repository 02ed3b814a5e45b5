import { uniqueNames } from "@hedgerow/core/files/ColumnNames"
import { mediaTypes } from "@hedgerow/core/files/MediaTypes"
import { ndjsonType, ndjsonWriter } from "@hedgerow/core/files/NdjsonText"
import { parquetBytes } from "@hedgerow/core/files/ParquetFile"
import { inSmallBatches, textOfBatches } from "@hedgerow/core/files/RowPieces"
import type { QueryFailure } from "@hedgerow/core/query/execution/QueryFailureText"
import type { StreamedAnswer } from "@hedgerow/core/query/execution/StreamedAnswers"
import type { StreamedRows } from "@hedgerow/core/query/execution/StreamedRows"
import { causeText } from "@hedgerow/core/shared/CauseText"
import { isStorageDown } from "@hedgerow/core/shared/StorageDown"
import { encodeRows } from "@hedgerow/sql/types/ResultJson"
import { typeName } from "@hedgerow/sql/types/SqlType"
import { Cause, Effect, Option, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import type { ApiError } from "../errors/ApiError.ts"
import { toApiError } from "../errors/ErrorTable.ts"
import { serverError, storageDown } from "../errors/RequestErrors.ts"
import type { ResultFormat } from "../results/AcceptedFormat.ts"
import { csvResponse } from "../results/CsvResponse.ts"
import { savedAs } from "../results/FileName.ts"
import { streamHeadersOf } from "./QueryHeaders.ts"

/** The one field of the line that ends lines of JSON after an error; no column has this name. */
export const errorField = "$error"

/** A longer header is left out: clients take so much and no more. */
const longestHeader = 8_000

/** JSON text in a header, where letters beyond ASCII are written as escapes. */
const jsonHeader = (name: string, value: ReadonlyArray<unknown>): Readonly<Record<string, string>> => {
  const text = JSON.stringify(value).replaceAll(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
  )
  return value.length === 0 || text.length > longestHeader ? {} : { [name]: text }
}

/** The answer to what ended a stream; its caller has the status of a success already. */
const errorOf = Effect.fnUntraced(function*(cause: Cause.Cause<QueryFailure>): Effect.fn.Return<ApiError> {
  const failure = Option.getOrUndefined(Cause.findErrorOption(cause))
  if (failure !== undefined) return toApiError(failure)
  if (yield* isStorageDown(cause)) {
    yield* Effect.annotateLogs(
      Effect.logWarning("A streamed answer ended as the storage cannot be reached"),
      "cause",
      causeText(cause)
    )
    return storageDown
  }
  yield* Effect.logError("A streamed answer ended with a defect", cause)
  return serverError
})

/** The end of the rows after a failure; a caller who left gets nothing. */
const orElse = <A>(
  batches: Stream.Stream<A, QueryFailure>,
  onError: (error: ApiError) => Stream.Stream<A>
): Stream.Stream<A> =>
  Stream.catchCause(
    batches,
    (cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Stream.failCause(cause as Cause.Cause<never>)
        : Stream.unwrap(Effect.map(errorOf(cause), onError))
  )

const ndjson = ({ batches, columns }: StreamedRows, names: ReadonlyArray<string>, headers: Record<string, string>) => {
  const lines = textOfBatches(batches, ndjsonWriter(names, columns.map(({ type }) => type)))
  const body = orElse(lines, ({ body }) => Stream.succeed(`${JSON.stringify({ [errorField]: body })}\n`))
  return HttpServerResponse.stream(Stream.encodeText(body), { contentType: ndjsonType, headers })
}

const cutOff = ({ body: { code } }: ApiError): Stream.Stream<never> =>
  Stream.fromEffect(Effect.andThen(Effect.logWarning("A streamed answer was cut off", { code }), Effect.interrupt))

const csv = ({ batches, columns }: StreamedRows, names: ReadonlyArray<string>, headers: Record<string, string>) => {
  const types = columns.map(({ type }) => type)
  const rows = Stream.map(inSmallBatches(batches), (batch) => encodeRows(batch, types))
  return csvResponse(names, orElse(rows, cutOff), headers)
}

const parquet = (
  { batches, columns }: StreamedRows,
  names: ReadonlyArray<string>,
  headers: Record<string, string>
) =>
  HttpServerResponse.stream(parquetBytes(columns, names, orElse(batches, cutOff)), {
    contentType: mediaTypes.parquet,
    headers
  })

const writers = { csv, ndjson, parquet }

/**
 * The rows as they come, as a file of this name. An error ends lines of JSON with a line of its own, and cuts the other
 * forms off.
 */
export const streamedResponse = (
  rows: StreamedAnswer,
  format: Exclude<ResultFormat, "json" | "svg">,
  fileName: string
) => {
  const names = uniqueNames(rows.columns.map(({ name }) => name), errorField)
  const headers = {
    ...streamHeadersOf(rows.queryId),
    ...savedAs(fileName, format),
    ...jsonHeader("x-hedgerow-columns", rows.columns.map(({ type }, index) => [names[index], typeName(type)])),
    ...jsonHeader("x-hedgerow-warnings", rows.warnings)
  }
  return writers[format](rows, names, headers)
}
