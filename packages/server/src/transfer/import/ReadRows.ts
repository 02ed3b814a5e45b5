import * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import { pipeline, type Readable, type Transform } from "node:stream"
import type { ImportRow } from "./ImportRow.ts"
import { type CsvForm, readCsv } from "./ReadCsv.ts"
import { readNdjson } from "./ReadNdjson.ts"
import { openParquet } from "./ReadParquet.ts"
import type { Source, SourceUnreadable } from "./Source.ts"
import { isParquet, unpackerOf } from "./Unpacking.ts"

/** The forms of files. */
export const importFormats = ["ndjson", "csv", "parquet"] as const
export type ImportFormat = (typeof importFormats)[number]

/** How files are read. */
export interface Reading {
  /** Told from the file where it is undefined. */
  readonly format: ImportFormat | undefined
  readonly csv: CsvForm
}

/** The rows of a source, and the share of it that was read. */
export interface Rows {
  readonly rows: Stream.Stream<ReadonlyArray<ImportRow>, SourceUnreadable>
  /** From 0 to 1; undefined where the size is not known. */
  readonly done: (row: number) => number | undefined
}

const endings: ReadonlyArray<readonly [RegExp, ImportFormat]> = [
  [/\.(?:csv|tsv)(?:\.|$)/i, "csv"],
  [/\.(?:ndjson|jsonl|json)(?:\.|$)/i, "ndjson"]
]

/** The form of a source: Parquet by its first bytes, others by the name, lines of JSON where it says nothing. */
const formatOf = ({ head, name }: Source): ImportFormat =>
  isParquet(head) ? "parquet" : endings.find(([ending]) => ending.test(name))?.[1] ?? "ndjson"

/** The bytes through their unpacker; the count goes by what was read of the packed ones. */
const unpacked = ({ bytes, head, name, size }: Source) => {
  let taken = 0
  return {
    through: (last: Transform): Readable => {
      const packed = bytes()
      packed.on("data", (chunk: Uint8Array) => {
        taken += chunk.length
      })
      // A failure of any of them is one of the last.
      pipeline(packed, unpackerOf(head, name), last, () => undefined)
      return last
    },
    done: () => size === undefined ? undefined : Math.min(1, taken / Math.max(1, size))
  }
}

/** Opens the rows of a source after the first `skipped`. */
export const readRows = Effect.fnUntraced(function*(source: Source, reading: Reading, skipped: number) {
  const format = reading.format ?? formatOf(source)
  if (format === "parquet") {
    const { count, rows } = yield* openParquet(source, skipped)
    const result: Rows = { rows, done: (row) => row / Math.max(1, count) }
    return result
  }
  const { done, through } = unpacked(source)
  const rows = format === "csv"
    ? readCsv(source.name, through, skipped, reading.csv)
    : readNdjson(source.name, through, skipped)
  const result: Rows = { rows, done }
  return result
})
