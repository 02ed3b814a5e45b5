import type { AstExpr } from "../ast/Ast.ts"
import type { Literal } from "../plan/Plan.ts"
import { decide, derived, isTraced } from "../plan/Traced.ts"
import { integerCell } from "../types/Cell.ts"
import { scalar } from "../types/SqlType.ts"
import { integerLiteralKind, integerOf } from "../typing/Coerce.ts"
import { float64, literal } from "../typing/PlanExpr.ts"

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
