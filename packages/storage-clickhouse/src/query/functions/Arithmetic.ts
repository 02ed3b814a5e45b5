import type { Call, Expr } from "@hedgerow/core/query/sql/Plan"
import { argument } from "@hedgerow/core/query/sql/PlanWalk"
import { nulls } from "../ChType.ts"
import { bind, type ExprRenderer, type FunctionRenderings, value } from "../ExprRenderer.ts"

/**
 * Int64, or the fault `integer_overflow` (`QueryFailures.ts` knows the cast's own error). Any number can lie beneath a
 * NULL, so it is taken away before the check.
 */
export const checkedInt64 = (wide: string, nullable: boolean): string =>
  nullable
    ? bind([wide], (w = "") => `if(isNull(${w}), ${nulls.int64}, accurateCast(ifNull(${w}, 0), 'Int64'))`)
    : `accurateCast(${wide}, 'Int64')`

const isNullable = (call: Call): boolean => call.type.nullable || call.args.some(({ type }) => type.nullable)

/** Integers are computed in 128 bits, where nothing overflows, and come back checked; floats follow IEEE 754. */
const arithmeticOf = (operator: string) =>
  value((call, r) => {
    const [a, b] = [argument(call, 0), argument(call, 1)]
    if (call.type.kind === "Float64") return `(${r.value(a)} ${operator} ${r.value(b)})`
    return checkedInt64(`toInt128(${r.fallible(a)}) ${operator} ${r.value(b)}`, isNullable(call))
  })

/** The same over one number; `-` of a float keeps the sign of zero. */
const unary = (name: "negate" | "abs") =>
  value((call, r) => {
    const a = argument(call, 0)
    if (call.type.kind === "Float64") return `${name}(${r.value(a)})`
    return checkedInt64(`${name}(toInt128(${r.fallible(a)}))`, isNullable(call))
  })

/** In 128 bits the least integer has a remainder by -1. */
const remainder = (x: string, y: string): string => `toInt64(modulo(toInt128(${x}), toInt128(${y})))`
const quotient = (x: string, y: string): string => `intDiv(${x}, ${y})`

/** ClickHouse itself refuses to divide by zero, and the least integer by -1; also what lies beneath a NULL. */
const division = (name: "intDiv" | "modulo", divide: (x: string, y: string) => string) =>
  value((call, r) => {
    const [a, b] = [argument(call, 0), argument(call, 1)]
    if (b._tag === "Literal" && Number(b.value) > 0) return `${name}(${r.value(a)}, ${r.value(b)})`
    const [x, y] = [r.value(a), r.fallible(b)]
    if (!isNullable(call)) return divide(x, y)
    return bind([x, y], (v = "", w = "") => {
      const isNull = `(isNull(${v}) OR isNull(${w}))`
      return `if(${isNull}, ${nulls.int64}, ${divide(`ifNull(${v}, 0)`, `if(${isNull}, 1, ifNull(${w}, 1))`)})`
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

/** Arithmetic over Int64 and Float64. */
export const arithmetic = {
  plus: arithmeticOf("+"),
  minus: arithmeticOf("-"),
  multiply: arithmeticOf("*"),
  divide: value((call, r) => `(${float(argument(call, 0), r)} / ${float(argument(call, 1), r)})`),
  intDiv: division("intDiv", quotient),
  modulo: division("modulo", remainder),
  negate: unary("negate"),
  abs: unary("abs"),
  floor: whole("floor"),
  ceil: whole("ceil"),
  round: value(round)
} satisfies FunctionRenderings
