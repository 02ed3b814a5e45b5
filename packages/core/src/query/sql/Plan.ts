import type { ProjectId } from "../../access/Project.ts"
import type { Cell } from "./Cell.ts"
import type { AggregateName, DateUnit, FunctionName } from "./Functions.ts"
import type { SqlType } from "./SqlType.ts"
import type { TableName } from "./Tables.ts"

/**
 * The typed plan (IR) of one SELECT: what every engine runs. All rules of the dialect are explicit here: null wrapping,
 * casts, lazy joins, aliases, the project predicate. Engines decide nothing.
 *
 * Order of evaluation: from, where, groupBy, having, select, distinct, orderBy, offset, limit. With `groupBy` undefined
 * and an aggregate anywhere in select, having or orderBy, all rows are one group (also when there are none).
 * A predicate (`where`, `having`, `on`, an aggregate's `filter`) holds when its value is neither NULL nor zero.
 */
export interface SelectPlan {
  readonly from: Source | undefined
  readonly where: Expr | undefined
  readonly groupBy: ReadonlyArray<Expr> | undefined
  readonly having: Expr | undefined
  /** Names are unique within the list. */
  readonly select: ReadonlyArray<{ readonly name: string; readonly expr: Expr }>
  readonly distinct: boolean
  /** NULL (and NaN) come last in both directions. With `distinct`, every term is structurally one of `select`. */
  readonly orderBy: ReadonlyArray<{ readonly expr: Expr; readonly descending: boolean }>
  readonly limit: number | undefined
  readonly offset: number
}

/** What a SELECT reads. `alias` is unique within the whole plan. */
export type Source =
  /** Rows of one project only: engines must apply `project`, and a scan without one cannot be written. */
  | { readonly _tag: "Scan"; readonly table: TableName; readonly project: ProjectId; readonly alias: string }
  | { readonly _tag: "Subquery"; readonly plan: SelectPlan; readonly alias: string }
  /** `cross` has `on` undefined. A left row without a match gets NULL in every column of the right side. */
  | {
    readonly _tag: "Join"
    readonly kind: "inner" | "left" | "cross"
    readonly left: Source
    readonly right: Source
    readonly on: Expr | undefined
  }

export type Expr =
  | { readonly _tag: "Literal"; readonly value: Cell; readonly type: SqlType }
  /** A column of a source; `type` is nullable when a left join can leave it empty. */
  | { readonly _tag: "Column"; readonly source: string; readonly name: string; readonly type: SqlType }
  /**
   * The value at `path` of a JSON column, as text: a JSON string's characters, other scalars as canonical JSON text,
   * objects and arrays as compact canonical JSON; NULL when absent or JSON null. Path steps are object keys; a step of
   * digits is a 1-based position where the value is an array. `column` is a `json` column of a Scan (`Tables.ts`).
   * Type: Nullable(String).
   */
  | {
    readonly _tag: "Property"
    readonly column: Column
    readonly path: ReadonlyArray<string>
    readonly type: SqlType
  }
  | { readonly _tag: "Call"; readonly fn: FunctionName; readonly args: ReadonlyArray<Expr>; readonly type: SqlType }
  /** A date function: `unit` and the time zone in which days begin are fixed at planning. */
  | {
    readonly _tag: "DateCall"
    readonly fn: "startOf" | "part" | "diff" | "add"
    readonly unit: DateUnit
    readonly timezone: string
    readonly args: ReadonlyArray<Expr>
    readonly type: SqlType
  }
  /** Never NULL. A NULL value matches exactly when `items` has a NULL literal. All items have the value's type. */
  | {
    readonly _tag: "InList"
    readonly value: Expr
    readonly items: ReadonlyArray<Cell>
    readonly negated: boolean
    readonly type: SqlType
  }
  /** Never NULL; NULL matches NULL. `plan` selects one column of the value's type and sees nothing of the outer query. */
  | {
    readonly _tag: "InSubquery"
    readonly value: Expr
    readonly plan: SelectPlan
    readonly negated: boolean
    readonly type: SqlType
  }
  /** Only in select, having and orderBy, never nested. Rows where `filter` does not hold are left out. */
  | {
    readonly _tag: "Aggregate"
    readonly fn: AggregateName
    readonly args: ReadonlyArray<Expr>
    readonly filter: Expr | undefined
    readonly type: SqlType
  }

type Of<Tag extends Expr["_tag"]> = Extract<Expr, { readonly _tag: Tag }>

export type Aggregate = Of<"Aggregate">
export type Call = Of<"Call">
export type Column = Of<"Column">
export type DateCall = Of<"DateCall">
export type InList = Of<"InList">
export type InSubquery = Of<"InSubquery">
export type Literal = Of<"Literal">
export type Property = Of<"Property">
