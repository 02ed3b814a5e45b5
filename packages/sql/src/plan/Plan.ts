import type { Cell } from "../types/Cell.ts"
import type { SqlType } from "../types/SqlType.ts"
import type { Expr, Order } from "./Expr.ts"

export type * from "./Expr.ts"

/**
 * The typed plan (IR) of one query, which every engine runs. All rules of the dialect are explicit here: null wrapping,
 * casts, lazy joins, aliases, the tenant of each scan. Engines decide nothing.
 */
export type QueryPlan = SelectPlan | SetPlan | RecursivePlan

/**
 * A query that others of the same plan read by its name, unique within the plan. It is computed or inlined once and
 * never copied for each reader; it sees the tables before it in the list and those of the queries around.
 */
export interface CommonTable {
  readonly name: string
  readonly plan: QueryPlan
}

/**
 * One SELECT. Order of evaluation: from, where, groupBy, having, windows, select, distinct, orderBy, limitBy, offset,
 * limit. With `groupBy` undefined and an aggregate anywhere in select, having or orderBy, all rows are one group (also
 * when there are none). A predicate (`where`, `having`, `on`, an aggregate's `filter`) holds when its value is neither
 * NULL nor zero.
 */
export interface SelectPlan {
  readonly _tag: "Select"
  readonly with?: ReadonlyArray<CommonTable>
  readonly from: Source | undefined
  readonly where: Expr | undefined
  readonly groupBy: ReadonlyArray<Expr> | undefined
  readonly having: Expr | undefined
  /** Names are unique within the list. */
  readonly select: ReadonlyArray<Selected>
  readonly distinct: boolean
  /** NULL (and NaN) come last in both directions. With `distinct`, every term is structurally one of `select`. */
  readonly orderBy: ReadonlyArray<Order>
  /** Of each group of rows with equal values of `by`, in their order, `limit` rows after `offset`. */
  readonly limitBy?: { readonly limit: number; readonly offset: number; readonly by: ReadonlyArray<Expr> }
  readonly limit: number | undefined
  /** The rows after the last one that are equal to it in the order belong to the limit; there is an order and a limit. */
  readonly withTies?: boolean
  readonly offset: number
  /**
   * WITH TOTALS: the first term of the order is 0 for a group and 1 for the row of all groups, which is the last. The
   * limit counts both; `withGroups` gives it.
   */
  readonly totals?: true
}

export interface Selected {
  readonly name: string
  readonly expr: Expr
}

/**
 * Rows of several queries with the same types, whose columns have the names of the first. `union all` keeps every row;
 * the others give each row once, NULLs equal. `except` takes from the first the rows that are in none of the others.
 */
export interface SetPlan {
  readonly _tag: "Set"
  readonly with?: ReadonlyArray<CommonTable>
  readonly operator: "union all" | "union" | "intersect" | "except"
  /** Names and types of the rows; those of an input differ in NULL at most. */
  readonly columns: ReadonlyArray<SourceColumn>
  readonly inputs: ReadonlyArray<QueryPlan>
}

/** The most rounds of a recursive query. */
export const maximumRounds = 1000

/**
 * Only the plan of a common table, which `step` reads as the rows of the round before: `base`, then `step` until it
 * gives no row. More than `rounds` rounds fail with QueryTooLarge, where the engine counts them; else
 * the time ends them.
 */
export interface RecursivePlan {
  readonly _tag: "Recursive"
  readonly with?: ReadonlyArray<CommonTable>
  readonly columns: ReadonlyArray<SourceColumn>
  readonly base: QueryPlan
  readonly step: QueryPlan
  readonly rounds: number
}

/** A column that a source offers. */
export interface SourceColumn {
  readonly name: string
  readonly type: SqlType
}

/**
 * The rows that a SELECT reads. `alias` is unique within the whole plan; a sub-query of an expression that occurs
 * several times, as one that ORDER BY repeats, counts once.
 */
export type Source =
  /** Rows of one tenant only: engines must apply `tenant`, and a scan without one cannot be written. */
  | { readonly _tag: "Scan"; readonly table: string; readonly tenant: number; readonly alias: string }
  | { readonly _tag: "Subquery"; readonly plan: QueryPlan; readonly alias: string }
  /** The rows of a common table, whose columns are those of its plan. */
  | { readonly _tag: "CteRef"; readonly name: string; readonly alias: string }
  /** `count` integers from `first` on, `step` apart, in the column `number` of the type UInt64 or Int64. */
  | {
    readonly _tag: "Numbers"
    readonly first: number
    readonly step: number
    readonly count: number
    readonly type: SqlType
    readonly alias: string
  }
  | {
    readonly _tag: "Values"
    readonly columns: ReadonlyArray<SourceColumn>
    readonly rows: ReadonlyArray<ReadonlyArray<Cell>>
    readonly alias: string
  }
  /**
   * Each row of `source` as often as its longest array has members, which are the columns; shorter arrays are filled up
   * with NULL. `left` keeps a row of empty arrays, with NULL. Types of columns are as nullable as that needs.
   */
  | {
    readonly _tag: "ArrayJoin"
    readonly kind: "inner" | "left"
    readonly source: Source
    readonly items: ReadonlyArray<{ readonly name: string; readonly expr: Expr; readonly type: SqlType }>
    readonly alias: string
  }
  | JoinSource

/**
 * - `cross` has `on` undefined. `left` and `full`: a row without a match gets NULL in every column of the other side.
 * - `semi`: left rows with a match, once, with one of their matches. `anti`: left rows without one, NULL on the right.
 * - `any`, `left any`: at most one match of each left row; `any` gives one row for each key of the left side.
 * - `asof`, `left asof`: of the matches by equalities the one nearest by the inequality, the last part of `on`.
 * All but `inner`, `left` and `cross` have an `on` that is an AND of equalities between the sides.
 */
export interface JoinSource {
  readonly _tag: "Join"
  readonly kind: JoinKind
  readonly left: Source
  readonly right: Source
  readonly on: Expr | undefined
}

export type JoinKind =
  | "inner"
  | "left"
  | "full"
  | "cross"
  | "semi"
  | "anti"
  | "any"
  | "left any"
  | "asof"
  | "left asof"

/** A SELECT of these columns; other clauses are absent. */
export const selectPlan = (
  select: ReadonlyArray<Selected>,
  parts: Partial<Omit<SelectPlan, "_tag">> = {}
): SelectPlan => ({
  _tag: "Select",
  from: undefined,
  where: undefined,
  groupBy: undefined,
  having: undefined,
  select,
  distinct: false,
  orderBy: [],
  limit: undefined,
  offset: 0,
  ...parts
})

/** The plan with at most a number of rows; the row of all groups comes after so many groups. */
export const withGroups = (plan: SelectPlan, rows: number): SelectPlan => {
  const [set, ...order] = plan.orderBy
  if (plan.totals !== true || set === undefined) return { ...plan, limit: rows }
  return rows === 0
    ? { ...plan, orderBy: [{ ...set, descending: true }, ...order], limit: 1 }
    : { ...plan, limit: rows + 1, limitBy: { limit: rows, offset: 0, by: [set.expr] } }
}

/** The most rows of the plan, but for the row of all groups; undefined where it has no limit. */
export const groupsAtMost = ({ limit, totals }: SelectPlan): number | undefined =>
  limit !== undefined && totals === true ? limit - 1 : limit

/** The columns that a query gives, in their order. */
export const columnsOf = (plan: QueryPlan): ReadonlyArray<SourceColumn> =>
  plan._tag === "Select" ? plan.select.map(columnOf) : plan.columns

/** One of them, without a look at the others. */
export const columnAt = (plan: QueryPlan, index: number): SourceColumn | undefined => {
  if (plan._tag !== "Select") return plan.columns[index]
  const item = plan.select[index]
  return item === undefined ? undefined : columnOf(item)
}

/** The number of columns that a query gives. */
export const columnCount = (plan: QueryPlan): number =>
  plan._tag === "Select" ? plan.select.length : plan.columns.length

const columnOf = ({ expr, name }: SelectPlan["select"][number]): SourceColumn => ({ name, type: expr.type })
