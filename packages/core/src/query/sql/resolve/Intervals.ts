import type { DateUnit } from "../DateUnit.ts"
import type { Expr } from "../Plan.ts"
import { int64 } from "./PlanExpr.ts"

/** A number of units of time as a value: only date arithmetic takes it. */
export const intervalValue = (count: Expr, unit: DateUnit): Expr => ({
  ...count,
  type: { kind: "Interval", unit, nullable: count.type.nullable }
})

/** The number and the unit of an interval; undefined when the value is none. */
export const partsOfInterval = (expr: Expr): { readonly count: Expr; readonly unit: DateUnit } | undefined =>
  expr.type.kind === "Interval"
    ? { count: { ...expr, type: { ...int64, nullable: expr.type.nullable } }, unit: expr.type.unit }
    : undefined
