import type { ColumnsRead } from "@hedgerow/sql/clickhouse/ColumnsRead"
import type { Expr, QueryPlan } from "@hedgerow/sql/plan/Plan"
import { scansOf } from "@hedgerow/sql/plan/PlanWalk"
import type { HotColumns } from "./PropertyAccess.ts"

/** A statement of a plan: what it reads of each source, and the sources that have no cells, by alias. */
interface Reading {
  readonly hot: HotColumns
  readonly read: ReadonlyMap<string, ColumnsRead>
  readonly timelines: ReadonlyMap<string, Expr>
}

/** The keys of events' properties that a statement reads from the cells: those that could have a column. */
export const cellKeys = (plan: QueryPlan, { hot, read, timelines }: Reading): ReadonlyArray<string> => {
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
