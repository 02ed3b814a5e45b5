import type { Cell } from "./Cell.ts"
import type { Expr, SelectPlan, Source } from "./Plan.ts"
import { childrenOf } from "./PlanWalk.ts"
import type { SqlType } from "./SqlType.ts"

/** A number for each expression: the same one for structurally equal expressions, and for those only. */
export type ExprKeys = (expr: Expr) => number

/** What counts of types: all of them, or, for expressions that are written alike, only their kind. */
export type ExprEquality = "equal" | "alike"

/** Values that JSON would merge are kept apart. */
const cellText = (cell: Cell): string => {
  if (typeof cell === "bigint") return `${cell}n`
  if (typeof cell === "number") return Object.is(cell, -0) ? "-0" : String(cell)
  return Array.isArray(cell) ? `[${cell.map(cellText).join(",")}]` : JSON.stringify(cell)
}

const typeText = (type: SqlType, equality: ExprEquality): string =>
  equality === "equal" ? JSON.stringify(type) : `${type.kind}${type.nullable}`

/** What of an expression is not in those inside it. */
const ownText = (expr: Expr, keyOf: (plan: SelectPlan) => number): string => {
  switch (expr._tag) {
    case "Literal":
      return cellText(expr.value)
    case "Column":
      return JSON.stringify([expr.source, expr.name])
    case "Property":
      return JSON.stringify(expr.path)
    case "Call":
      return expr.fn
    case "DateCall":
      return `${expr.fn} ${expr.unit} ${expr.timezone}`
    case "InList":
      return `${expr.negated} ${cellText(expr.items)}`
    case "InSubquery":
      return `${expr.negated} ${keyOf(expr.plan)}`
    case "Aggregate":
      return `${expr.fn} ${expr.args.length}`
  }
}

/**
 * The keys of the expressions of one statement. Each expression is looked at once, by the keys of those inside it: what
 * telling them apart costs is proportional to their number, however deep they are.
 */
export const makeExprKeys = (equality: ExprEquality = "equal"): ExprKeys => {
  const numbers = new Map<string, number>()
  const exprs = new WeakMap<Expr, number>()
  const plans = new WeakMap<SelectPlan, number>()

  const numberOf = (text: string): number => {
    const number = numbers.get(text) ?? numbers.size
    numbers.set(text, number)
    return number
  }

  const exprKey = (expr: Expr): number => {
    const known = exprs.get(expr)
    if (known !== undefined) return known
    const inner = childrenOf(expr).map(exprKey).join(",")
    const key = numberOf(`${expr._tag} ${typeText(expr.type, equality)} (${inner}) ${ownText(expr, planKey)}`)
    exprs.set(expr, key)
    return key
  }

  const optional = (expr: Expr | undefined): number | undefined => expr === undefined ? undefined : exprKey(expr)

  const sourceText = (source: Source): string => {
    switch (source._tag) {
      case "Scan":
        return JSON.stringify([source.table, source.project, source.alias])
      case "Subquery":
        return JSON.stringify([planKey(source.plan), source.alias])
      case "Join":
        return `[${source.kind} ${sourceText(source.left)} ${sourceText(source.right)} ${optional(source.on)}]`
    }
  }

  const planKey = (plan: SelectPlan): number => {
    const known = plans.get(plan)
    if (known !== undefined) return known
    const { distinct, from, groupBy, having, limit, offset, orderBy, select, where } = plan
    const parts = [
      groupBy?.map(exprKey),
      orderBy.map(({ descending, expr }) => [exprKey(expr), descending]),
      select.map(({ expr, name }) => [exprKey(expr), name]),
      [optional(where), optional(having), distinct, limit, offset]
    ]
    const key = numberOf(`plan ${JSON.stringify(parts)} ${from === undefined ? "" : sourceText(from)}`)
    plans.set(plan, key)
    return key
  }

  return exprKey
}
