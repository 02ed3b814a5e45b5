import type { Row } from "@hedgerow/sql/types/Cell"
import type { SqlType } from "@hedgerow/sql/types/SqlType"
import type { Steps } from "@hedgerow/sql/types/Steps"
import { WorkSlice } from "../shared/WorkSlice.ts"
import { RowMeter, type RowsMeasure, rowsMeasureInSteps } from "./AnswerSize.ts"

/** The most that one batch of a streamed answer holds; a larger row is a batch of its own. */
export const batchLimits = { rows: 2_048, bytes: 1_048_576, cells: 65_536 }

/** Rows that travel together, and their size in an answer. */
export interface RowBatch extends RowsMeasure {
  readonly rows: ReadonlyArray<Row>
}

/** The rows as one batch of any size, measured in steps. */
export function* batchInSteps(rows: ReadonlyArray<Row>, types: ReadonlyArray<SqlType>): Steps<RowBatch> {
  const { bytes, cells } = yield* rowsMeasureInSteps(rows, types)
  return { rows, bytes, cells }
}

const fits = ({ bytes, cells }: RowsMeasure, rows: number): boolean =>
  rows <= batchLimits.rows && bytes <= batchLimits.bytes && cells <= batchLimits.cells

/** The rows in order, in batches within the limits; `types` are those of the columns. */
export function* cutBatch(whole: RowBatch, types: ReadonlyArray<SqlType>): Steps<ReadonlyArray<RowBatch>> {
  const { rows } = whole
  if (rows.length === 0) return []
  if (rows.length === 1 || fits(whole, rows.length)) return [whole]
  const slice = new WorkSlice()
  const batches: Array<RowBatch> = []
  let start = 0
  let size = { bytes: 0, cells: 0 }
  for (const [index, row] of rows.entries()) {
    const meter = new RowMeter(types)
    yield* meter.addInSteps(row, slice)
    const grown = { bytes: size.bytes + meter.bytes, cells: size.cells + meter.cells }
    const isFull = index > start && !fits(grown, index - start + 1)
    if (isFull) {
      batches.push({ rows: rows.slice(start, index), ...size })
      start = index
    }
    size = isFull ? { bytes: meter.bytes, cells: meter.cells } : grown
  }
  return [...batches, { rows: rows.slice(start), ...size }]
}
