import type { AstExpr } from "../Ast.ts"
import { integerCell } from "../Cell.ts"
import type { Literal } from "../Plan.ts"
import { scalar } from "../SqlType.ts"
import { decide, derived, isTraced } from "../Traced.ts"
import { integerLiteralKind, integerOf } from "./Coerce.ts"
import { float64, literal } from "./PlanExpr.ts"

const names: ReadonlyMap<string, number> = new Map([["inf", Infinity], ["-inf", -Infinity], ["nan", NaN]])

type NumberNode = Extract<AstExpr, { readonly _tag: "Number" }>

/** A number as written: an integer of the narrowest type that holds it, else Float64. */
export const numberLiteral = (ast: NumberNode): Literal => {
  if (!isTraced(ast)) return literalOf(ast.text)
  const type = decide(() => literalOf(ast.text).type, ({ kind }) => kind)
  return derived(ast, () => literalOf(ast.text).value, type)
}

const literalOf = (text: string): Literal => {
  const named = names.get(text)
  if (named !== undefined) return literal(named, float64)
  const value = integerOf(text)
  const kind = value === undefined ? undefined : integerLiteralKind(value)
  return value === undefined || kind === undefined
    ? literal(Number(text), float64)
    : literal(integerCell(value), scalar(kind))
}
