import type { Duration, Effect } from "effect"
import { Context, Schema } from "effect"
import type { Row } from "./sql/Cell.ts"
import type { QueryPlan } from "./sql/Plan.ts"

/** The data or the numbers of a query broke a rule of the dialect; `code` is the wire code, `detail` is safe to show. */
export class QueryRuntimeError extends Schema.TaggedError<QueryRuntimeError>()("QueryRuntimeError", {
  code: Schema.String,
  detail: Schema.String
}) {}

/** The query ran longer than its limit. */
export class QueryTimedOut extends Schema.TaggedError<QueryTimedOut>()("QueryTimedOut", {
  limitMillis: Schema.Finite
}) {}

/** The query needed more rows in memory, or memory, than its limit. */
export class QueryTooLarge extends Schema.TaggedError<QueryTooLarge>()("QueryTooLarge", {}) {}

/** The engine takes no query now. */
export class QueryEngineBusy extends Schema.TaggedError<QueryEngineBusy>()("QueryEngineBusy", {}) {}

/** The engine is away, or does not answer. */
export class QueryEngineUnavailable
  extends Schema.TaggedError<QueryEngineUnavailable>()("QueryEngineUnavailable", {})
{}

export type QueryEngineError =
  | QueryRuntimeError
  | QueryTimedOut
  | QueryTooLarge
  | QueryEngineBusy
  | QueryEngineUnavailable

/** How far a running query is: sums over all parts of it. */
export interface QueryProgress {
  readonly rowsRead: number
  readonly bytesRead: number
  readonly estimatedRowsTotal: number
}

export interface QueryOptions {
  readonly timeout: Duration.Duration
  /** Called now and then while the query runs. */
  readonly onProgress?: (progress: QueryProgress) => void
}

export interface EngineResult {
  readonly rows: ReadonlyArray<Row>
  readonly rowsRead: number
  readonly bytesRead: number
  /** The text the engine ran, for `explain`; never shown without `modifiers.debug`. */
  readonly statement: string | undefined
  /** What the answer may lack, in words. */
  readonly warnings: ReadonlyArray<string>
}

/** Runs a plan. Interrupting the effect stops the query in the engine. */
export class QueryEngine extends Context.Service<QueryEngine, {
  readonly run: (plan: QueryPlan, options: QueryOptions) => Effect.Effect<EngineResult, QueryEngineError>
}>()("@hedgerow/core/query/QueryEngine") {}
