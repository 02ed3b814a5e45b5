import { Result } from "effect"
import type { AstExpr, Span } from "../ast/Ast.ts"
import { parseExpression } from "../parse/Parser.ts"
import type { Expr } from "../plan/Plan.ts"
import type { Leaf } from "../planning/Leaf.ts"
import { noTables, type Planning } from "../planning/Planning.ts"
import { place, scopeOf } from "./Scope.ts"

const parsed = new Map<string, AstExpr>()

const expressionOf = (sql: string): AstExpr => {
  const known = parsed.get(sql)
  if (known !== undefined) return known
  const expr = Result.getOrThrow(parseExpression(sql))
  parsed.set(sql, expr)
  return expr
}

/** The value of an expression of this house over the fields of one table; it counts for the place that asked for it. */
export const computedField = (planning: Planning, leaf: Leaf, sql: string, span: Span): Expr => {
  const expr = planning.expression(scopeOf(planning, noTables, [leaf]), expressionOf(sql), place("SELECT", false))
  planning.fields.delete(expr)
  planning.spend(1, span)
  return expr
}
