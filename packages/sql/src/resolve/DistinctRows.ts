import type { Span } from "../ast/Ast.ts"
import { makeExprKeys } from "../plan/ExprKeys.ts"
import { type Expr, selectPlan } from "../plan/Plan.ts"
import { mapChildren } from "../plan/PlanMap.ts"
import type { Planning } from "../planning/Planning.ts"
import { refuse } from "../typing/SemanticFailure.ts"
import type { Answer } from "./Qualify.ts"

/** The terms that DISTINCT rows are ordered by, with their places. */
type Terms = ReadonlyArray<{ readonly expr: Expr; readonly span: Span }>

/** Whether all terms are columns of the SELECT list. */
export const areSelected = ({ select }: Answer, terms: ReadonlyArray<Expr>): boolean => {
  const keyOf = makeExprKeys("alike")
  const selected = new Set(select.map(({ expr }) => keyOf(expr)))
  return terms.every((expr) => selected.has(keyOf(expr)))
}

const unselected = (span: Span): never =>
  refuse("With SELECT DISTINCT, ORDER BY can only name columns of the SELECT list", span, {
    hint: "Equal rows are one before they are ordered. Select the value too, "
      + "or write GROUP BY instead of DISTINCT and order by an aggregate such as min(timestamp)."
  })

/** DISTINCT rows as a query of their own: the order is computed of its columns. */
export const distinctRows = (planning: Planning, answer: Answer, spans: Terms): Answer => {
  const alias = planning.nextAlias("distinct")
  const keyOf = makeExprKeys("alike")
  const names = new Map(answer.select.map(({ expr, name }) => [keyOf(expr), name]))
  const read = (span: Span) => (expr: Expr): Expr => {
    const name = names.get(keyOf(expr))
    if (name !== undefined) return { _tag: "Column", source: alias, name, type: expr.type }
    const isOfRows = expr._tag === "Column" || expr._tag === "Property" || expr._tag === "Aggregate" ||
      expr._tag === "Window"
    return isOfRows ? unselected(span) : mapChildren(expr, read(span))
  }
  const spanOf = (expr: Expr): Span => spans.find((term) => term.expr === expr)?.span ?? { start: 0, end: 0 }
  const plan = selectPlan(answer.select, { ...answer.rows, distinct: true })
  return {
    isAggregated: false,
    select: answer.select.map(({ expr, name }) => ({
      name,
      expr: { _tag: "Column", source: alias, name, type: expr.type }
    })),
    rows: { from: { _tag: "Subquery", plan, alias }, where: undefined, groupBy: undefined, having: undefined },
    orderBy: answer.orderBy.map((term) => ({ ...term, expr: read(spanOf(term.expr))(term.expr) })),
    limitBy: answer.limitBy.map((expr) => read(spanOf(expr))(expr))
  }
}
