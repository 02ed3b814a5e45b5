import type { ColumnChunk, RowGroup, SchemaElement } from "hyparquet"
import { ByteWriter } from "hyparquet-writer/src/bytewriter.js"
import { logicalType } from "hyparquet-writer/src/metadata.js"
import { serializeTCompactProtocol } from "hyparquet-writer/src/thrift.js"
import { unconvertStatistics } from "hyparquet-writer/src/unconvert.js"
import {
  CompressionCodecs,
  ConvertedTypes,
  Encodings,
  FieldRepetitionTypes,
  PageTypes,
  ParquetTypes
} from "hyparquet/src/constants.js"

/** The types of Thrift's compact protocol that the footer writes itself. */
const thrift = { int64: 6, binary: 8, list: 9, struct: 12 } as const

/** The version of the format's metadata that pages of version 2 need. */
const formatVersion = 2

const placeIn = (names: ReadonlyArray<string | undefined>, name: string | undefined): number | undefined =>
  name === undefined ? undefined : names.indexOf(name)

const schemaStruct = (element: SchemaElement) => ({
  field_1: placeIn(ParquetTypes, element.type),
  field_3: placeIn(FieldRepetitionTypes, element.repetition_type),
  field_4: element.name,
  field_5: element.num_children,
  field_6: placeIn(ConvertedTypes, element.converted_type),
  field_10: logicalType(element.logical_type)
})

const chunkStruct = ({ file_offset, meta_data }: ColumnChunk, element: SchemaElement) => ({
  field_2: file_offset,
  field_3: meta_data && {
    field_1: placeIn(ParquetTypes, meta_data.type),
    field_2: meta_data.encodings.map((encoding) => placeIn(Encodings, encoding)),
    field_3: meta_data.path_in_schema,
    field_4: placeIn(CompressionCodecs, meta_data.codec),
    field_5: meta_data.num_values,
    field_6: meta_data.total_uncompressed_size,
    field_7: meta_data.total_compressed_size,
    field_9: meta_data.data_page_offset,
    field_11: meta_data.dictionary_page_offset,
    field_12: meta_data.statistics && unconvertStatistics(meta_data.statistics, element),
    field_13: meta_data.encoding_stats?.map(({ count, encoding, page_type }) => ({
      field_1: placeIn(PageTypes, page_type),
      field_2: placeIn(Encodings, encoding),
      field_3: count
    }))
  }
})

/** Writes the head of a field, whose number is so much above that of the field before it. */
const beginField = (bytes: ByteWriter, above: number, type: number): void => bytes.appendUint8(above << 4 | type)

const beginStructs = (bytes: ByteWriter, above: number, count: number): void => {
  beginField(bytes, above, thrift.list)
  // Lists of at most 14 items have their length in the same byte.
  if (count < 15) bytes.appendUint8(count << 4 | thrift.struct)
  else {
    bytes.appendUint8(15 << 4 | thrift.struct)
    bytes.appendVarInt(count)
  }
}

const int64Field = (bytes: ByteWriter, above: number, value: bigint): void => {
  beginField(bytes, above, thrift.int64)
  bytes.appendZigZag(value)
}

const endStruct = (bytes: ByteWriter): void => bytes.appendUint8(0)

/**
 * The footer of a Parquet file, `FileMetaData` of the format in Thrift's compact protocol. The places of the columns of
 * a row group are written when the group is, so that the end of a file with many groups and columns takes one copy of
 * bytes, and what is held of a group is its bytes in the footer.
 */
export const makeParquetFooter = (schema: ReadonlyArray<SchemaElement>, createdBy: string) => {
  const leaves = schema.filter(({ type }) => type !== undefined)
  const groups = new ByteWriter()
  let count = 0
  let rows = 0n

  return {
    beginGroup: (): void => beginStructs(groups, 1, leaves.length),
    /** The columns from this place of all leaves on, in their order. */
    addColumns: (columns: ReadonlyArray<ColumnChunk>, from: number): void => {
      for (const [index, chunk] of columns.entries()) {
        const element = leaves[from + index]
        if (element !== undefined) serializeTCompactProtocol(groups, chunkStruct(chunk, element))
      }
    },
    endGroup: ({ num_rows, total_byte_size, total_compressed_size = 0n }: Omit<RowGroup, "columns">): void => {
      int64Field(groups, 1, total_byte_size)
      int64Field(groups, 1, num_rows)
      int64Field(groups, 3, total_compressed_size)
      endStruct(groups)
      count++
      rows += num_rows
    },
    /** Writes the footer with its length. */
    write: (bytes: ByteWriter): void => {
      const start = bytes.offset
      serializeTCompactProtocol(bytes, { field_1: formatVersion, field_2: schema.map(schemaStruct), field_3: rows })
      // The struct goes on: its end is taken back.
      bytes.index--
      bytes.offset--
      beginStructs(bytes, 1, count)
      bytes.appendBytes(groups.getBytes())
      beginField(bytes, 2, thrift.binary)
      const name = new TextEncoder().encode(createdBy)
      bytes.appendVarInt(name.length)
      bytes.appendBytes(name)
      beginStructs(bytes, 1, leaves.length)
      // Bounds of every column are in the order of its type.
      for (const _ of leaves) serializeTCompactProtocol(bytes, { field_1: {} })
      endStruct(bytes)
      bytes.appendUint32(bytes.offset - start)
    }
  }
}
