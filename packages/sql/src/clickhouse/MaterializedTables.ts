import type { QueryPlan } from "../plan/Plan.ts"
import { queryOf, visitPlan } from "../plan/PlanWalk.ts"
import { referencesOf } from "../plan/TableReferences.ts"

/** The common tables that sub-queries as values read, through other tables, too. */
const tablesOfValues = (root: QueryPlan): ReadonlySet<string> => {
  const read = new Set<string>()
  const definitions = new Map((root.with ?? []).map(({ name, plan }) => [name, plan]))
  const note = (plan: QueryPlan): void => {
    for (const name of referencesOf(plan).keys()) {
      const definition = read.has(name) ? undefined : definitions.get(name)
      read.add(name)
      if (definition !== undefined) note(definition)
    }
  }
  visitPlan(root, {
    expr: (expr) => {
      const query = expr._tag === "ScalarSubquery" || expr._tag === "Exists" ? queryOf(expr) : undefined
      if (query !== undefined) note(query)
    }
  })
  return read
}

/**
 * The common tables of which ClickHouse keeps the rows: those with several references. A sub-query as a value is run
 * while the statement is analysed; a kept table that two of them read, one of them for IN, has no rows in the
 * statement itself. Such tables are computed for each reference instead.
 */
export const materializedTables = (plan: QueryPlan): ReadonlySet<string> => {
  const ofValues = tablesOfValues(plan)
  return new Set([...referencesOf(plan)].flatMap(([name, count]) => count > 1 && !ofValues.has(name) ? [name] : []))
}
