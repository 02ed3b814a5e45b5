import {
  type ExprContext,
  type ExprDialect,
  type Leaf,
  makeExprRenderer
} from "@hedgerow/core/query/sql/render/RenderExpr"
import type { ExprRenderer } from "./ExprRenderer.ts"
import { functionRenderings } from "./FunctionRenderings.ts"
import { aggregateRenderings } from "./functions/Aggregates.ts"
import { renderDateCall } from "./functions/DateCalls.ts"
import { cases } from "./functions/Logic.ts"
import { renderInList, renderInSubquery } from "./functions/Membership.ts"
import type { Statement } from "./RenderScan.ts"

const dialect: ExprDialect<ExprRenderer> = {
  functions: functionRenderings,
  aggregates: aggregateRenderings,
  dateCall: renderDateCall,
  inList: renderInList,
  inSubquery: renderInSubquery,
  cases,
  coalesce: ([first = "NULL", ...more]) => more.length === 0 ? first : `coalesce(${[first, ...more].join(", ")})`,
  asValue: (condition, { kind }) => kind === "Bool" ? `toBool(${condition})` : condition,
  nonZero: (text) => `(${text} != 0)`,
  truth: (value, loose) => {
    if (value === null) return loose ? "0" : "CAST(NULL, 'Nullable(UInt8)')"
    return value ? "1" : "0"
  }
}

/** The renderer of the expressions of one SELECT. A group key is called by its alias. */
export const exprRenderer = ({ parameters, sources }: Statement, context: ExprContext): ExprRenderer => {
  const leaf = (expr: Leaf): string => {
    switch (expr._tag) {
      case "Literal":
        return parameters.value(expr.value, expr.type)
      case "Column":
        return sources.column(expr.source, expr.name)
      case "Property":
        return sources.property(expr.column.source, expr.column.name, expr.path)
    }
  }
  return makeExprRenderer(dialect, context, ({ write, ...conditions }): ExprRenderer => ({
    ...conditions,
    parameters,
    value: (expr) => write(expr, leaf)
  }))
}
