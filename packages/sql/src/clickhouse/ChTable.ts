import type { Expr } from "../plan/Plan.ts"
import type { Parameters } from "./Parameters.ts"

/** The storage of one column of the plan. */
export interface ChColumn {
  readonly column: string
  /** The column of canonical JSON that is the document, and that properties are cut out of. */
  readonly document?: string
  /** The text of a property, by the name of its source with its point, where the storage has a quicker way to it. */
  readonly property?: (source: string, path: ReadonlyArray<string>, parameters: Parameters) => string
  /** The stored type is no supertype's twin of the plan's: the cast that makes it so. */
  readonly cast?: string
}

/** The storage of a table of the plan. */
export interface ChTable {
  readonly table: string
  /** The column by which a scan reads the rows of its tenant alone; absent where all rows are of one. */
  readonly tenant?: string
  /** The table is read with FINAL: the latest row of each key, and none that was deleted. */
  readonly final?: boolean
  readonly columns: Readonly<Record<string, ChColumn>>
  /** The column, by its name in the plan, that is different in all rows of a tenant. */
  readonly key?: string
  /** The columns that joins read of it are UUIDs: the constant of a row tells whether it is there, in place of NULL. */
  readonly uuids?: true
  /** A condition on the scan alone whose rows lie together in the order of the table. */
  readonly bound?: Expr
}
