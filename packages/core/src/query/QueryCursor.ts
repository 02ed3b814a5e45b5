import { columnsOf, type QueryPlan } from "@hedgerow/sql/plan/Plan"
import type { Row } from "@hedgerow/sql/types/Cell"
import type { SqlType } from "@hedgerow/sql/types/SqlType"
import { runSteps } from "@hedgerow/sql/types/Steps"
import { Cause, Effect, type Scope, Stream } from "effect"
import { traced } from "../shared/Traced.ts"
import { WorkSlice } from "../shared/WorkSlice.ts"
import type { AnswerSize } from "./AnswerSize.ts"
import {
  type EngineResult,
  type OpenOptions,
  type QueryEngine,
  type QueryEngineError,
  type QueryPiece,
  type QuerySummary,
  QueryTooLarge,
  type RunOptions
} from "./QueryEngine.ts"
import { batchInSteps, cutBatch, type RowBatch } from "./RowBatches.ts"

/** A query that runs. It ends with the scope it was opened in. */
export interface QueryCursor {
  /** The text the engine runs. */
  readonly statement: string | undefined
  /** The rows that come next, as many as the engine has at hand; undefined after the last. One asks at a time. */
  readonly next: Effect.Effect<RowBatch | undefined, QueryEngineError>
  /** Asked after the last row. */
  readonly summary: Effect.Effect<QuerySummary, QueryEngineError>
}

/** Starts a query. A refusal of the engine fails here or with the first rows. */
export type OpenQuery = (
  plan: QueryPlan,
  options: OpenOptions
) => Effect.Effect<QueryCursor, QueryEngineError, Scope.Scope>

/** Never an empty list: a stream's chunk has none. */
const pull = ({ next }: QueryCursor, types: ReadonlyArray<SqlType>) => {
  const batches: Effect.Effect<readonly [QueryPiece, ...Array<QueryPiece>], QueryEngineError | Cause.Done> = Effect
    .flatMap(next, (batch) => batch === undefined ? Cause.done() : Effect.flatMap(pieces(batch), onceSome))
  const pieces = (batch: RowBatch) =>
    Effect.map(
      runSteps(() => cutBatch(batch, types)),
      (batches) => batches.map(({ bytes, rows }): QueryPiece => ({ _tag: "Batch", rows, bytes }))
    )
  const onceSome = ([first, ...rest]: ReadonlyArray<QueryPiece>) =>
    first === undefined ? batches : Effect.succeed([first, ...rest] as const)
  return batches
}

const streamed = (open: OpenQuery): QueryEngine["Service"]["stream"] => (plan, options) =>
  Stream.unwrap(Effect.map(open(plan, { ...options, isWhole: false }), (cursor) => {
    const { statement, summary } = cursor
    const columns = columnsOf(plan)
    const types = columns.map(({ type }) => type)
    return Stream.succeed<QueryPiece>({ _tag: "Columns", columns, statement }).pipe(
      Stream.concat(Stream.fromPull(Effect.succeed(pull(cursor, types)))),
      Stream.concat(Stream.fromEffect(Effect.map(summary, (summary): QueryPiece => ({ _tag: "Summary", summary }))))
    )
  }))

/** The first limit that an answer of this size exceeds. */
const beyond = (size: AnswerSize, atMost: AnswerSize): QueryTooLarge | undefined => {
  if (size.rows > atMost.rows) return new QueryTooLarge({ limit: "memory" })
  if (size.bytes > atMost.bytes) return new QueryTooLarge({ limit: "answer", most: atMost.bytes })
  return size.cells > atMost.cells ? new QueryTooLarge({ limit: "cells", most: atMost.cells }) : undefined
}

/** An answer of more than this is large: it is collected further only when it is admitted. */
export const largeAnswer: Pick<AnswerSize, "bytes" | "cells"> = { bytes: 4 * 1024 * 1024, cells: 131_072 }

/**
 * The engine may have an answer ready before its first row where it has at most this number of cells, lists counted as
 * one.
 */
const cellsAtOnce = 16_384

/**
 * Whether a number of rows of the plan is small. A larger answer is read as it comes: no engine makes more than is
 * taken.
 */
const isFew = (plan: QueryPlan, rows: number): boolean => rows * columnsOf(plan).length <= cellsAtOnce

/** Characters that take about as long as a cell: others go on after so much work. */
const cellChars = 8

const collect = Effect.fnUntraced(function*(
  open: OpenQuery,
  plan: QueryPlan,
  { admit = () => Effect.void, atMost = { rows: Infinity, bytes: Infinity, cells: Infinity }, sink, ...options }:
    RunOptions
) {
  const { next, statement, summary } = yield* open(plan, { ...options, isWhole: isFew(plan, atMost.rows) })
  const rows: Array<Row> = []
  const slice = new WorkSlice()
  // The bracket before the rows.
  let size: AnswerSize = { rows: 0, bytes: 1, cells: 0 }
  let isAdmitted = false
  let batch = yield* next
  while (batch !== undefined) {
    const { bytes, cells } = batch
    size = { rows: size.rows + batch.rows.length, bytes: size.bytes + bytes, cells: size.cells + cells }
    const failure = beyond(size, atMost)
    if (failure !== undefined) return yield* failure
    if (!isAdmitted && (size.bytes > largeAnswer.bytes || size.cells > largeAnswer.cells)) {
      yield* admit(sink === undefined ? 0 : size.bytes)
      isAdmitted = true
    }
    const taken = batch.rows
    if (sink === undefined) taken.forEach((row) => rows.push(row))
    else yield* runSteps(() => sink.add(taken))
    if (slice.isOver(bytes + cells * cellChars)) yield* Effect.yieldNow
    batch = yield* next
  }
  const result: EngineResult = { rows, statement, ...(yield* summary) }
  return result
}, Effect.scoped)

type Estimate = QueryEngine["Service"]["estimate"]

const unknown: Estimate = () => Effect.succeed({ statement: undefined, rows: undefined })

/** An engine that answers with cursors; `name` is what traces call it. */
export const engineOf = (name: string, open: OpenQuery, estimate: Estimate = unknown): QueryEngine["Service"] => {
  const stream = streamed(open)
  return {
    estimate: (plan) => Effect.withSpan(estimate(plan), `${name}.estimate`),
    stream: (plan, options) => Stream.withSpan(stream(plan, options), `${name}.stream`),
    run: traced(`${name}.run`)((plan, options) => collect(open, plan, options))
  }
}

/** An engine that has each answer whole. */
export const wholeEngine = (
  run: QueryEngine["Service"]["run"],
  estimate: Estimate = unknown
): QueryEngine["Service"] => ({
  run,
  estimate,
  stream: streamed((plan, options) =>
    Effect.map(run(plan, options), ({ rows, statement, ...summary }) => {
      let left: ReadonlyArray<Row> | undefined = rows
      return {
        statement,
        next: Effect.suspend(() => {
          if (left === undefined) return Effect.undefined
          const all = left
          left = undefined
          return runSteps(() => batchInSteps(all, columnsOf(plan).map(({ type }) => type)))
        }),
        summary: Effect.succeed(summary)
      }
    })
  )
})
