/** One column as ClickHouse creates it. */
export interface Column {
  readonly name: string
  readonly type: string
  /** The clauses behind the type: `CODEC(…)`, `DEFAULT …`, `EPHEMERAL …`. */
  readonly rest?: string
}

/** A data-skipping index. */
export interface SkipIndex {
  readonly name: string
  readonly on: string
  readonly type: string
}

/** The place of a table's rows on a cluster. */
export type Placement =
  /** Cut over the shards by an expression; read and written through a `Distributed` table of the plain name. */
  | { readonly _tag: "Sharded"; readonly by: string }
  /** The same rows on every node, so that joins stay local. */
  | { readonly _tag: "Everywhere" }

/** A table as data; `createTable` makes statements of it. */
export interface Table {
  readonly name: string
  readonly columns: ReadonlyArray<Column>
  readonly indexes?: ReadonlyArray<SkipIndex>
  /**
   * `latest` keeps, of the rows with one sorting key, the one with the highest `version`, and none that `is_deleted`;
   * `sums` adds their numbers up.
   */
  readonly rows: "all" | "latest" | "sums"
  readonly partitionBy?: string
  /** The time from which on a row may be removed. */
  readonly removedAfter?: string
  readonly orderBy: ReadonlyArray<string>
  readonly placement: Placement
}

/** A view that writes what comes into `from` to `to` as well, in the same insert. */
export interface CopyingView {
  readonly name: string
  readonly from: Table
  readonly to: Table
  readonly columns: ReadonlyArray<string>
}
