import { findAggregate, findWindow } from "../plan/ExprMeasures.ts"
import { columnsOf, type Expr, type QueryPlan } from "../plan/Plan.ts"
import { visitPlan } from "../plan/PlanWalk.ts"

/** Settings of one statement, by ClickHouse's names. */
export type Settings = Readonly<Record<string, string | number>>

/** The settings that the rules of the plan ask of ClickHouse, and how answers are written. */
export const rules: Settings = {
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
export const planSettings = (plan: QueryPlan, lacksOnlyUuids: boolean, sql: string): Settings => {
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
    ...lacksOnlyUuids ? { join_use_nulls: 0 } : {},
    ...hasUnequalArrays ? {} : { enable_unaligned_array_join: 0 },
    ...asksResults && orAndPattern.test(sql) ? { optimize_or_like_chain: 0 } : {}
  }
}

/** A join whose key is the constant `one` of both sides. */
const constantKey = /\bone`? = \S+\bone\b/

/** ClickHouse loses the constant key of a join when it changes the order of joins: in such a statement it keeps it. */
export const joinSettings = (sql: string): Settings =>
  constantKey.test(sql) ? { query_plan_optimize_join_order_limit: 1 } : {}
