import { makeExprKeys } from "../plan/ExprKeys.ts"
import { findAggregate } from "../plan/ExprMeasures.ts"
import { type Expr, type Selected, selectPlan, type Source } from "../plan/Plan.ts"
import { mapChildren } from "../plan/PlanMap.ts"
import { contains, visitExprs } from "../plan/PlanWalk.ts"
import type { ArrayJoins, JoinedArray } from "../planning/ArrayJoins.ts"
import type { Planning } from "../planning/Planning.ts"
import type { Clauses } from "./Clauses.ts"
import type { Answer } from "./Qualify.ts"

const reads = (expr: Expr, aliases: ReadonlySet<string>): boolean =>
  contains(expr, (one) => one._tag === "Column" && aliases.has(one.source))

/** The expressions that are computed over the rows before they become groups. */
const overRows = ({ groupBy = [], having, items, limitBy, orderBy, qualify, where }: Clauses): ReadonlyArray<Expr> => {
  const found = [...where, ...groupBy, ...having === undefined ? [] : [having]]
  const terms = [...items, ...orderBy, ...limitBy].map(({ expr }) => expr)
  for (const term of [...terms, ...qualify === undefined ? [] : [qualify]]) {
    visitExprs(term, (expr) => {
      if (expr._tag === "Aggregate") found.push(expr)
    })
  }
  return found
}

/** The arrays of a grouped SELECT that multiply its groups instead of its rows: those that nothing over rows reads. */
export const lateArrays = (arrays: ArrayJoins, clauses: Clauses): ReadonlyArray<JoinedArray> => {
  const all = arrays.all()
  if (all.length === 0) return []
  const early = overRows(clauses)
  const late = all.filter(({ alias, array }) =>
    findAggregate(array) !== undefined || !early.some((expr) => reads(expr, new Set([alias])))
  )
  // An array of members of an early one that is no key cannot be late: nothing of it is left in a group.
  return late
}

/** The groups in a query of their own, which selects what is read of them, and the arrays over its rows. */
export const joinedLate = (
  planning: Planning,
  answer: Answer,
  arrays: ArrayJoins,
  late: ReadonlyArray<JoinedArray>
): Answer => {
  const alias = planning.nextAlias("groups")
  const aliases = new Set(late.map((one) => one.alias))
  const keyOf = makeExprKeys()
  const inner: Array<Selected> = []
  const names = new Map<number, string>()
  const lift = (expr: Expr): Expr => {
    if (expr._tag === "Literal" || expr._tag === "Ref" || (expr._tag === "Column" && aliases.has(expr.source))) {
      return expr
    }
    if (reads(expr, aliases) || contains(expr, ({ _tag }) => _tag === "Ref" || _tag === "Lambda")) {
      return mapChildren(expr, lift)
    }
    const name = names.get(keyOf(expr)) ?? `c${inner.length}`
    if (!names.has(keyOf(expr))) inner.push({ name, expr })
    names.set(keyOf(expr), name)
    return { _tag: "Column", source: alias, name, type: expr.type }
  }
  const joined = late.map((one) => ({ ...one, array: lift(one.array) }))
  const select = answer.select.map(({ expr, name }) => ({ name, expr: lift(expr) }))
  const orderBy = answer.orderBy.map((term) => ({ ...term, expr: lift(term.expr) }))
  const limitBy = answer.limitBy.map(lift)
  const groups: Source = { _tag: "Subquery", plan: selectPlan(inner, answer.rows), alias }
  return {
    isAggregated: false,
    select,
    orderBy,
    limitBy,
    rows: { from: arrays.around(groups, joined), where: undefined, groupBy: undefined, having: undefined }
  }
}
