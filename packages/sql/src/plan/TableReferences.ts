import type { QueryPlan } from "./Plan.ts"
import { visitPlan } from "./PlanWalk.ts"

/** The number of references to each common table of the plan. */
export const referencesOf = (plan: QueryPlan): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  visitPlan(plan, {
    source: (source) => {
      if (source._tag === "CteRef") counts.set(source.name, (counts.get(source.name) ?? 0) + 1)
    }
  })
  return counts
}

/** The number of copies of common tables if each reference were replaced by its query. */
export const expandedReferences = (root: QueryPlan): number => {
  const { with: tables = [], ...query } = root
  const copies = new Map<string, number>()
  const copiesIn = (plan: QueryPlan): number => {
    let sum = 0
    for (const [name, count] of referencesOf(plan)) sum += count * (1 + (copies.get(name) ?? 0))
    return sum
  }
  for (const { name, plan } of tables) copies.set(name, copiesIn(plan))
  return copiesIn(query)
}
