import type { Expr, Order } from "@hedgerow/sql/plan/Plan"
import type { Cell } from "@hedgerow/sql/types/Cell"
import { withNullable } from "@hedgerow/sql/types/SqlType"
import { literal, logical, predicate, truth } from "@hedgerow/sql/typing/PlanExpr"

const isNaNCell = (cell: Cell): boolean => Number.isNaN(cell)

const constant = (value: Cell, { type }: Expr): Expr => literal(value, withNullable(type, false))

/** NaN alone is not equal to itself. */
const isNaNValue = (key: Expr): Expr => predicate("notEquals", key, key)

const isMissing = (key: Expr): ReadonlyArray<Expr> => key.type.nullable ? [predicate("isNull", key)] : []

const hasNaN = ({ type }: Expr): boolean => type.kind === "Float64"

/** Whether the key alone puts a row after the value: NULL is last, NaN before it, in both directions. */
const isBeyond = ({ descending, expr }: Order, value: Cell): Expr => {
  const beyond = value === null
    ? []
    : isNaNCell(value)
    ? isMissing(expr)
    : [
      predicate(descending ? "less" : "greater", expr, constant(value, expr)),
      ...(hasNaN(expr) ? [isNaNValue(expr)] : []),
      ...isMissing(expr)
    ]
  return beyond.length === 0 ? truth(false) : logical("or", beyond)
}

const isSame = (key: Expr, value: Cell): Expr => {
  if (value === null) return predicate("isNull", key)
  return isNaNCell(value) ? isNaNValue(key) : predicate("equals", key, constant(value, key))
}

/** A plain comparison that every row after the value passes, from which engines know where to begin; undefined without one. */
const bound = ([first]: ReadonlyArray<Order>, [value = null]: ReadonlyArray<Cell>): Expr | undefined =>
  first === undefined || value === null || hasNaN(first.expr) || first.expr.type.nullable
    ? undefined
    : predicate(first.descending ? "lessOrEquals" : "greaterOrEquals", first.expr, constant(value, first.expr))

/** Whether a row stands after the one with these values of the terms of the order. */
export const afterRow = (terms: ReadonlyArray<Order>, values: ReadonlyArray<Cell>): Expr => {
  const beyond = terms.reduceRight<Expr>((rest, term, index) => {
    const value = values[index] ?? null
    return logical("or", [isBeyond(term, value), logical("and", [isSame(term.expr, value), rest])])
  }, truth(false))
  const plain = bound(terms, values)
  return plain === undefined ? beyond : logical("and", [plain, beyond])
}
