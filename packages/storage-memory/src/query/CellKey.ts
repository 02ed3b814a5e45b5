import type { Cell } from "@hedgerow/sql/Cell"

/** A value for `Map` and `Set` that two cells of one type share exactly when they are the same group. */
export type CellKey = null | boolean | number | bigint | string

const part = (cell: Cell): string => {
  if (cell === null) return "~"
  if (typeof cell === "string") return `${cell.length}:${cell}`
  if (typeof cell === "object") return `[${cell.map(part).join("")}]`
  return `${cell === 0 ? 0 : cell};`
}

/** NULL is one key, and so is NaN; zero and negative zero are the same. */
export const cellKey = (cell: Cell): CellKey => cell !== null && typeof cell === "object" ? part(cell) : cell

/** The key of several cells together. */
export const cellsKey = (cells: ReadonlyArray<Cell>): CellKey => {
  const [first] = cells
  return cells.length === 1 && first !== undefined ? cellKey(first) : cells.map(part).join("")
}
