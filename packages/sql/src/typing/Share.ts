import { type ExprKeys, makeExprKeys } from "../plan/ExprKeys.ts"
import type { Expr } from "../plan/Plan.ts"

/** Whether writing the expression twice costs nothing. */
const isShort = (expr: Expr): boolean =>
  expr._tag === "Literal" || expr._tag === "Column" || expr._tag === "Ref"
  || (expr._tag === "Property" && expr.column._tag === "Column")

/**
 * Makes `Let` of values that are used more than once. A value names itself: equal expressions that share equal values
 * are equal.
 */
export const makeShare = (): (value: Expr, body: (value: Expr) => Expr) => Expr => {
  const keyOf: ExprKeys = makeExprKeys()
  return (value, body) => {
    if (isShort(value)) return body(value)
    const name = `value ${keyOf(value)}`
    const inner = body({ _tag: "Ref", name, type: value.type })
    return { _tag: "Let", bindings: [{ name, value }], body: inner, type: inner.type }
  }
}

export type Share = ReturnType<typeof makeShare>
