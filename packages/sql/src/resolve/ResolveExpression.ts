import type { AstExpr } from "../ast/Ast.ts"
import { callOf } from "../ast/AstCall.ts"
import type { Expr } from "../plan/Plan.ts"
import { derived } from "../plan/Traced.ts"
import { CallSite } from "../planning/CallSite.ts"
import { internalName } from "../planning/InternalNames.ts"
import type { Place, Scope } from "../planning/Planning.ts"
import { scalar } from "../types/SqlType.ts"
import { choice } from "../typing/Choice.ts"
import { unitCount, unitOf } from "../typing/Dates.ts"
import { intervalValue } from "../typing/Intervals.ts"
import { between, compare } from "../typing/NullRules.ts"
import { literal, nullLiteral, string } from "../typing/PlanExpr.ts"
import { refuse } from "../typing/SemanticFailure.ts"
import { inOfTuples } from "./Correlated.ts"
import { checkSize } from "./ExprSize.ts"
import { joinedSubquery } from "./JoinedSubqueries.ts"
import { numberLiteral } from "./Literals.ts"
import { inSet } from "./Membership.ts"
import { resolveAccess } from "./ResolveAccess.ts"
import { resolveCall } from "./ResolveCall.ts"
import { resolveCast } from "./ResolveCast.ts"
import { resolveChain, resolving } from "./ResolveChain.ts"
import { scalarSubquery } from "./Subqueries.ts"

/** The typed value of an expression where it stands; refuses by name what the dialect has but no engine runs. */
export const resolveExpression = (scope: Scope, ast: AstExpr, at: Place): Expr => {
  const { planning } = scope
  const known = planning.ahead.take(scope, ast, at)
  if (known !== undefined) return known
  planning.spend(resolving, ast)
  planning.enter(ast)
  const expr = checkSize(resolveForm(scope, ast, at), ast)
  planning.leave()
  return scope.keysOfSets === undefined || at.aggregate !== undefined ? expr : scope.keysOfSets.inGroups(expr)
}

const resolveForm = (scope: Scope, ast: AstExpr, at: Place): Expr => {
  const resolve = (inner: AstExpr, place: Place): Expr => resolveExpression(scope, inner, place)
  const named = (name: string, ...args: ReadonlyArray<AstExpr>): Expr =>
    resolveCall(scope, callOf(name, args, ast), at, resolve)
  switch (ast._tag) {
    case "Number":
      return numberLiteral(ast)
    case "Text":
      return derived(ast, () => ast.value, string)
    case "Boolean":
      return literal(ast.value, scalar("Bool"))
    case "Null":
      return nullLiteral
    case "Field":
    case "Index":
    case "Member":
      return resolveAccess(scope, ast, at)
    case "Slice": {
      const bound = (given: AstExpr | undefined, otherwise: string): AstExpr =>
        given ?? { _tag: "Number", text: otherwise, start: ast.start, end: ast.end }
      return named(internalName("slice"), ast.expr, bound(ast.from, "1"), bound(ast.to, "-1"))
    }
    case "Alias":
      // Only its own definition can be open under this name.
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
    case "In": {
      const apart = inOfTuples(scope, ast)
      return apart === undefined ? inIn(scope, ast, at, resolve) : resolve(apart, at)
    }
    case "Ternary":
      return named("if", ast.condition, ast.then, ast.else)
    case "Case":
      return resolveCase(scope, ast, at, named)
    case "Cast":
      return resolveCast(scope, ast, at, resolve)
    case "Array":
      return named("array", ...ast.items)
    case "Tuple":
      return named("tuple", ...ast.items)
    case "Dict":
      return named("map", ...ast.entries.flatMap(({ key, value }) => [key, value]))
    case "Subquery":
      return joinedSubquery(scope, ast) ?? scalarSubquery(scope, ast)
    case "Interval":
      return intervalValue(unitCount(resolve(ast.count, at), "toInterval", ast.count), unitOf(ast.unit, ast))
    default:
      return refuseForm(ast)
  }
}

const inIn = (
  scope: Scope,
  ast: Extract<AstExpr, { readonly _tag: "In" }>,
  at: Place,
  resolve: (ast: AstExpr, at: Place) => Expr
): Expr => inSet(new CallSite("in", [ast.expr, ast.set], ast, scope, at, resolve), ast.negated, ast.cohort)

const remember = (scope: Scope, name: string, ast: AstExpr, at: Place): Expr => {
  const wasOpen = scope.open.has(name)
  scope.open.add(name)
  const expr = resolveExpression(scope, ast, at)
  if (!wasOpen) scope.open.delete(name)
  if (scope.aliases.get(name) === ast) scope.resolved.set(name, expr)
  return expr
}

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

const refuseForm = (ast: AstExpr): never => {
  switch (ast._tag) {
    case "Star":
      return refuse("'*' can only be a column of SELECT or the argument of count", ast)
    case "Columns":
    case "ColumnList":
      return refuse("COLUMNS can only be a column of SELECT, without a name of its own", ast)
    case "Placeholder":
      return refuse(`Unresolved placeholder: {${ast.path.join(".")}}`, ast)
    case "Lambda":
      return refuse("A lambda can only be an argument of a function such as arrayMap", ast)
    default:
      return refuse("This expression is not supported", ast)
  }
}
