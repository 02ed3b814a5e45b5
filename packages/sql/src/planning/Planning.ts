import type { AstExpr, CommonTable, Span, Statement, WindowSpec } from "../ast/Ast.ts"
import type { CommonTable as PlanTable, Expr, Order, QueryPlan, SourceColumn } from "../plan/Plan.ts"
import type { SqlType } from "../types/SqlType.ts"
import type { Steps } from "../types/Steps.ts"
import type { NullRule } from "../typing/NullRules.ts"
import type { PropertyOwner } from "../typing/TypedProperty.ts"
import type { Abilities } from "./Abilities.ts"
import type { ArrayJoins } from "./ArrayJoins.ts"
import type { FunctionEntry } from "./CallSite.ts"
import type { FoldTypes } from "./FoldTypes.ts"
import type { JoinedValues } from "./JoinedValues.ts"
import type { Leaf } from "./Leaf.ts"

/** A part of a WITH, and what was visible where it was written. */
export interface NamedTable {
  readonly table: CommonTable
  readonly within: CommonTables
  /** Its WITH is RECURSIVE: it may name itself. */
  readonly recursive: boolean
}

/** The tables that a WITH clause makes visible, with those around it. */
export interface CommonTables {
  readonly find: (name: string) => NamedTable | undefined
  readonly names: () => ReadonlyArray<string>
  /** The number of its names. */
  readonly count: number
}

export const noTables: CommonTables = { find: () => undefined, names: () => [], count: 0 }

/** A column of an answer as the user named it; `name` in the plan's select may differ. */
export interface OutputColumn {
  readonly name: string
  readonly type: SqlType
}

/** A term of an ORDER BY that is a column of the rows. */
export interface ColumnOrder {
  readonly column: SourceColumn
  readonly descending: boolean
}

/**
 * A resolved query. `document` reads, for a query around this one, from a document that the plan selects: a property of
 * it, or (`undefined`) its text as stored. It answers with the name of the column that holds it from then on, or
 * undefined where only the document itself can be had.
 */
export interface ResolvedQuery {
  readonly plan: QueryPlan
  readonly columns: ReadonlyArray<OutputColumn>
  /** The terms of its ORDER BY, which it selects from then on. */
  readonly order?: () => ReadonlyArray<ColumnOrder>
  readonly document: (index: number, path: ReadonlyArray<string> | undefined) => SourceColumn | undefined
}

/** The names visible in one SELECT: its tables, its aliases and the WITH clauses around it. */
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
  /** Inside the lambda of a fold the types of the folds there. */
  readonly folds: FoldTypes | undefined
  readonly windows: ReadonlyMap<string, WindowSpec>
  /** The order in which a sub-query in FROM gives the rows, where it is the only source. */
  readonly rowOrder: () => ReadonlyArray<Order>
  /** The arrays whose members multiply the rows of the SELECT. */
  readonly arrayJoins: ArrayJoins
  /** The sub-queries that are values of its rows, where a SELECT joins them; not in its FROM. */
  readonly joined?: JoinedValues
  /** Whether an aggregate is written in the SELECT: its rows are groups, also where folding leaves the aggregate out. */
  readonly groups: { isAggregated: boolean }
  /** The keys of GROUPING SETS, where the scope is that of groups. */
  readonly keysOfSets?: KeysOfSets
}

/** Keys that only some of the sets of a GROUP BY have. */
export interface KeysOfSets {
  /** The scope of the rows, which the arguments of aggregates are of. */
  readonly rows: Scope
  /** The key as groups have it: NULL in a set without it. Any other expression is itself. */
  readonly inGroups: (expr: Expr) => Expr
  /** 1 where the set of a group lacks the key, else 0; undefined for what is no key. */
  readonly isLacking: (expr: Expr) => Expr | undefined
}

/** The clause of an expression and the forms that it allows there. */
export interface Place {
  /** The clause, for the error texts. */
  readonly clause: "SELECT" | "WHERE" | "GROUP BY" | "HAVING" | "QUALIFY" | "ORDER BY" | "JOIN"
  /** The aggregate whose argument this is. */
  readonly aggregate: string | undefined
  readonly nulls: NullRule
  readonly grouped: boolean
}

/** The functions that statements may call. */
export interface Functions {
  /** The function of that name. Names are case-sensitive by default. */
  readonly find: (name: string) => FunctionEntry | undefined
  /** The name of the row that a call by this name means; undefined for an unknown name. */
  readonly nameOf: (name: string) => string | undefined
  /** The known name that an unknown one means in other dialects, or the closest one if it is close enough. */
  readonly suggest: (name: string) => string | undefined
}

/** A table that statements may name. */
export interface SchemaTable {
  /** The table in a FROM clause, by the name that it has there. It decides whose rows its scans read. */
  readonly leaf: (planning: Planning, name: string, at: Span) => Leaf
  /** The field whose value, a UUID that is spread evenly, decides whether a row is in a sample. */
  readonly sampledBy?: string
}

/** What may be meant by names that are not there. */
export interface Hints {
  /** A field by another name, among the fields that the query has. */
  readonly field?: (name: string, known: ReadonlyArray<string>) => string | undefined
  /** A table that is nowhere. */
  readonly table?: (name: string) => string | undefined
}

/** The tables that statements may name: data of the caller. */
export interface Schema {
  readonly find: (name: string) => SchemaTable | undefined
  /** The tables that are shown to those who ask which there are. */
  readonly names: ReadonlyArray<string>
  /** The members of the set that stands after IN COHORT; without it there are no such sets. */
  readonly cohort?: (planning: Planning, set: AstExpr) => ResolvedQuery
  readonly hints?: Hints
}

/** The parts that are constant for a whole statement, and notes about its expressions. */
export interface Planning {
  /** The tables that the statement may name. */
  readonly schema: Schema
  /** Microseconds since 1970. */
  readonly now: number
  /** The zone in which stored times are shown. */
  readonly timezone: string
  readonly nextAlias: (name: string) => string
  /** The abilities of the engine that will run it. */
  readonly abilities: Abilities
  /** Whether weeks begin on Monday where a statement does not say; else on Sunday. */
  readonly weeksBeginOnMonday: boolean
  /** The functions that the statement may call, aggregates and window functions aside. */
  readonly functions: Functions
  /** Warnings about the answer, in words. */
  readonly warnings: Set<string>
  /** The owner of the properties in an expression that is a JSON column. */
  readonly owners: Map<Expr, PropertyOwner>
  /** The common tables that were resolved so far, each after those it reads. */
  readonly tables: Array<PlanTable>
  /** The resolved tables of WITH, each from its first use on. */
  readonly resolvedTables: Map<CommonTable, ResolvedTable>
  /** The body with the value where its argument stands; a long value is written once. */
  readonly share: (value: Expr, body: (value: Expr) => Expr) => Expr
  /** The place and the name of a column in the text. */
  readonly fields: Map<Expr, Span & { readonly name: string }>
  /** The name users gave an aggregate, such as `avgIf`. */
  readonly aggregates: Map<Expr, string>
  /** Counts the nodes of resolved expressions; refuses a statement of too many. */
  readonly spend: (nodes: number, span: Span) => void
  /** Begins an expression inside those that were begun before and not left; refuses one that lies too deep. */
  readonly enter: (span: Span) => void
  readonly leave: () => void
  /** The typed value of an expression where it stands. */
  readonly expression: (scope: Scope, ast: AstExpr, at: Place) => Expr
  /** The names of the tables of each query around, which the one inside does not see. */
  readonly around: Array<ReadonlyArray<string>>
  /** The same for queries inside queries. */
  readonly enterQuery: (span: Span) => void
  readonly leaveQuery: () => void
  /** Resolves a query inside this one. */
  readonly select: (statement: Statement, tables: CommonTables) => ResolvedQuery
  /** The same in steps. */
  readonly selectInSteps: (statement: Statement, tables: CommonTables) => Steps<ResolvedQuery>
  /** Whether a step has done enough by now. */
  readonly isStepDone: () => boolean
  /** The parts of an expression that were resolved ahead of it. */
  readonly ahead: Ahead
}

/** Expressions and queries that were resolved ahead of what they stand in, each until it is taken. */
export interface Ahead {
  readonly keep: (scope: Scope, ast: AstExpr, at: Place, expr: Expr) => void
  readonly take: (scope: Scope, ast: AstExpr, at: Place) => Expr | undefined
  readonly keepQuery: (statement: Statement, query: ResolvedQuery) => void
  readonly takeQuery: (statement: Statement) => ResolvedQuery | undefined
}

/** A common table of the plan: its name there, and its query; its own step sees a recursive one before it is complete. */
export interface ResolvedTable {
  readonly name: string
  readonly query: ResolvedQuery
}
