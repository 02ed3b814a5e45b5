import type { QueryPlan } from "@hedgerow/sql/plan/Plan"
import { scansOf } from "@hedgerow/sql/plan/PlanWalk"
import type { Statement } from "./RenderScan.ts"

/** The keys of events' properties that a statement reads from the cells: those that could have a column. */
export const cellKeys = (plan: QueryPlan, { hot, read, timelines }: Statement): ReadonlyArray<string> => {
  const keys = new Set<string>()
  for (const { alias, table } of scansOf(plan)) {
    if (table !== "events" || timelines.has(alias)) continue
    for (const { column, path } of read.get(alias)?.properties.values() ?? []) {
      const [key, ...more] = path
      if (column === "properties" && key !== undefined && more.length === 0 && !hot.has(key)) keys.add(key)
    }
  }
  return [...keys]
}
