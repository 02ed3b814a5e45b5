import type { Expr } from "../plan/Plan.ts"
import type { CallSite } from "../planning/CallSite.ts"
import { withNullable } from "../types/SqlType.ts"
import { call, literal, logical, predicate, string } from "../typing/PlanExpr.ts"
import { composed } from "./Composed.ts"
import { concatenated } from "./Conversions.ts"

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
