import type { Cell } from "@hedgerow/core/query/sql/Cell"

/** Floats by the digits that engines agree on. */
export const rounded = (cell: Cell): Cell => {
  if (Array.isArray(cell)) return cell.map(rounded)
  if (typeof cell !== "number" || Number.isSafeInteger(cell) || !Number.isFinite(cell)) return cell
  return Math.abs(cell) < 1e-12 ? 0 : Number(cell.toPrecision(10))
}
