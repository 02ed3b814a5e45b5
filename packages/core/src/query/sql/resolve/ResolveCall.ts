import type { AstExpr } from "../Ast.ts"
import { CallSite, type FunctionEntry } from "../catalogue/CallSite.ts"
import { catalogueName, findAggregateEntry, findFunction, suggestFunction } from "../catalogue/Catalogue.ts"
import { type AggregateEntry, ignoresRepetition, parametricAggregates } from "../catalogue/CatalogueAggregates.ts"
import { argumentOf } from "../catalogue/ParameterTypes.ts"
import type { Expr } from "../Plan.ts"
import { findAggregate } from "./ExprSize.ts"
import { condition } from "./NullRules.ts"
import type { Place, Scope } from "./Scope.ts"
import { refuse } from "./SemanticFailure.ts"

type CallAst = Extract<AstExpr, { readonly _tag: "Call" }>
type Resolve = (ast: AstExpr, place: Place) => Expr

/** The value of a call: a function, an aggregate, or a refusal by name. */
export const resolveCall = (scope: Scope, ast: CallAst, at: Place, resolve: Resolve): Expr => {
  if (ast.over !== undefined) return refuse("Window functions are not supported", ast)
  refuseLacking(scope, ast)
  const aggregate = findAggregateEntry(ast.name)
  if (aggregate !== undefined && ast.params === undefined) return resolveAggregate(scope, aggregate, ast, at, resolve)
  const entry = findFunction(ast.name)
  if (entry === undefined || ast.params !== undefined) return unknown(ast)
  if (ast.distinct) return refuse(`DISTINCT is not supported in function '${ast.name}'`, ast)
  checkArity(entry, ast)
  return entry.lower(new CallSite(ast.name, ast.args, ast, scope, at, resolve))
}

/** Refuses a function that the dialect has and the engine has not. */
const refuseLacking = ({ planning }: Scope, ast: CallAst): void => {
  const { engine, lacks } = planning.abilities
  const name = lacks.size === 0 ? undefined : catalogueName(ast.name)
  if (name !== undefined && lacks.has(name)) refuse(`Function '${ast.name}' is not supported by ${engine}`, ast)
}

const unknown = (ast: CallAst): never => {
  if (parametricAggregates.has(ast.name) && ast.params === undefined) {
    return refuse(`Aggregation '${ast.name}' requires parameters in addition to arguments`, ast)
  }
  const close = suggestFunction(ast.name)
  const hint = close === undefined || close === ast.name ? "" : ` Perhaps you meant '${close}(...)'?`
  return refuse(`Unsupported function call '${ast.name}(...)'${hint ? `.${hint}` : ""}`, ast)
}

const plural = (count: number): string => `${count} ${count === 1 ? "argument" : "arguments"}`

const wanted = (min: number, max: number): string => {
  if (min === max) return plural(min)
  return max === Infinity ? `at least ${plural(min)}` : `between ${min} and ${max} arguments`
}

const checkArity = ({ comparison, max, min }: FunctionEntry, ast: CallAst): void => {
  const count = ast.args.length
  if (count >= min && count <= max) return
  if (comparison === true) refuse(`Comparison '${ast.name}' requires exactly two arguments`, ast)
  refuse(`Function '${ast.name}' requires ${wanted(min, max)}, found ${count}`, ast)
}

const resolveAggregate = (scope: Scope, entry: AggregateEntry, ast: CallAst, at: Place, resolve: Resolve): Expr => {
  if (at.aggregate !== undefined) return nested(ast, ast.name, at.aggregate)
  const conditions = entry.filtered ? 1 : 0
  const [min, max] = [entry.min + conditions, entry.max + conditions]
  const count = ast.args.length
  if (count < min || count > max) {
    return refuse(`Aggregation '${ast.name}' requires ${wanted(min, max)}, found ${count}`, ast)
  }
  const site = new CallSite(ast.name, starless(ast), ast, scope, { ...at, aggregate: ast.name }, resolve)
  site.args.forEach((arg, index) => {
    const inner = findAggregate(arg)
    if (inner !== undefined) nested(site.ast(index), scope.planning.aggregates.get(inner) ?? inner.fn, ast.name)
  })
  const expr = aggregateOf(site, entry, ast, at)
  scope.planning.aggregates.set(expr, ast.name)
  return expr
}

const nested = (span: AstExpr, inner: string, outer: string): never =>
  refuse(`Aggregation '${inner}' cannot be nested inside another aggregation '${outer}'.`, span, "illegal_aggregation")

/** `count(*)` counts rows, as `count()` does. */
const starless = (ast: CallAst): ReadonlyArray<AstExpr> => {
  const [first] = ast.args
  return ast.args.length === 1 && first?._tag === "Star" && first.path.length === 0 ? [] : ast.args
}

const aggregateOf = (site: CallSite, entry: AggregateEntry, ast: CallAst, at: Place): Expr => {
  const last = site.count - 1
  const filter = entry.filtered ? condition(site.name, site.arg(last), site.ast(last)) : undefined
  const values = entry.filtered ? site.args.slice(0, last) : site.args
  const args = values.map((_, index) => argumentOf(site, index, entry.takes))
  const distinct = ast.distinct && !ignoresRepetition.has(entry.fn)
  if (distinct && (entry.fn !== "count" || args.length !== 1)) {
    return refuse(`DISTINCT is not supported in aggregation '${ast.name}'`, ast)
  }
  return {
    _tag: "Aggregate",
    fn: distinct ? "countDistinct" : entry.fn,
    args,
    filter,
    type: entry.type(args, !at.grouped || filter !== undefined)
  }
}
