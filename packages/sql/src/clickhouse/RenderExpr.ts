import type { Expr, Let } from "../plan/Plan.ts"
import { type ExprContext, type ExprDialect, type Leaf, makeExprRenderer } from "../render/RenderExpr.ts"
import { propertyOfText } from "./DocumentProperties.ts"
import { type ExprRenderer, shortText } from "./ExprRenderer.ts"
import { functionRenderings } from "./FunctionRenderings.ts"
import { aggregateRenderings } from "./functions/Aggregates.ts"
import { renderDateCall } from "./functions/DateCalls.ts"
import { cases } from "./functions/Logic.ts"
import { renderInList, renderInSubquery } from "./functions/Membership.ts"
import { renderOver, windowRenderings } from "./functions/Windows.ts"
import type { Statement } from "./RenderScan.ts"

/** Short values are written where they are named, long ones become parameters of a function over one member. */
const renderLet = (expr: Let, r: ExprRenderer, body: () => string): string => {
  const values = expr.bindings.map(({ value }) => r.value(value))
  const isShort = values.every((text) => text.length <= shortText)
  const names = isShort ? values : values.map(() => r.fresh())
  expr.bindings.forEach(({ name }, i) => r.refs.set(name, names[i] ?? "NULL"))
  if (isShort) return body()
  return `(arrayMap((${names.join(", ")}) -> ${body()}, ${values.map((text) => `[${text}]`).join(", ")})[1])`
}

const dialect: ExprDialect<ExprRenderer> = {
  functions: functionRenderings,
  aggregates: aggregateRenderings,
  windows: windowRenderings,
  over: renderOver,
  // A value of a column with a dictionary has no NULL of its own, for a query without rows.
  scalarSubquery: ({ type }, subquery) =>
    `(SELECT ${type.kind === "String" ? "CAST(c0, 'Nullable(String)')" : "c0"} FROM (${subquery}))`,
  exists: (_, subquery) => `exists(${subquery})`,
  let: renderLet,
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
export const exprRenderer = ({ levels, parameters, sources }: Statement, context: ExprContext): ExprRenderer =>
  makeExprRenderer(dialect, context, ({ write, ...conditions }): ExprRenderer => {
    const leaf = (expr: Leaf): string => {
      switch (expr._tag) {
        case "Literal":
          return parameters.value(expr.value, expr.type)
        case "Column":
          return sources.column(expr)
        case "Property": {
          const { column, path } = expr
          const known = column._tag === "Column" ? sources.property(column.source, column.name, path) : undefined
          return known ?? propertyOfText(value(column), path, parameters)
        }
      }
    }
    const value = (expr: Expr): string => write(expr, leaf)
    const isGrouped = context.groupKeys.size > 0
    const joined = (expr: Expr) => expr._tag === "Column" ? sources.joined(expr) : undefined
    return { ...conditions, parameters, fresh: () => sources.fresh(), isGrouped, joined, levels, value }
  })
