import { columnAt, type Expr, type InList, type InSubquery } from "../../plan/Plan.ts"
import { chType } from "../ChType.ts"
import type { ExprRenderer } from "../ExprRenderer.ts"
import { sqlText } from "../SqlText.ts"

/** Sets distinguish the zeros; adding zero makes them one. */
const hashable = (expr: Expr, text: string): string => expr.type.kind === "Float64" ? `(${text} + 0.0)` : text

const negatedIf = (negated: boolean, condition: string): string => negated ? `(NOT ${condition})` : condition

/**
 * One array parameter holds the list. NaN is in no list; NULL is in a list that names it. `transform_null_in` (see
 * `QuerySettings.ts`) makes IN never NULL.
 */
export const renderInList = (expr: InList, r: ExprRenderer): string => {
  const items = expr.items.filter((item) => item !== null && !Number.isNaN(item)).map((item) => item === 0 ? 0 : item)
  const matchesNull = expr.items.includes(null) && expr.value.type.nullable
  const text = r.value(expr.value)
  const isNull = expr.value.type.kind === "Nothing" ? "1" : `isNull(${text})`
  if (items.length === 0 || expr.value.type.kind === "Nothing") {
    return matchesNull ? negatedIf(expr.negated, isNull) : expr.negated ? "1" : "0"
  }
  const list = r.parameters.array(items, expr.value.type)
  if (!matchesNull) return `(${hashable(expr.value, text)} ${expr.negated ? "NOT IN" : "IN"} ${list})`
  return negatedIf(expr.negated, `(${isNull} OR ${hashable(expr.value, text)} IN ${list})`)
}

/**
 * NULL matches NULL, by `transform_null_in`. NaN, which equals no value, is left out of the rows: to check the value
 * would name it twice, and a lambda over a constant is computed before the rows exist.
 */
export const renderInSubquery = (expr: InSubquery, r: ExprRenderer, subquery: string): string => {
  const type = chType(expr.value.type.kind === "Nothing" ? { kind: "String", nullable: true } : expr.value.type)
  const quotedType = sqlText(`Nullable(${type})`)
  const item = columnAt(expr.plan, 0)?.type.kind
  const cast = (text: string): string => `CAST(${text}, ${quotedType})`
  const rows = item === "Nothing"
    ? `SELECT ${cast("c0")} FROM (${subquery})`
    : item === "Float64"
    ? `SELECT c0 + 0.0 FROM (${subquery}) WHERE NOT ifNull(isNaN(c0), 0)`
    : subquery
  const text = r.value(expr.value)
  const value = expr.value.type.kind === "Nothing" ? cast("NULL") : text
  const operator = expr.negated ? "NOT IN" : "IN"
  return `(${hashable(expr.value, value)} ${operator} (${rows}))`
}
