import type { Expr, Order } from "./Expr.ts"
import type { QueryPlan, SelectPlan, Source } from "./Plan.ts"
import { visitInnerFirst } from "./PlanWalk.ts"

/** Changes one SELECT of a plan; those inside it have been changed before. */
export type MapSelect = (plan: SelectPlan) => SelectPlan

type MapExpr = (expr: Expr) => Expr
type MapPlan = (plan: QueryPlan) => QueryPlan

const mapTerms = <Term extends { readonly expr: Expr }>(terms: ReadonlyArray<Term>, map: MapExpr): Array<Term> =>
  terms.map((term) => ({ ...term, expr: map(term.expr) }))

const mapOptional = (expr: Expr | undefined, map: MapExpr): Expr | undefined =>
  expr === undefined ? undefined : map(expr)

const mapOrder = (orderBy: ReadonlyArray<Order> | undefined, map: MapExpr) =>
  orderBy === undefined ? {} : { orderBy: mapTerms(orderBy, map) }

/** The expression with `map` applied to those directly inside it, and `query` to its subquery. */
export const mapChildren = (expr: Expr, map: MapExpr, query: MapPlan = (plan) => plan): Expr => {
  switch (expr._tag) {
    case "Literal":
    case "Column":
    case "Ref":
      return expr
    case "Property":
      return { ...expr, column: map(expr.column) }
    case "Call":
    case "DateCall":
      return { ...expr, args: expr.args.map(map) }
    case "InList":
      return { ...expr, value: map(expr.value) }
    case "InSubquery":
      return { ...expr, value: map(expr.value), plan: query(expr.plan) }
    case "ScalarSubquery":
    case "Exists":
      return { ...expr, plan: query(expr.plan) }
    case "Let": {
      const bindings = expr.bindings.map(({ name, value }) => ({ name, value: map(value) }))
      return { ...expr, bindings, body: map(expr.body) }
    }
    case "Lambda":
      return { ...expr, body: map(expr.body) }
    case "Aggregate":
      return {
        ...expr,
        args: expr.args.map(map),
        filter: mapOptional(expr.filter, map),
        ...mapOrder(expr.orderBy, map)
      }
    case "Window":
      return {
        ...expr,
        args: expr.args.map(map),
        filter: mapOptional(expr.filter, map),
        partitionBy: expr.partitionBy.map(map),
        orderBy: mapTerms(expr.orderBy, map)
      }
  }
}

/** `map` from the innermost expressions to the outermost, each once: equal ones stay the same object. */
const bottomUp = (map: MapExpr): MapExpr => {
  const mapped = new Map<Expr, Expr>()
  const known = (expr: Expr): Expr => mapped.get(expr) ?? expr
  return (root) => {
    visitInnerFirst(root, (expr) => mapped.has(expr), (expr) => mapped.set(expr, map(mapChildren(expr, known))))
    return known(root)
  }
}

const mapSource = (source: Source, map: MapExpr, query: MapPlan): Source => {
  switch (source._tag) {
    case "Subquery":
      return { ...source, plan: query(source.plan) }
    case "ArrayJoin":
      return { ...source, source: mapSource(source.source, map, query), items: mapTerms(source.items, map) }
    case "Join":
      return {
        ...source,
        left: mapSource(source.left, map, query),
        right: mapSource(source.right, map, query),
        on: mapOptional(source.on, map)
      }
    default:
      return source
  }
}

/** The SELECT with `map` applied to the expressions of its clauses and `source` to what it reads. */
export const mapClauses = (plan: SelectPlan, map: MapExpr, source: (source: Source) => Source): SelectPlan => ({
  ...plan,
  from: plan.from === undefined ? undefined : source(plan.from),
  where: mapOptional(plan.where, map),
  groupBy: plan.groupBy?.map(map),
  having: mapOptional(plan.having, map),
  select: mapTerms(plan.select, map),
  orderBy: mapTerms(plan.orderBy, map),
  ...(plan.limitBy === undefined ? {} : { limitBy: { ...plan.limitBy, by: plan.limitBy.by.map(map) } })
})

/** Changes every SELECT of a plan, the innermost first. Equal expressions stay equal. */
export const mapSelects = (plan: QueryPlan, map: MapSelect): QueryPlan => {
  const query: MapPlan = (plan) => mapQuery(plan)
  const expr = bottomUp((one) => {
    const hasQuery = one._tag === "InSubquery" || one._tag === "ScalarSubquery" || one._tag === "Exists"
    return hasQuery ? { ...one, plan: query(one.plan) } : one
  })
  const mapQuery: MapPlan = (plan) => {
    const tables = plan.with === undefined
      ? {}
      : { with: plan.with.map((table) => ({ ...table, plan: query(table.plan) })) }
    switch (plan._tag) {
      case "Select":
        return map({ ...mapClauses(plan, expr, (source) => mapSource(source, expr, query)), ...tables })
      case "Set":
        return { ...plan, ...tables, inputs: plan.inputs.map(query) }
      case "Recursive":
        return { ...plan, ...tables, base: query(plan.base), step: query(plan.step) }
    }
  }
  return query(plan)
}
