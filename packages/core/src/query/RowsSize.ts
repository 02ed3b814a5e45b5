import type { Cell, Row } from "@hedgerow/sql/Cell"

const cellSize = (cell: Cell): number => {
  if (cell === null || typeof cell === "boolean") return 1
  if (typeof cell === "string") return cell.length
  if (typeof cell === "number" || typeof cell === "bigint") return 8
  return rowSize(cell)
}

/** About how many bytes a row holds: eight for a number, one for each character. */
export const rowSize = (row: Row): number => {
  let size = 0
  for (const cell of row) size += cellSize(cell)
  return size
}

/** About how many bytes the rows hold. */
export const rowsSize = (rows: ReadonlyArray<Row>): number => rows.reduce((total, row) => total + rowSize(row), 0)
