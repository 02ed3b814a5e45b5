import type { Expr } from "../../plan/Plan.ts"
import { argument } from "../../plan/PlanWalk.ts"
import { mayBeNaN } from "../../render/Rendering.ts"
import type { Cell } from "../../types/Cell.ts"
import { isComposite } from "../../types/SqlType.ts"
import { isNullLiteral } from "../../typing/PlanExpr.ts"
import { type ExprRenderer, type FunctionRenderings, predicate } from "../ExprRenderer.ts"
import { sortKey } from "../SortKinds.ts"

/** A text that no JSON object or array has, so that it may be compared with a property as jsonb prints it. */
export const isPlainText = (cell: Cell): boolean => typeof cell === "string" && !/^[[{]/.test(cell)

const isPlain = (expr: Expr): boolean => expr._tag === "Literal" && isPlainText(expr.value)

type Pair = readonly [left: string, right: string]

const operands = (a: Expr, b: Expr, r: ExprRenderer, raw: boolean): Pair => [r.operand(a, raw), r.operand(b, raw)]
const equalOperands = (a: Expr, b: Expr, r: ExprRenderer): Pair => operands(a, b, r, isPlain(a) || isPlain(b))

const equal = (a: Expr, b: Expr, r: ExprRenderer): string => {
  const [left, right] = equalOperands(a, b, r)
  return mayBeNaN(a) && mayBeNaN(b) ? `hg_equal(${left}, ${right})` : `(${left} = ${right})`
}

const unequal = (a: Expr, b: Expr, r: ExprRenderer): string => {
  const [left, right] = equalOperands(a, b, r)
  return mayBeNaN(a) && mayBeNaN(b) ? `hg_unequal(${left}, ${right})` : `(${left} <> ${right})`
}

/** The order of lists of lists and of tuples, whose documents PostgreSQL orders by their lengths first. */
const byKeys = (operator: string, a: Expr, b: Expr, [left, right]: Pair): string | undefined => {
  const isDocument = a.type.kind === "Tuple" || (a.type.kind === "Array" && isComposite(a.type.element))
  return isDocument ? `(${sortKey(left, a.type)} ${operator} ${sortKey(right, b.type)})` : undefined
}

/** `a < b` or `a <= b`: NaN is above all numbers in PostgreSQL, so only a NaN on the greater side is a mistake. */
const ascending = (operator: "<" | "<=", a: Expr, b: Expr, r: ExprRenderer): string => {
  const [left, right] = operands(a, b, r, false)
  const keyed = byKeys(operator, a, b, [left, right])
  if (keyed !== undefined) return keyed
  if (mayBeNaN(b)) return `${operator === "<" ? "hg_less" : "hg_less_or_equal"}(${left}, ${right})`
  return a.type.kind === "String" ? `(${left} COLLATE "C" ${operator} ${right})` : `(${left} ${operator} ${right})`
}

/** Written with the greater side first, as the query has it. */
const descending = (operator: ">" | ">=", a: Expr, b: Expr, r: ExprRenderer): string => {
  if (mayBeNaN(a)) return ascending(operator === ">" ? "<" : "<=", b, a, r)
  const [left, right] = operands(a, b, r, false)
  const keyed = byKeys(operator, a, b, [left, right])
  if (keyed !== undefined) return keyed
  return a.type.kind === "String" ? `(${left} COLLATE "C" ${operator} ${right})` : `(${left} ${operator} ${right})`
}

/** Both NULL, or equal. `loose` may answer NULL for false. */
export const notDistinct = (a: Expr, b: Expr, r: ExprRenderer, loose: boolean): string => {
  if (isNullLiteral(b)) return `(${r.operand(a, true)} IS NULL)`
  if (isNullLiteral(a)) return `(${r.operand(b, true)} IS NULL)`
  const same = equal(a, b, r)
  if (a.type.nullable && b.type.nullable) {
    const [left, right] = equalOperands(a, b, r)
    if (!(mayBeNaN(a) && mayBeNaN(b))) return `(${left} IS NOT DISTINCT FROM ${right})`
    return `(${left} IS NOT DISTINCT FROM ${right} AND ${left} IS DISTINCT FROM 'NaN'::float8)`
  }
  return loose || !(a.type.nullable || b.type.nullable) ? same : `(${same} IS TRUE)`
}

const compare = (render: (a: Expr, b: Expr, r: ExprRenderer) => string) =>
  predicate((call, r) => render(argument(call, 0), argument(call, 1), r))

/** Comparison and null tests. */
export const comparison = {
  equals: compare(equal),
  notEquals: compare(unequal),
  less: compare((a, b, r) => ascending("<", a, b, r)),
  lessOrEquals: compare((a, b, r) => ascending("<=", a, b, r)),
  greater: compare((a, b, r) => descending(">", a, b, r)),
  greaterOrEquals: compare((a, b, r) => descending(">=", a, b, r)),
  isNotDistinct: predicate((call, r, loose) => notDistinct(argument(call, 0), argument(call, 1), r, loose)),
  isDistinct: predicate((call, r) => `(NOT ${notDistinct(argument(call, 0), argument(call, 1), r, false)})`),
  isNull: predicate((call, r) => `(${r.operand(argument(call, 0), true)} IS NULL)`),
  isNotNull: predicate((call, r) => `(${r.operand(argument(call, 0), true)} IS NOT NULL)`)
} satisfies FunctionRenderings
