import type { Row } from "@hedgerow/sql/Cell"
import { columnsOf, type QueryPlan } from "@hedgerow/sql/Plan"
import { Cause, Effect, type Scope, Stream } from "effect"
import { traced } from "../shared/Traced.ts"
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
import { batchOf, cutBatch, type RowBatch } from "./RowBatches.ts"

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
const pull = ({ next }: QueryCursor) => {
  const batches: Effect.Effect<readonly [QueryPiece, ...Array<QueryPiece>], QueryEngineError | Cause.Done> = Effect
    .flatMap(next, (batch) => {
      if (batch === undefined) return Cause.done()
      const [first, ...rest] = cutBatch(batch).map(({ bytes, rows }): QueryPiece => ({ _tag: "Batch", rows, bytes }))
      return first === undefined ? batches : Effect.succeed([first, ...rest] as const)
    })
  return batches
}

const streamed = (open: OpenQuery): QueryEngine["Service"]["stream"] => (plan, options) =>
  Stream.unwrap(Effect.map(open(plan, { ...options, isWhole: false }), (cursor) => {
    const { statement, summary } = cursor
    return Stream.succeed<QueryPiece>({ _tag: "Columns", columns: columnsOf(plan), statement }).pipe(
      Stream.concat(Stream.fromPull(Effect.succeed(pull(cursor)))),
      Stream.concat(Stream.fromEffect(Effect.map(summary, (summary): QueryPiece => ({ _tag: "Summary", summary }))))
    )
  }))

const collect = Effect.fnUntraced(function*(open: OpenQuery, plan: QueryPlan, { atMost, ...options }: RunOptions) {
  const { next, statement, summary } = yield* open(plan, { ...options, isWhole: true })
  const rows: Array<Row> = []
  let bytes = 0
  let batch = yield* next
  while (batch !== undefined) {
    bytes += batch.bytes
    if (atMost !== undefined && rows.length + batch.rows.length > atMost.rows) {
      return yield* new QueryTooLarge({ limit: "memory" })
    }
    if (atMost !== undefined && bytes > atMost.bytes) {
      return yield* new QueryTooLarge({ limit: "answer", most: atMost.bytes })
    }
    for (const row of batch.rows) rows.push(row)
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
        next: Effect.sync(() => {
          const batch = left === undefined ? undefined : batchOf(left)
          left = undefined
          return batch
        }),
        summary: Effect.succeed(summary)
      }
    })
  )
})
