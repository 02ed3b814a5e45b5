import type { Expr } from "../plan/Plan.ts"
import type { DateUnit } from "../types/DateUnit.ts"
import { intervalOf, tupleOf, withNullable } from "../types/SqlType.ts"
import { call, int64, int64Literal } from "./PlanExpr.ts"

/** An amount of time. */
export interface Interval {
  readonly count: Expr
  readonly unit: DateUnit
}

/** A number of units of time as a value. */
export const intervalValue = (count: Expr, unit: DateUnit): Expr =>
  call("cast", [count], intervalOf(unit, count.type.nullable))

/** The number and the unit of an interval; undefined when the value is none. */
export const partsOfInterval = (expr: Expr): Interval | undefined => {
  if (expr.type.kind !== "Interval") return undefined
  const [inner] = expr._tag === "Call" && expr.fn === "cast" ? expr.args : []
  return {
    count: inner ?? call("cast", [expr], withNullable(int64, expr.type.nullable)),
    unit: expr.type.unit
  }
}

/** The intervals of a tuple of them, as `make_interval` makes one, or the one that the value is; undefined for others. */
export const intervalsOf = (expr: Expr): ReadonlyArray<Interval> | undefined => {
  const one = partsOfInterval(expr)
  if (one !== undefined) return [one]
  if (expr.type.kind !== "Tuple") return undefined
  const members = expr.type.elements.map((element, i) =>
    (expr._tag === "Call" && expr.fn === "tuple" ? expr.args[i] : undefined)
      ?? call("tupleElement", [expr, int64Literal(i + 1)], element)
  )
  const parts = members.map(partsOfInterval).filter((part) => part !== undefined)
  return parts.length === members.length ? parts : undefined
}

const negated = ({ count, unit }: Interval): Interval => ({ count: call("negate", [count], int64), unit })

/** With one interval more: of the same unit as the last it is added to that, NULL beyond Int64. */
const withMore = (all: ReadonlyArray<Interval>, more: Interval): ReadonlyArray<Interval> => {
  const last = all.at(-1)
  return last?.unit === more.unit
    ? [...all.slice(0, -1), { count: call("plus", [last.count, more.count], int64), unit: more.unit }]
    : [...all, more]
}

const together = (intervals: ReadonlyArray<Interval>): Expr => {
  const values = intervals.map(({ count, unit }) => intervalValue(count, unit))
  const [only] = values
  return only !== undefined && values.length === 1
    ? only
    : call("tuple", values, tupleOf(values.map(({ type }) => type)))
}

/** Intervals added up, or taken from each other: of several units they are a tuple. */
export const sumOfIntervals = (
  fn: "plus" | "minus",
  left: ReadonlyArray<Interval>,
  right: ReadonlyArray<Interval>
): Expr => together((fn === "minus" ? right.map(negated) : right).reduce(withMore, left))

/** An interval in the other direction. */
export const negatedInterval = (expr: Expr): Expr | undefined => {
  const parts = intervalsOf(expr)
  return parts === undefined ? undefined : together(parts.map(negated))
}
