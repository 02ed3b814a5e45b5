/** Rows that engines without a clause for them choose by window functions. */
import { makeExprKeys } from "../plan/ExprKeys.ts"
import { type Expr, type Order, type Selected, type SelectPlan, selectPlan, type Source } from "../plan/Plan.ts"
import { contains } from "../plan/PlanWalk.ts"
import { scalar } from "../types/SqlType.ts"
import { inLevels } from "./Levels.ts"
import { madeName } from "./MadeNames.ts"

const uint8 = scalar("UInt8")
const uint64 = scalar("UInt64")

const hasWindow = (exprs: ReadonlyArray<Expr>): boolean =>
  exprs.some((expr) => contains(expr, ({ _tag }) => _tag === "Window"))

/** DISTINCT first, then the rest over its rows. */
const aroundDistinct = (plan: SelectPlan): SelectPlan => {
  const alias = madeName()
  const keyOf = makeExprKeys("alike")
  const places = new Map(plan.select.map((one) => [keyOf(one.expr), one] as const))
  const column = ({ expr, name }: Selected): Expr => ({ _tag: "Column", source: alias, name, type: expr.type })
  const of = (expr: Expr): Expr => {
    const found = places.get(keyOf(expr))
    return found === undefined ? expr : column(found)
  }
  const { limitBy, with: tables, ...rest } = plan
  const from: Source = {
    _tag: "Subquery",
    alias,
    plan: { ...rest, orderBy: [], limit: undefined, offset: 0, withTies: false }
  }
  return selectPlan(plan.select.map((one) => ({ name: one.name, expr: column(one) })), {
    from,
    orderBy: plan.orderBy.map(({ descending, expr }) => ({ descending, expr: of(expr) })),
    limit: plan.limit,
    offset: plan.offset,
    withTies: plan.withTies ?? false,
    ...(limitBy === undefined ? {} : { limitBy: { ...limitBy, by: limitBy.by.map(of) } }),
    ...(tables === undefined ? {} : { with: tables })
  })
}

/** `LIMIT n BY` by numbers of rows: the inner SELECT counts them in each group, the outer one chooses. */
export const byRowNumbers = (plan: SelectPlan): SelectPlan => {
  const { limitBy, with: tables, ...rest } = plan
  if (limitBy === undefined) return plan
  if (plan.distinct) return byRowNumbers(aroundDistinct(plan))
  // A window cannot stand in another one's partition or order.
  if (hasWindow([...limitBy.by, ...plan.orderBy.map(({ expr }) => expr)])) return byRowNumbers(inLevels(plan))
  const alias = madeName()
  const number: Expr = {
    _tag: "Window",
    fn: "rowNumber",
    args: [],
    filter: undefined,
    partitionBy: limitBy.by,
    orderBy: plan.orderBy,
    frame: undefined,
    type: uint64
  }
  const count = plan.select.length
  const inner: ReadonlyArray<Selected> = [
    ...plan.select,
    ...plan.orderBy.map(({ expr }, i) => ({ name: `order ${i}`, expr })),
    { name: "row number", expr: number }
  ]
  const at = (place: number): Expr => {
    const { expr, name } = inner[place] ?? { expr: number, name: "row number" }
    return { _tag: "Column", source: alias, name, type: expr.type }
  }
  const compare = (fn: "greater" | "lessOrEquals", value: number): Expr => ({
    _tag: "Call",
    fn,
    args: [at(inner.length - 1), { _tag: "Literal", value, type: uint64 }],
    type: uint8
  })
  const where: Expr = {
    _tag: "Call",
    fn: "and",
    args: [compare("greater", limitBy.offset), compare("lessOrEquals", limitBy.offset + limitBy.limit)],
    type: uint8
  }
  const from: Source = {
    _tag: "Subquery",
    alias,
    plan: { ...rest, select: inner, orderBy: [], limit: undefined, offset: 0, withTies: false }
  }
  return selectPlan(plan.select.map(({ name }, i) => ({ name, expr: at(i) })), {
    from,
    where,
    orderBy: plan.orderBy.map(({ descending }, i): Order => ({ descending, expr: at(count + i) })),
    limit: plan.limit,
    offset: plan.offset,
    withTies: plan.withTies ?? false,
    ...(tables === undefined ? {} : { with: tables })
  })
}

/** `LIMIT n WITH TIES` by ranks: the inner SELECT counts the rows before each, the outer one chooses. */
export const byRanks = (plan: SelectPlan): SelectPlan => {
  const { limit, offset, orderBy, with: tables, withTies, ...rest } = plan
  if (withTies !== true || limit === undefined) return plan
  if (plan.distinct) return byRanks(aroundDistinct(plan))
  if (hasWindow(orderBy.map(({ expr }) => expr))) return byRanks(inLevels(plan))
  const alias = madeName()
  const window = { _tag: "Window", fn: "rank", args: [], filter: undefined, partitionBy: [], frame: undefined } as const
  const inner: ReadonlyArray<Selected> = [
    ...plan.select,
    ...orderBy.map(({ expr }, i) => ({ name: `order ${i}`, expr })),
    { name: "rank", expr: { ...window, orderBy, type: uint64 } }
  ]
  const at = ({ expr, name }: Selected): Expr => ({ _tag: "Column", source: alias, name, type: expr.type })
  const columns = inner.map((one) => ({ name: one.name, expr: at(one) }))
  const rank = columns.at(-1)?.expr
  const last: Expr = { _tag: "Literal", value: offset + limit, type: uint64 }
  const from: Source = {
    _tag: "Subquery",
    alias,
    plan: { ...rest, select: inner, orderBy: [], limit: undefined, offset: 0 }
  }
  return selectPlan(columns.slice(0, plan.select.length), {
    from,
    where: rank === undefined || limit === 0
      ? { _tag: "Literal", value: 0, type: uint8 }
      : { _tag: "Call", fn: "lessOrEquals", args: [rank, last], type: uint8 },
    orderBy: orderBy.map(({ descending }, i): Order => ({
      descending,
      expr: columns[plan.select.length + i]?.expr ?? last
    })),
    offset,
    ...(tables === undefined ? {} : { with: tables })
  })
}
