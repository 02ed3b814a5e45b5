import type { Expr } from "../plan/Plan.ts"

/** The expression in a wrapping that makes NULL false: of no matter in a condition. */
export const unwrapped = (expr: Expr): Expr => {
  if (expr._tag !== "Call" || expr.fn !== "coalesce" || expr.args.length !== 2) return expr
  const [first, last] = expr.args
  const isFalse = last?._tag === "Literal" && (last.value === null || last.value === false || last.value === 0)
  return isFalse && first !== undefined ? unwrapped(first) : expr
}

/** The parts of a condition of which all must hold. */
export const conjuncts = (condition: Expr): ReadonlyArray<Expr> => {
  const expr = unwrapped(condition)
  return expr._tag === "Call" && expr.fn === "and" ? expr.args.flatMap(conjuncts) : [expr]
}
