import type { Cell } from "../Cell.ts"
import type { FunctionName } from "../Functions.ts"
import { functions } from "../Functions.ts"
import type { Expr } from "../Plan.ts"
import { childrenOf } from "../PlanWalk.ts"
import { scalar, type SqlType, withNullable } from "../SqlType.ts"

export type Literal = Extract<Expr, { readonly _tag: "Literal" }>
export type Column = Extract<Expr, { readonly _tag: "Column" }>
export type Aggregate = Extract<Expr, { readonly _tag: "Aggregate" }>

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

/** A call whose type is NULL when an argument may be (`propagate`), or exactly `type` (`own`). */
export const call = (fn: FunctionName, args: ReadonlyArray<Expr>, type: SqlType): Expr => ({
  _tag: "Call",
  fn,
  args,
  type: functions[fn].nulls === "propagate" ? withNullable(type, args.some((arg) => arg.type.nullable)) : type
})

/** A function that gives 0 or 1. */
export const predicate = (fn: FunctionName, ...args: ReadonlyArray<Expr>): Expr => call(fn, args, uint8)

/** AND and OR, three-valued. */
export const logical = (fn: "and" | "or", args: ReadonlyArray<Expr>): Expr => {
  const [first] = args
  return first !== undefined && args.length === 1
    ? first
    : call(fn, args, withNullable(uint8, args.some((arg) => arg.type.nullable)))
}

/** `value`, or `fallback` (never NULL, of the same kind) where it is NULL. */
export const orElse = (value: Expr, fallback: Expr): Expr =>
  value.type.nullable ? call("coalesce", [value, fallback], withNullable(value.type, fallback.type.nullable)) : value

export const isNullLiteral = (expr: Expr): boolean => expr._tag === "Literal" && expr.value === null

/** The first aggregate in the expression. */
export const findAggregate = (expr: Expr): Aggregate | undefined => {
  if (expr._tag === "Aggregate") return expr
  for (const child of childrenOf(expr)) {
    const found = findAggregate(child)
    if (found !== undefined) return found
  }
  return undefined
}

const sameCell = (left: Cell, right: Cell): boolean =>
  Array.isArray(left) && Array.isArray(right) ? sameCells(left, right) : Object.is(left, right)

const sameCells = (left: ReadonlyArray<Cell>, right: ReadonlyArray<Cell>): boolean =>
  left.length === right.length && left.every((cell, index) => sameCell(cell, right[index] ?? null))

const sameExprs = (left: ReadonlyArray<Expr>, right: ReadonlyArray<Expr>): boolean =>
  left.length === right.length && left.every((expr, index) => {
    const other = right[index]
    return other !== undefined && sameExpr(expr, other)
  })

/** Whether both expressions are written alike, so that they have the same value in every row. */
export const sameExpr = (left: Expr, right: Expr): boolean => {
  if (left === right) return true
  if (left.type.kind !== right.type.kind || left.type.nullable !== right.type.nullable) return false
  if (!sameExprs(childrenOf(left), childrenOf(right))) return false
  switch (left._tag) {
    case "Literal":
      return right._tag === "Literal" && sameCell(left.value, right.value)
    case "Column":
      return right._tag === "Column" && left.source === right.source && left.name === right.name
    case "Property":
      return right._tag === "Property" && sameCells(left.path, right.path)
    case "Call":
      return right._tag === "Call" && left.fn === right.fn
    case "DateCall":
      return right._tag === "DateCall" && left.fn === right.fn && left.unit === right.unit &&
        left.timezone === right.timezone
    case "InList":
      return right._tag === "InList" && left.negated === right.negated && sameCells(left.items, right.items)
    case "InSubquery":
      return right._tag === "InSubquery" && left.negated === right.negated && left.plan === right.plan
    case "Aggregate":
      return right._tag === "Aggregate" && left.fn === right.fn && left.args.length === right.args.length
  }
}
