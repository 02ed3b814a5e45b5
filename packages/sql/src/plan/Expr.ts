import type { AggregateName, FunctionName, WindowName } from "../functions/Functions.ts"
import type { Cell } from "../types/Cell.ts"
import type { DateUnit } from "../types/DateUnit.ts"
import type { SqlType } from "../types/SqlType.ts"
import type { QueryPlan } from "./Plan.ts"

export interface Order {
  readonly expr: Expr
  readonly descending: boolean
}

/** Rows of a window around the current one; `range` counts in the value of the one term of the order. */
export interface Frame {
  readonly unit: "rows" | "range"
  readonly start: FrameBound
  readonly end: FrameBound
}
export type FrameBound =
  | { readonly kind: "current row" }
  | { readonly kind: "preceding" | "following"; readonly count: number | "unbounded" }

/** A value with a name, which expressions inside its `Let` or `Lambda` may refer to. Names are unique within the plan. */
export interface Binding {
  readonly name: string
  readonly value: Expr
}

export type Expr =
  | { readonly _tag: "Literal"; readonly value: Cell; readonly type: SqlType }
  /**
   * A column of a source; `type` is nullable when a join can leave it empty. A `json` column of a Scan (`Tables.ts`) is
   * its text as stored when `type` is String, and the document when it is JSON.
   */
  | { readonly _tag: "Column"; readonly source: string; readonly name: string; readonly type: SqlType }
  /**
   * The value at `path` of a document, as text: a JSON string's characters, other scalars as canonical JSON text,
   * objects and arrays as compact canonical JSON; NULL when absent or JSON null. Path steps are object keys; a step of
   * digits is a 1-based position where the value is an array. `column` is a `json` column of a Scan, or any expression
   * of the type JSON. Type: Nullable(String).
   */
  | {
    readonly _tag: "Property"
    readonly column: Expr
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
  /** Never NULL; NULL matches NULL. `plan` selects one column of the value's type, and does not see the outer query. */
  | {
    readonly _tag: "InSubquery"
    readonly value: Expr
    readonly plan: QueryPlan
    readonly negated: boolean
    readonly type: SqlType
  }
  /** The one column of the one row of `plan`, which has at most one and does not see the outer query; else NULL. */
  | { readonly _tag: "ScalarSubquery"; readonly plan: QueryPlan; readonly type: SqlType }
  /** Whether `plan` gives a row. It does not see the outer query. */
  | { readonly _tag: "Exists"; readonly plan: QueryPlan; readonly type: SqlType }
  /** `body`, in which each `Ref` stands for its binding: a shared operand is written, and computed, once. */
  | {
    readonly _tag: "Let"
    readonly bindings: ReadonlyArray<Binding>
    readonly body: Expr
    readonly type: SqlType
  }
  | { readonly _tag: "Ref"; readonly name: string; readonly type: SqlType }
  /** An argument of functions over arrays: `body` is computed for the members that the parameters stand for. */
  | {
    readonly _tag: "Lambda"
    readonly params: ReadonlyArray<Extract<Expr, { readonly _tag: "Ref" }>>
    readonly body: Expr
    readonly type: SqlType
  }
  /**
   * Only in select, having and orderBy, never nested. Rows where `filter` does not hold are left out; with `distinct`
   * equal arguments count once; `orderBy` is the order in which rows are taken, where that matters.
   */
  | {
    readonly _tag: "Aggregate"
    readonly fn: AggregateName
    readonly args: ReadonlyArray<Expr>
    readonly filter: Expr | undefined
    readonly parameters?: ReadonlyArray<Cell>
    readonly distinct?: boolean
    readonly orderBy?: ReadonlyArray<Order>
    readonly type: SqlType
  }
  /**
   * Only in select and orderBy. An aggregate or a function of rows over the window of each row: the rows with equal
   * values of `partitionBy`, in their order, as far as the frame goes. Without a frame: up to the current row and those
   * equal to it, or all when there is no order.
   */
  | {
    readonly _tag: "Window"
    readonly fn: WindowName | AggregateName
    readonly args: ReadonlyArray<Expr>
    readonly filter: Expr | undefined
    readonly partitionBy: ReadonlyArray<Expr>
    readonly orderBy: ReadonlyArray<Order>
    readonly frame: Frame | undefined
    readonly type: SqlType
  }

type Of<Tag extends Expr["_tag"]> = Extract<Expr, { readonly _tag: Tag }>

export type Aggregate = Of<"Aggregate">
export type Call = Of<"Call">
export type Column = Of<"Column">
export type DateCall = Of<"DateCall">
export type Exists = Of<"Exists">
export type InList = Of<"InList">
export type InSubquery = Of<"InSubquery">
export type Lambda = Of<"Lambda">
export type Let = Of<"Let">
export type Literal = Of<"Literal">
export type Property = Of<"Property">
export type Ref = Of<"Ref">
export type ScalarSubquery = Of<"ScalarSubquery">
export type Window = Of<"Window">
