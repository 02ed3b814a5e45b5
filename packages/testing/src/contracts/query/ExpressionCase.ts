import type { Expr } from "@hedgerow/sql/plan/Plan"
import type { Cell } from "@hedgerow/sql/types/Cell"

/** One expression and the cell that it must give: no data makes a query fail. */
export interface ExpressionCase {
  readonly name: string
  readonly expr: Expr
  readonly cell: Cell
}

/** Cases that are evaluated together in one plan. */
export interface CaseGroup {
  readonly name: string
  readonly cases: ReadonlyArray<ExpressionCase>
}

export const gives = (name: string, expr: Expr, cell: Cell): ExpressionCase => ({ name, expr, cell })

/** The same cell: NaN is itself, zero and negative zero differ. */
export const isSameCell = (a: Cell, b: Cell): boolean => {
  if (!Array.isArray(a) || !Array.isArray(b)) return Object.is(a, b)
  return a.length === b.length && a.every((item, i) => isSameCell(item, b[i]))
}

/** A cell as a failure message shows it. */
export const showCell = (cell: Cell | undefined): string => {
  if (Array.isArray(cell)) return `[${cell.map(showCell).join(", ")}]`
  if (typeof cell === "string") return JSON.stringify(cell)
  if (typeof cell === "bigint") return `${cell}n`
  return Object.is(cell, -0) ? "-0" : String(cell)
}
