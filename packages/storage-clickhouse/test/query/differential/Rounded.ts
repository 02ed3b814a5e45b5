import { columnsOf, type QueryPlan } from "@hedgerow/sql/plan/Plan"
import type { Cell } from "@hedgerow/sql/types/Cell"
import type { SqlType } from "@hedgerow/sql/types/SqlType"
import { showRow } from "./ShowPlan.ts"

/** Floats by the digits that engines agree on. */
const rounded = (cell: Cell, type: SqlType): Cell => {
  if (type.kind === "Array" && Array.isArray(cell)) return cell.map((item: Cell) => rounded(item, type.element))
  if (type.kind !== "Float64" || typeof cell !== "number" || !Number.isFinite(cell)) return cell
  return Math.abs(cell) < 1e-12 ? 0 : Number(cell.toPrecision(10))
}

/** A row of the plan in one line, with floats by the digits that engines agree on. */
export const showRounded = (plan: QueryPlan): (row: ReadonlyArray<Cell>) => string => {
  const types = columnsOf(plan).map(({ type }) => type)
  return (row) => showRow(row.map((cell, i) => rounded(cell, types[i] ?? { kind: "Nothing", nullable: true })))
}
