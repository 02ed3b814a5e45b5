import type { QueryPlan } from "@hedgerow/sql/plan/Plan"
import type { Row } from "@hedgerow/sql/types/Cell"
import type { SqlType } from "@hedgerow/sql/types/SqlType"
import type { Steps } from "@hedgerow/sql/types/Steps"
import { Context, type Duration, type Effect, Schema, type Stream } from "effect"
import type { AnswerSize } from "./AnswerSize.ts"

/** The data or the numbers of a query broke a rule of the dialect; `code` is the wire code, `detail` is safe to show. */
export class QueryRuntimeError extends Schema.TaggedError<QueryRuntimeError>()("QueryRuntimeError", {
  code: Schema.String,
  detail: Schema.String
}) {}

/** The query ran longer than its limit. */
export class QueryTimedOut extends Schema.TaggedError<QueryTimedOut>()("QueryTimedOut", {
  limitMillis: Schema.Finite
}) {}

/**
 * The limits that a query can exceed: memory, rows or bytes that it reads, bytes or cells of an answer that is collected,
 * rounds of a recursive query, the size of one cell.
 */
export const QueryLimitName = Schema.Literals(["memory", "rows", "bytes", "answer", "cells", "recursion", "cell"])
export type QueryLimitName = typeof QueryLimitName.Type

/** The query needed more than a limit lets it. */
export class QueryTooLarge extends Schema.TaggedError<QueryTooLarge>()("QueryTooLarge", {
  limit: QueryLimitName,
  /** The limit, where it is known. */
  most: Schema.optionalKey(Schema.Finite)
}) {}

/** The engine takes no query now. */
export class QueryEngineBusy extends Schema.TaggedError<QueryEngineBusy>()("QueryEngineBusy", {}) {}

/** The engine is away, or does not answer. */
export class QueryEngineUnavailable
  extends Schema.TaggedError<QueryEngineUnavailable>()("QueryEngineUnavailable", {})
{}

/** The query reads stored data that are damaged: what it would answer without them is wrong. */
export class QueryDataDamaged extends Schema.TaggedError<QueryDataDamaged>()("QueryDataDamaged", {
  /** The table, where the engine names it. */
  table: Schema.optionalKey(Schema.String)
}) {}

/** The query ended the engine's process again and again, and is not run for a while. */
export class QueryRefused extends Schema.TaggedError<QueryRefused>()("QueryRefused", {
  retryAfterSeconds: Schema.Finite
}) {}

export type QueryEngineError =
  | QueryRuntimeError
  | QueryTimedOut
  | QueryTooLarge
  | QueryEngineBusy
  | QueryEngineUnavailable
  | QueryDataDamaged
  | QueryRefused

/**
 * The progress of a running query: sums over all its parts, as far as the engine reports them. None of them ever falls.
 */
export interface QueryProgress {
  readonly rowsRead: number
  readonly bytesRead: number
  /** At least `rowsRead`. */
  readonly estimatedRowsTotal: number
  /** Milliseconds since the query began. */
  readonly timeElapsed: number
  /** Milliseconds of processor time that the engine spent on it; 0 where that is not known. */
  readonly activeCpuTime: number
}

export interface QueryOptions {
  /** From the start of the query to its last row, including the caller's time between the rows. */
  readonly timeout: Duration.Duration
  /** Called now and then while the query runs. */
  readonly onProgress?: (progress: QueryProgress) => void
  /** It is expected to be short, and runs beside as many others as the engine was made for: it may have less memory. */
  readonly isShort?: boolean
}

/** The options an engine gets with a query. */
export interface OpenOptions extends QueryOptions {
  /** The answer is small and taken at once: the engine may have it ready before the first row. */
  readonly isWhole: boolean
}

/** Takes the rows of an answer as they arrive, in steps. */
export interface RowSink {
  readonly add: (rows: ReadonlyArray<Row>) => Steps<void>
}

export interface RunOptions extends QueryOptions {
  /** Default: as much as the engine allows. */
  readonly atMost?: AnswerSize
  /**
   * Done once before a large answer (`largeAnswer`) is collected further: it waits for its turn, or is refused. It gets
   * the bytes that are there of the text that a `sink` makes, 0 without one: of rows the answer may be any size.
   */
  readonly admit?: (bytes: number) => Effect.Effect<void, QueryEngineBusy | QueryTooLarge>
  /** Takes the rows within the limits, in the place of the result: what it makes of them is all that is held. */
  readonly sink?: RowSink
}

/** A column of an answer. */
export interface QueryColumn {
  readonly name: string
  readonly type: SqlType
}

/** The cost of a query, known at its end. */
export interface QuerySummary {
  readonly rowsRead: number
  readonly bytesRead: number
  /** Processor time of the engine; undefined where it is not known. */
  readonly cpuMicros?: number
  /** The most memory that the query held; undefined where it is not known. */
  readonly memoryBytes?: number
  /** Warnings about rows that may be missing, in words. */
  readonly warnings: ReadonlyArray<string>
}

/** The columns come once and first, then batches of rows, at last the summary. */
export type QueryPiece =
  | {
    readonly _tag: "Columns"
    readonly columns: ReadonlyArray<QueryColumn>
    /** The text the engine runs. */
    readonly statement: string | undefined
  }
  | { readonly _tag: "Batch"; readonly rows: ReadonlyArray<Row>; readonly bytes: number }
  | { readonly _tag: "Summary"; readonly summary: QuerySummary }

/** A whole answer. */
export interface EngineResult extends QuerySummary {
  /** The rows that no sink took. */
  readonly rows: ReadonlyArray<Row>
  /** The text the engine ran; shown where it is asked for, by `explain` or `modifiers.debug`. */
  readonly statement: string | undefined
}

/** An engine's estimate of a plan before it runs it. */
export interface PlanEstimate {
  /** The text the engine would run; undefined where it has none. */
  readonly statement: string | undefined
  /** Table rows that it would read, by the engine's estimate; undefined without one. */
  readonly rows: number | undefined
}

/** Runs plans. Interrupting an effect, or leaving a stream before its end, stops the query in the engine. */
export class QueryEngine extends Context.Service<QueryEngine, {
  /**
   * Rows as the engine has them, in the order of the plan. A batch holds `batchLimits` at most, but always a row. The engine
   * works ahead of the caller by a bounded amount: a caller that takes no batch stops it.
   */
  readonly stream: (plan: QueryPlan, options: QueryOptions) => Stream.Stream<QueryPiece, QueryEngineError>
  /** The same answer, collected. */
  readonly run: (plan: QueryPlan, options: RunOptions) => Effect.Effect<EngineResult, QueryEngineError>
  /** Runs nothing. An estimate that the engine fails to make is none. */
  readonly estimate: (plan: QueryPlan) => Effect.Effect<PlanEstimate, QueryEngineError>
}>()("@hedgerow/core/query/QueryEngine") {}
