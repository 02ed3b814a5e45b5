import { argument } from "@hedgerow/core/query/sql/PlanWalk"
import { called, type FunctionRenderings, value, valueOf } from "../ExprRenderer.ts"

/** Integers use PostgreSQL's checked operators, floats follow IEEE 754. */
const arithmeticOf = (integers: (a: string, b: string) => string, floats: (a: string, b: string) => string) =>
  value((call, r): string => {
    const render = call.type.kind === "Float64" ? floats : integers
    return render(r.value(argument(call, 0)), r.value(argument(call, 1)))
  })

const operator = (symbol: string) => valueOf((a, b) => `(${a} ${symbol} ${b})`)

/** Arithmetic over Int64 and Float64. */
export const arithmetic = {
  plus: arithmeticOf((a, b) => `(${a} + ${b})`, (a, b) => `hg_plus(${a}, ${b})`),
  minus: arithmeticOf((a, b) => `(${a} - ${b})`, (a, b) => `hg_plus(${a}, (- ${b}))`),
  multiply: arithmeticOf((a, b) => `(${a} * ${b})`, (a, b) => `hg_multiply(${a}, ${b})`),
  divide: valueOf((a, b) => `hg_divide(${a}::float8, ${b}::float8)`),
  intDiv: operator("/"),
  modulo: operator("%"),
  negate: valueOf((a) => `(- ${a})`),
  abs: called("abs"),
  floor: valueOf((a) => `floor(${a}::float8)`),
  ceil: valueOf((a) => `ceil(${a}::float8)`),
  round: value((call, r) => {
    const digits = argument(call, 1)
    const scale = digits._tag === "Literal" ? r.parameters.float8(Number(`1e${Number(digits.value)}`)) : r.value(digits)
    return `hg_round(${r.value(argument(call, 0))}::float8, ${scale})`
  })
} satisfies FunctionRenderings
