import type { Span } from "../ast/Ast.ts"
import { makeExprKeys } from "../plan/ExprKeys.ts"
import { type Expr, type Order, type Selected, type SelectPlan, selectPlan } from "../plan/Plan.ts"
import type { Planning } from "../planning/Planning.ts"
import { condition } from "../typing/NullRules.ts"
import { addedName } from "./ColumnNames.ts"
import { makeDerivedLeaf } from "./DerivedLeaf.ts"
import { selectedDocument } from "./SelectedDocuments.ts"

/** The rows of a SELECT, and what is done with them once windows are computed. */
export interface Answer {
  readonly select: Array<Selected>
  readonly rows: Pick<SelectPlan, "from" | "where" | "groupBy" | "having">
  readonly isAggregated: boolean
  readonly orderBy: ReadonlyArray<Order>
  readonly limitBy: ReadonlyArray<Expr>
}

/**
 * The rows for which a condition holds that may read windows: a query computes it beside the columns and what they are
 * ordered by, and the answer is read from that.
 */
export const qualified = (planning: Planning, answer: Answer, qualify: Expr, span: Span): Answer => {
  const select = [...answer.select]
  const keyOf = makeExprKeys("alike")
  const known = new Map(select.map(({ expr, name }) => [keyOf(expr), name]))
  const add = (expr: Expr): string => {
    const key = keyOf(expr)
    const name = known.get(key) ?? addedName(select)
    if (!known.has(key)) select.push({ name, expr })
    known.set(key, name)
    return name
  }
  const isKept = add(qualify)
  const keys = answer.orderBy.map(({ expr }) => add(expr))
  const limited = answer.limitBy.map(add)
  const columns = select.map(({ expr, name }) => ({ name, type: expr.type }))
  const document = answer.isAggregated ? () => undefined : selectedDocument(planning, select, span)
  const leaf = makeDerivedLeaf(planning, { plan: selectPlan(select, answer.rows), columns, document }, undefined)
  const read = (name: string): Expr => leaf.field([name], span)
  return {
    isAggregated: false,
    select: answer.select.map(({ name }) => ({ name, expr: read(name) })),
    rows: {
      from: leaf.source(),
      where: condition("and", read(isKept), span),
      groupBy: undefined,
      having: undefined
    },
    orderBy: answer.orderBy.map(({ descending }, i) => ({ descending, expr: read(keys[i] ?? "") })),
    limitBy: limited.map(read)
  }
}
