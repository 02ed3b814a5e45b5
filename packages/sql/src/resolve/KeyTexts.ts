import type { CallSite } from "../catalogue/CallSite.ts"
import { composed } from "../catalogue/Composed.ts"
import type { Expr } from "../Plan.ts"
import { withNullable } from "../SqlType.ts"
import { concatenated } from "./Conversions.ts"
import { call, literal, logical, predicate, string } from "./PlanExpr.ts"

const part = "concat(toString(length(toString(a))), ':', toString(a))"

/** A text that values side by side have in common exactly where each of them is equal, NULL equal to NULL. */
export const keyText = (site: CallSite, values: ReadonlyArray<Expr>): Expr =>
  concatenated(
    values.map((value) =>
      site.planning.share(value, (shared) => composed(site, `if(isNull(a), '-', ${part})`, [shared]))
    )
  )

/** The same for values of which none is NULL; else NULL. */
export const knownTogether = (site: CallSite, values: ReadonlyArray<Expr>): Expr => {
  const key = keyText(site, values)
  const open = values.filter(({ type }) => type.nullable)
  if (open.length === 0) return key
  const isNull = logical("or", open.map((value) => predicate("isNull", value)))
  return call("if", [isNull, literal(null, string), key], withNullable(string, true))
}
