import type { Span } from "../ast/Ast.ts"
import type { Expr } from "../plan/Plan.ts"
import type { SqlType } from "../types/SqlType.ts"
import { compare, type Comparison, type NullRule } from "./NullRules.ts"
import { call, int64Literal, logical } from "./PlanExpr.ts"
import type { Share } from "./Share.ts"

const strict: Partial<Record<Comparison, Comparison>> = {
  less: "less",
  lessOrEquals: "less",
  greater: "greater",
  greaterOrEquals: "greater"
}

const mayHoldNull = (type: SqlType): boolean =>
  type.nullable || (type.kind === "Tuple" && type.elements.some(mayHoldNull))

interface Where {
  readonly rule: NullRule
  readonly share: Share
  readonly span: Span
}

/**
 * The order of tuples with members that may be NULL: that of the first members that differ, by the null rule of their
 * own comparison. Undefined for other values and for equality, which engines have.
 */
export const tupleOrder = (op: Comparison, left: Expr, right: Expr, where: Where): Expr | undefined => {
  const before = strict[op]
  const [a, b] = [left.type, right.type]
  if (before === undefined || a.kind !== "Tuple" || b.kind !== "Tuple") return undefined
  if (a.elements.length !== b.elements.length || !(mayHoldNull(a) || mayHoldNull(b))) return undefined
  const last = a.elements.length - 1
  const { rule, share, span } = where
  const member = (x: Expr, type: SqlType, i: number): Expr => call("tupleElement", [x, int64Literal(i + 1)], type)
  const ordered = (one: Comparison, x: Expr, y: Expr): Expr =>
    tupleOrder(one, x, y, where) ?? compare(one, x, y, rule, span)
  const from = (i: number, x: Expr, y: Expr): Expr => {
    const [mine, other] = [member(x, a.elements[i] ?? a, i), member(y, b.elements[i] ?? b, i)]
    if (i === last) return ordered(op, mine, other)
    const isEqual = compare("equals", mine, other, rule, span)
    return logical("or", [ordered(before, mine, other), logical("and", [isEqual, from(i + 1, x, y)])])
  }
  return share(left, (x) => share(right, (y) => from(0, x, y)))
}
