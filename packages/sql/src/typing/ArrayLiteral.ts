import type { Expr } from "../plan/Plan.ts"
import { arrayOf, type SqlType } from "../types/SqlType.ts"
import { call, literal } from "./PlanExpr.ts"

/** An array of these members; of constants it is one constant. */
export const arrayLiteral = (items: ReadonlyArray<Expr>, element: SqlType): Expr => {
  const constants = items.filter((item) => item._tag === "Literal")
  return constants.length === items.length
    ? literal(constants.map(({ value }) => value), arrayOf(element))
    : call("array", items, arrayOf(element))
}
