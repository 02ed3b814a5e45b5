import type { NativeInsert, NativeResult } from "./Native.ts"
import type { Summary } from "./Respond.ts"

const nanos = (seconds: number): string => String(Math.max(0, Math.round(seconds * 1e9)))

const summary = (totals: Readonly<Record<string, string>>): Summary => ({
  read_rows: "0",
  read_bytes: "0",
  written_rows: "0",
  written_bytes: "0",
  total_rows_to_read: "0",
  result_rows: "0",
  result_bytes: "0",
  elapsed_ns: "0",
  ...totals
})

/**
 * The counts of rows read by a statement stand at the end of the formats that have them, and nowhere else afterwards.
 */
const totalsAtEnd = (bytes: Uint8Array): Readonly<Record<string, string>> => {
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(
    "latin1",
    Math.max(0, bytes.length - 400)
  )
  const [, rows, size] =
    /[^]*"(?:read_rows|rows_read)":\s*"?(\d+)"?,\s*"(?:read_bytes|bytes_read)":\s*"?(\d+)/.exec(end) ?? []
  return rows === undefined || size === undefined ? {} : { read_rows: rows, read_bytes: size }
}

export const summaryOfResult = (result: NativeResult): Summary =>
  summary({
    ...totalsAtEnd(result.bytes),
    result_rows: String(result.rowsRead),
    result_bytes: String(result.bytes.length),
    elapsed_ns: nanos(result.elapsed)
  })

export const summaryOfInsert = (insert: NativeInsert): Summary =>
  summary({
    written_rows: String(insert.rowsWritten),
    written_bytes: String(insert.bytesWritten),
    elapsed_ns: nanos(insert.elapsed)
  })

/** Of an answer that leaves before its totals are known. */
export const summaryAhead: Summary = summary({})
