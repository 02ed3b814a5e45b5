import { integerKinds, scaleOf, type SqlType } from "../types/SqlType.ts"
import { cellText, type LiteralKeys, makeLiteralKeys } from "./LiteralKeys.ts"
import type { Expr, Order, QueryPlan, SelectPlan, Source } from "./Plan.ts"
import { visitInnerFirst } from "./PlanWalk.ts"

/** A number for each expression: the same one for structurally equal expressions, and for those only. */
export type ExprKeys = (expr: Expr) => number

/** The parts of types that are compared: all, or, for expressions that are written alike, the kind alone. */
export type ExprEquality = "equal" | "alike"

/** Kinds of types that say all of the type but whether it is nullable. */
const plain: ReadonlySet<SqlType["kind"]> = new Set([...integerKinds, "Bool", "Float64", "String", "UUID", "Date"])

const typeText = (type: SqlType, equality: ExprEquality): string =>
  equality === "equal"
    ? plain.has(type.kind) ? `${type.kind} ${type.nullable}` : JSON.stringify(type)
    : `${type.kind}${type.kind === "Interval" ? type.unit : scaleOf(type)}${type.nullable}`

const directions = (terms: ReadonlyArray<Order> = []): string => terms.map(({ descending }) => descending).join()

/** The text of an expression without its sub-expressions. */
const ownText = (expr: Expr, keyOf: (plan: QueryPlan) => number, literalKey: LiteralKeys): string => {
  switch (expr._tag) {
    case "Literal":
      return literalKey(expr)
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
    case "ScalarSubquery":
    case "Exists":
      return String(keyOf(expr.plan))
    case "Ref":
      return expr.name
    case "Let":
      return JSON.stringify(expr.bindings.map(({ name }) => name))
    case "Lambda":
      return JSON.stringify(expr.params.map(({ name }) => name))
    case "Aggregate": {
      const { args, distinct = false, fn, orderBy, parameters = [] } = expr
      return `${fn} ${args.length} ${distinct} ${cellText(parameters)} ${directions(orderBy)}`
    }
    case "Window": {
      const { args, filter, fn, frame, orderBy, partitionBy } = expr
      const counts = `${args.length} ${filter === undefined} ${partitionBy.length}`
      return `${fn} ${counts} ${directions(orderBy)} ${JSON.stringify(frame)}`
    }
  }
}

/**
 * The keys of the expressions of one statement. Each expression is read once, by the keys of those inside it: the cost
 * is proportional to their number, at any depth.
 */
export const makeExprKeys = (equality: ExprEquality = "equal"): ExprKeys => {
  const numbers = new Map<string, number>()
  const exprs = new Map<Expr, number>()
  const plans = new Map<QueryPlan, number>()
  const literalKey = makeLiteralKeys()

  const numberOf = (text: string): number => {
    const number = numbers.get(text) ?? numbers.size
    numbers.set(text, number)
    return number
  }

  const keyOne = (expr: Expr, inner: ReadonlyArray<Expr>): void => {
    const keys = inner.map((child) => exprs.get(child)).join(",")
    exprs.set(
      expr,
      numberOf(`${expr._tag} ${typeText(expr.type, equality)} (${keys}) ${ownText(expr, planKey, literalKey)}`)
    )
  }

  const exprKey = (expr: Expr): number => {
    if (!exprs.has(expr)) visitInnerFirst(expr, (one) => exprs.has(one), keyOne)
    return exprs.get(expr) ?? -1
  }

  const optional = (expr: Expr | undefined): number | undefined => expr === undefined ? undefined : exprKey(expr)

  const sourceText = (source: Source): string => {
    switch (source._tag) {
      case "Scan":
        return JSON.stringify([source.table, source.tenant, source.alias])
      case "Subquery":
        return JSON.stringify([planKey(source.plan), source.alias])
      case "CteRef":
        return JSON.stringify([source.name, source.alias])
      case "Numbers":
        return JSON.stringify([source.first, source.step, source.count, source.alias])
      case "Values":
        return `${source.alias} ${source.rows.map(cellText).join()}`
      case "ArrayJoin": {
        const items = source.items.map(({ expr, name }) => [exprKey(expr), name])
        return `[${source.kind} ${source.alias} ${sourceText(source.source)} ${JSON.stringify(items)}]`
      }
      case "Join":
        return `[${source.kind} ${sourceText(source.left)} ${sourceText(source.right)} ${optional(source.on)}]`
    }
  }

  const selectText = (plan: SelectPlan): string => {
    const { distinct, from, groupBy, having, limit, limitBy, offset, orderBy, select, where, withTies } = plan
    const parts = [
      groupBy?.map(exprKey),
      orderBy.map(({ descending, expr }) => [exprKey(expr), descending]),
      select.map(({ expr, name }) => [exprKey(expr), name]),
      [optional(where), optional(having), distinct, limit, offset, withTies],
      limitBy === undefined ? undefined : [limitBy.by.map(exprKey), limitBy.limit, limitBy.offset]
    ]
    return `${JSON.stringify(parts)} ${from === undefined ? "" : sourceText(from)}`
  }

  const planText = (plan: QueryPlan): string => {
    switch (plan._tag) {
      case "Select":
        return selectText(plan)
      case "Set":
        return JSON.stringify([plan.operator, plan.inputs.map(planKey)])
      case "Recursive":
        return JSON.stringify([planKey(plan.base), planKey(plan.step), plan.rounds])
    }
  }

  const planKey = (plan: QueryPlan): number => {
    const known = plans.get(plan)
    if (known !== undefined) return known
    const tables = (plan.with ?? []).map((table) => [table.name, planKey(table.plan)])
    const key = numberOf(`plan ${plan._tag} ${JSON.stringify(tables)} ${planText(plan)}`)
    plans.set(plan, key)
    return key
  }

  return exprKey
}
