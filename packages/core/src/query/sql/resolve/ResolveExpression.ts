import type { AstExpr, Span } from "../Ast.ts"
import { CallSite } from "../catalogue/CallSite.ts"
import type { Expr } from "../Plan.ts"
import { operatorFunctions } from "../print/ExpressionPrinter.ts"
import { scalar } from "../SqlType.ts"
import { choice } from "./Choice.ts"
import { castTarget } from "./Conversions.ts"
import { checkSize } from "./ExprSize.ts"
import { propertyOf } from "./Leaf.ts"
import { numberLiteral } from "./Literals.ts"
import { elementOf } from "./Members.ts"
import { inSet } from "./Membership.ts"
import { between, compare } from "./NullRules.ts"
import { literal, nullLiteral, string } from "./PlanExpr.ts"
import { resolveCall } from "./ResolveCall.ts"
import { resolveField } from "./ResolveField.ts"
import type { Place, Scope } from "./Scope.ts"
import { refuse } from "./SemanticFailure.ts"
import { scalarSubquery } from "./Subqueries.ts"

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
  const named = (name: string, ...args: ReadonlyArray<AstExpr>): Expr =>
    resolveCall(scope, callOf(name, args, ast), at, resolve)
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
      return resolveChain(scope, ast, at, resolve)
    case "Logical":
      return named(ast.operator, ...ast.operands)
    case "IsNull":
      return named(ast.negated ? "isNotNull" : "isNull", ast.expr)
    case "Between": {
      const [value, low, high] = [resolve(ast.expr, at), resolve(ast.low, at), resolve(ast.high, at)]
      return between(value, low, high, ast.negated, { rule: at.nulls, share: scope.planning.share, span: ast })
    }
    case "In":
      if (ast.cohort) return refuse("IN COHORT is not supported", ast)
      return inSet(new CallSite("in", [ast.expr, ast.set], ast, scope, at, resolve), ast.negated)
    case "Ternary":
      return named("if", ast.condition, ast.then, ast.else)
    case "Case":
      return resolveCase(scope, ast, at, named)
    case "Cast":
      return resolveCast(ast, named)
    case "Array":
      return named("array", ...ast.items)
    case "Tuple":
      return named("tuple", ...ast.items)
    case "Dict":
      return named("map", ...ast.entries.flatMap(({ key, value }) => [key, value]))
    case "Subquery":
      return scalarSubquery(scope, ast)
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

const callOf = (
  name: string,
  args: ReadonlyArray<AstExpr>,
  { end, start }: Span
): Extract<AstExpr, { readonly _tag: "Call" }> => ({
  _tag: "Call",
  name,
  params: undefined,
  args,
  distinct: false,
  over: undefined,
  start,
  end
})

type Binary = Extract<AstExpr, { readonly _tag: "Binary" }>

/** Chains up to this length are resolved like any other expression. */
const shortChain = 8

/** `a + b + c …`: the operands one after the other, since a chain may be longer than a stack is deep. */
const resolveChain = (
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
    // Now and then is enough: what a step adds is one call.
    return ++depth % 50 === 0 ? checkSize(value, step) : value
  }, resolve(first, at))
}

/** Functions that take a whole chain of their operator at once. */
const ofMany: Partial<Record<Binary["operator"], string>> = { "||": "concat", "??": "coalesce" }

const resolveBinary = (
  scope: Scope,
  ast: Binary,
  at: Place,
  resolve: (ast: AstExpr, place: Place) => Expr,
  left?: Expr
): Expr =>
  ast.operator === "!~" || ast.operator === "=~" || ast.operator === "=~*" || ast.operator === "!~*"
    ? refuse(`Operator '${ast.operator}' is not supported`, ast)
    : resolveCall(scope, callOf(operatorFunctions[ast.operator], [ast.left, ast.right], ast), at, resolve, left)

type Named = (name: string, ...args: ReadonlyArray<AstExpr>) => Expr

const resolveCase = (
  scope: Scope,
  ast: Extract<AstExpr, { readonly _tag: "Case" }>,
  at: Place,
  named: Named
): Expr => {
  const { subject } = ast
  const otherwise: AstExpr = ast.else ?? { _tag: "Null", start: ast.start, end: ast.end }
  if (subject === undefined) {
    return named("multiIf", ...ast.branches.flatMap(({ then, when }) => [when, then]), otherwise)
  }
  const resolve = (inner: AstExpr): Expr => resolveExpression(scope, inner, at)
  const values = [...ast.branches.map(({ then }) => resolve(then)), resolve(otherwise)]
  const whens = ast.branches.map(({ when }) => ({ span: when, value: resolve(when) }))
  return scope.planning.share(
    resolve(subject),
    (shared) => choice(whens.map(({ span, value }) => compare("equals", shared, value, at.nulls, span)), values, ast)
  )
}

const resolveCast = (ast: Extract<AstExpr, { readonly _tag: "Cast" }>, named: Named): Expr => {
  const target = castTarget(ast.typeName) ?? refuse(`Type '${ast.typeName}' is not supported in CAST`, ast)
  if (target.zone === undefined) return named(target.name, ast.expr)
  return named(target.name, ast.expr, { _tag: "Text", value: target.zone, start: ast.start, end: ast.end })
}

/** `a.b['c'].d[i]`: a field and the steps after it, or a member of another expression. */
const resolveAccess = (scope: Scope, ast: AstExpr, at: Place): Expr => {
  const resolve = (inner: AstExpr, place: Place): Expr => resolveExpression(scope, inner, place)
  const { base, steps } = accessOf(ast)
  const computed = steps.findIndex((step) => typeof step !== "string")
  const path = steps.slice(0, computed === -1 ? steps.length : computed).filter((step) => typeof step === "string")
  const start = (): Expr => {
    if (base._tag === "Field") {
      const [first, ...rest] = [...base.path, ...path]
      if (first !== undefined) return resolveField(scope, [first, ...rest], at, ast, resolve)
    }
    return propertyOf(scope.planning, resolve(base, at), path, "expression", ast)
  }
  return steps.slice(path.length).reduce<Expr>((value, step) =>
    typeof step === "string"
      ? propertyOf(scope.planning, value, [step], "expression", ast)
      : elementOf(value, resolve(step, at), ast), start())
}

/** A name or a constant index as text, or an index to be computed. */
type Step = string | AstExpr

const accessOf = (ast: AstExpr): { readonly base: AstExpr; readonly steps: ReadonlyArray<Step> } => {
  const steps: Array<Step> = []
  let base = ast
  while (base._tag === "Member" || base._tag === "Index") {
    steps.push(base._tag === "Member" ? base.name : stepOf(base.index))
    base = base.expr
  }
  return { base, steps: steps.reverse() }
}

const stepOf = (index: AstExpr): Step => {
  if (index._tag === "Text") return index.value
  return index._tag === "Number" && /^\d+$/.test(index.text) ? index.text : index
}

const refuseForm = (ast: AstExpr): never => {
  switch (ast._tag) {
    case "Star":
      return refuse("'*' can only be a column of SELECT or the argument of count", ast)
    case "Placeholder":
      return refuse(`Unresolved placeholder: {${ast.path.join(".")}}`, ast)
    case "Interval":
      return refuse("An interval can only be added to a date or subtracted from one", ast)
    case "Lambda":
      return refuse("A lambda can only be an argument of a function such as arrayMap", ast)
    default:
      return refuse("This expression is not supported", ast)
  }
}
