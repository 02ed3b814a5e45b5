import type { Expr, QueryPlan, Source } from "@hedgerow/sql/plan/Plan"
import { visitExprs, visitPlan } from "@hedgerow/sql/plan/PlanWalk"

/** Columns by which events are found without reading all of a project's. */
const keys: ReadonlySet<string> = new Set(["event", "person_id", "timestamp", "uuid"])

const aliasesOfEvents = (source: Source): ReadonlyArray<string> => {
  switch (source._tag) {
    case "Scan":
      return source.table === "events" ? [source.alias] : []
    case "ArrayJoin":
      return aliasesOfEvents(source.source)
    case "Join":
      return [...aliasesOfEvents(source.left), ...aliasesOfEvents(source.right)]
    default:
      return []
  }
}

/** The parts that an AND joins. */
const partsOf = (expr: Expr): ReadonlyArray<Expr> =>
  expr._tag === "Call" && expr.fn === "and" ? expr.args.flatMap(partsOf) : [expr]

const comparing: ReadonlySet<string> = new Set(["equals", "greater", "greaterOrEquals", "less", "lessOrEquals"])

/** Whether the condition holds for a range of such a column, or for some of its values. */
const bounds = (part: Expr, alias: string): boolean => {
  const isBound = (part._tag === "InList" && !part.negated) || (part._tag === "InSubquery" && !part.negated)
    || (part._tag === "Call" && comparing.has(part.fn))
  if (!isBound) return false
  let found = false
  visitExprs(part, (expr) => {
    if (expr._tag === "Column" && expr.source === alias && keys.has(expr.name)) found = true
  })
  return found
}

export type IndexUse = "no" | "partial" | "yes"

/** Whether all readings of events are bounded by a key, some of them, or none; a query that reads no events is bounded. */
export const indexUse = (plan: QueryPlan): IndexUse => {
  const reads: Array<boolean> = []
  visitPlan(plan, {
    query: (query) => {
      if (query._tag !== "Select") return
      const { from, where } = query
      const parts = where === undefined ? [] : partsOf(where)
      for (const alias of from === undefined ? [] : aliasesOfEvents(from)) {
        reads.push(parts.some((part) => bounds(part, alias)))
      }
    }
  })
  if (reads.every((isBounded) => isBounded)) return "yes"
  return reads.some((isBounded) => isBounded) ? "partial" : "no"
}
