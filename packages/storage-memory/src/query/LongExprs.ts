import { type ArrayCall, type ArrayFunction, isArrayFunction } from "@hedgerow/sql/evaluate/functions/HigherOrder"
import { slicedFunction } from "@hedgerow/sql/evaluate/functions/SlicedFunctions"
import { sizeOf } from "@hedgerow/sql/plan/ExprMeasures"
import { makeExprNotes } from "@hedgerow/sql/plan/ExprNotes"
import type { Call, Expr } from "@hedgerow/sql/plan/Plan"
import { visitInnerFirst } from "@hedgerow/sql/plan/PlanWalk"
import type { Cell } from "@hedgerow/sql/types/Cell"

const notes = makeExprNotes<boolean>()

const isLongCall = (expr: Expr): boolean =>
  expr._tag === "Call" && (isArrayFunction(expr.fn) || slicedFunction(expr.fn) !== undefined)

/** Aggregates and windows are computed at places of their own. */
const isElsewhere = ({ _tag }: Expr): boolean => _tag === "Aggregate" || _tag === "Window"

/** Whether one cell may take long: a function in the expression goes through lists or matches. */
export const isLong = (root: Expr): boolean => {
  if (isElsewhere(root)) return false
  visitInnerFirst(root, (expr) => notes.of(expr) !== undefined, (expr, inner) => {
    const isInnerLong = !isElsewhere(expr) && inner.some((one) => notes.of(one) === true)
    notes.note(expr, isInnerLong || isLongCall(expr))
  })
  return notes.of(root) === true
}

/** A value with a name, while expressions that refer to it are evaluated. */
export interface Held {
  value: Cell
}

/** A call of a function that takes a lambda. */
export type LambdaCall = Call & { readonly fn: ArrayFunction }

export const isArrayCall = (call: Call): call is LambdaCall => isArrayFunction(call.fn)

/** The parts of such a call, with the variables that are its parameters. */
export const arrayCallOf = ({ args, fn }: LambdaCall, variable: (name: string) => Held) => {
  const [lambda, ...arrays] = args
  if (lambda?._tag !== "Lambda") throw new Error(`The plan calls ${fn} without a lambda`)
  const { body, params } = lambda
  const called: ArrayCall = { fn, params: params.map(({ name }) => variable(name)), cost: sizeOf(body) + params.length }
  return { arrays, body, called }
}
