import type { Cell, Row } from "@hedgerow/sql/types/Cell"

/** About how many bytes a row takes in memory: eight for each cell, one for each character. */
export const rowSize = (row: Row): number => {
  let size = 0
  for (const cell of row) size += cellSize(cell)
  return size
}

const cellSize = (cell: Cell): number => {
  if (typeof cell === "string") return 8 + cell.length
  return typeof cell === "object" && cell !== null ? 8 + rowSize(cell) : 8
}
