import type { AstExpr, Statement } from "../ast/Ast.ts"
import { innerExpressions, unaliased } from "../ast/AstWalk.ts"
import { findAggregateEntry } from "../catalogue/AggregateNames.ts"
import type { Expr } from "../plan/Plan.ts"
import type { Ahead, Place, ResolvedQuery, Scope } from "../planning/Planning.ts"
import type { Steps } from "../types/Steps.ts"
import { apart } from "./Correlated.ts"

const isSamePlace = (a: Place, b: Place): boolean =>
  a.clause === b.clause && a.aggregate === b.aggregate && a.nulls === b.nulls && a.grouped === b.grouped

export const makeAhead = (): Ahead => {
  const exprs = new Map<AstExpr, { readonly scope: Scope; readonly at: Place; readonly expr: Expr }>()
  const queries = new Map<Statement, ResolvedQuery>()
  return {
    keep: (scope, ast, at, expr) => void exprs.set(ast, { scope, at, expr }),
    take: (scope, ast, at) => {
      const kept = exprs.size === 0 ? undefined : exprs.get(ast)
      if (kept === undefined || kept.scope !== scope || !isSamePlace(kept.at, at)) return undefined
      exprs.delete(ast)
      return kept.expr
    },
    keepQuery: (statement, query) => void queries.set(statement, query),
    takeQuery: (statement) => {
      const kept = queries.get(statement)
      queries.delete(statement)
      return kept
    }
  }
}

/** The most characters of an expression that is resolved in one step. */
const stretch = 1_000

/** Whether parts of an expression are resolved ahead of it. */
export const isLong = ({ end, start }: AstExpr): boolean => end - start > stretch

/**
 * Resolves the operands of a long expression in steps, those of long ones among them first: resolving the expression
 * itself finds them, and is no long step any more.
 */
export function* resolveAhead(scope: Scope, ast: AstExpr, at: Place): Steps<void> {
  const { ahead, expression, isStepDone, selectInSteps } = scope.planning
  if (ast._tag === "Alias") return yield* definitionAhead(scope, ast, at)
  if (ast._tag === "Subquery" && apart(scope, ast.query) !== undefined) return
  if (ast._tag === "Subquery") return ahead.keepQuery(ast.query, yield* selectInSteps(ast.query, scope.tables))
  const inside = placeInside(ast, at)
  for (const operand of operandsOf(ast)) {
    if (isLong(operand)) yield* resolveAhead(scope, operand, inside)
    if (!isSet(ast, operand)) ahead.keep(scope, operand, inside, expression(scope, operand, inside))
    if (isStepDone()) yield
  }
}

/** Whether a sub-query is no value: a set, or rows that are there or not. */
const isSet = (ast: AstExpr, operand: AstExpr): boolean =>
  operand._tag === "Subquery" &&
  (ast._tag === "In" ? operand === ast.set : ast._tag === "Call" && ast.name === "exists")

/** Inside the definition of an alias its name means the column. */
function* definitionAhead(scope: Scope, { expr, name }: Extract<AstExpr, { readonly _tag: "Alias" }>, at: Place) {
  if (scope.open.has(name) || scope.resolved.has(name)) return
  scope.open.add(name)
  if (isLong(expr)) yield* resolveAhead(scope, expr, at)
  scope.open.delete(name)
}

const placeInside = (ast: AstExpr, at: Place): Place =>
  ast._tag === "Call" && isAggregate(ast) && at.aggregate === undefined ? { ...at, aggregate: ast.name } : at

type Call = Extract<AstExpr, { readonly _tag: "Call" }>

const isAggregate = ({ distinct, name, orderBy, over }: Call): boolean =>
  findAggregateEntry(name) !== undefined && !distinct && orderBy === undefined && over === undefined

/** Functions whose arguments are values like the operands of an operator. */
const plainCalls: ReadonlySet<string> = new Set(
  ["and", "array", "coalesce", "concat", "exists", "if", "ifNull", "map", "multiIf", "not", "or", "tuple"]
)

/** The operands that are resolved in the scope and the place of the expression itself. */
const operandsOf = (ast: AstExpr): ReadonlyArray<AstExpr> => {
  switch (ast._tag) {
    case "Array":
    case "Between":
    case "Case":
    case "Dict":
    case "IsNull":
    case "Logical":
    case "Ternary":
    case "Tuple":
    case "Unary":
      return innerExpressions(ast)
    case "Binary":
      return chained(ast)
    case "Call":
      return plainCalls.has(ast.name) || (isAggregate(ast) && ast.args.every(({ _tag }) => _tag !== "Star"))
        ? ast.args
        : []
    case "In":
      return ast.expr._tag === "Tuple" ? [] : membersOf(ast)
    default:
      return []
  }
}

/** The operands of `a + b + c …`, which has them one inside the other. */
const chained = (ast: Extract<AstExpr, { readonly _tag: "Binary" }>): ReadonlyArray<AstExpr> => {
  const operands = [ast.right]
  let left = ast.left
  while (left._tag === "Binary") {
    operands.push(left.right)
    left = left.left
  }
  return [...operands, left].reverse()
}

const membersOf = ({ expr, set }: Extract<AstExpr, { readonly _tag: "In" }>): ReadonlyArray<AstExpr> => {
  const members = set._tag === "Tuple" || set._tag === "Array" ? set.items.map(unaliased) : []
  return [expr, ...set._tag === "Subquery" ? [set] : members]
}
