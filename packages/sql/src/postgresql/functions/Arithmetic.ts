import type { Call } from "../../plan/Plan.ts"
import { argument } from "../../plan/PlanWalk.ts"
import { canLackResult } from "../../plan/ResultTypes.ts"
import { exactRange } from "../../types/ExactRange.ts"
import { type ExactType, isExact } from "../../types/SqlType.ts"
import { type FunctionRenderings, value, valueOf } from "../ExprRenderer.ts"

type Operator = (a: string, b: string) => string

/** Units of any number of digits, or NULL where the type does not hold them. */
export const exactOrNull = (units: string, type: ExactType): string => {
  const [least, greatest] = exactRange(type)
  return `hg_exact(${units}, ${least}, ${greatest})`
}

/** Units of exact numbers: numeric holds any, and a quotient is cut toward zero. */
const exact = (call: Call, type: ExactType, symbol: string, a: string, b: string): string => {
  const divisor = canLackResult(call) ? `NULLIF(${b}, 0)` : b
  const units = symbol === "/"
    ? `div(${a}, ${divisor})`
    : symbol === "%"
    ? `(${a} % ${divisor})`
    : `(${a} ${symbol} ${b})`
  return canLackResult(call) ? exactOrNull(units, type) : units
}

/** PostgreSQL's own operator where it always has a result, else the function that is NULL where it has none. */
const integers = (symbol: string, partial: string, floats?: Operator) =>
  value((call, r): string => {
    const [a, b] = [r.value(argument(call, 0)), r.value(argument(call, 1))]
    if (isExact(call.type)) return exact(call, call.type, symbol, a, b)
    if (call.type.kind === "Float64" && floats !== undefined) return floats(a, b)
    return canLackResult(call) ? `${partial}(${a}, ${b})` : `(${a} ${symbol} ${b})`
  })

/** Of the least integer there is no opposite. */
const opposite = (render: (a: string) => string) =>
  value((call, r): string => {
    const a = r.value(argument(call, 0))
    if (isExact(call.type)) return canLackResult(call) ? exactOrNull(render(a), call.type) : render(a)
    return render(canLackResult(call) ? `NULLIF(${a}, '-9223372036854775808'::int8)` : a)
  })

/** Arithmetic over Int64 and exact numbers, NULL beyond their types, and Float64, which follows IEEE 754. */
export const arithmetic = {
  plus: integers("+", "hg_int_plus", (a, b) => `hg_plus(${a}, ${b})`),
  minus: integers("-", "hg_int_minus", (a, b) => `hg_plus(${a}, (- ${b}))`),
  multiply: integers("*", "hg_int_multiply", (a, b) => `hg_multiply(${a}, ${b})`),
  divide: valueOf((a, b) => `hg_divide(${a}::float8, ${b}::float8)`),
  intDiv: integers("/", "hg_int_divide"),
  modulo: integers("%", "hg_int_modulo"),
  negate: opposite((a) => `(- ${a})`),
  abs: opposite((a) => `abs(${a})`),
  floor: valueOf((a) => `floor(${a}::float8)`),
  ceil: valueOf((a) => `ceil(${a}::float8)`),
  round: value((call, r) => {
    const digits = argument(call, 1)
    const scale = digits._tag === "Literal" ? r.parameters.float8(Number(`1e${Number(digits.value)}`)) : r.value(digits)
    return `hg_round(${r.value(argument(call, 0))}::float8, ${scale})`
  })
} satisfies FunctionRenderings
