import type { EngineBounds } from "@hedgerow/core/query/EngineLimits"
import { findAggregate, findWindow } from "@hedgerow/sql/plan/ExprMeasures"
import { columnsOf, type Expr, type QueryPlan } from "@hedgerow/sql/plan/Plan"
import { visitPlan } from "@hedgerow/sql/plan/PlanWalk"
import type { Settings } from "../protocol/Statement.ts"

/** Limits beside the time of each query; a limit that is not given does not hold. */
export interface QueryLimitOptions {
  /** Bytes of memory of one query. */
  readonly maxMemory?: number
  readonly maxRowsToRead?: number
  readonly maxBytesToRead?: number
}

/** The settings that the rules of the plan ask of ClickHouse, and how answers are written. */
const rules: Settings = {
  // A left row without a match has NULL on the right.
  join_use_nulls: 1,
  // IN is never NULL, and NULL is in a list that has it.
  transform_null_in: 1,
  // Numbers in GROUP BY and ORDER BY are values.
  enable_positional_arguments: 0,
  // Conditionals evaluate only the branch that is taken.
  short_circuit_function_evaluation: "force_enable",
  // The least and the greatest of NULL and a number are NULL.
  least_greatest_legacy_null_behavior: 1,
  // Dates and instants before 1970 and after 2106.
  enable_extended_results_for_datetime_functions: 1,
  session_timezone: "UTC",
  // Shorter arrays of an ARRAY JOIN are filled up, with NULL since members can be.
  enable_unaligned_array_join: 1,
  max_recursive_cte_evaluation_depth: 1000,
  cast_keep_nullable: 0,
  output_format_json_escape_forward_slashes: 0,
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_denormals: 1
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

/** A pattern somewhere in a statement that has an OR. */
const orAndPattern = /^(?=[^]* OR )[^]*\b(?:match\(|i?like\b)/i

/** Whether the expression computes with the result of an aggregate or of a window. */
const isOfResult = (expr: Expr): boolean =>
  expr._tag !== "Aggregate" && expr._tag !== "Window"
  && (findAggregate(expr) !== undefined || findWindow(expr) !== undefined)

/** The most cells of one of ClickHouse's blocks of rows: a list, however short, takes some bytes in it. */
const blockCells = 4 * 1024 * 1024

/** The rows of ClickHouse's blocks where it is asked for nothing. */
const blockRows = 65_409

/** A row of very many columns has fewer beside it: a block is made whole, also for who takes its first rows. */
const blockSettings = (columns: number): Settings =>
  columns * blockRows <= blockCells ? {} : { max_block_size: Math.max(1, Math.floor(blockCells / columns)) }

/**
 * Settings whose rule the plan does not need; each costs time. ClickHouse cannot join the patterns of an OR into one where
 * they are asked of an aggregate or a window: it takes these for functions.
 */
export const planSettings = (plan: QueryPlan, lacksOnlyMerges: boolean, sql: string): Settings => {
  let hasUnequalArrays = false
  let asksResults = false
  visitPlan(plan, {
    source: (source) => {
      if (source._tag === "ArrayJoin" && source.items.length > 1) hasUnequalArrays = true
    },
    expr: (expr) => {
      asksResults ||= isOfResult(expr)
    }
  })
  return {
    ...blockSettings(columnsOf(plan).length),
    ...lacksOnlyMerges ? { join_use_nulls: 0 } : {},
    ...hasUnequalArrays ? {} : { enable_unaligned_array_join: 0 },
    ...asksResults && orAndPattern.test(sql) ? { optimize_or_like_chain: 0 } : {}
  }
}

/** A join whose key is the constant `one` of both sides. */
const constantKey = /\bone`? = \S+\bone\b/

/** ClickHouse loses the constant key of a join when it changes the order of joins: in such a statement it keeps it. */
export const joinSettings = (sql: string): Settings =>
  constantKey.test(sql) ? { query_plan_optimize_join_order_limit: 1 } : {}
