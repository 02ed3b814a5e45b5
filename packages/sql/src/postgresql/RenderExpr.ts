import type { ExprKeys } from "../plan/ExprKeys.ts"
import type { Column, Expr, Let, Property } from "../plan/Plan.ts"
import { type ExprContext, type ExprDialect, type Leaf, makeExprRenderer } from "../render/RenderExpr.ts"
import type { RenderedTable } from "../render/RenderSelect.ts"
import type { ExprRenderer } from "./ExprRenderer.ts"
import { functionRenderings } from "./FunctionRenderings.ts"
import { aggregateRenderings } from "./functions/Aggregates.ts"
import { renderDateCall } from "./functions/DateCalls.ts"
import { cases } from "./functions/Logic.ts"
import { renderInList, renderInSubquery } from "./functions/Membership.ts"
import { renderOver, windowRenderings } from "./functions/Windows.ts"
import type { Parameters } from "./Parameters.ts"
import type { PgTable } from "./PgTable.ts"
import type { Sources } from "./Sources.ts"

/** The state that all parts of one statement share. */
export interface Statement {
  /** The storage of the tables that plans scan, by their names there. */
  readonly stored: (table: string) => PgTable
  readonly parameters: Parameters
  readonly sources: Sources
  readonly exprKey: ExprKeys
  readonly refs: Map<string, string>
  readonly tables: Map<string, RenderedTable>
  readonly materializedTables: ReadonlySet<string>
}

/** Operands as columns of a row of their own, which PostgreSQL computes once. */
const sharedBy = (fresh: () => string): ExprRenderer["shared"] => (operands, body) => {
  if (operands.every((operand) => operand.length <= shortText)) return body(...operands)
  const name = fresh()
  const columns = operands.map((operand, i) => `${operand} AS v${i}`).join(", ")
  return `(SELECT ${body(...operands.map((_, i) => `${name}.v${i}`))} FROM (SELECT ${columns} OFFSET 0) AS ${name})`
}

/** Texts up to this length may be written twice. */
const shortText = 40

const renderLet = (expr: Let, r: ExprRenderer, body: () => string): string =>
  r.shared(expr.bindings.map(({ value }) => r.value(value)), (...names) => {
    expr.bindings.forEach(({ name }, i) => r.refs.set(name, names[i] ?? "NULL"))
    return body()
  })

const dialect: ExprDialect<ExprRenderer> = {
  functions: functionRenderings,
  aggregates: aggregateRenderings,
  windows: windowRenderings,
  over: renderOver,
  scalarSubquery: (_, subquery) => `(${subquery})`,
  exists: (_, subquery) => `EXISTS (${subquery})`,
  let: renderLet,
  dateCall: renderDateCall,
  inList: renderInList,
  inSubquery: renderInSubquery,
  cases,
  coalesce: (texts) => `COALESCE(${texts.join(", ")})`,
  asValue: (condition, { kind }) => kind === "Bool" ? condition : `${condition}::int4::int8`,
  nonZero: (text) => `(${text} <> 0)`,
  truth: (value) => value === null ? "NULL::boolean" : String(value)
}

/** Whether a document is a column: reading it more than once costs little. */
const isStored = (from: Expr): boolean => from._tag === "Column"

const isDigits = /^[0-9]+$/

/** The form of constants and columns: `asStored` and `raw` as in `ExprRenderer.operand`. */
const makeLeaves = ({ parameters, sources }: Statement) => {
  const column = (expr: Column, asStored: boolean): string => {
    if (expr.type.kind === "JSON") return sources.document(expr.source, expr.name)
    const { sql, stored } = sources.column(expr.source, expr.name)
    if (stored?.document === true) return `hg_json(${sql})`
    return stored?.narrow === true && !asStored ? `${sql}::int8` : sql
  }

  const step = (document: string, key: string): string =>
    isDigits.test(key)
      ? `hg_json_step(${document}, ${parameters.text(key)})`
      : `(${document} -> ${parameters.text(key)})`

  const documentOf = ({ column: from }: Property, value: (expr: Expr) => string): string =>
    from._tag === "Column" ? sources.document(from.source, from.name) : value(from)

  const member = (expr: Property, value: (expr: Expr) => string): string | undefined => {
    const last = expr.path.at(-1)
    if (last === undefined || !isStored(expr.column) || isDigits.test(last)) return undefined
    return `${expr.path.slice(0, -1).reduce(step, documentOf(expr, value))}, ${parameters.text(last)}`
  }

  const property = (expr: Property, raw: boolean, value: (expr: Expr) => string): string => {
    const stored = raw ? undefined : member(expr, value)
    if (stored !== undefined) return `(hg_member_text(${stored}) COLLATE "C")`
    const document = documentOf(expr, value)
    const last = expr.path.at(-1)
    const parent = expr.path.slice(0, -1).reduce(step, document)
    if (!raw || last === undefined) return `(hg_json_text(${expr.path.reduce(step, document)}) COLLATE "C")`
    const text = isDigits.test(last) ? `${step(parent, last)} #>> '{}'` : `${parent} ->> ${parameters.text(last)}`
    return `((${text}) COLLATE "C")`
  }

  const leaf = (asStored: boolean, raw: boolean, value: (expr: Expr) => string) => (expr: Leaf): string => {
    switch (expr._tag) {
      case "Literal":
        return parameters.value(expr.value, expr.type)
      case "Column":
        return column(expr, asStored)
      case "Property":
        return property(expr, raw, value)
    }
  }
  return { leaf, member }
}

/** The renderer of the expressions of one SELECT. */
export const exprRenderer = (statement: Statement, context: ExprContext): ExprRenderer => {
  const { leaf, member } = makeLeaves(statement)
  const fresh = (): string => statement.sources.fresh()
  const isKey = (expr: Expr): boolean => context.groupKeys.has(context.exprKey(expr))
  return makeExprRenderer(dialect, context, ({ write, ...conditions }): ExprRenderer => {
    const value = (expr: Expr): string => write(expr, leaf(false, false, value))
    return {
      ...conditions,
      parameters: statement.parameters,
      fresh,
      shared: sharedBy(fresh),
      value,
      operand: (expr, raw) => write(expr, leaf(true, raw, value)),
      member: (expr) => expr._tag === "Property" && !isKey(expr) ? member(expr, value) : undefined
    }
  })
}
