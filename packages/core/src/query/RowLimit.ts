import type { AstExpr, Span, Statement } from "@hedgerow/sql/ast/Ast"
import {
  columnsOf,
  groupsAtMost,
  type QueryPlan,
  type SelectPlan,
  selectPlan,
  withGroups
} from "@hedgerow/sql/plan/Plan"
import type { Row } from "@hedgerow/sql/types/Cell"
import type { Limits } from "./QueryLimits.ts"

/** The most rows of the answer, and the form in which the limit is reported. */
export interface RowLimit {
  readonly plan: SelectPlan
  /** Rows of the answer; the plan may fetch one more to know whether there are more. */
  readonly rows: number
  /** The row of all groups is the last of the plan, and of the answer: `rows` does not count it. */
  readonly hasTotals: boolean
  /** The limit is ours, because the text has none. */
  readonly isDefault: boolean
  readonly warnings: ReadonlyArray<string>
}

/** The plan with its row limit: the default where the text has none, never above the largest. */
export const limitRows = (asked: QueryPlan, limits: Limits): RowLimit => {
  const plan = asSelect(asked)
  const hasTotals = plan.totals === true
  const limit = groupsAtMost(plan)
  const { defaultRows, maxRows } = limits
  if (limit === undefined) {
    return { plan: withGroups(plan, defaultRows + 1), rows: defaultRows, hasTotals, isDefault: true, warnings: [] }
  }
  if (limit <= maxRows) {
    return { plan, rows: plan.withTies === true ? maxRows : limit, hasTotals, isDefault: false, warnings: [] }
  }
  const warning = `LIMIT ${limit} is larger than the most rows a query returns: ${maxRows} are returned.`
  return { plan: withGroups(plan, maxRows), rows: maxRows, hasTotals, isDefault: false, warnings: [warning] }
}

/** The rows of the answer among those that the plan gave, and whether it gave more. */
export const rowsWithin = (
  { hasTotals, rows }: RowLimit,
  found: ReadonlyArray<Row>
): { readonly shown: ReadonlyArray<Row>; readonly hasMore: boolean } => {
  const totals = hasTotals ? 1 : 0
  return found.length > rows + totals
    ? { shown: [...found.slice(0, rows), ...found.slice(found.length - totals)], hasMore: true }
    : { shown: found, hasMore: false }
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
  const limit = number(groupsAtMost(plan) ?? rows)
  return statement.limit === undefined
    ? { ...statement, limit, offset: statement.offset ?? number(0) }
    : { ...statement, limit }
}
