import type { Call, Expr } from "../../plan/Plan.ts"
import { argument } from "../../plan/PlanWalk.ts"
import { canLackResult } from "../../plan/ResultTypes.ts"
import { exactRange } from "../../types/ExactRange.ts"
import { type ExactType, isExact } from "../../types/SqlType.ts"
import { nulls } from "../ChType.ts"
import { bind, type ExprRenderer, type FunctionRenderings, value } from "../ExprRenderer.ts"
import { sqlText } from "../SqlText.ts"

/** Int64, or NULL where that does not hold the number of 128 bits. */
export const int64OrNull = (wide: string): string => `accurateCastOrNull(${wide}, 'Int64')`

/** Integers that may leave Int64 are computed in 128 bits, where nothing overflows; floats follow IEEE 754. */
const arithmeticOf = (operator: string) =>
  value((call, r) => {
    const [a, b] = [r.value(argument(call, 0)), r.value(argument(call, 1))]
    if (isExact(call.type)) return exactOf(call, call.type, `(${a} ${operator} ${b})`)
    return canLackResult(call) ? int64OrNull(`toInt128(${a}) ${operator} ${b}`) : `(${a} ${operator} ${b})`
  })

/** Units of 256 bits, or NULL where the type does not hold them. */
export const exactOrNull = (units: string, type: ExactType): string => {
  const [least, greatest] = exactRange(type)
  return bind(
    [units],
    (x = "") =>
      `if(${x} BETWEEN toInt256(${sqlText(String(least))}) AND toInt256(${
        sqlText(String(greatest))
      }), ${x}, ${nulls.exact})`,
    "e"
  )
}

const exactOf = (call: Call, type: ExactType, units: string): string =>
  canLackResult(call) ? exactOrNull(units, type) : units

const exactDivision = (name: "intDiv" | "modulo", x: string, y: string, call: Call, type: ExactType): string => {
  const units = `${name}OrZero(${x}, ${y})`
  if (!canLackResult(call)) return units
  return bind(
    [y],
    (b = "") => `if(ifNull(${b} = 0, 0), ${nulls.exact}, ${exactOrNull(`${name}OrZero(${x}, ${b})`, type)})`
  )
}

/** The same over one number; `-` of a float keeps the sign of zero. */
const unary = (name: "negate" | "abs") =>
  value((call, r) => {
    const a = r.value(argument(call, 0))
    if (call.type.kind === "Float64") return `${name}(${a})`
    if (isExact(call.type)) return exactOf(call, call.type, `toInt256(${name}(${a}))`)
    return canLackResult(call) ? int64OrNull(`${name}(toInt128(${a}))`) : `toInt64(${name}(${a}))`
  })

/**
 * ClickHouse itself refuses to divide by zero, also what lies beneath a NULL, and has forms that give 0 instead. In 128
 * bits the least integer can be divided by -1.
 */
const division = (name: "intDiv" | "modulo") =>
  value((call, r) => {
    const divisor = argument(call, 1)
    const [x, y] = [r.value(argument(call, 0)), r.value(divisor)]
    if (isExact(call.type)) return exactDivision(name, x, y, call, call.type)
    if (divisor._tag === "Literal" && Number(divisor.value) > 0) return `toInt64(${name}(${x}, ${y}))`
    if (!canLackResult(call)) return `toInt64(${name}(toInt128(${x}), toInt128(${y})))`
    return bind([y], (b = "") => {
      const isZero = `ifNull(${b} = 0, 0)`
      return `if(${isZero}, ${nulls.int64}, ${int64OrNull(`${name}OrZero(toInt128(${x}), toInt128(${b}))`)})`
    })
  })

const float = (expr: Expr, r: ExprRenderer): string =>
  expr.type.kind === "Float64" ? r.value(expr) : `toFloat64(${r.value(expr)})`

const whole = (name: "floor" | "ceil") => value((call, r) => `${name}(${float(argument(call, 0), r)})`)

const round = (call: Call, r: ExprRenderer): string => {
  const x = float(argument(call, 0), r)
  const digits = argument(call, 1)
  if (digits._tag !== "Literal") throw new Error("The plan rounds to a number of digits that is no literal")
  const count = Number(digits.value)
  if (count === 0) return `roundBankers(${x})`
  const scale = r.parameters.value(Number(`1e${Math.abs(count)}`), { kind: "Float64", nullable: false })
  if (count < 0) return `(roundBankers(${x} / ${scale}) * ${scale})`
  return bind([x], (v = "") => `if(isInfinite(${v} * ${scale}), ${v}, roundBankers(${v} * ${scale}) / ${scale})`)
}

/** Arithmetic over Int64, exact numbers and Float64. */
export const arithmetic = {
  plus: arithmeticOf("+"),
  minus: arithmeticOf("-"),
  multiply: arithmeticOf("*"),
  divide: value((call, r) => `(${float(argument(call, 0), r)} / ${float(argument(call, 1), r)})`),
  intDiv: division("intDiv"),
  modulo: division("modulo"),
  negate: unary("negate"),
  abs: unary("abs"),
  floor: whole("floor"),
  ceil: whole("ceil"),
  round: value(round)
} satisfies FunctionRenderings
