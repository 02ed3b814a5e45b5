import { integerCell } from "../Cell.ts"
import type { Literal } from "../Plan.ts"
import { scalar } from "../SqlType.ts"
import { integerLiteralKind, integerOf } from "./Coerce.ts"
import { float64, literal } from "./PlanExpr.ts"

const names: ReadonlyMap<string, number> = new Map([["inf", Infinity], ["-inf", -Infinity], ["nan", NaN]])

/** A number as written: an integer of the narrowest type that holds it, else Float64. */
export const numberLiteral = (text: string): Literal => {
  const named = names.get(text)
  if (named !== undefined) return literal(named, float64)
  const value = integerOf(text)
  const kind = value === undefined ? undefined : integerLiteralKind(value)
  return value === undefined || kind === undefined
    ? literal(Number(text), float64)
    : literal(integerCell(value), scalar(kind))
}
