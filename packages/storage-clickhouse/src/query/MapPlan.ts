import type { Expr, SelectPlan, Source } from "@hedgerow/core/query/sql/Plan"

/** Changes one SELECT of a plan; those inside it have been changed before. */
export type MapSelect = (plan: SelectPlan) => SelectPlan

const mapExpr = (expr: Expr, map: MapSelect): Expr => {
  switch (expr._tag) {
    case "Literal":
    case "Column":
    case "Property":
      return expr
    case "Call":
    case "DateCall":
      return { ...expr, args: expr.args.map((arg) => mapExpr(arg, map)) }
    case "InList":
      return { ...expr, value: mapExpr(expr.value, map) }
    case "InSubquery":
      return { ...expr, value: mapExpr(expr.value, map), plan: mapSelects(expr.plan, map) }
    case "Aggregate":
      return { ...expr, args: expr.args.map((arg) => mapExpr(arg, map)), filter: mapOptional(expr.filter, map) }
  }
}

const mapOptional = (expr: Expr | undefined, map: MapSelect): Expr | undefined =>
  expr === undefined ? undefined : mapExpr(expr, map)

const mapSource = (source: Source, map: MapSelect): Source => {
  switch (source._tag) {
    case "Scan":
      return source
    case "Subquery":
      return { ...source, plan: mapSelects(source.plan, map) }
    case "Join":
      return {
        ...source,
        left: mapSource(source.left, map),
        right: mapSource(source.right, map),
        on: mapOptional(source.on, map)
      }
  }
}

/** Changes every SELECT of a plan, the innermost first. Equal expressions stay equal. */
export const mapSelects = (plan: SelectPlan, map: MapSelect): SelectPlan =>
  map({
    ...plan,
    from: plan.from === undefined ? undefined : mapSource(plan.from, map),
    where: mapOptional(plan.where, map),
    groupBy: plan.groupBy?.map((key) => mapExpr(key, map)),
    having: mapOptional(plan.having, map),
    select: plan.select.map(({ expr, name }) => ({ name, expr: mapExpr(expr, map) })),
    orderBy: plan.orderBy.map(({ descending, expr }) => ({ descending, expr: mapExpr(expr, map) }))
  })
