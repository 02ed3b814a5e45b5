import type { ExprKeys } from "@hedgerow/core/query/sql/ExprKeys"
import type { Expr, SelectPlan } from "@hedgerow/core/query/sql/Plan"
import { isNumeric } from "@hedgerow/core/query/sql/SqlType"
import { argument, type Call, type Column, type ExprRenderer, type Property } from "./ExprRenderer.ts"
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
  /** Group keys by `exprKey`: their text replaces the expression, so that it is the grouped one in every place. */
  readonly groupKeys: ReadonlyMap<number, string>
  /** The text of a nested SELECT with its one column `c0`. */
  readonly subquery: (plan: SelectPlan) => string
}

const isDigits = /^[0-9]+$/

/** The renderer of the expressions of one SELECT. */
export const makeExprRenderer = (context: ExprContext): ExprRenderer => {
  const { exprKey, groupKeys, parameters, sources } = context

  const grouped = (expr: Expr): string | undefined =>
    groupKeys.size === 0 || expr._tag === "Literal" ? undefined : groupKeys.get(exprKey(expr))

  const value = (expr: Expr): string => grouped(expr) ?? ungrouped(expr, false)
  const operand = (expr: Expr, raw: boolean): string => grouped(expr) ?? ungrouped(expr, true, raw)
  const predicate = (expr: Expr): string => asPredicate(expr, false)
  const holds = (expr: Expr): string => asPredicate(expr, true)

  const column = (expr: Column, asStored: boolean): string => {
    const { sql, stored } = sources.column(expr.source, expr.name)
    if (stored?.document === true) return `hg_json(${sql})`
    return stored?.narrow === true && !asStored ? `${sql}::int8` : sql
  }

  const step = (document: string, key: string): string =>
    isDigits.test(key)
      ? `hg_json_step(${document}, ${parameters.text(key)})`
      : `(${document} -> ${parameters.text(key)})`

  const property = (expr: Property, raw: boolean): string => {
    const document = sources.document(expr.column.source, expr.column.name)
    const last = expr.path.at(-1)
    if (!raw || last === undefined) return `(hg_json_text(${expr.path.reduce(step, document)}) COLLATE "C")`
    const parent = expr.path.slice(0, -1).reduce(step, document)
    const text = isDigits.test(last) ? `${step(parent, last)} #>> '{}'` : `${parent} ->> ${parameters.text(last)}`
    return `((${text}) COLLATE "C")`
  }

  const isPredicate = (expr: Expr): boolean =>
    expr._tag === "InList" || expr._tag === "InSubquery"
    || (expr._tag === "Call" && functionRenderings[expr.fn].kind === "predicate")

  const ungrouped = (expr: Expr, asStored: boolean, raw = false): string => {
    if (isPredicate(expr)) {
      const condition = asPredicate(expr, false)
      return expr.type.kind === "Bool" ? condition : `${condition}::int4::int8`
    }
    switch (expr._tag) {
      case "Literal":
        return parameters.value(expr.value, expr.type)
      case "Column":
        return column(expr, asStored)
      case "Property":
        return property(expr, raw)
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
    if (expr.type.kind === "Nothing") return "NULL::boolean"
    if (isNumeric(expr.type)) return `(${text} <> 0)`
    throw new Error(`The plan uses a ${expr.type.kind} as a predicate`)
  }

  const asPredicate = (expr: Expr, loose: boolean): string => {
    const key = grouped(expr)
    if (key !== undefined) return nonZero(expr, key)
    switch (expr._tag) {
      case "Literal":
        return expr.value === null ? "NULL::boolean" : String(expr.value !== false && Number(expr.value) !== 0)
      case "InList":
        return renderInList(expr, renderer, loose)
      case "InSubquery":
        return renderInSubquery(expr, renderer, context.subquery(expr.plan), loose)
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

  /** `coalesce(p, 0)` holds exactly when `p` does, and written so it leaves indexes usable. */
  const coalescePredicate = (expr: Call, loose: boolean): string => {
    const last = expr.args.at(-1)
    const rest = expr.args.slice(0, -1)
    const only = rest[0]
    const isFalse = last?._tag === "Literal" && (last.value === null || last.value === false || last.value === 0)
    if (loose && isFalse && rest.length === 1 && only !== undefined) return holds(only)
    return `COALESCE(${expr.args.map(predicate).join(", ")})`
  }

  const renderer: ExprRenderer = { parameters, value, predicate, holds, operand }
  return renderer
}
