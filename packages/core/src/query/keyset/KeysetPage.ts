import { makeExprKeys } from "@hedgerow/sql/plan/ExprKeys"
import { hasAggregate } from "@hedgerow/sql/plan/ExprMeasures"
import { findWindow } from "@hedgerow/sql/plan/ExprMeasures"
import {
  type Column,
  type Expr,
  groupsAtMost,
  type Order,
  type QueryPlan,
  type SelectPlan,
  selectPlan
} from "@hedgerow/sql/plan/Plan"
import type { Cell } from "@hedgerow/sql/types/Cell"
import { typeName } from "@hedgerow/sql/types/SqlType"
import { logical } from "@hedgerow/sql/typing/PlanExpr"
import { Result } from "effect"
import { afterRow } from "./KeysetCondition.ts"
import { isOrdered } from "./KeysetToken.ts"
import { selectKeys, withTables } from "./UniqueKeys.ts"

/** A query in a total order, with the values of that order after its own columns. */
export interface OrderedQuery {
  /** As the order compares them. */
  readonly keys: ReadonlyArray<Expr>
  /** Its rows after the row with these values; all without. */
  readonly page: (after: ReadonlyArray<Cell> | undefined) => SelectPlan
}

const alias = "page"

/** The most values that identify a row: the condition of a page has a level for each. */
const mostKeys = 50

const unlimited = (plan: SelectPlan): SelectPlan => ({
  ...plan,
  limit: undefined,
  orderBy: plan.limitBy === undefined ? [] : plan.orderBy
})

/** The same query inside another, with its columns; it also selects the sort keys of the outer one. */
const wrapped = (plan: QueryPlan, terms: ReadonlyArray<Order>) => {
  const { with: tables = [], ...inner } = plan
  const keyOf = makeExprKeys("alike")
  const select = inner._tag === "Select"
    ? [...inner.select]
    : inner.columns.map(({ name, type }) => ({ name, expr: columnNamed(name, type) }))
  const shown = select.length
  const places = new Map(select.map(({ expr }, index) => [keyOf(expr), index]))
  const outerOf = (expr: Expr): Column => {
    const key = keyOf(expr)
    const place = places.get(key) ?? select.push({ name: `page order ${select.length}`, expr }) - 1
    places.set(key, place)
    return columnNamed(select[place]?.name ?? "", expr.type)
  }
  const orderBy = terms.map(({ descending, expr }) => ({ descending, expr: outerOf(expr) }))
  return selectPlan(select.slice(0, shown).map(({ expr, name }) => ({ name, expr: columnNamed(name, expr.type) })), {
    from: { _tag: "Subquery", plan: inner._tag === "Select" ? unlimited({ ...inner, select }) : inner, alias },
    with: tables,
    orderBy
  })
}

const columnNamed = (name: string, type: Expr["type"]): Column => ({ _tag: "Column", source: alias, name, type })

/** Whether conditions on rows of the answer stand where they change other rows, too. */
const mustBeWrapped = ({ distinct, limitBy, orderBy, select }: SelectPlan): boolean =>
  distinct || limitBy !== undefined || [...select, ...orderBy].some(({ expr }) => findWindow(expr) !== undefined)

/** The order as it is written, then by the keys that it leaves out. */
const totalOrder = (orderBy: ReadonlyArray<Order>, keys: ReadonlyArray<Expr>): ReadonlyArray<Order> => {
  const keyOf = makeExprKeys("alike")
  const named = new Set(orderBy.map(({ expr }) => keyOf(expr)))
  const descending = orderBy.at(-1)?.descending ?? false
  const more = keys.filter((key) => {
    const isNew = key._tag !== "Literal" && !named.has(keyOf(key))
    named.add(keyOf(key))
    return isNew
  })
  return [...orderBy, ...more.map((expr) => ({ expr, descending }))]
}

const withCondition = (plan: SelectPlan, condition: Expr): SelectPlan => {
  const place = plan.groupBy !== undefined || hasAggregate(plan) ? "having" : "where"
  const before = plan[place]
  return { ...plan, [place]: before === undefined ? condition : logical("and", [before, condition]) }
}

const inOrder = (plan: SelectPlan): OrderedQuery => {
  const keys = plan.orderBy.map(({ expr }) => expr)
  const taken = new Set(plan.select.map(({ name }) => name))
  const hidden = keys.map((expr, index) => {
    let name = `page key ${index}`
    while (taken.has(name)) name = `${name} `
    return { name, expr }
  })
  const ordered = { ...plan, select: [...plan.select, ...hidden] }
  return {
    keys,
    page: (after) => after === undefined ? ordered : withCondition(ordered, afterRow(plan.orderBy, after))
  }
}

/** The part of a query that does not go with pages. */
const refusalOf = (plan: QueryPlan): string | undefined => {
  if (plan._tag !== "Select") return undefined
  if (plan.offset > 0) return "it has an OFFSET"
  if (plan.totals === true && groupsAtMost(plan) === 0) return "it has LIMIT 0"
  return plan.withTies === true ? "it has LIMIT WITH TIES" : undefined
}

/** Without the limit of WITH TOTALS, which is the size of a page: the row of all groups is the last row of all. */
const ofAllGroups = (plan: SelectPlan): SelectPlan => {
  if (plan.totals !== true) return plan
  const { limitBy: _, ...all } = plan
  return all
}

/** The query in a total order, or why it has none. */
export const orderedQuery = (asked: QueryPlan): Result.Result<OrderedQuery, string> => {
  const refusal = refusalOf(asked)
  if (refusal !== undefined) return Result.fail(refusal)
  const plan = asked._tag === "Select" ? ofAllGroups(asked) : wrapped(asked, [])
  return Result.flatMap(selectKeys(plan, withTables(plan, new Map())), (keys) => {
    const orderBy = totalOrder(plan.orderBy, keys)
    const unordered = orderBy.find(({ expr }) => !isOrdered(expr.type))
    if (unordered !== undefined) {
      return Result.fail(`values of type ${typeName(unordered.expr.type)} distinguish its rows, which have no order`)
    }
    if (orderBy.length > mostKeys) return Result.fail(`more than ${mostKeys} values distinguish its rows`)
    return Result.succeed(inOrder(mustBeWrapped(plan) ? wrapped(plan, orderBy) : { ...plan, orderBy }))
  })
}
