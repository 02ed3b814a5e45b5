import type { JoinKind, JoinSource, QueryPlan } from "@hedgerow/sql/plan/Plan"
import { visitPlan } from "@hedgerow/sql/plan/PlanWalk"
import { joinedTo } from "./EventPersons.ts"

/** The columns that are different in all rows of a table in one project. */
const keys: Readonly<Record<string, string>> = {
  persons: "id",
  person_distinct_ids: "distinct_id",
  person_overrides: "old_person_id"
}

/** Whether a left join finds its right side by that table's key: each row has at most one match. */
export const isLookup = (join: JoinSource): boolean => {
  const { kind, right } = join
  const key = right._tag === "Scan" ? keys[right.table] : undefined
  return kind === "left" && right._tag === "Scan" && key !== undefined
    && joinedTo(join, right.alias, key) !== undefined
}

/** Whether a join adds the person that another was merged into. */
export const addsMerges = (join: JoinSource): boolean =>
  join.right._tag === "Scan" && join.right.table === "person_overrides" && isLookup(join)

const leavesNull: ReadonlySet<JoinKind> = new Set(["left", "full", "anti", "left any", "left asof"])

/**
 * Whether merges are the only rows of the plan that a join may not find. ClickHouse then need not make the columns of
 * joins such that they can be NULL: the constant of a row shows that it was found.
 */
export const lacksOnlyMerges = (plan: QueryPlan): boolean => {
  let found = true
  visitPlan(plan, {
    source: (source) => {
      if (source._tag === "Join" && leavesNull.has(source.kind) && !addsMerges(source)) found = false
    }
  })
  return found
}
