import { makeArrayJoins } from "../planning/ArrayJoins.ts"
import type { Leaf } from "../planning/Leaf.ts"
import type { CommonTables, Place, Planning, Scope } from "../planning/Planning.ts"

/** A scope of these tables. */
export const scopeOf = (
  planning: Planning,
  tables: CommonTables,
  leaves: ReadonlyArray<Leaf>,
  more: Partial<Pick<Scope, "aliases" | "arrayJoins" | "joined" | "windows">> = {}
): Scope => ({
  planning,
  leaves,
  aliases: new Map(),
  tables,
  open: new Set(),
  resolved: new Map(),
  params: new Map(),
  folds: undefined,
  windows: new Map(),
  rowOrder: () => leaves.length === 1 ? leaves[0]?.order?.() ?? [] : [],
  arrayJoins: makeArrayJoins(planning.nextAlias),
  groups: { isAggregated: false },
  ...more
})

export const place = (clause: Place["clause"], grouped: boolean): Place => ({
  clause,
  aggregate: undefined,
  nulls: clause === "JOIN" ? "join" : "wrapped",
  grouped
})

/** Clauses that are about the rows of groups, windows computed. */
export const afterWindows: ReadonlySet<Place["clause"]> = new Set(["SELECT", "QUALIFY", "ORDER BY"])

/** Whether an aggregate may stand here. */
export const takesAggregates = ({ aggregate, clause }: Place): boolean =>
  aggregate === undefined && (clause === "HAVING" || afterWindows.has(clause))
