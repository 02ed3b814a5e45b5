import type { Expr, SelectPlan, Source } from "@hedgerow/sql/plan/Plan"
import { exprsOf, exprsOfSource, sourcesIn, sourcesRead } from "@hedgerow/sql/plan/PlanWalk"

const exprsIn = (source: Source): ReadonlyArray<Expr> => [
  ...sourcesIn(source).flatMap(exprsIn),
  ...exprsOfSource(source)
]

const withoutJoin = (source: Source, alias: string): Source => {
  if (source._tag === "ArrayJoin") return { ...source, source: withoutJoin(source.source, alias) }
  if (source._tag !== "Join") return source
  if (source.right._tag === "Scan" && source.right.alias === alias) return withoutJoin(source.left, alias)
  return { ...source, left: withoutJoin(source.left, alias), right: withoutJoin(source.right, alias) }
}

/** The plan without a left join that nothing reads: each row has at most one match there. */
export const withoutUnread = (plan: SelectPlan, alias: string): SelectPlan => {
  if (plan.from === undefined) return plan
  const from = withoutJoin(plan.from, alias)
  const read = new Set([...exprsOf(plan), ...exprsIn(from)].flatMap((expr) => sourcesRead(expr)))
  return read.has(alias) ? plan : { ...plan, from }
}
