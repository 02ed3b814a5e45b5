import type { Expr } from "../../plan/Plan.ts"
import { argument } from "../../plan/PlanWalk.ts"
import { isTemporal, type SqlType } from "../../types/SqlType.ts"
import { isNullLiteral } from "../../typing/PlanExpr.ts"
import { isConstant } from "../Constants.ts"
import { bind, type ExprRenderer, type FunctionRenderings, predicate, test } from "../ExprRenderer.ts"

/** ClickHouse orders uuids by their second half; this orders them by their text. */
export const sortable = (expr: Expr, text: string): string =>
  expr.type.kind === "UUID"
    ? `toUInt128(${text})`
    : expr.type.kind === "Array"
    ? sortableList(expr.type.element, text)
    : text

/** Members with a number before them, so that NaN, and after it NULL, is the greatest in both directions of an order. */
const sortableList = (type: SqlType, text: string, depth = 0): string => {
  const m = depth === 0 ? "m" : `m${depth}`
  const key = sortableMember(type, m, depth)
  return key === m ? text : `arrayMap(${m} -> ${key}, ${text})`
}

const sortableMember = (type: SqlType, m: string, depth: number): string => {
  const { kind, nullable } = type
  if (kind === "Array") return sortableList(type.element, m, depth + 1)
  if (kind === "Tuple") {
    const keys = type.elements.map((element, i) => sortableMember(element, `tupleElement(${m}, ${i + 1})`, depth))
    return `tuple(${keys.join(", ")})`
  }
  const value = kind === "UUID" ? `toUInt128(assumeNotNull(${m}))` : `assumeNotNull(${m})`
  if (kind === "Float64") {
    return `(multiIf(isNull(${m}), 2, isNaN(${m}), 1, 0), if(isNull(${m}) OR isNaN(${m}), 0, ${value}))`
  }
  if (nullable) return `(isNull(${m}), ${value})`
  return kind === "UUID" ? value : m
}

/**
 * An operand beside a column. Date arithmetic over constants has lambdas, which ClickHouse does not compute when it
 * reads the statement; a scalar subquery it does, and then finds the parts and ranges that have the dates.
 */
const operand = (expr: Expr, r: ExprRenderer): string => {
  const text = r.value(expr)
  return isTemporal(expr.type) && text.includes("arrayMap(") && isConstant(expr) ? `(SELECT ${text})` : text
}

/** Members of tuples that are NULL are equal, which ClickHouse holds of the members of arrays alone. */
const equal = (expr: Expr, r: ExprRenderer): string =>
  expr.type.kind === "Tuple" ? `[${r.value(expr)}]` : operand(expr, r)

const compare = (operator: string) =>
  predicate((call, r) => `(${equal(argument(call, 0), r)} ${operator} ${equal(argument(call, 1), r)})`)

const order = (operator: string) =>
  predicate((call, r) => {
    const [a, b] = [argument(call, 0), argument(call, 1)]
    return `(${sortable(a, operand(a, r))} ${operator} ${sortable(b, operand(b, r))})`
  })

/** Both NULL, or equal. `loose` may answer NULL for false. */
const notDistinct = (a: Expr, b: Expr, r: ExprRenderer, loose: boolean): string => {
  const [left, right] = [r.value(a), r.value(b)]
  if (isNullLiteral(b)) return `isNull(${left})`
  if (isNullLiteral(a)) return `isNull(${right})`
  if (loose && !(a.type.nullable && b.type.nullable)) return `(${left} = ${right})`
  if (a.type.kind !== "Float64") return `isNotDistinctFrom(${left}, ${right})`
  return bind([left, right], (x = "", y = "") => `ifNull(${x} = ${y}, isNull(${x}) AND isNull(${y}))`)
}

/** Comparison and null tests. NaN is unequal to all and unordered, as in ClickHouse. */
export const comparison = {
  equals: compare("="),
  notEquals: compare("!="),
  less: order("<"),
  lessOrEquals: order("<="),
  greater: order(">"),
  greaterOrEquals: order(">="),
  isNotDistinct: predicate((call, r, loose) => notDistinct(argument(call, 0), argument(call, 1), r, loose)),
  isDistinct: predicate((call, r) => `(NOT ${notDistinct(argument(call, 0), argument(call, 1), r, false)})`),
  isNull: test((a) => `isNull(${a})`),
  isNotNull: test((a) => `isNotNull(${a})`)
} satisfies FunctionRenderings
