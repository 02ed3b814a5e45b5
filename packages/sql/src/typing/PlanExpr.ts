import { fold } from "../evaluate/FoldConstants.ts"
import type { FunctionName } from "../functions/Functions.ts"
import type { Expr, Literal } from "../plan/Plan.ts"
import { callType } from "../plan/ResultTypes.ts"
import { decide } from "../plan/Traced.ts"
import type { Cell } from "../types/Cell.ts"
import { scalar, type SqlType, withNullable } from "../types/SqlType.ts"

export const uint8: SqlType = scalar("UInt8")
export const int64: SqlType = scalar("Int64")
export const float64: SqlType = scalar("Float64")
export const string: SqlType = scalar("String")
export const date: SqlType = scalar("Date")

/** A constant; NULL always has a nullable type. */
export const literal = (value: Cell, type: SqlType): Literal => ({
  _tag: "Literal",
  value,
  type: withNullable(type, value === null)
})

export const truth = (value: boolean): Literal => literal(value ? 1 : 0, uint8)
export const nullLiteral: Literal = literal(null, scalar("Nothing"))
export const int64Literal = (value: number): Literal => literal(value, int64)

/** A call of the type, NULL by the function's rule; of constants the constant that it gives. */
export const call = (fn: FunctionName, args: ReadonlyArray<Expr>, type: SqlType): Expr =>
  fold({ _tag: "Call", fn, args, type: callType(fn, args, type) })

/** A function that gives 0 or 1. */
export const predicate = (fn: FunctionName, ...args: ReadonlyArray<Expr>): Expr => call(fn, args, uint8)

/** AND and OR, three-valued. */
export const logical = (fn: "and" | "or", args: ReadonlyArray<Expr>): Expr => {
  const [first] = args
  return first !== undefined && args.length === 1 ? first : call(fn, args, uint8)
}

/** `value`, or `fallback` (never NULL, of the same kind) where it is NULL. */
export const orElse = (value: Expr, fallback: Expr): Expr =>
  value.type.nullable ? call("coalesce", [value, fallback], withNullable(value.type, fallback.type.nullable)) : value

export const isNullLiteral = (expr: Expr): boolean => expr._tag === "Literal" && decide(() => expr.value === null)
