import type { ExprKeys } from "@hedgerow/core/query/sql/ExprKeys"
import type { Expr, SelectPlan } from "@hedgerow/core/query/sql/Plan"
import { isNumeric } from "@hedgerow/core/query/sql/SqlType"
import { isConstant } from "./Constants.ts"
import { argument, type Call, type ExprRenderer } from "./ExprRenderer.ts"
import { functionRenderings } from "./FunctionRenderings.ts"
import { aggregateRenderings } from "./functions/Aggregates.ts"
import { renderDateCall } from "./functions/DateCalls.ts"
import { cases } from "./functions/Logic.ts"
import { renderInList, renderInSubquery } from "./functions/Membership.ts"
import type { Parameters } from "./Parameters.ts"
import type { Sources } from "./Sources.ts"

/** What rendering an expression needs from its statement. */
export interface ExprContext {
  readonly parameters: Parameters
  readonly sources: Sources
  readonly exprKey: ExprKeys
  /** Group keys by `exprKey`: the alias of the key replaces the expression wherever it stands. */
  readonly groupKeys: ReadonlyMap<number, string>
  /** The text of a nested SELECT with its one column `c0`. */
  readonly subquery: (plan: SelectPlan) => string
}

const isPredicate = (expr: Expr): boolean =>
  expr._tag === "InList" || expr._tag === "InSubquery"
  || (expr._tag === "Call" && functionRenderings[expr.fn].kind === "predicate")

/** The renderer of the expressions of one SELECT. */
export const makeExprRenderer = (context: ExprContext): ExprRenderer => {
  const { exprKey, groupKeys, parameters, sources } = context

  const grouped = (expr: Expr): string | undefined =>
    groupKeys.size === 0 || expr._tag === "Literal" ? undefined : groupKeys.get(exprKey(expr))

  const value = (expr: Expr): string => grouped(expr) ?? ungrouped(expr)
  const fallible = (expr: Expr): string => {
    const text = value(expr)
    return isConstant(expr) && !text.includes("materialize(") ? `materialize(${text})` : text
  }
  const predicate = (expr: Expr): string => asPredicate(expr, false)
  const holds = (expr: Expr): string => asPredicate(expr, true)

  const ungrouped = (expr: Expr): string => {
    if (isPredicate(expr)) {
      const condition = asPredicate(expr, false)
      return expr.type.kind === "Bool" ? `toBool(${condition})` : condition
    }
    switch (expr._tag) {
      case "Literal":
        return parameters.value(expr.value, expr.type)
      case "Column":
        return sources.column(expr.source, expr.name)
      case "Property":
        return sources.property(expr.column.source, expr.column.name, expr.path)
      case "DateCall":
        return renderDateCall(expr, renderer)
      case "Aggregate":
        return aggregateRenderings[expr.fn](expr, renderer)
      case "Call": {
        const rendering = functionRenderings[expr.fn]
        return rendering.render(expr, renderer, false)
      }
      case "InList":
      case "InSubquery":
        return asPredicate(expr, false)
    }
  }

  const nonZero = (expr: Expr, text: string): string => {
    if (expr.type.kind === "Bool") return text
    if (expr.type.kind === "Nothing") return "CAST(NULL, 'Nullable(UInt8)')"
    if (isNumeric(expr.type)) return `(${text} != 0)`
    throw new Error(`The plan uses a ${expr.type.kind} as a predicate`)
  }

  const asPredicate = (expr: Expr, loose: boolean): string => {
    const key = grouped(expr)
    if (key !== undefined) return nonZero(expr, key)
    switch (expr._tag) {
      case "Literal":
        if (expr.value === null) return loose ? "0" : "CAST(NULL, 'Nullable(UInt8)')"
        return expr.value !== false && Number(expr.value) !== 0 ? "1" : "0"
      case "InList":
        return renderInList(expr, renderer)
      case "InSubquery":
        return renderInSubquery(expr, renderer, context.subquery(expr.plan))
      case "Call":
        return callPredicate(expr, loose)
      default:
        return nonZero(expr, value(expr))
    }
  }

  const callPredicate = (expr: Call, loose: boolean): string => {
    const rendering = functionRenderings[expr.fn]
    if (rendering.kind === "predicate") return rendering.render(expr, renderer, loose)
    if (expr.fn === "if" || expr.fn === "multiIf") return cases(expr, renderer, loose ? holds : predicate)
    if (expr.fn === "coalesce") return coalescePredicate(expr, loose)
    if (expr.fn === "cast" && expr.args.every((arg) => arg.type.kind === "Bool" || isNumeric(arg.type))) {
      return asPredicate(argument(expr, 0), loose)
    }
    return nonZero(expr, value(expr))
  }

  /** `coalesce(p, 0)` holds exactly when `p` does, and written so it leaves indexes and joins usable. */
  const coalescePredicate = (expr: Call, loose: boolean): string => {
    const last = expr.args.at(-1)
    const rest = expr.args.slice(0, -1)
    const only = rest[0]
    const isFalse = last?._tag === "Literal" && (last.value === null || last.value === false || last.value === 0)
    if (loose && isFalse && rest.length === 1 && only !== undefined) return holds(only)
    return expr.args.length === 1 ? predicate(argument(expr, 0)) : `coalesce(${expr.args.map(predicate).join(", ")})`
  }

  const renderer: ExprRenderer = { parameters, value, predicate, holds, fallible }
  return renderer
}
