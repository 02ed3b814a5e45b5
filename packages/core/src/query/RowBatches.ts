import type { Row } from "@hedgerow/sql/Cell"
import { rowSize, rowsSize } from "./RowsSize.ts"

/** The most that one batch of a streamed answer holds; a larger row is a batch of its own. */
export const batchLimits = { rows: 2_048, bytes: 1_048_576 }

/** Rows that travel together, and about how many bytes they hold. */
export interface RowBatch {
  readonly rows: ReadonlyArray<Row>
  readonly bytes: number
}

/** The rows as one batch of any size. */
export const batchOf = (rows: ReadonlyArray<Row>): RowBatch => ({ rows, bytes: rowsSize(rows) })

/** The rows in order, in batches within the limits. */
export const cutBatch = (whole: RowBatch): ReadonlyArray<RowBatch> => {
  const { rows } = whole
  if (rows.length === 0) return []
  if (rows.length <= batchLimits.rows && whole.bytes <= batchLimits.bytes) return [whole]
  const batches: Array<RowBatch> = []
  let start = 0
  let bytes = 0
  for (const [index, row] of rows.entries()) {
    const size = rowSize(row)
    if (index > start && (index - start >= batchLimits.rows || bytes + size > batchLimits.bytes)) {
      batches.push({ rows: rows.slice(start, index), bytes })
      start = index
      bytes = 0
    }
    bytes += size
  }
  return [...batches, { rows: rows.slice(start), bytes }]
}
