import type { AstExpr, Statement } from "@hedgerow/sql/ast/Ast"
import { unaliased, withInner } from "@hedgerow/sql/ast/AstWalk"

/** The ends of a date range that have no value. */
export interface OpenDates {
  readonly from: boolean
  readonly to: boolean
}

const operators: ReadonlySet<string> = new Set(["=", "!=", "<", "<=", ">", ">="])
const functions: ReadonlySet<string> = new Set([
  "equals",
  "notEquals",
  "less",
  "lessOrEquals",
  "greater",
  "greaterOrEquals"
])

const isOpen = (expr: AstExpr | undefined, { from, to }: OpenDates): boolean => {
  if (expr === undefined) return false
  const bare = unaliased(expr)
  const path = bare._tag === "Placeholder" ? bare.path.join(".") : ""
  return (path === "filters.dateRange.from" && from) || (path === "filters.dateRange.to" && to)
}

const isNode = (value: object): value is AstExpr => "_tag" in value

/** The comparison without the dates that are not given; undefined where it has none of them. */
const withoutOpen = (expr: AstExpr, open: OpenDates): AstExpr | undefined => {
  const { end, start } = expr
  const yes: AstExpr = { _tag: "Boolean", value: true, start, end }
  const always: AstExpr = { _tag: "Binary", operator: "=", left: yes, right: yes, start, end }
  if (expr._tag === "Binary") {
    return operators.has(expr.operator) && (isOpen(expr.left, open) || isOpen(expr.right, open)) ? always : undefined
  }
  if (expr._tag === "Call") {
    return functions.has(expr.name) && expr.args.some((arg) => isOpen(arg, open)) ? always : undefined
  }
  if (expr._tag !== "Between" || expr.negated) return undefined
  const [low, high] = [isOpen(expr.low, open), isOpen(expr.high, open)]
  if (low && high) return always
  if (low) return { _tag: "Binary", operator: "<=", left: expr.expr, right: expr.high, start, end }
  return high ? { _tag: "Binary", operator: ">=", left: expr.expr, right: expr.low, start, end } : undefined
}

/** The statement in which every comparison with an end of the date range that is not given holds always. */
export const withoutOpenDates = (statement: Statement, open: OpenDates): Statement =>
  open.from || open.to ? rewritten(statement, open) as Statement : statement

const rewritten = (node: unknown, open: OpenDates): unknown => {
  if (typeof node !== "object" || node === null) return node
  const found = !Array.isArray(node) && isNode(node) ? withoutOpen(node, open) : undefined
  if (found !== undefined) return found._tag === "Binary" && found.operator !== "=" ? rewritten(found, open) : found
  return withInner(node, (inner) => rewritten(inner, open))
}
