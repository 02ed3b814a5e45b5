// The libraries read here have promises.
// @effect-diagnostics asyncFunction:off
import { toIso } from "@hedgerow/sql/types/Instants"
import type { WireValue } from "@hedgerow/sql/types/ResultJson"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import {
  type AsyncBuffer,
  asyncBufferFromFile,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects
} from "hyparquet"
import { compressors } from "hyparquet-compressors"
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib"
import { type ImportRow, rowOfValues } from "./ImportRow.ts"
import { type Source, type SourceUnreadable, unreadable } from "./Source.ts"

/** Node's own unpackers are faster where there is one. */
const unpackers = {
  ...compressors,
  BROTLI: (input: Uint8Array) => brotliDecompressSync(input),
  GZIP: (input: Uint8Array) => gunzipSync(input),
  ZSTD: (input: Uint8Array) => zstdDecompressSync(input)
}

const utf8 = new TextDecoder()

/** Times keep their microseconds, and JSON its text. */
const parsers = {
  timestampFromMilliseconds: (millis: bigint) => toIso(Number(millis) * 1_000),
  timestampFromMicroseconds: (micros: bigint) => toIso(Number(micros)),
  timestampFromNanoseconds: (nanos: bigint) => toIso(Number(nanos / 1_000n)),
  jsonFromBytes: (bytes: Uint8Array) => utf8.decode(bytes)
}

/** A value of a Parquet file as JSON has it. */
const wireValue = (value: unknown): WireValue => {
  if (value === null || value === undefined) return null
  if (typeof value === "string" || typeof value === "boolean" || typeof value === "bigint") return value
  if (typeof value === "number") return Number.isFinite(value) ? value : null
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64")
  if (Array.isArray(value)) return value.map(wireValue)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, wireValue(member)]))
}

/** At most this many rows of a group are read at a time, where the file says at which byte they are. */
const rowsAtOnce = 10_000

interface Range {
  readonly start: number
  readonly end: number
}

/** The rows of each group in parts; a group is read at once where its parts would each read all of it. */
function* rangesOf({ row_groups }: FileMetaData, skipped: number): Generator<Range, void, void> {
  let first = 0
  for (const { columns, num_rows } of row_groups) {
    const last = first + Number(num_rows)
    const isIndexed = columns.every(({ offset_index_offset }) => offset_index_offset !== undefined)
    const size = isIndexed ? rowsAtOnce : Number(num_rows)
    for (let start = Math.max(first, skipped); start < last; start += size) {
      yield { start, end: Math.min(last, start + size) }
    }
    first = last
  }
}

const readRange = (name: string, file: AsyncBuffer, metadata: FileMetaData, { end, start }: Range) =>
  Effect.tryPromise({
    try: () =>
      parquetReadObjects({
        file,
        metadata,
        parsers,
        compressors: unpackers,
        rowStart: start,
        rowEnd: end,
        useOffsetIndex: true
      }),
    catch: unreadable(name)
  }).pipe(
    Effect.map((rows): ReadonlyArray<ImportRow> =>
      rows.map((row, place) =>
        rowOfValues(
          start + place + 1,
          Object.entries(row).map(([column, value]) => [column, wireValue(value)] as const)
        )
      )
    )
  )

/** The rows of a Parquet file, and how many there are. */
export interface ParquetRows {
  readonly count: number
  readonly rows: Stream.Stream<ReadonlyArray<ImportRow>, SourceUnreadable>
}

/** Opens a Parquet file; its rows are read after the first `skipped`. */
export const openParquet = Effect.fnUntraced(function*({ file, name }: Source, skipped: number) {
  const path = yield* file
  const opened = yield* Effect.tryPromise({
    try: async () => {
      const buffer = await asyncBufferFromFile(path)
      return { buffer, metadata: await parquetMetadataAsync(buffer) }
    },
    catch: unreadable(name)
  })
  const { buffer, metadata } = opened
  const rows = Stream.fromIterable(rangesOf(metadata, skipped), { chunkSize: 1 }).pipe(
    Stream.mapEffect((range) => readRange(name, buffer, metadata, range))
  )
  const result: ParquetRows = { count: Number(metadata.num_rows), rows }
  return result
})
