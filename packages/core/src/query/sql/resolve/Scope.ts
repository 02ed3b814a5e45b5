import type { AstExpr, WindowSpec } from "../Ast.ts"
import type { Expr } from "../Plan.ts"
import { type ArrayJoins, makeArrayJoins } from "./ArrayJoins.ts"
import type { Leaf } from "./Leaf.ts"
import type { NullRule } from "./NullRules.ts"
import type { CommonTables, Planning } from "./Planning.ts"

/** What one SELECT sees: its tables, its aliases and the WITH clauses around it. */
export interface Scope {
  readonly planning: Planning
  readonly leaves: ReadonlyArray<Leaf>
  /** Aliases written anywhere in the SELECT; each may be used anywhere in it. */
  readonly aliases: ReadonlyMap<string, AstExpr>
  readonly tables: CommonTables
  /** Aliases that are being resolved: inside its own definition a name means the column. */
  readonly open: Set<string>
  readonly resolved: Map<string, Expr>
  /** The parameters of the lambdas around. */
  readonly params: ReadonlyMap<string, Expr>
  readonly windows: ReadonlyMap<string, WindowSpec>
  /** The arrays whose members multiply the rows of the SELECT. */
  readonly arrayJoins: ArrayJoins
}

/** A scope of these tables and nothing else yet. */
export const scopeOf = (
  planning: Planning,
  tables: CommonTables,
  leaves: ReadonlyArray<Leaf>,
  more: Partial<Pick<Scope, "aliases" | "arrayJoins" | "windows">> = {}
): Scope => ({
  planning,
  leaves,
  aliases: new Map(),
  tables,
  open: new Set(),
  resolved: new Map(),
  params: new Map(),
  windows: new Map(),
  arrayJoins: makeArrayJoins(planning),
  ...more
})

/** What the expression at hand may do where it stands. */
export interface Place {
  /** The clause, for the error texts. */
  readonly clause: "SELECT" | "WHERE" | "GROUP BY" | "HAVING" | "ORDER BY" | "JOIN"
  /** The aggregate whose argument this is. */
  readonly aggregate: string | undefined
  readonly nulls: NullRule
  readonly grouped: boolean
}

export const place = (clause: Place["clause"], grouped: boolean): Place => ({
  clause,
  aggregate: undefined,
  nulls: clause === "JOIN" ? "join" : "wrapped",
  grouped
})

/** Whether an aggregate may stand here. */
export const takesAggregates = ({ aggregate, clause }: Place): boolean =>
  aggregate === undefined && (clause === "SELECT" || clause === "HAVING" || clause === "ORDER BY")
