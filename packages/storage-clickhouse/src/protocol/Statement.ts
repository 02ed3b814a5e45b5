import type { Effect } from "effect"
import type { ClickHouseFailure } from "./ClickHouseErrors.ts"

/** Settings of one statement, by ClickHouse's names. */
export type Settings = Readonly<Record<string, string | number>>

/** One statement: its values are bound (`{name:Type}`), never part of the text. */
export interface Statement {
  /** Without a FORMAT clause. */
  readonly sql: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly settings?: Settings
  /** By which others find it in the engine, to follow or to stop it; must be its own. Default: a fresh one. */
  readonly logComment?: string
  /** Of a user: where it has ended the engine's process twice it is refused for a while. */
  readonly isOfUser?: boolean
}

/** The progress of a running statement. */
export interface Progress {
  readonly rowsRead: number
  readonly bytesRead: number
  readonly estimatedRowsTotal: number
  /** Milliseconds of processor time, where the engine reports them. */
  readonly activeCpuTime?: number
}

export interface Column {
  readonly name: string
  readonly type: string
}

/** The answer of a query: integers of 64 bits and more and decimals are text, NaN and infinities are null. */
export interface Answer {
  readonly columns: ReadonlyArray<Column>
  readonly rows: ReadonlyArray<ReadonlyArray<unknown>>
  readonly rowsRead: number
  readonly bytesRead: number
}

/** An answer that is still coming. It ends with the scope it was opened in, and its statement with it. */
export interface OpenAnswer {
  /** The rows that have come, at least one; undefined after the last. While nobody asks the engine is held up. */
  readonly next: Effect.Effect<Answer["rows"] | undefined, ClickHouseFailure>
  /** The answer so far, but for the rows; complete after the last row. */
  readonly soFar: () => Omit<Answer, "rows">
}

export interface QueryOptions {
  /** Called now and then while the query runs. */
  readonly onProgress?: (progress: Progress) => void
  /**
   * Whether the embedded engine may hold the answer until it is complete, which costs less for a small one. A server writes
   * as it goes.
   */
  readonly isWhole?: boolean
}

export interface InsertOptions {
  /** An insert with the same token into the same table, within the table's window, changes nothing. */
  readonly deduplicationToken?: string
  readonly settings?: Settings
}
