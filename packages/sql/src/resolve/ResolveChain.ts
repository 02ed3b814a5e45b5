import type { AstExpr } from "../ast/Ast.ts"
import { callOf } from "../ast/AstCall.ts"
import { matched } from "../catalogue/CataloguePatterns.ts"
import type { Expr } from "../plan/Plan.ts"
import { CallSite } from "../planning/CallSite.ts"
import type { Place, Scope } from "../planning/Planning.ts"
import { operatorFunctions } from "../print/ExpressionPrinter.ts"
import { checkSize } from "./ExprSize.ts"
import { resolveCall } from "./ResolveCall.ts"

/** The nodes of a plan that cost as much later as resolving an expression once. */
export const resolving = 2

type Binary = Extract<AstExpr, { readonly _tag: "Binary" }>

/** Chains up to this length are resolved like any other expression. */
const shortChain = 8

/** `a + b + c …`: the operands one after the other, since a chain may be longer than a stack is deep. */
export const resolveChain = (
  scope: Scope,
  ast: Binary,
  at: Place,
  resolve: (ast: AstExpr, place: Place) => Expr
): Expr => {
  const steps: Array<Binary> = [ast]
  let first = ast.left
  while (first._tag === "Binary") {
    steps.push(first)
    first = first.left
  }
  if (steps.length <= shortChain) return resolveBinary(scope, ast, at, resolve)
  const many = steps.every(({ operator }) => operator === ast.operator) ? ofMany[ast.operator] : undefined
  if (many !== undefined) {
    return resolveCall(scope, callOf(many, [first, ...steps.map(({ right }) => right).reverse()], ast), at, resolve)
  }
  let depth = 0
  return steps.reduceRight<Expr>((left, step) => {
    scope.planning.spend(resolving, step)
    const value = resolveBinary(scope, step, at, resolve, left)
    // Now and then is enough: each step adds one call.
    return ++depth % 50 === 0 ? checkSize(value, step) : value
  }, resolve(first, at))
}

/** Functions that take a whole chain of their operator at once. */
const ofMany: Partial<Record<Binary["operator"], string>> = { "||": "concat", "??": "coalesce" }

const patternOperators = ["=~", "!~", "=~*", "!~*"] as const

const isPatternOperator = (operator: Binary["operator"]): operator is (typeof patternOperators)[number] =>
  patternOperators.some((one) => one === operator)

const resolveBinary = (
  scope: Scope,
  ast: Binary,
  at: Place,
  resolve: (ast: AstExpr, place: Place) => Expr,
  left?: Expr
): Expr =>
  isPatternOperator(ast.operator)
    ? matched(
      new CallSite("match", [ast.left, ast.right], ast, scope, at, resolve, left),
      ast.operator.endsWith("*") ? "(?i)" : "",
      ast.operator.startsWith("!")
    )
    : resolveCall(scope, callOf(operatorFunctions[ast.operator], [ast.left, ast.right], ast), at, resolve, left)
