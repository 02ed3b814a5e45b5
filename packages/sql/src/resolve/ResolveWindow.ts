import type { AstExpr, WindowSpec } from "../ast/Ast.ts"
import { findAggregateEntry } from "../catalogue/AggregateNames.ts"
import { findWindowEntry } from "../catalogue/CatalogueWindows.ts"
import { expressionOf } from "../catalogue/Composed.ts"
import { listedAggregate } from "../catalogue/Macros.ts"
import { findWindow } from "../plan/ExprMeasures.ts"
import type { Expr, Order, Window } from "../plan/Plan.ts"
import { CallSite } from "../planning/CallSite.ts"
import type { Place, Scope } from "../planning/Planning.ts"
import { call } from "../typing/PlanExpr.ts"
import { refuse } from "../typing/SemanticFailure.ts"
import { wanted } from "./Arity.ts"
import { termsOf } from "./Clauses.ts"
import { aggregateOver } from "./ResolveAggregate.ts"
import { afterWindows } from "./Scope.ts"
import { counted, frameOf, isInFrame } from "./WindowFrame.ts"

type CallAst = Extract<AstExpr, { readonly _tag: "Call" }>
type Resolve = (ast: AstExpr, place: Place) => Expr

/** Aggregates that every engine computes over windows as they are. */
const overWindows: ReadonlySet<string> = new Set([
  "count",
  "countDistinct",
  "sum",
  "avg",
  "min",
  "max",
  "anyValue",
  "covariance",
  "groupArray"
])

/** The window that stands after OVER. */
export const specOf = ({ windows }: Scope, over: WindowSpec | string, ast: CallAst, at: Place): WindowSpec => {
  if (at.aggregate !== undefined || !afterWindows.has(at.clause)) {
    const where = at.aggregate === undefined ? at.clause : "an aggregate"
    return refuse(`Window functions cannot stand in ${where}`, ast, {
      hint: "Put a condition on it into QUALIFY, or give the value a name in a sub-query and use the name outside it."
    })
  }
  return typeof over === "string" ? windows.get(over) ?? refuse(`Window '${over}' does not exist`, ast) : over
}

/** `f(…) OVER …`: a function of rows, or an aggregate over the rows of a window; undefined for composed aggregates. */
export const resolveWindow = (
  scope: Scope,
  ast: CallAst,
  spec: WindowSpec,
  at: Place,
  resolve: Resolve
): Expr | undefined => {
  const entry = findWindowEntry(ast.name)
  const site = new CallSite(ast.name, ast.args, ast, scope, at, resolve, undefined, ast.params, spec)
  if (entry === undefined) return aggregateIn(site, ast)
  if (site.count < entry.min || site.count > entry.max || ast.params !== undefined || ast.distinct) {
    return refuse(`Function '${ast.name}' requires ${wanted(entry.min, entry.max)}, found ${site.count}`, ast)
  }
  const lowered = entry.lower(site)
  if (typeof lowered === "string") return composedOver(site, spec, lowered)
  const window = windowOf(site, { _tag: "Window", filter: undefined, ...lowered }, spec)
  return entry.inFrame === true ? inFrame(site, spec, window) : window
}

type WindowCall = Pick<Window, "_tag" | "fn" | "args" | "filter" | "type">

const windowOf = (site: CallSite, one: WindowCall, given: WindowSpec): Window => {
  const { place, resolve } = site
  // Each use of a named window resolves its keys anew, which takes longer than the steps of a name are worth.
  site.planning.spend(6 * (given.partitionBy.length + given.orderBy.length), site)
  const spec = counted(given, (ast) => resolve(ast, place).type)
  const partitionBy = spec.partitionBy.map((key) => resolve(key, place)).filter(({ _tag }) => _tag !== "Literal")
  const orderBy = spec.orderBy.flatMap((term) => termsOf(resolve(term.expr, place), term))
    .map(({ descending, expr }): Order => ({ descending, expr }))
  const window: Window = { ...one, partitionBy, orderBy, frame: frameOf(spec, orderBy, one.fn) }
  const parts = [...window.args, ...window.partitionBy, ...window.orderBy.map(({ expr }) => expr)]
  if (parts.some((part) => findWindow(part) !== undefined)) {
    return refuse("Window functions cannot be nested inside each other", site, "illegal_aggregation")
  }
  return window
}

const aggregateIn = (site: CallSite, ast: CallAst): Expr | undefined => {
  const { over, place, resolve, scope } = site
  const entry = findAggregateEntry(ast.name)
  const aggregate = aggregateOver(scope, { ...ast, over: undefined }, place, resolve, true)
  if (entry === undefined || aggregate?._tag !== "Aggregate" || over === undefined) return undefined
  const { args, distinct, filter, fn, parameters, type } = aggregate
  return overWindows.has(fn) && distinct !== true && parameters === undefined
    ? windowOf(site, { _tag: "Window", fn, args, filter, type }, over)
    : listedAggregate(entry, site, distinct === true)
}

/** SQL over the rows of the part, those rows in their order, the frame, and all rows as far as its end. */
const composedOver = ({ place, planning, scope }: CallSite, spec: WindowSpec, text: string): Expr => {
  const unbounded = { kind: "preceding", count: "unbounded" } as const
  const end = spec.frame === undefined ? undefined : { ...spec.frame, start: unbounded }
  const windows = new Map([
    ...scope.windows,
    ["part", { ...spec, orderBy: [], frame: undefined }],
    ["ordered", { ...spec, frame: undefined }],
    ["framed", spec],
    ["asFar", { ...spec, frame: end }]
  ])
  return planning.expression({ ...scope, resolved: new Map(), windows }, expressionOf(text), place)
}

/** The value of the row beside this one, or the default where the frame has not that row. */
const inFrame = (site: CallSite, spec: WindowSpec, window: Window): Expr => {
  const [, offset, otherwise] = window.args
  if (offset === undefined || otherwise === undefined || offset._tag !== "Literal") return window
  const rows = window.fn === "lag" ? -Number(offset.value) : Number(offset.value)
  const known = isInFrame(spec, rows)
  if (known !== undefined) return known ? window : otherwise
  const place = `row_number() over ordered + ${rows}`
  const isThere = composedOver(
    site,
    spec,
    `${place} <= count() over asFar and ${place} > count() over asFar - count() over framed`
  )
  return call("if", [isThere, window, otherwise], window.type)
}
