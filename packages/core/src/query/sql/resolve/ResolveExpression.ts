import type { AstExpr } from "../Ast.ts"
import { CallSite } from "../catalogue/CallSite.ts"
import type { Expr } from "../Plan.ts"
import { operatorFunctions } from "../print/ExpressionPrinter.ts"
import { scalar } from "../SqlType.ts"
import { castTarget } from "./Conversions.ts"
import { checkSize } from "./ExprSize.ts"
import { propertyOf } from "./Leaf.ts"
import { numberLiteral } from "./Literals.ts"
import { inSet } from "./Membership.ts"
import { between } from "./NullRules.ts"
import { literal, nullLiteral, string } from "./PlanExpr.ts"
import { resolveCall } from "./ResolveCall.ts"
import { resolveField } from "./ResolveField.ts"
import type { Place, Scope } from "./Scope.ts"
import { refuse } from "./SemanticFailure.ts"

/** Resolving an expression once costs as much as so many nodes of a plan do later. */
const resolving = 2

/** The typed value of an expression where it stands; refuses by name what the dialect has but no engine runs. */
export const resolveExpression = (scope: Scope, ast: AstExpr, at: Place): Expr => {
  const { planning } = scope
  planning.spend(resolving, ast)
  planning.enter(ast)
  const expr = checkSize(resolveForm(scope, ast, at), ast)
  planning.leave()
  return expr
}

const resolveForm = (scope: Scope, ast: AstExpr, at: Place): Expr => {
  const resolve = (inner: AstExpr, place: Place): Expr => resolveExpression(scope, inner, place)
  const named = (name: string, ...args: ReadonlyArray<AstExpr>): Expr => {
    const { end, start } = ast
    return resolveCall(
      scope,
      { _tag: "Call", name, params: undefined, args, distinct: false, over: undefined, start, end },
      at,
      resolve
    )
  }
  switch (ast._tag) {
    case "Number":
      return numberLiteral(ast.text)
    case "Text":
      return literal(ast.value, string)
    case "Boolean":
      return literal(ast.value, scalar("Bool"))
    case "Null":
      return nullLiteral
    case "Field":
    case "Index":
    case "Member":
      return resolveAccess(scope, ast, at)
    case "Alias":
      // Nothing else can be open under this name: only its own definition is.
      return scope.resolved.get(ast.name) ?? remember(scope, ast.name, ast.expr, at)
    case "Call":
      return resolveCall(scope, ast, at, resolve)
    case "Unary":
      return named(ast.operator === "not" ? "not" : "negate", ast.expr)
    case "Binary":
      return ast.operator === "!~" || ast.operator === "=~" || ast.operator === "=~*" || ast.operator === "!~*"
        ? refuse(`Operator '${ast.operator}' is not supported`, ast)
        : named(operatorFunctions[ast.operator], ast.left, ast.right)
    case "Logical":
      return named(ast.operator, ...ast.operands)
    case "IsNull":
      return named(ast.negated ? "isNotNull" : "isNull", ast.expr)
    case "Between": {
      const [value, low, high] = [resolve(ast.expr, at), resolve(ast.low, at), resolve(ast.high, at)]
      return between(value, low, high, ast.negated, at.nulls, ast)
    }
    case "In":
      if (ast.cohort) return refuse("IN COHORT is not supported", ast)
      return inSet(new CallSite("in", [ast.expr, ast.set], ast, scope, at, resolve), ast.negated)
    case "Ternary":
      return named("if", ast.condition, ast.then, ast.else)
    case "Case":
      return resolveCase(ast, named)
    case "Cast":
      return resolveCast(ast, named)
    default:
      return refuseForm(ast)
  }
}

const remember = (scope: Scope, name: string, ast: AstExpr, at: Place): Expr => {
  const wasOpen = scope.open.has(name)
  scope.open.add(name)
  const expr = resolveExpression(scope, ast, at)
  if (!wasOpen) scope.open.delete(name)
  if (scope.aliases.get(name) === ast) scope.resolved.set(name, expr)
  return expr
}

type Named = (name: string, ...args: ReadonlyArray<AstExpr>) => Expr

const resolveCase = (ast: Extract<AstExpr, { readonly _tag: "Case" }>, named: Named): Expr => {
  const { subject } = ast
  const branches = ast.branches.flatMap(({ then, when }): ReadonlyArray<AstExpr> => [
    subject === undefined
      ? when
      : { _tag: "Binary", operator: "=", left: subject, right: when, start: when.start, end: when.end },
    then
  ])
  return named("multiIf", ...branches, ast.else ?? { _tag: "Null", start: ast.start, end: ast.end })
}

const resolveCast = (ast: Extract<AstExpr, { readonly _tag: "Cast" }>, named: Named): Expr => {
  const target = castTarget(ast.typeName) ?? refuse(`Type '${ast.typeName}' is not supported in CAST`, ast)
  if (target.zone === undefined) return named(target.name, ast.expr)
  return named(target.name, ast.expr, { _tag: "Text", value: target.zone, start: ast.start, end: ast.end })
}

/** `a.b['c'].d`: a field and the steps after it, or a property of another expression. */
const resolveAccess = (scope: Scope, ast: AstExpr, at: Place): Expr => {
  const resolve = (inner: AstExpr, place: Place): Expr => resolveExpression(scope, inner, place)
  const { base, steps } = accessOf(ast, [])
  if (base._tag === "Field") {
    const [first, ...rest] = [...base.path, ...steps]
    if (first !== undefined) return resolveField(scope, [first, ...rest], at, ast, resolve)
  }
  return propertyOf(scope.planning, resolve(base, at), steps, "expression", ast)
}

const accessOf = (
  ast: AstExpr,
  steps: ReadonlyArray<string>
): { readonly base: AstExpr; readonly steps: ReadonlyArray<string> } => {
  if (ast._tag === "Member") return accessOf(ast.expr, [ast.name, ...steps])
  if (ast._tag !== "Index") return { base: ast, steps }
  const { index } = ast
  if (index._tag === "Text") return accessOf(ast.expr, [index.value, ...steps])
  if (index._tag === "Number" && /^\d+$/.test(index.text)) return accessOf(ast.expr, [index.text, ...steps])
  return refuse("Access by a computed index is not supported", ast)
}

const refuseForm = (ast: AstExpr): never => {
  switch (ast._tag) {
    case "Star":
      return refuse("'*' can only be a column of SELECT or the argument of count", ast)
    case "Placeholder":
      return refuse(`Unresolved placeholder: {${ast.path.join(".")}}`, ast)
    case "Interval":
      return refuse("An interval can only be added to a date or subtracted from one", ast)
    case "Array":
      return refuse("Arrays are not supported outside IN", ast)
    case "Tuple":
      return refuse("Tuples are not supported outside IN", ast)
    case "Dict":
      return refuse("Dictionaries are not supported", ast)
    case "Lambda":
      return refuse("Lambdas are not supported", ast)
    case "Subquery":
      return refuse("A sub-query as a value is not supported, only in FROM and IN", ast)
    default:
      return refuse("This expression is not supported", ast)
  }
}
