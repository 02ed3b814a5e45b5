import type { AggregateName, FunctionName, WindowName } from "../functions/Functions.ts"
import type { ExprKeys } from "../plan/ExprKeys.ts"
import type {
  Aggregate,
  Call,
  DateCall,
  Exists,
  Expr,
  InList,
  InSubquery,
  Let,
  QueryPlan,
  ScalarSubquery,
  Window
} from "../plan/Plan.ts"
import { argument, queryOf } from "../plan/PlanWalk.ts"
import { isExact, isNumeric, type SqlType } from "../types/SqlType.ts"
import { deepInside } from "./DeepExprs.ts"
import type { ExprRenderer, FunctionRendering } from "./Rendering.ts"
import { asAggregate, isWindowName } from "./RenderWindow.ts"

/** An engine's form of the parts of expressions. `loose` as in `ExprRenderer.holds`. */
export interface ExprDialect<R extends ExprRenderer> {
  readonly functions: Readonly<Record<FunctionName, FunctionRendering<R>>>
  readonly aggregates: Readonly<Record<AggregateName, (aggregate: Aggregate, r: R) => string>>
  readonly windows: Readonly<Record<WindowName, (window: Window, over: string, r: R) => string>>
  /** The text after a function that is computed over a window. */
  readonly over: (window: Window, r: R) => string
  readonly dateCall: (call: DateCall, r: R) => string
  readonly inList: (expr: InList, r: R, loose: boolean) => string
  readonly inSubquery: (expr: InSubquery, r: R, subquery: string, loose: boolean) => string
  readonly scalarSubquery: (expr: ScalarSubquery, subquery: string) => string
  /** A condition that is never NULL. */
  readonly exists: (expr: Exists, subquery: string) => string
  /** The body with the values of the bindings, each written once or short. */
  readonly let: (expr: Let, r: R, body: () => string) => string
  /** `if` and `multiIf` with the branches written by `branch`. */
  readonly cases: (call: Call, r: R, branch: (expr: Expr) => string) => string
  readonly coalesce: (texts: ReadonlyArray<string>) => string
  /** A condition as a value of its type. */
  readonly asValue: (condition: string, type: SqlType) => string
  /** A number as a condition. */
  readonly nonZero: (text: string) => string
  /** A constant as a condition; null is NULL. */
  readonly truth: (value: boolean | null, loose: boolean) => string
}

/** The parts of its SELECT that rendering an expression needs. */
export interface ExprContext {
  readonly exprKey: ExprKeys
  /** Group keys by `exprKey`: the text replaces the expression wherever it stands. */
  readonly groupKeys: ReadonlyMap<number, string>
  /** The text of each `Ref`; the `Let` around it sets it before its body is rendered. */
  readonly refs: Map<string, string>
  /** The text of a nested query with its columns `c0`, …. */
  readonly subquery: (plan: QueryPlan) => string
}

export type Leaf = Extract<Expr, { readonly _tag: "Literal" | "Column" | "Property" }>

/** The parts of an engine's renderer: `write` renders a value, given the form of constants and columns. */
export interface RendererParts extends Omit<ExprRenderer, "value"> {
  readonly write: (expr: Expr, leaf: (expr: Leaf) => string) => string
}

const isFalse = (expr: Expr | undefined): boolean =>
  expr?._tag === "Literal" && (expr.value === null || expr.value === false || expr.value === 0)

/** The renderer of the expressions of one SELECT, which `complete` makes of its parts. */
export const makeExprRenderer = <R extends ExprRenderer>(
  dialect: ExprDialect<R>,
  { exprKey, groupKeys, refs, subquery }: ExprContext,
  complete: (parts: RendererParts) => R
): R => {
  const grouped = (expr: Expr): string | undefined =>
    groupKeys.size === 0 || expr._tag === "Literal" ? undefined : groupKeys.get(exprKey(expr))

  const write: RendererParts["write"] = (expr, leaf) => grouped(expr) ?? ungrouped(expr, leaf)
  const predicate = (expr: Expr): string => asPredicate(expr, false)
  const holds = (expr: Expr): string => asPredicate(expr, true)
  const queryIn = (expr: Expr): string => {
    const plan = queryOf(expr)
    return plan === undefined ? "" : subquery(plan)
  }

  const ungrouped = (expr: Expr, leaf: (expr: Leaf) => string): string => {
    switch (expr._tag) {
      case "Literal":
      case "Column":
      case "Property":
        return leaf(expr)
      case "Ref":
        return refs.get(expr.name) ?? unbound(expr.name)
      case "Lambda":
        return unbound("a function")
      case "DateCall":
        return dialect.dateCall(expr, renderer)
      case "Aggregate":
        return dialect.aggregates[expr.fn](expr, renderer)
      case "Window":
        return window(expr)
      case "Call": {
        const rendering = dialect.functions[expr.fn]
        if (rendering.kind === "value") return rendering.render(expr, renderer)
        return dialect.asValue(rendering.render(expr, renderer, false), expr.type)
      }
      case "ScalarSubquery":
        return dialect.scalarSubquery(expr, queryIn(expr))
      case "Let":
        return dialect.let(expr, renderer, () => renderer.value(expr.body))
      case "Exists":
      case "InList":
      case "InSubquery":
        return dialect.asValue(asPredicate(expr, false), expr.type)
    }
  }

  const window = (expr: Window): string => {
    const over = dialect.over(expr, renderer)
    if (isWindowName(expr.fn)) return dialect.windows[expr.fn](expr, over, renderer)
    const aggregate = asAggregate(expr)
    return dialect.aggregates[aggregate.fn](aggregate, { ...renderer, over })
  }

  const nonZero = (expr: Expr, text: string): string => {
    if (expr.type.kind === "Bool") return text
    if (expr.type.kind === "Nothing") return dialect.truth(null, false)
    if (isNumeric(expr.type) || isExact(expr.type)) return dialect.nonZero(text)
    throw new Error(`The plan uses a ${expr.type.kind} as a predicate`)
  }

  const asPredicate = (expr: Expr, loose: boolean): string => {
    const key = grouped(expr)
    if (key !== undefined) return nonZero(expr, key)
    switch (expr._tag) {
      case "Literal":
        return dialect.truth(expr.value === null ? null : expr.value !== false && Number(expr.value) !== 0, loose)
      case "InList":
        return dialect.inList(expr, renderer, loose)
      case "InSubquery":
        return dialect.inSubquery(expr, renderer, subquery(expr.plan), loose)
      case "Exists":
        return dialect.exists(expr, queryIn(expr))
      case "Let":
        return dialect.let(expr, renderer, () => asPredicate(expr.body, loose))
      case "Call":
        return callPredicate(expr, loose)
      default:
        return nonZero(expr, renderer.value(expr))
    }
  }

  const callPredicate = (expr: Call, loose: boolean): string => {
    const rendering = dialect.functions[expr.fn]
    if (rendering.kind === "predicate") return rendering.render(expr, renderer, loose)
    if (expr.fn === "if" || expr.fn === "multiIf") return dialect.cases(expr, renderer, loose ? holds : predicate)
    if (expr.fn === "coalesce") return coalescePredicate(expr, loose)
    if (expr.fn === "cast" && expr.args.every((arg) => arg.type.kind === "Bool" || isNumeric(arg.type))) {
      return asPredicate(argument(expr, 0), loose)
    }
    return nonZero(expr, renderer.value(expr))
  }

  /** `coalesce(p, 0)` holds exactly when `p` does, and written so it leaves indexes and joins usable. */
  const coalescePredicate = ({ args }: Call, loose: boolean): string => {
    const [only] = args
    if (loose && args.length === 2 && only !== undefined && isFalse(args[1])) return holds(only)
    return dialect.coalesce(args.map(predicate))
  }

  const engine = complete({ write, predicate, holds, over: "", refs })
  const known = new Map<Expr, string>()
  const renderer: R = {
    ...engine,
    value: (expr) => {
      for (const inner of deepInside(expr)) if (!known.has(inner)) known.set(inner, engine.value(inner))
      return known.get(expr) ?? engine.value(expr)
    }
  }
  return renderer
}

const unbound = (name: string): never => {
  throw new Error(`The plan refers to ${name} where it has no value`)
}
