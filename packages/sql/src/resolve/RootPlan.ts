import { hasAggregate } from "../plan/ExprMeasures.ts"
import { columnsOf, type CommonTable, type QueryPlan, type Selected } from "../plan/Plan.ts"
import type { OutputColumn, ResolvedQuery } from "../planning/Planning.ts"
import { documentText } from "../typing/Documents.ts"

/** The plan of the whole statement: with its common tables, and documents as the text that was stored. */
export const rootPlan = (
  { columns, plan }: ResolvedQuery,
  tables: ReadonlyArray<CommonTable>
): { readonly plan: QueryPlan; readonly columns: ReadonlyArray<OutputColumn> } => {
  const shown = withTexts(plan)
  const types = columnsOf(shown)
  return {
    plan: tables.length === 0 ? shown : { ...shown, with: [...tables, ...shown.with ?? []] },
    columns: columns.map((column, i) => ({ ...column, type: types[i]?.type ?? column.type }))
  }
}

/** Documents in groups or distinct rows stay as they are: texts of equal ones may differ. */
const withTexts = (plan: QueryPlan): QueryPlan => {
  if (plan._tag !== "Select" || plan.distinct || plan.groupBy !== undefined || hasAggregate(plan)) return plan
  if (plan.select.every(({ expr }) => expr.type.kind !== "JSON")) return plan
  const select = plan.select.map((one): Selected =>
    one.expr.type.kind === "JSON" ? { ...one, expr: documentText(one.expr) } : one
  )
  return { ...plan, select }
}
