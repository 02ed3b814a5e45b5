import { type FunctionName, functions } from "../functions/Functions.ts"
import type { DateUnit } from "../types/DateUnit.ts"
import { isExact, isInteger, type SqlType, withNullable } from "../types/SqlType.ts"
import { integerRange, isAlwaysExact, isAlwaysExactSum, isAlwaysInt64, isAlwaysSummable } from "./IntegerRanges.ts"
import type { Aggregate, Call, DateCall, Expr } from "./Plan.ts"

type Args = ReadonlyArray<Expr>

const hasNullable = (args: Args): boolean => args.some((arg) => arg.type.nullable)

/** Whether the function can be NULL where none of its arguments is: numbers that leave their type or are divided by zero. */
export const canLackResult = ({ args, fn, type }: Pick<Call, "args" | "fn" | "type">): boolean =>
  functions[fn].nulls === "partial"
  && (isExact(type) ? !isAlwaysExact(fn, args, type) : isInteger(type) && !isAlwaysInt64(fn, args))

/** The units that a clock counts, with how many of them the next larger one has. */
const clock: Readonly<Partial<Record<DateUnit, readonly [larger: DateUnit, size: bigint]>>> = {
  second: ["minute", 60n],
  minute: ["hour", 60n]
}

/** Whether the sum stays within the unit that its instant begins: it cannot be before 1900 or after 2199. */
const isWithinUnit = (instant: Expr | undefined, unit: DateUnit, count: Expr): boolean => {
  const [larger, size] = clock[unit] ?? []
  const [least, greatest] = integerRange(count)
  return instant?._tag === "DateCall" && instant.fn === "startOf" && instant.unit === larger
    && least >= 0n && size !== undefined && greatest < size
}

/** The same for date functions: only a sum can leave 1900 to 2199. */
export const canLeaveCalendar = ({ args, fn, unit }: Pick<DateCall, "args" | "fn" | "unit">): boolean => {
  const [instant, count] = args
  if (fn !== "add" || count === undefined) return false
  const [least, greatest] = integerRange(count)
  return !(least === 0n && greatest === 0n) && !isWithinUnit(instant, unit, count)
}

/** The type of a call, NULL by the function's rule. */
export const callType = (fn: FunctionName, args: Args, type: SqlType): SqlType => {
  const { nulls } = functions[fn]
  if (nulls === "own") return type
  return withNullable(
    type,
    nulls === "lacking" || nulls !== "never" && (hasNullable(args) || canLackResult({ args, fn, type }))
  )
}

/** The type of a date function. */
export const dateCallType = (call: Pick<DateCall, "args" | "fn" | "unit">, type: SqlType): SqlType =>
  withNullable(type, hasNullable(call.args) || canLeaveCalendar(call))

/** Whether a sum of values that are all known can be NULL: it leaves its type. */
export const canLackSum = ({ args, fn, type }: Pick<Aggregate, "args" | "fn" | "type">): boolean => {
  const [first] = args
  if (fn !== "sum" || first === undefined) return false
  return isExact(type) ? !isAlwaysExactSum(first, type) : isInteger(type) && !isAlwaysSummable(first)
}

/** The type of a sum of values: NULL for none only where its argument can be NULL. */
export const sumType = (args: Args, type: SqlType): SqlType =>
  withNullable(type, hasNullable(args) || canLackSum({ args, fn: "sum", type }))
