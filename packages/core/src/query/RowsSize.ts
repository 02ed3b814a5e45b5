import type { Cell, Row } from "./sql/Cell.ts"

const cellSize = (cell: Cell): number => {
  if (cell === null || typeof cell === "boolean") return 1
  if (typeof cell === "string") return cell.length
  if (typeof cell === "number" || typeof cell === "bigint") return 8
  return rowsSize([cell])
}

/** About how many bytes the rows hold: eight for a number, one for each character. */
export const rowsSize = (rows: ReadonlyArray<Row>): number =>
  rows.reduce((total, row) => row.reduce<number>((sum, cell) => sum + cellSize(cell), total), 0)
