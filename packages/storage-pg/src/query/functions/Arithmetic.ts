import { argument } from "@hedgerow/core/query/sql/PlanWalk"
import { canLackResult } from "@hedgerow/core/query/sql/ResultTypes"
import { type FunctionRenderings, value, valueOf } from "../ExprRenderer.ts"

type Operator = (a: string, b: string) => string

/** PostgreSQL's own operator where it always has a result, else the function that is NULL where it has none. */
const integers = (symbol: string, partial: string, floats?: Operator) =>
  value((call, r): string => {
    const [a, b] = [r.value(argument(call, 0)), r.value(argument(call, 1))]
    if (call.type.kind === "Float64" && floats !== undefined) return floats(a, b)
    return canLackResult(call) ? `${partial}(${a}, ${b})` : `(${a} ${symbol} ${b})`
  })

/** Of the least integer there is no opposite. */
const opposite = (render: (a: string) => string) =>
  value((call, r): string => {
    const a = r.value(argument(call, 0))
    return render(canLackResult(call) ? `NULLIF(${a}, '-9223372036854775808'::int8)` : a)
  })

/** Arithmetic over Int64, NULL beyond it, and Float64, which follows IEEE 754. */
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
