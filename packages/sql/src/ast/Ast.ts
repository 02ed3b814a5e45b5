/** Offsets into the query text, in UTF-16 code units; `end` is exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** One SELECT as written. `from` undefined = `SELECT 1`. */
export interface SelectStatement extends Span {
  readonly _tag: "Select"
  readonly with: ReadonlyArray<CommonTable>
  readonly distinct: boolean
  readonly columns: ReadonlyArray<AstExpr>
  readonly from: FromClause | undefined
  readonly prewhere: AstExpr | undefined
  readonly where: AstExpr | undefined
  readonly groupBy: ReadonlyArray<AstExpr> | undefined
  /** Of GROUPING SETS, ROLLUP and CUBE the number of keys in each set: `groupBy` has the keys of all, set by set. */
  readonly sets?: ReadonlyArray<number>
  /** WITH TOTALS: a row of all groups comes last. */
  readonly totals?: true
  readonly having: AstExpr | undefined
  /** The condition on rows whose windows are computed. */
  readonly qualify?: AstExpr
  readonly orderBy: ReadonlyArray<OrderTerm>
  readonly limitBy: {
    readonly limit: AstExpr
    readonly offset: AstExpr | undefined
    readonly by: ReadonlyArray<AstExpr>
  } | undefined
  readonly limit: AstExpr | undefined
  readonly withTies: boolean
  readonly offset: AstExpr | undefined
  readonly windows: ReadonlyArray<{ readonly name: string; readonly window: WindowSpec }>
  readonly arrayJoin: { readonly kind: "inner" | "left"; readonly columns: ReadonlyArray<AstExpr> } | undefined
}

/** A set operation, left-associative. Order and limit bind to the whole. */
export interface SetStatement extends Span {
  readonly _tag: "Set"
  readonly operator: "union all" | "union distinct" | "intersect" | "intersect distinct" | "except"
  readonly left: Statement
  readonly right: Statement
  readonly orderBy: ReadonlyArray<OrderTerm>
  readonly limit: AstExpr | undefined
  readonly offset: AstExpr | undefined
}

export type Statement = SelectStatement | SetStatement

/** `WITH name AS (select)` or `WITH expr AS name`. */
export type CommonTable =
  | (Span & {
    readonly _tag: "CteQuery"
    readonly name: string
    readonly query: Statement
    /** After WITH RECURSIVE: it may name itself. */
    readonly recursive: boolean
  })
  | (Span & { readonly _tag: "CteExpr"; readonly name: string; readonly expr: AstExpr })

export interface OrderTerm extends Span {
  readonly expr: AstExpr
  readonly descending: boolean
  readonly nulls: "first" | "last" | undefined
}

export type FromClause =
  | (Span & {
    readonly _tag: "Table"
    readonly path: ReadonlyArray<string>
    readonly args: ReadonlyArray<AstExpr> | undefined
    readonly alias: string | undefined
    readonly final: boolean
    readonly sample: { readonly ratio: AstExpr; readonly offset: AstExpr | undefined } | undefined
  })
  | (Span & { readonly _tag: "Derived"; readonly query: Statement; readonly alias: string | undefined })
  | (Span & {
    readonly _tag: "PlaceholderTable"
    readonly name: ReadonlyArray<string>
    readonly alias: string | undefined
  })
  | (Span & {
    readonly _tag: "Join"
    readonly kind: "inner" | "left" | "right" | "full" | "cross"
    readonly strictness: "all" | "any" | "asof" | "semi" | "anti" | undefined
    readonly left: FromClause
    readonly right: FromClause
    readonly on: AstExpr | undefined
    readonly using: ReadonlyArray<string> | undefined
  })

export interface WindowSpec extends Span {
  readonly partitionBy: ReadonlyArray<AstExpr>
  readonly orderBy: ReadonlyArray<OrderTerm>
  readonly frame:
    | { readonly unit: "rows" | "range"; readonly start: FrameBound; readonly end: FrameBound | undefined }
    | undefined
}
export type FrameBound =
  | { readonly kind: "current row" }
  | { readonly kind: "preceding" | "following"; readonly count: number | "unbounded" }

/** Sugar is kept as written where the printed form needs it and lowered by the parser where the reference does too. */
export type AstExpr =
  | (Span & { readonly _tag: "Number"; readonly text: string })
  | (Span & { readonly _tag: "Text"; readonly value: string })
  | (Span & { readonly _tag: "Boolean"; readonly value: boolean })
  | (Span & { readonly _tag: "Null" })
  /** `a.b.c`, `properties['k']` is an Index. `table.*` and `*` are Star, with the columns that EXCLUDE names left out. */
  | (Span & { readonly _tag: "Field"; readonly path: ReadonlyArray<string> })
  | (Span & { readonly _tag: "Star"; readonly path: ReadonlyArray<string>; readonly without?: ReadonlyArray<string> })
  /** `COLUMNS('pattern')`: the columns of all tables whose names match; `COLUMNS(a, b)`: those. */
  | (Span & { readonly _tag: "Columns"; readonly pattern: string })
  | (Span & { readonly _tag: "ColumnList"; readonly columns: ReadonlyArray<AstExpr> })
  | (Span & { readonly _tag: "Placeholder"; readonly path: ReadonlyArray<string> })
  | (Span & { readonly _tag: "Alias"; readonly expr: AstExpr; readonly name: string })
  | (Span & {
    readonly _tag: "Call"
    readonly name: string
    readonly params: ReadonlyArray<AstExpr> | undefined
    readonly args: ReadonlyArray<AstExpr>
    readonly distinct: boolean
    /** The order in which an aggregate takes the rows. */
    readonly orderBy?: ReadonlyArray<OrderTerm>
    readonly over: { readonly window: WindowSpec | string } | undefined
  })
  | (Span & { readonly _tag: "Unary"; readonly operator: "-" | "not"; readonly expr: AstExpr })
  | (Span & {
    readonly _tag: "Binary"
    readonly operator: BinaryOperator
    readonly left: AstExpr
    readonly right: AstExpr
  })
  | (Span & { readonly _tag: "Logical"; readonly operator: "and" | "or"; readonly operands: ReadonlyArray<AstExpr> })
  | (Span & { readonly _tag: "IsNull"; readonly expr: AstExpr; readonly negated: boolean })
  | (Span & {
    readonly _tag: "Between"
    readonly expr: AstExpr
    readonly low: AstExpr
    readonly high: AstExpr
    readonly negated: boolean
  })
  | (Span & {
    readonly _tag: "In"
    readonly expr: AstExpr
    readonly set: AstExpr
    readonly negated: boolean
    readonly cohort: boolean
  })
  | (Span & { readonly _tag: "Ternary"; readonly condition: AstExpr; readonly then: AstExpr; readonly else: AstExpr })
  | (Span & {
    readonly _tag: "Case"
    readonly subject: AstExpr | undefined
    readonly branches: ReadonlyArray<{ readonly when: AstExpr; readonly then: AstExpr }>
    readonly else: AstExpr | undefined
  })
  | (Span & { readonly _tag: "Cast"; readonly expr: AstExpr; readonly typeName: string })
  | (Span & { readonly _tag: "Interval"; readonly count: AstExpr; readonly unit: string })
  | (Span & { readonly _tag: "Index"; readonly expr: AstExpr; readonly index: AstExpr; readonly nullSafe: boolean })
  /** `a[from:to]`, both counted from 1 and part of it. */
  | (Span & {
    readonly _tag: "Slice"
    readonly expr: AstExpr
    readonly from: AstExpr | undefined
    readonly to: AstExpr | undefined
  })
  | (Span & { readonly _tag: "Member"; readonly expr: AstExpr; readonly name: string; readonly nullSafe: boolean })
  | (Span & { readonly _tag: "Array"; readonly items: ReadonlyArray<AstExpr> })
  | (Span & { readonly _tag: "Tuple"; readonly items: ReadonlyArray<AstExpr> })
  | (Span & {
    readonly _tag: "Dict"
    readonly entries: ReadonlyArray<{ readonly key: AstExpr; readonly value: AstExpr }>
  })
  | (Span & { readonly _tag: "Lambda"; readonly params: ReadonlyArray<string>; readonly body: AstExpr })
  | (Span & { readonly _tag: "Subquery"; readonly query: Statement })

export type BinaryOperator =
  | "+"
  | "-"
  | "*"
  | "/"
  | "%"
  | "||"
  | "??"
  | "="
  | "!="
  | "<"
  | "<="
  | ">"
  | ">="
  | "like"
  | "not like"
  | "ilike"
  | "not ilike"
  | "=~"
  | "!~"
  | "=~*"
  | "!~*"
