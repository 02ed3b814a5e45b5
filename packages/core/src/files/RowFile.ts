import type { Row } from "@hedgerow/sql/types/Cell"
import { encodeRows } from "@hedgerow/sql/types/ResultJson"
import type { QueryColumn } from "../query/QueryEngine.ts"
import { uniqueNames } from "./ColumnNames.ts"
import { exactCsvLines } from "./CsvText.ts"
import type { FileFormat } from "./MediaTypes.ts"
import { ndjsonWriter } from "./NdjsonText.ts"
import { makeParquetFile } from "./ParquetFile.ts"

/** The bytes of one file, from its rows, in pieces that take some milliseconds to make. */
export interface Encoder {
  readonly begin: () => Iterable<Uint8Array>
  readonly add: (rows: ReadonlyArray<Row>) => Iterable<Uint8Array>
  readonly end: () => Iterable<Uint8Array>
}

const none: ReadonlyArray<Uint8Array> = []
const bytesOf = (text: string): ReadonlyArray<Uint8Array> => [Buffer.from(text)]

/** Makes encoders of files of these columns. */
export const makeEncoders = (format: FileFormat, columns: ReadonlyArray<QueryColumn>): () => Encoder => {
  const names = uniqueNames(columns.map(({ name }) => name))
  const types = columns.map(({ type }) => type)
  switch (format) {
    case "ndjson": {
      const write = ndjsonWriter(names, types)
      return () => ({ begin: () => none, add: (rows) => bytesOf(write(rows)), end: () => none })
    }
    case "csv":
      return () => ({
        begin: () => bytesOf(exactCsvLines([names])),
        add: (rows) => bytesOf(exactCsvLines(encodeRows(rows, types))),
        end: () => none
      })
    case "parquet":
      return () => {
        const file = makeParquetFile(columns, names)
        return { begin: () => none, add: file.add, end: file.end }
      }
  }
}
