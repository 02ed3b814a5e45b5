import { type Evaluate, type Frame, isTrue } from "@hedgerow/sql/evaluate/Evaluate"
import type { Expr } from "@hedgerow/sql/plan/Plan"
import { sourcesRead } from "@hedgerow/sql/plan/PlanWalk"
import type { CellKeys } from "./CellKey.ts"

/** One equality of a join's condition, with its left and its right side. */
export interface KeyPair {
  readonly left: Expr
  readonly right: Expr
  readonly nullSafe: boolean
}

const isFalse = (expr: Expr | undefined): boolean => expr?._tag === "Literal" && !isTrue(expr.value)

/** The conditions that must all hold. That one of them is NULL means the same as that it is false. */
export const conjuncts = (expr: Expr): ReadonlyArray<Expr> => {
  if (expr._tag !== "Call") return [expr]
  const [first, ...rest] = expr.args
  if (expr.fn === "and") return expr.args.flatMap(conjuncts)
  if (expr.fn === "coalesce" && first !== undefined && rest.every(isFalse)) return conjuncts(first)
  return [expr]
}

/** Whether it reads these sources only. */
export const within = (expr: Expr, aliases: ReadonlySet<string>): boolean =>
  sourcesRead(expr).every((alias) => aliases.has(alias))

/** The equality by its sides, or undefined when it is none between them. */
export const keyPair = (expr: Expr, left: ReadonlySet<string>, right: ReadonlySet<string>): KeyPair | undefined => {
  if (expr._tag !== "Call" || (expr.fn !== "equals" && expr.fn !== "isNotDistinct")) return undefined
  const [a, b] = expr.args
  if (a === undefined || b === undefined) return undefined
  const nullSafe = expr.fn === "isNotDistinct"
  if (within(a, left) && within(b, right)) return { left: a, right: b, nullSafe }
  return within(b, left) && within(a, right) ? { left: b, right: a, nullSafe } : undefined
}

/** The key of a row, or undefined when it can match nothing: NaN, or NULL where the equality is not null-safe. */
export const keyOf =
  (parts: ReadonlyArray<Evaluate>, nullSafe: ReadonlyArray<boolean>, keys: CellKeys) => (frame: Frame) => {
    const cells = parts.map((part) => part(frame))
    const isLost = cells.some((cell, i) => cell === null ? nullSafe[i] !== true : cell !== cell)
    return isLost ? undefined : keys.ofAll(cells)
  }
