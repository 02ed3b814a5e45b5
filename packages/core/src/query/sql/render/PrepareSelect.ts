import { makeExprKeys } from "../ExprKeys.ts"
import type { FunctionName } from "../Functions.ts"
import type { Expr, Order, Selected, SelectPlan, Source } from "../Plan.ts"
import { selectPlan } from "../Plan.ts"
import { mapChildren } from "../PlanMap.ts"
import { contains, hasAggregate } from "../PlanWalk.ts"
import { scalar } from "../SqlType.ts"

const uint8 = scalar("UInt8")
const uint64 = scalar("UInt64")

/** Names of sources that only renderers make; no plan of the resolver has such. */
let made = 0
const madeName = (): string => `made ${made = (made + 1) % Number.MAX_SAFE_INTEGER}`

const isComputedLate = (expr: Expr): boolean => expr._tag === "Aggregate" || expr._tag === "Window"

/** Functions that engines may write as queries over members, in which an aggregate would be another one. */
const overMembers: ReadonlySet<FunctionName> = new Set<FunctionName>([
  "arrayElement",
  "arrayConcat",
  "arrayFilter",
  "arrayFlatten",
  "arrayFold",
  "arrayMap",
  "arrayReverseSort",
  "arraySort",
  "arraySum",
  "has",
  "mapElement",
  "mapFromArrays",
  "mapKeys",
  "mapValues",
  "maxByKey",
  "minByKey",
  "runningSums",
  "sumByKey",
  "sumOf",
  "tupleElement"
])

const isClosed = (expr: Expr): boolean =>
  expr._tag === "Let" || expr._tag === "Lambda" || (expr._tag === "Call" && overMembers.has(expr.fn))

/** Whether something that has names or rows of its own holds what is computed over the rows of the SELECT. */
const hasLateInside = (root: Expr): boolean =>
  contains(root, (expr) => isClosed(expr) && contains(expr, isComputedLate))

const needsLevel = ({ having, orderBy, select }: SelectPlan): boolean =>
  [...select, ...orderBy].some(({ expr }) => hasLateInside(expr)) || (having !== undefined && hasLateInside(having))

/**
 * The same rows by two SELECTs: the inner one computes groups, aggregates and windows as columns, the outer one all that
 * is made of them.
 */
const inLevels = (plan: SelectPlan): SelectPlan => {
  const alias = madeName()
  const keyOf = makeExprKeys()
  const groupKeys = new Set(plan.groupBy?.map(keyOf) ?? [])
  const inner: Array<Selected> = []
  const places = new Map<number, Expr>()
  const isColumn = (expr: Expr): boolean =>
    isComputedLate(expr) || (expr._tag !== "Literal" && (groupKeys.has(keyOf(expr)) || isRowValue(expr, plan)))
  const column = (expr: Expr): Expr => {
    const key = keyOf(expr)
    const known = places.get(key)
    if (known !== undefined) return known
    const name = `c${inner.length}`
    inner.push({ name, expr })
    const made: Expr = { _tag: "Column", source: alias, name, type: expr.type }
    places.set(key, made)
    return made
  }
  const outer = (expr: Expr): Expr => isColumn(expr) ? column(expr) : mapChildren(expr, outer)
  const select = plan.select.map(({ expr, name }) => ({ name, expr: outer(expr) }))
  const orderBy = plan.orderBy.map(({ descending, expr }) => ({ descending, expr: outer(expr) }))
  const having = plan.having === undefined ? undefined : outer(plan.having)
  const limitBy = plan.limitBy === undefined
    ? {}
    : { limitBy: { ...plan.limitBy, by: plan.limitBy.by.map(outer) } }
  const { limitBy: _, with: tables, ...rest } = plan
  const from: Source = {
    _tag: "Subquery",
    alias,
    plan: {
      ...rest,
      select: inner,
      having: undefined,
      distinct: false,
      orderBy: [],
      limit: undefined,
      offset: 0,
      withTies: false
    }
  }
  return {
    ...selectPlan(select, { from, where: having, distinct: plan.distinct, orderBy, ...limitBy, limit: plan.limit }),
    offset: plan.offset,
    withTies: plan.withTies ?? false,
    ...(tables === undefined ? {} : { with: tables })
  }
}

/** Without groups, columns of the rows beside windows. */
const isRowValue = (expr: Expr, plan: SelectPlan): boolean =>
  (expr._tag === "Column" || expr._tag === "Property") && plan.groupBy === undefined && !hasAggregate(plan)

const hasWindow = (exprs: ReadonlyArray<Expr>): boolean =>
  exprs.some((expr) => contains(expr, ({ _tag }) => _tag === "Window"))

/** `LIMIT n BY` by numbers of rows: the inner SELECT counts them in each group, the outer one chooses. */
const byRowNumbers = (plan: SelectPlan): SelectPlan => {
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

/** `LIMIT n WITH TIES` by ranks: the inner SELECT says how many rows stand before each, the outer one chooses. */
const byRanks = (plan: SelectPlan): SelectPlan => {
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

/** One group has no ties, and PostgreSQL forgets its order. */
const withoutNeedlessTies = (plan: SelectPlan): SelectPlan =>
  plan.withTies === true && plan.groupBy === undefined && hasAggregate(plan) ? { ...plan, withTies: false } : plan

/** The plan of a SELECT in terms that engines can write. */
export const prepared = (plan: SelectPlan, withoutLimitBy: boolean, withoutTies: boolean): SelectPlan => {
  const levelled = needsLevel(plan) ? inLevels(plan) : withoutNeedlessTies(plan)
  const chosen = withoutLimitBy && levelled.limitBy !== undefined ? byRowNumbers(levelled) : levelled
  return withoutTies ? byRanks(chosen) : chosen
}
