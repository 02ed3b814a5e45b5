import type { Cell, Row } from "@hedgerow/sql/types/Cell"
import { Stream } from "effect"
import type { RowGroup } from "hyparquet"
import { ByteWriter } from "hyparquet-writer/src/bytewriter.js"
import { ParquetWriter } from "hyparquet-writer/src/parquet-writer.js"
import type { QueryColumn } from "../query/QueryEngine.ts"
import { parquetSchema, parquetValue } from "./ParquetColumns.ts"
import { makeParquetFooter } from "./ParquetFooter.ts"
import { inSmallBatches, inTurns } from "./RowPieces.ts"

/** The size of a row group at least, by `sizeOf`: it is held until it is written. */
const leastSizeOfGroup = 256 * 1024

/** The size of the columns of a group that are written at once, which takes some milliseconds. */
const sizeOfPart = 128 * 1024

/** The size of each column of a group at least: the footer names every column of each. */
const sizeOfColumn = 2 * 1024

const sizeOf = (cell: Cell): number => {
  if (typeof cell === "string") return 8 + cell.length
  return Array.isArray(cell) ? cell.reduce<number>((sum, item) => sum + sizeOf(item), 8) : 8
}

/** The first and last four bytes of a file: `PAR1`. */
const magic = 0x31524150

const createdBy = "hedgerow"

/**
 * Writes the Parquet file of rows of these columns piece by piece. Each piece takes some milliseconds to make: of a
 * group with many columns it has some of them.
 */
export const makeParquetFile = (columns: ReadonlyArray<QueryColumn>, names: ReadonlyArray<string>) => {
  const sizeOfGroup = Math.max(leastSizeOfGroup, columns.length * sizeOfColumn)
  const bytes = new ByteWriter()
  const root = { name: "root", num_children: columns.length }
  const schema = [root, ...columns.flatMap(({ type }, index) => parquetSchema(names[index] ?? "", type))]
  // Its constructor writes the first bytes of the file.
  const file = new ParquetWriter({ writer: bytes, schema, createdBy })
  const footer = makeParquetFooter(schema, createdBy)
  let rows: Array<Row> = []
  let size = 0

  const taken = (): Uint8Array => {
    const written = bytes.getBytes().slice()
    bytes.index = 0
    return written
  }

  /** Writes columns of the rows that are held; the writer counts them as a group of their own, which is taken back. */
  const writeColumns = (from: number, to: number): RowGroup | undefined => {
    const columnData = columns.slice(from, to).map(({ type }, index) => ({
      name: names[from + index] ?? "",
      data: rows.map((row) => parquetValue(row[from + index] ?? null, type)),
      offsetIndex: false
    }))
    // It waits for nothing, as the bytes stay in memory.
    void file.write({ columnData, rowGroupSize: rows.length })
    file.pendingIndexes = []
    return file.row_groups.pop()
  }

  const writeGroup = function*(): Generator<Uint8Array, void> {
    if (rows.length === 0) return
    const atOnce = Math.max(1, Math.floor(columns.length * sizeOfPart / size))
    const group = { num_rows: BigInt(rows.length), total_byte_size: 0n, total_compressed_size: 0n }
    let leaves = 0
    footer.beginGroup()
    for (let from = 0; from < columns.length; from += atOnce) {
      const part = writeColumns(from, from + atOnce)
      footer.addColumns(part?.columns ?? [], leaves)
      leaves += part?.columns.length ?? 0
      group.total_byte_size += part?.total_byte_size ?? 0n
      group.total_compressed_size += part?.total_compressed_size ?? 0n
      yield taken()
    }
    footer.endGroup(group)
    rows = []
    size = 0
  }

  return {
    /** The pieces that are ready after these rows. */
    *add(more: ReadonlyArray<Row>): Generator<Uint8Array, void> {
      for (const row of more) {
        rows.push(row)
        size += sizeOf(row)
        if (size >= sizeOfGroup) yield* writeGroup()
      }
    },
    /** The last rows, and the footer with the places of all groups. */
    *end(): Generator<Uint8Array, void> {
      yield* writeGroup()
      footer.write(bytes)
      bytes.appendUint32(magic)
      yield taken()
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
    const groups = Stream.flatMap(inSmallBatches(batches), (rows) => inTurns(file.add(rows)))
    return Stream.concat(groups, Stream.suspend(() => inTurns(file.end())))
  })
