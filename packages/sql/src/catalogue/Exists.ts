import type { Expr, QueryPlan } from "../plan/Plan.ts"
import type { CallSite } from "../planning/CallSite.ts"
import { uint8 } from "../typing/PlanExpr.ts"
import { refuse } from "../typing/SemanticFailure.ts"

/** `EXISTS (SELECT …)`. */
export const existsIn = (site: CallSite): Expr => {
  const ast = site.ast(0)
  if (ast._tag !== "Subquery") return refuse("EXISTS needs a sub-query", ast)
  const { plan } = site.planning.select(ast.query, site.scope.tables)
  return { _tag: "Exists", plan: firstRow(plan), type: uint8 }
}

const firstRow = (plan: QueryPlan): QueryPlan =>
  plan._tag === "Select" && plan.limit === undefined && plan.orderBy.length === 0 ? { ...plan, limit: 1 } : plan
