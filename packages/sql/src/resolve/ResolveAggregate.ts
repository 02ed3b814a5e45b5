import type { AstExpr } from "../ast/Ast.ts"
import { findAggregateEntry } from "../catalogue/AggregateNames.ts"
import { type AggregateEntry, ignoresRepetition } from "../catalogue/CatalogueAggregates.ts"
import { chosenOfList } from "../catalogue/ChosenOfList.ts"
import { composed } from "../catalogue/Composed.ts"
import { keyText, knownTogether } from "../catalogue/KeyTexts.ts"
import { argumentOf } from "../catalogue/ParameterTypes.ts"
import { findAggregate, findWindow } from "../plan/ExprMeasures.ts"
import type { Aggregate, Expr } from "../plan/Plan.ts"
import { CallSite } from "../planning/CallSite.ts"
import { written } from "../planning/Described.ts"
import { shownName } from "../planning/InternalNames.ts"
import type { Place, Scope } from "../planning/Planning.ts"
import type { Cell } from "../types/Cell.ts"
import { isComposite, isExact } from "../types/SqlType.ts"
import { convert } from "../typing/Coerce.ts"
import { condition } from "../typing/NullRules.ts"
import { call, int64Literal, string } from "../typing/PlanExpr.ts"
import { refuse } from "../typing/SemanticFailure.ts"
import { wanted } from "./Arity.ts"
import { place, takesAggregates } from "./Scope.ts"

type CallAst = Extract<AstExpr, { readonly _tag: "Call" }>
type Resolve = (ast: AstExpr, place: Place) => Expr

/** The aggregate that a call is, or undefined when it is none. */
export const aggregateOver = (
  scope: Scope,
  ast: CallAst,
  at: Place,
  resolve: Resolve,
  isWindow = false
): Expr | undefined => {
  const entry = findAggregateEntry(ast.name)
  if (entry === undefined) return undefined
  const parameters = entry.parameters === undefined
    ? ast.params === undefined ? [] : undefined
    : parametersOf(entry.parameters, ast, resolve)
  return parameters === undefined
    ? undefined
    : resolveAggregate(scope, entry, parameters, ast, { at, isWindow }, resolve)
}

/** The constants before the arguments, as in `quantile(0.9)(x)`. */
const parametersOf = (
  { max, min }: NonNullable<AggregateEntry["parameters"]>,
  ast: CallAst,
  resolve: Resolve
): ReadonlyArray<Cell> => {
  const params = ast.params ?? []
  if (params.length < min) {
    return refuse(`Aggregation '${ast.name}' requires parameters in addition to arguments`, ast)
  }
  if (params.length > max) return refuse(`Aggregation '${ast.name}' takes ${wanted(min, max)} as parameters`, ast)
  return params.map((param) => {
    const expr = resolve(param, place("WHERE", false))
    return expr._tag === "Literal" ? expr.value : refuse("The parameters of an aggregation must be constant", param)
  })
}

const resolveAggregate = (
  around: Scope,
  entry: AggregateEntry,
  parameters: ReadonlyArray<Cell>,
  ast: CallAst,
  { at, isWindow }: { readonly at: Place; readonly isWindow: boolean },
  resolve: Resolve
): Expr => {
  if (at.aggregate !== undefined) return nested(ast, ast.name, at.aggregate)
  const scope = isWindow ? around : scopeOfRows(around)
  const conditions = entry.filtered ? 1 : 0
  const isRepeated = entry.repeats === true || (ast.distinct && entry.fn === "count")
  const [min, max] = [entry.min + conditions, isRepeated ? Infinity : entry.max + conditions]
  const count = ast.args.length
  if (count < min || count > max) {
    const parameters = [...entry.takes.slice(0, entry.max), ...entry.filtered ? ["condition" as const] : []]
    return refuse(`Aggregation '${ast.name}' requires ${wanted(min, max)}, found ${count}`, ast, {
      hint: `It is written ${written(ast.name, parameters)}; docs/sql-functions.md has an example.`
    })
  }
  const inside = isWindow ? at : { ...at, aggregate: ast.name }
  const ofRows = scope === around ? resolve : (inner: AstExpr, at: Place) => scope.planning.expression(scope, inner, at)
  const site = new CallSite(ast.name, starless(ast), ast, scope, inside, ofRows)
  if (!isWindow) {
    site.args.forEach((arg, index) => {
      const inner = findAggregate(arg)
      if (inner !== undefined) nested(site.ast(index), scope.planning.aggregates.get(inner) ?? inner.fn, ast.name)
      if (findWindow(arg) !== undefined) refuse("Window functions cannot stand in an aggregate", site.ast(index))
    })
  }
  const expr = aggregateOf(site, entry, parameters, ast, isWindow || !at.grouped)
  scope.planning.aggregates.set(expr, ast.name)
  if (!isWindow && takesAggregates(at)) scope.groups.isAggregated = true
  return expr
}

/** The arguments of aggregates are of the rows, whatever the sets of keys make of groups. */
const scopeOfRows = (scope: Scope): Scope => {
  const { folds, keysOfSets, params } = scope
  if (keysOfSets === undefined) return scope
  return { ...keysOfSets.rows, params, folds, resolved: params.size === 0 ? keysOfSets.rows.resolved : new Map() }
}

/** A tuple or an array as a text that only equal ones have. */
const listKey = (site: CallSite, value: Expr): Expr => {
  if (value.type.kind !== "Tuple") return isComposite(value.type) ? composed(site, "toJSONString(a)", [value]) : value
  const { elements } = value.type
  return site.planning.share(value, (list) =>
    keyText(
      site,
      elements.map((type, i) => listKey(site, call("tupleElement", [list, int64Literal(i + 1)], type)))
    ))
}

const parametersIn = (
  entry: AggregateEntry,
  parameters: ReadonlyArray<Cell>,
  ast: CallAst
): Pick<Aggregate, "parameters"> => {
  const checked = entry.check?.(parameters, ast) ?? parameters
  return checked.length === 0 ? {} : { parameters: checked }
}

/** A list of the rows of an ordered sub-query has its order. */
const orderIn = ({ rowOrder }: Scope, { fn }: AggregateEntry, distinct: boolean): Pick<Aggregate, "orderBy"> => {
  const orderBy = fn === "groupArray" && !distinct ? rowOrder() : []
  return orderBy.length === 0 ? {} : { orderBy }
}

const nested = (span: AstExpr, inner: string, outer: string): never =>
  refuse(
    `Aggregation '${shownName(inner)}' cannot be nested inside another aggregation '${shownName(outer)}'.`,
    span,
    "illegal_aggregation"
  )

/** `count(*)` counts rows, as `count()` does. */
const starless = (ast: CallAst): ReadonlyArray<AstExpr> => {
  const [first] = ast.args
  return ast.args.length === 1 && first?._tag === "Star" && first.path.length === 0 ? [] : ast.args
}

/** Exact numbers are added up as they are. */
const isTotalOf = ({ fn }: AggregateEntry, { type }: Expr): boolean => (fn === "sum" || fn === "avg") && isExact(type)

const aggregateOf = (
  site: CallSite,
  entry: AggregateEntry,
  parameters: ReadonlyArray<Cell>,
  ast: CallAst,
  mayBeEmpty: boolean
): Expr => {
  const last = site.count - 1
  const filter = entry.filtered ? condition(site.name, site.arg(last), site.ast(last)) : undefined
  const values = entry.filtered ? site.args.slice(0, last) : site.args
  const chosen = site.place.aggregate === undefined ? undefined : chosenOfList(site, entry.fn, values, filter)
  if (chosen !== undefined) return chosen
  const isDistinct = entry.fn === "countDistinct" || (ast.distinct && entry.fn === "count")
  const given = values.map((value, index) => {
    const { kind } = value.type
    if (isDistinct && (kind === "Tuple" || kind === "Array")) return listKey(site, value)
    const arg = isTotalOf(entry, value)
      ? value
      : argumentOf(site, index, entry.takes[index] ?? entry.takes.at(-1) ?? "any")
    // PostgreSQL has no array of nothing.
    return entry.fn === "groupArray" && arg.type.kind === "Nothing" ? convert(arg, string) : arg
  })
  const args = isDistinct && given.length > 1 ? [knownTogether(site, given)] : given
  const distinct = ast.distinct && !ignoresRepetition.has(entry.fn)
  if (distinct && (args.length !== 1 || entry.fn === "quantile")) {
    return refuse(`DISTINCT is not supported in aggregation '${ast.name}'`, ast)
  }
  const isCount = distinct && entry.fn === "count"
  return {
    _tag: "Aggregate",
    fn: isCount ? "countDistinct" : entry.fn,
    args,
    filter,
    ...(distinct && !isCount ? { distinct } : {}),
    ...orderIn(site.scope, entry, distinct),
    ...parametersIn(entry, parameters, ast),
    type: entry.type(args, mayBeEmpty || filter !== undefined)
  }
}
