import type { FunctionName } from "../functions/Functions.ts"
import { makeExprKeys } from "../plan/ExprKeys.ts"
import { findAggregate, findWindow, hasAggregate } from "../plan/ExprMeasures.ts"
import { type Expr, type Selected, type SelectPlan, selectPlan, type Source } from "../plan/Plan.ts"
import { mapChildren } from "../plan/PlanMap.ts"
import { childrenOf, contains } from "../plan/PlanWalk.ts"
import { madeName } from "./MadeNames.ts"

const isAggregate = (expr: Expr): boolean => expr._tag === "Aggregate"
const isComputedLate = (expr: Expr): boolean => isAggregate(expr) || expr._tag === "Window"

const hasLate = (expr: Expr): boolean => findAggregate(expr) !== undefined || findWindow(expr) !== undefined

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

type Test = (expr: Expr) => boolean

/** Whether the expression is a key of the groups that is more than a column; undefined where there is none. */
const keyTest = ({ groupBy = [] }: SelectPlan): Test | undefined => {
  const computed = groupBy.filter(({ _tag }) => _tag !== "Column" && _tag !== "Literal")
  if (computed.length === 0) return undefined
  const keyOf = makeExprKeys("alike")
  const keys = new Set(computed.map(keyOf))
  return (expr) => keys.has(keyOf(expr))
}

/** Whether a part with names or rows of its own holds an aggregate or a window of the SELECT. */
const hasLateInside = (root: Expr): boolean =>
  hasLate(root) && contains(root, (expr) => isClosed(expr) && hasLate(expr))

/** Whether such a part holds a computed key, which PostgreSQL does not know again there. Aggregates are about rows. */
const hasKeyInside = (root: Expr, isKey: Test): boolean => {
  const open = [root]
  for (let expr = open.pop(); expr !== undefined; expr = open.pop()) {
    if (isKey(expr) || isComputedLate(expr)) continue
    if (isClosed(expr) && contains(expr, isKey)) return true
    open.push(...childrenOf(expr))
  }
  return false
}

/** Whether a SELECT must be written in two levels. */
export const needsLevel = (plan: SelectPlan): boolean => {
  const isKey = keyTest(plan)
  return termsOf(plan).some((expr) => hasLateInside(expr) || (isKey !== undefined && hasKeyInside(expr, isKey)))
}

const termsOf = ({ having, orderBy, select }: SelectPlan): ReadonlyArray<Expr> => [
  ...[...select, ...orderBy].map(({ expr }) => expr),
  ...having === undefined ? [] : [having]
]

/** Whether a window is over such parts itself: its aggregates must be columns before it is computed. */
const hasWindowOverLate = (root: Expr): boolean =>
  findWindow(root) !== undefined && contains(root, (expr) => expr._tag === "Window" && hasLateInside(expr))

/**
 * The same rows by two SELECTs: the inner one computes groups, aggregates and windows as columns, the outer one all the
 * rest; and the windows, where one is over a part that holds an aggregate.
 */
export const inLevels = (plan: SelectPlan): SelectPlan => {
  const alias = madeName()
  const keyOf = makeExprKeys()
  const groupKeys = new Set(plan.groupBy?.map(keyOf) ?? [])
  const isOfRows = plan.groupBy === undefined && !hasAggregate(plan)
  // Without groups, columns of the rows beside windows.
  const isRowValue = ({ _tag }: Expr): boolean => isOfRows && (_tag === "Column" || _tag === "Property")
  const inner: Array<Selected> = []
  const places = new Map<number, Expr>()
  const isLate = termsOf(plan).some(hasWindowOverLate) ? isAggregate : isComputedLate
  const isColumn = (expr: Expr): boolean =>
    isLate(expr) || (expr._tag !== "Literal" && (groupKeys.has(keyOf(expr)) || isRowValue(expr)))
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
