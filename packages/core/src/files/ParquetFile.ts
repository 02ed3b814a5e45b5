import type { Cell, Row } from "@hedgerow/sql/types/Cell"
import { Stream } from "effect"
import { ByteWriter } from "hyparquet-writer/src/bytewriter.js"
import { ParquetWriter } from "hyparquet-writer/src/parquet-writer.js"
import type { QueryColumn } from "../query/QueryEngine.ts"
import { parquetSchema, parquetValue } from "./ParquetColumns.ts"
import { inSmallBatches } from "./RowPieces.ts"

/** A row group is about so large at least, by `sizeOf`: it is held until it is written, which takes some milliseconds. */
const leastSizeOfGroup = 256 * 1024

/** Of each column a group has about so much at least: the footer, which is written at once, names every column of each. */
const sizeOfColumn = 2 * 1024

const sizeOf = (cell: Cell): number => {
  if (typeof cell === "string") return 8 + cell.length
  return Array.isArray(cell) ? cell.reduce<number>((sum, item) => sum + sizeOf(item), 8) : 8
}

/** Writes the Parquet file of rows of these columns piece by piece. */
export const makeParquetFile = (columns: ReadonlyArray<QueryColumn>, names: ReadonlyArray<string>) => {
  const sizeOfGroup = Math.max(leastSizeOfGroup, columns.length * sizeOfColumn)
  const bytes = new ByteWriter()
  const root = { name: "root", num_children: columns.length }
  const schema = columns.flatMap(({ type }, index) => parquetSchema(names[index] ?? "", type))
  // It waits for nothing, as the bytes stay in memory.
  const file = new ParquetWriter({ writer: bytes, schema: [root, ...schema], createdBy: "hedgerow" })
  let rows: Array<Row> = []
  let size = 0

  const taken = (): Uint8Array => {
    const written = bytes.getBytes().slice()
    bytes.index = 0
    return written
  }
  const writeGroup = (): void => {
    const columnData = columns.map(({ type }, index) => ({
      name: names[index] ?? "",
      data: rows.map((row) => parquetValue(row[index] ?? null, type)),
      offsetIndex: false
    }))
    if (rows.length > 0) void file.write({ columnData, rowGroupSize: rows.length })
    rows = []
    size = 0
  }

  return {
    /** The bytes that are ready after these rows. */
    add: (more: ReadonlyArray<Row>): Uint8Array => {
      for (const row of more) {
        rows.push(row)
        size += sizeOf(row)
        if (size >= sizeOfGroup) writeGroup()
      }
      return taken()
    },
    /** The last rows, and the footer with the places of all groups. */
    end: (): Uint8Array => {
      writeGroup()
      void file.finish()
      return taken()
    }
  }
}

/**
 * The rows as a Parquet file, in bytes that are written when they are asked for. A row group is held in memory, and of
 * those before it the places of their columns.
 */
export const parquetBytes = <E, R>(
  columns: ReadonlyArray<QueryColumn>,
  names: ReadonlyArray<string>,
  batches: Stream.Stream<ReadonlyArray<Row>, E, R>
): Stream.Stream<Uint8Array, E, R> =>
  Stream.suspend(() => {
    const file = makeParquetFile(columns, names)
    const groups = inSmallBatches(batches).pipe(
      Stream.map((rows) => file.add(rows)),
      Stream.filter((bytes) => bytes.length > 0)
    )
    return Stream.concat(groups, Stream.sync(() => file.end()))
  })
