import type { EngineBounds } from "@hedgerow/core/query/EngineLimits"
import { rules } from "@hedgerow/sql/clickhouse/Settings"
import type { Settings } from "../protocol/Statement.ts"

/** Limits beside the time of each query; a limit that is not given does not hold. */
export interface QueryLimitOptions {
  /** Bytes of memory of one query. */
  readonly maxMemory?: number
  readonly maxRowsToRead?: number
  readonly maxBytesToRead?: number
}

/** The plan has limits of its own on what a statement may be. */
const sizes: Settings = {
  max_query_size: 268_435_456,
  max_ast_elements: 50_000_000,
  max_expanded_ast_elements: 50_000_000,
  max_ast_depth: 100_000,
  max_parser_depth: 100_000,
  max_parser_backtracks: 100_000_000
}

/** The lesser of two limits; undefined without any. */
const least = (own: number = Infinity, every: number = Infinity): number | undefined => {
  const found = Math.min(own, every)
  return found === Infinity ? undefined : Math.floor(found)
}

const limit = (name: string, most: number | undefined): Settings => most === undefined ? {} : { [name]: most }

/** The bounds of one query; one that is not given does not hold. */
export interface StatementBounds {
  /** Rows that it may read. */
  readonly rows?: number
  /** Bytes that it may read. */
  readonly bytes?: number
  /** Bytes of memory that it may hold. */
  readonly memory?: number
}

/** The bounds of a query; its memory has the engine's own where none is stated. */
export const boundsOf = (
  options: QueryLimitOptions,
  every: EngineBounds,
  ownMemory: number | undefined
): StatementBounds => {
  const rows = least(options.maxRowsToRead, every.rowsRead)
  const bytes = least(options.maxBytesToRead, every.bytesRead)
  const memory = least(options.maxMemory, every.memory) ?? ownMemory
  return {
    ...rows === undefined ? {} : { rows },
    ...bytes === undefined ? {} : { bytes },
    ...memory === undefined ? {} : { memory }
  }
}

/**
 * The embedded engine writes an answer that is wanted whole into memory of which it keeps no account: its rows may have a
 * part of what the query may hold.
 */
export const wholeSettings = ({ memory }: StatementBounds): Settings =>
  memory === undefined ? {} : { max_result_bytes: Math.ceil(memory / 4) }

/** The settings of an estimate: a count that ClickHouse takes from its marks has the rows that it counts. */
export const estimateSettings: Settings = { optimize_use_implicit_projections: 0 }

/** The settings of one query. On a cluster, subqueries and joined tables are sent to all shards. */
export const querySettings = (
  seconds: number,
  isCluster: boolean,
  { bytes, memory, rows }: StatementBounds
): Settings => ({
  ...rules,
  ...sizes,
  ...isCluster ? { distributed_product_mode: "global" } : {},
  max_execution_time: seconds,
  timeout_overflow_mode: "throw",
  ...limit("max_memory_usage", memory),
  ...limit("max_rows_to_read", rows),
  ...limit("max_bytes_to_read", bytes)
})
