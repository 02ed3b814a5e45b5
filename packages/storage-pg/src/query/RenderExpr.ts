import type { ExprKeys } from "@hedgerow/core/query/sql/ExprKeys"
import type { Column, Property } from "@hedgerow/core/query/sql/Plan"
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
import type { Parameters } from "./Parameters.ts"
import type { Sources } from "./Sources.ts"

/** What all parts of one statement share. */
export interface Statement {
  readonly parameters: Parameters
  readonly sources: Sources
  readonly exprKey: ExprKeys
}

const dialect: ExprDialect<ExprRenderer> = {
  functions: functionRenderings,
  aggregates: aggregateRenderings,
  dateCall: renderDateCall,
  inList: renderInList,
  inSubquery: renderInSubquery,
  cases,
  coalesce: (texts) => `COALESCE(${texts.join(", ")})`,
  asValue: (condition, { kind }) => kind === "Bool" ? condition : `${condition}::int4::int8`,
  nonZero: (text) => `(${text} <> 0)`,
  truth: (value) => value === null ? "NULL::boolean" : String(value)
}

const isDigits = /^[0-9]+$/

/** How constants and columns are written: `asStored` and `raw` as in `ExprRenderer.operand`. */
const makeLeaves = ({ parameters, sources }: Statement) => {
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

  return (asStored: boolean, raw: boolean) => (expr: Leaf): string => {
    switch (expr._tag) {
      case "Literal":
        return parameters.value(expr.value, expr.type)
      case "Column":
        return column(expr, asStored)
      case "Property":
        return property(expr, raw)
    }
  }
}

/** The renderer of the expressions of one SELECT. */
export const exprRenderer = (statement: Statement, context: ExprContext): ExprRenderer => {
  const leaves = makeLeaves(statement)
  const asValues = leaves(false, false)
  return makeExprRenderer(dialect, context, ({ write, ...conditions }): ExprRenderer => ({
    ...conditions,
    parameters: statement.parameters,
    value: (expr) => write(expr, asValues),
    operand: (expr, raw) => write(expr, leaves(true, raw))
  }))
}
