import type { SelectPlan } from "@hedgerow/sql/plan/Plan"
import type { Row } from "@hedgerow/sql/types/Cell"
import { isSameCell, showCell } from "./ExpressionCase.ts"

/** One plan over the seeded rows and the rows it must give; without an order of its own they may come in any. */
export interface PlanCase {
  readonly name: string
  readonly plan: SelectPlan
  readonly gives: ReadonlyArray<Row>
}

export const plan = (name: string, selected: SelectPlan, ...rows: ReadonlyArray<Row>): PlanCase => ({
  name,
  plan: selected,
  gives: rows
})

/** A row as a failure message shows it. */
export const showRow = (row: Row): string => `[${row.map(showCell).join(", ")}]`

/** Whether the rows are the expected ones, in order when the plan has one. */
export const isSameRows = (expected: PlanCase, rows: ReadonlyArray<Row>): boolean => {
  if (expected.gives.length !== rows.length) return false
  const isOrdered = expected.plan.orderBy.length > 0
  const [a, b] = isOrdered ? [expected.gives, rows] : [sorted(expected.gives), sorted(rows)]
  return a.every((row, i) => isSameCell(row, b[i] ?? []))
}

const sorted = (rows: ReadonlyArray<Row>): ReadonlyArray<Row> => {
  const keyed = rows.map((row): readonly [string, Row] => [showRow(row), row])
  return keyed.toSorted(([a], [b]) => a < b ? -1 : a > b ? 1 : 0).map(([, row]) => row)
}
