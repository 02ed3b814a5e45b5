import type { Expr } from "../../plan/Plan.ts"
import type { Cell } from "../../types/Cell.ts"
import { compareCells, isEqual } from "../CellOrder.ts"
import { binary, byKind, compiled, type Implementation, type Implementations } from "./Implementation.ts"

const isPlain = (expr: Expr): boolean =>
  expr.type.kind !== "String" && expr.type.kind !== "Array" && expr.type.kind !== "Tuple"

type Plain = number | bigint | boolean

/** Numbers, booleans, instants and uuids compare as JavaScript does, NaN included; the rest by `compareCells`. */
const compare = (plain: (a: Plain, b: Plain) => boolean, others: (order: number) => boolean): Implementation =>
  byKind(
    isPlain,
    binary((a: Plain, b: Plain) => plain(a, b) ? 1 : 0),
    binary((a, b) => others(compareCells(a, b)) ? 1 : 0)
  )

const isNotDistinct = (a: Cell, b: Cell): boolean => a === null || b === null ? a === b : isEqual(a, b)

/** A function of two arguments that takes NULL like any value. */
const withNulls = (f: (a: Cell, b: Cell) => Cell): Implementation => (call, args) => {
  const [first, second] = [compiled(call, args, 0), compiled(call, args, 1)]
  return (frame) => f(first(frame), second(frame))
}

const nullTest = (f: (isNull: boolean) => Cell): Implementation => (call, args) => {
  const first = compiled(call, args, 0)
  return (frame) => f(first(frame) === null)
}

/** Comparison and null tests. */
export const comparison = {
  equals: binary((a, b) => isEqual(a, b) ? 1 : 0),
  notEquals: binary((a, b) => isEqual(a, b) ? 0 : 1),
  less: compare((a, b) => a < b, (order) => order < 0),
  lessOrEquals: compare((a, b) => a <= b, (order) => order <= 0),
  greater: compare((a, b) => a > b, (order) => order > 0),
  greaterOrEquals: compare((a, b) => a >= b, (order) => order >= 0),
  isNotDistinct: withNulls((a, b) => isNotDistinct(a, b) ? 1 : 0),
  isDistinct: withNulls((a, b) => isNotDistinct(a, b) ? 0 : 1),
  isNull: nullTest((isNull) => isNull ? 1 : 0),
  isNotNull: nullTest((isNull) => isNull ? 0 : 1),
  nullIf: withNulls((a, b) => isNotDistinct(a, b) ? null : a)
} satisfies Implementations
