import { isArrayFunction } from "@hedgerow/core/query/sql/evaluate/functions/HigherOrder"
import { slicedFunction } from "@hedgerow/core/query/sql/evaluate/functions/SlicedFunctions"
import { makeExprNotes } from "@hedgerow/core/query/sql/ExprNotes"
import type { Expr } from "@hedgerow/core/query/sql/Plan"
import { visitInnerFirst } from "@hedgerow/core/query/sql/PlanWalk"

const notes = makeExprNotes<boolean>()

const isLongCall = (expr: Expr): boolean =>
  expr._tag === "Call" && (isArrayFunction(expr.fn) || slicedFunction(expr.fn) !== undefined)

/** Aggregates and windows are computed at places of their own. */
const isElsewhere = ({ _tag }: Expr): boolean => _tag === "Aggregate" || _tag === "Window"

/** Whether one cell may take long: a function in the expression goes through lists or matches. */
export const isLong = (root: Expr): boolean => {
  visitInnerFirst(root, (expr) => notes.of(expr) !== undefined, (expr, inner) => {
    const isInnerLong = !isElsewhere(expr) && inner.some((one) => notes.of(one) === true)
    notes.note(expr, isInnerLong || isLongCall(expr))
  })
  return notes.of(root) === true
}
