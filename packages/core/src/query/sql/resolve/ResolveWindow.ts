import type { AstExpr, FrameBound, WindowSpec } from "../Ast.ts"
import { CallSite } from "../catalogue/CallSite.ts"
import { findWindowEntry } from "../catalogue/CatalogueWindows.ts"
import type { Expr, Frame, Order, Window } from "../Plan.ts"
import { isNumeric } from "../SqlType.ts"
import { termsOf } from "./Clauses.ts"
import { findWindow } from "./ExprSize.ts"
import type { Place, Scope } from "./Planning.ts"
import { aggregateOver } from "./ResolveAggregate.ts"
import { refuse } from "./SemanticFailure.ts"

type CallAst = Extract<AstExpr, { readonly _tag: "Call" }>
type Resolve = (ast: AstExpr, place: Place) => Expr

/** Aggregates whose value does not hang on the order of rows, as engines compute them over windows. */
const overWindows: ReadonlySet<string> = new Set(["count", "sum", "avg", "min", "max", "anyValue"])

/** `f(…) OVER …`: a function of rows, or an aggregate over the rows of a window. */
export const resolveWindow = (
  scope: Scope,
  ast: CallAst,
  over: WindowSpec | string,
  at: Place,
  resolve: Resolve
): Expr => {
  if (at.aggregate !== undefined || (at.clause !== "SELECT" && at.clause !== "ORDER BY")) {
    return refuse(`Window functions cannot stand in ${at.aggregate === undefined ? at.clause : "an aggregate"}`, ast)
  }
  const call = windowCall(scope, ast, at, resolve)
  const spec = specOf(scope, over, ast)
  const partitionBy = spec.partitionBy.map((key) => resolve(key, at)).filter(({ _tag }) => _tag !== "Literal")
  const orderBy = spec.orderBy.flatMap((term) => termsOf(resolve(term.expr, at), term))
    .map(({ descending, expr }): Order => ({ descending, expr }))
  const [, offset, otherwise] = call.args
  if (findWindowEntry(ast.name)?.inFrame === true && offset !== undefined && otherwise !== undefined) {
    const rows = offset._tag === "Literal" ? Number(offset.value) : 1
    if (!isInFrame(spec, call.fn === "lag" ? -rows : rows, ast)) return otherwise
  }
  const window: Window = { ...call, partitionBy, orderBy, frame: frameOf(spec, orderBy, call.fn) }
  const parts = [...window.args, ...window.partitionBy, ...window.orderBy.map(({ expr }) => expr)]
  if (parts.some((part) => findWindow(part) !== undefined)) {
    return refuse("Window functions cannot be nested inside each other", ast, "illegal_aggregation")
  }
  return window
}

/** How many rows from the current one the frame ends. */
const reachOf = (bound: FrameBound): number => {
  if (bound.kind === "current row") return 0
  const rows = bound.count === "unbounded" ? Infinity : bound.count
  return bound.kind === "preceding" ? -rows : rows
}

/** Whether the row so many rows from the current one is in its frame, as long as there is one. */
const isInFrame = ({ frame, orderBy }: WindowSpec, rows: number, ast: CallAst): boolean => {
  const isWhole = frame === undefined && orderBy.length === 0
  const [start, end] = frame === undefined
    ? [-Infinity, isWhole ? Infinity : 0]
    : [reachOf(frame.start), frame.end === undefined ? 0 : reachOf(frame.end)]
  if (frame?.unit === "rows" || isWhole) return start <= rows && rows <= end
  const isKnown = rows < 0 ? start === -Infinity && end >= 0 : end === Infinity && start <= 0
  return isKnown ||
    refuse(`Function '${ast.name}' needs a frame of rows, such as ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING`, ast)
}

type WindowCall = Pick<Window, "_tag" | "fn" | "args" | "filter" | "type">

const windowCall = (scope: Scope, ast: CallAst, at: Place, resolve: Resolve): WindowCall => {
  const entry = findWindowEntry(ast.name)
  if (entry !== undefined) {
    const site = new CallSite(ast.name, ast.args, ast, scope, at, resolve)
    if (site.count < entry.min || site.count > entry.max || ast.params !== undefined || ast.distinct) {
      return refuse(`Function '${ast.name}' takes ${entry.min} to ${entry.max} arguments, found ${site.count}`, ast)
    }
    return { _tag: "Window", filter: undefined, ...entry.lower(site) }
  }
  const aggregate = aggregateOver(scope, { ...ast, over: undefined }, at, resolve, true) ??
    refuse(`Function '${ast.name}' is no window function and no aggregate`, ast)
  const { args, distinct, filter, fn, parameters, type } = aggregate
  if (!overWindows.has(fn) || distinct === true || parameters !== undefined) {
    return refuse(`Aggregation '${ast.name}' is not supported over a window`, ast)
  }
  return { _tag: "Window", fn, args, filter, type }
}

const specOf = ({ windows }: Scope, over: WindowSpec | string, ast: CallAst): WindowSpec =>
  typeof over === "string" ? windows.get(over) ?? refuse(`Window '${over}' does not exist`, ast) : over

/** Functions of the whole partition have no frame. */
const unframed: ReadonlySet<string> = new Set(["rowNumber", "rank", "denseRank", "lag", "lead"])

const frameOf = ({ frame, ...spec }: WindowSpec, orderBy: ReadonlyArray<Order>, fn: string): Frame | undefined => {
  if (frame === undefined || unframed.has(fn)) return undefined
  const counts = [frame.start, frame.end].some((bound) => bound !== undefined && hasCount(bound))
  const [term, ...others] = orderBy
  if (frame.unit === "range" && counts && (term === undefined || others.length > 0 || !isNumeric(term.expr.type))) {
    return refuse("A RANGE of n PRECEDING or FOLLOWING needs one number to order by", spec)
  }
  return { unit: frame.unit, start: frame.start, end: frame.end ?? { kind: "current row" } }
}

const hasCount = (bound: FrameBound): boolean => bound.kind !== "current row" && bound.count !== "unbounded"
