import type { AstExpr, OrderTerm, Span } from "../ast/Ast.ts"
import { findAggregate, findWindow } from "../plan/ExprMeasures.ts"
import type { Expr } from "../plan/Plan.ts"
import type { Place, Scope } from "../planning/Planning.ts"
import { isComposite, typeName } from "../types/SqlType.ts"
import { documentText } from "../typing/Documents.ts"
import { condition } from "../typing/NullRules.ts"
import { hasOrder, orderKey } from "../typing/Orders.ts"
import { call, int64Literal, predicate } from "../typing/PlanExpr.ts"
import { refuse } from "../typing/SemanticFailure.ts"
import { place } from "./Scope.ts"

/** A column of the SELECT list. */
export interface Item {
  readonly name: string
  readonly expr: Expr
  readonly span: Span
}

/** A term of an order. */
export interface Term {
  readonly expr: Expr
  readonly descending: boolean
  readonly span: Span
}

const noConditions: ReadonlySet<string> = new Set(["String", "UUID", "Date", "DateTime64", "Interval", "JSON"])

/** The condition of WHERE, HAVING or QUALIFY. */
export const filter = (scope: Scope, ast: AstExpr, clause: "WHERE" | "HAVING" | "QUALIFY", isGrouped = false): Expr => {
  const expr = scope.planning.expression(scope, ast, place(clause, isGrouped))
  if (clause !== "QUALIFY") refuseAggregate(scope, expr, ast, clause)
  if (noConditions.has(expr.type.kind) || isComposite(expr.type)) {
    return refuse(
      `Illegal type ${typeName(expr.type)} of column for filter. Must be UInt8 or Nullable(UInt8)`,
      ast,
      "illegal_type_of_column_for_filter"
    )
  }
  return condition("and", expr, ast)
}

/** The clauses of a SELECT in the plan's terms. */
export interface Clauses {
  readonly items: ReadonlyArray<Item>
  readonly where: ReadonlyArray<Expr>
  readonly groupBy: ReadonlyArray<Expr> | undefined
  readonly having: Expr | undefined
  readonly qualify: Expr | undefined
  readonly orderBy: ReadonlyArray<Term>
  readonly limitBy: ReadonlyArray<{ readonly expr: Expr; readonly span: Span }>
}

/** Refuses what is computed over groups or windows where rows are still being chosen. */
export const refuseAggregate = (scope: Scope, expr: Expr, span: Span, clause: Place["clause"]): void => {
  const window = findWindow(expr)
  if (window !== undefined) {
    refuse(`Window functions cannot stand in ${clause}`, span, {
      code: "illegal_aggregation",
      hint: clause === "WHERE" || clause === "HAVING"
        ? "Put the condition on it into QUALIFY, or compute it in a sub-query and use its column outside."
        : "Compute it in a sub-query, and use its column outside."
    })
  }
  const found = clause === "HAVING" ? undefined : findAggregate(expr)
  if (found === undefined) return
  const name = scope.planning.aggregates.get(found) ?? found.fn
  refuse(`Aggregate function ${name} is found in ${clause} in query`, span, {
    code: "illegal_aggregation",
    ...(clause === "WHERE" ? { hint: `Put the condition on ${name} into HAVING, after GROUP BY.` } : undefined)
  })
}

/** The column that a position such as `ORDER BY 2` means; undefined when the term is no position. */
const positional = (ast: AstExpr, items: ReadonlyArray<Item>, clause: string): Expr | undefined => {
  if (ast._tag !== "Number" || !/^-?\d+$/.test(ast.text)) return undefined
  return items[Number(ast.text) - 1]?.expr ??
    refuse(`Position ${ast.text} in ${clause} is not in the SELECT list of ${items.length} columns`, ast)
}

/** The keys that a term of GROUP BY means: of a tuple its members, by which rows are told apart as by the tuple. */
export const groupKeys = (scope: Scope, ast: AstExpr, items: ReadonlyArray<Item>): ReadonlyArray<Expr> =>
  membersOf(groupKey(scope, ast, items))

const membersOf = (expr: Expr): ReadonlyArray<Expr> =>
  expr._tag === "Call" && expr.fn === "tuple" && expr.args.some(({ _tag }) => _tag !== "Literal")
    ? expr.args.filter(({ _tag }) => _tag !== "Literal").flatMap(membersOf)
    : [expr]

const groupKey = (scope: Scope, ast: AstExpr, items: ReadonlyArray<Item>): Expr => {
  const expr = positional(ast, items, "GROUP BY") ??
    scope.planning.expression(scope, ast, place("GROUP BY", true))
  refuseAggregate(scope, expr, ast, "GROUP BY")
  if (expr.type.kind === "Lambda") refuse("GROUP BY needs values", ast)
  return expr
}

/** NULLs are last unless asked for first; a constant orders nothing. */
export const orderTerms = (
  scope: Scope,
  term: OrderTerm,
  items: ReadonlyArray<Item>,
  isGrouped: boolean
): ReadonlyArray<Term> => {
  const { expr: ast } = term
  const expr = positional(ast, items, "ORDER BY") ?? scope.planning.expression(scope, ast, place("ORDER BY", isGrouped))
  return termsOf(expr, term)
}

/** The terms of an order that a term as written means. */
export const termsOf = (value: Expr, term: OrderTerm): ReadonlyArray<Term> => {
  const { descending, expr: span, nulls } = term
  if (value._tag === "Literal") return []
  const expr = value.type.kind === "JSON" ? documentText(value) : orderKey(value)
  if (expr.type.kind === "Tuple") {
    const given = expr._tag === "Call" && expr.fn === "tuple" ? expr.args : []
    return expr.type.elements.flatMap((type, i) =>
      termsOf(given[i] ?? call("tupleElement", [expr, int64Literal(i + 1)], type), term)
    )
  }
  if (!hasOrder(expr.type)) refuse(`Values of type ${typeName(expr.type)} have no order`, span)
  const own: Term = { expr, descending, span }
  return nulls === "first" && expr.type.nullable
    ? [{ expr: predicate("isNull", expr), descending: true, span }, own]
    : [own]
}

/** A number of rows, which is the same for every row. */
export const rowCount = (scope: Scope, ast: AstExpr, clause: "LIMIT" | "OFFSET"): number => {
  const refused = (): never =>
    refuse(`${clause} must be a constant whole number`, ast, {
      hint: `Write a number, or a placeholder that has one: ${clause} {n}.`
    })
  if (ast._tag === "Field") return refused()
  const expr = scope.planning.expression({ ...scope, leaves: [] }, ast, place("WHERE", false))
  return expr._tag === "Literal" && Number.isSafeInteger(expr.value) && Number(expr.value) >= 0
    ? Number(expr.value)
    : refused()
}
