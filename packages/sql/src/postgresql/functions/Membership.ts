import { columnAt, type InList, type InSubquery } from "../../plan/Plan.ts"
import { mayBeNaN } from "../../render/Rendering.ts"
import type { ExprRenderer } from "../ExprRenderer.ts"
import { isPlainText } from "./Comparison.ts"

/** Never NULL unless `loose`, where NULL stands for false. */
const exact = (condition: string, nullable: boolean, loose: boolean): string =>
  nullable && !loose ? `COALESCE(${condition}, false)` : condition

/** One array parameter holds the list. NaN is in no list; NULL is in a list that names it. */
export const renderInList = (expr: InList, r: ExprRenderer, loose: boolean): string => {
  const items = expr.items.filter((item) => item !== null && !Number.isNaN(item))
  const matchesNull = expr.items.includes(null) && expr.value.type.nullable
  const text = r.operand(expr.value, items.every(isPlainText))
  const found = items.length === 0 ? "false" : `(${text} = ANY(${r.parameters.array(items, expr.value.type)}))`
  const nullable = expr.value.type.nullable && !matchesNull && items.length > 0
  const either = matchesNull ? `(${text} IS NULL OR ${found})` : found
  return expr.negated ? `(NOT ${exact(either, nullable, false)})` : exact(either, nullable, loose)
}

const found = (expr: InSubquery, text: string, subquery: string): string => {
  const nullable = columnAt(expr.plan, 0)?.type.nullable ?? true
  const rows = nullable ? `SELECT c0 FROM (${subquery}) AS item WHERE c0 IS NOT NULL` : subquery
  const isIn = `(${text} IN (${rows}))`
  return mayBeNaN(expr.value) ? `(${text} IS DISTINCT FROM 'NaN'::float8 AND ${isIn})` : isIn
}

/** NULL is matched apart, so that PostgreSQL can hash the rest or join it. */
export const renderInSubquery = (expr: InSubquery, r: ExprRenderer, subquery: string, loose: boolean): string => {
  const text = r.operand(expr.value, false)
  const isIn = found(expr, text, subquery)
  if (!expr.value.type.nullable) return expr.negated ? `(NOT ${isIn})` : isIn
  const matchesNull = columnAt(expr.plan, 0)?.type.nullable ?? true
  const either = matchesNull
    ? `(CASE WHEN ${text} IS NULL THEN EXISTS (SELECT 1 FROM (${subquery}) AS item WHERE c0 IS NULL) ELSE ${isIn} END)`
    : exact(isIn, true, loose && !expr.negated)
  return expr.negated ? `(NOT ${either})` : either
}
