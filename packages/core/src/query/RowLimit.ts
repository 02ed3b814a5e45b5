import type { AstExpr, Span, Statement } from "@hedgerow/sql/ast/Ast"
import { columnsOf, type QueryPlan, type SelectPlan, selectPlan } from "@hedgerow/sql/plan/Plan"
import type { Limits } from "./QueryLimits.ts"

/** The most rows of the answer, and the form in which the limit is reported. */
export interface RowLimit {
  readonly plan: SelectPlan
  /** Rows of the answer; the plan may fetch one more to know whether there are more. */
  readonly rows: number
  /** The limit is ours, because the text has none. */
  readonly isDefault: boolean
  readonly warnings: ReadonlyArray<string>
}

/** The plan with its row limit: the default where the text has none, never above the largest. */
export const limitRows = (asked: QueryPlan, limits: Limits): RowLimit => {
  const plan = asSelect(asked)
  if (plan.limit === undefined) {
    return { plan: { ...plan, limit: limits.defaultRows + 1 }, rows: limits.defaultRows, isDefault: true, warnings: [] }
  }
  if (plan.limit <= limits.maxRows) {
    return { plan, rows: plan.withTies === true ? limits.maxRows : plan.limit, isDefault: false, warnings: [] }
  }
  return {
    plan: { ...plan, limit: limits.maxRows },
    rows: limits.maxRows,
    isDefault: false,
    warnings: [`LIMIT ${plan.limit} is larger than the most rows a query returns: ${limits.maxRows} are returned.`]
  }
}

/** A limit is one of a SELECT: that of other queries stands around them. */
const asSelect = (plan: QueryPlan): SelectPlan => {
  if (plan._tag === "Select") return plan
  const { with: tables = [], ...inner } = plan
  const alias = "all rows"
  const select = columnsOf(plan).map(({ name, type }) => ({
    name,
    expr: { _tag: "Column" as const, source: alias, name, type }
  }))
  return selectPlan(select, { from: { _tag: "Subquery", plan: inner, alias }, with: tables })
}

/** The statement as it is run, with the limit that applies. */
export const withRowLimit = (statement: Statement, { plan, rows }: RowLimit): Statement => {
  const at: Span = { start: statement.end, end: statement.end }
  const number = (value: number): AstExpr => ({ _tag: "Number", text: String(value), ...at })
  const limit = number(plan.limit ?? rows)
  return statement.limit === undefined
    ? { ...statement, limit, offset: statement.offset ?? number(0) }
    : { ...statement, limit }
}
