import { RowMeter } from "@hedgerow/core/query/AnswerSize"
import { EngineAbilities } from "@hedgerow/core/query/EngineAbilities"
import { EngineLimits } from "@hedgerow/core/query/EngineLimits"
import { makeProgressReports, type ProgressReports } from "@hedgerow/core/query/ProgressReports"
import { engineOf, type QueryCursor } from "@hedgerow/core/query/QueryCursor"
import {
  QueryEngine,
  type QueryEngineError,
  type QueryOptions,
  QueryRuntimeError,
  QueryTimedOut,
  QueryTooLarge
} from "@hedgerow/core/query/QueryEngine"
import { batchLimits, type RowBatch } from "@hedgerow/core/query/RowBatches"
import { CellTooLarge, mostCell } from "@hedgerow/sql/evaluate/CellSize"
import { columnsOf, type QueryPlan } from "@hedgerow/sql/plan/Plan"
import type { Row } from "@hedgerow/sql/types/Cell"
import type { SqlType } from "@hedgerow/sql/types/SqlType"
import { Clock, Duration, Effect, Layer } from "effect"
import { abilities } from "./Abilities.ts"
import { answerQuery } from "./QueryRows.ts"
import { QueryMemoryLimit, QueryRowLimit, RowBudget } from "./RowBudget.ts"
import { takeSnapshot } from "./TableSnapshot.ts"
import { TableSource } from "./TableSource.ts"

/**
 * An error that compiled expressions throw for the data's sake is a failure of the query; anything else stays a defect.
 */
const asFailure = (defect: unknown): Effect.Effect<never, QueryEngineError> => {
  if (defect instanceof CellTooLarge) return Effect.fail(new QueryTooLarge({ limit: "cell", most: mostCell }))
  return defect instanceof QueryRuntimeError || defect instanceof QueryTooLarge
    ? Effect.fail(defect)
    : Effect.die(defect)
}

interface Running {
  /** The rows, undefined for a pause. */
  readonly work: Generator<Row | undefined, void, void>
  readonly types: ReadonlyArray<SqlType>
  readonly budget: RowBudget
  readonly tableRows: number
  readonly reports: ProgressReports
  readonly clock: Clock.Clock
  /** The processor time of the work so far. */
  readonly spent: { nanos: bigint }
}

/** Works until a batch is full or the work is over; others run at each pause. Between two batches nothing is done. */
const nextBatch = ({ budget, clock, reports, spent, tableRows, types, work }: Running) => {
  let isOver = false
  /** Up to the next pause: whether the batch is to be handed on. */
  const step = (rows: Array<Row>, size: RowMeter): boolean => {
    const start = clock.monotonicTimeNanosUnsafe()
    let isFull = false
    let isPaused = false
    while (!isFull && !isPaused) {
      const { done, value } = work.next()
      isOver = done === true
      if (value !== undefined) {
        rows.push(value)
        size.add(value)
      } else isPaused = !isOver
      isFull = isOver || rows.length >= batchLimits.rows || size.cells >= batchLimits.cells
        || size.bytes >= batchLimits.bytes
    }
    spent.nanos += clock.monotonicTimeNanosUnsafe() - start
    return isFull
  }
  const report = (): void => {
    const { bytesRead, rowsRead } = budget
    reports.report({
      rowsRead,
      bytesRead,
      estimatedRowsTotal: tableRows,
      activeCpuTime: Number(spent.nanos / 1_000_000n)
    })
  }
  return Effect.gen(function*(): Effect.fn.Return<RowBatch | undefined> {
    if (isOver) return undefined
    const rows: Array<Row> = []
    const size = new RowMeter(types)
    while (!step(rows, size)) {
      report()
      yield* Effect.yieldNow
    }
    if (isOver) report()
    return { rows, bytes: size.bytes, cells: size.cells }
  })
}

/** Fails an effect that is not over when the query's time is. */
const makeDeadline = Effect.fnUntraced(function*(timeout: Duration.Duration) {
  const clock = yield* Clock.Clock
  const limitMillis = Duration.toMillis(timeout)
  const end = clock.currentTimeMillisUnsafe() + limitMillis
  return <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | QueryTimedOut, R> =>
    Effect.suspend(() =>
      Effect.timeoutOrElse(effect, {
        duration: Math.max(0, end - clock.currentTimeMillisUnsafe()),
        orElse: () => Effect.fail(new QueryTimedOut({ limitMillis }))
      })
    )
})

const open = Effect.fnUntraced(function*(
  source: TableSource["Service"],
  plan: QueryPlan,
  { onProgress, timeout }: QueryOptions
) {
  const inTime = yield* makeDeadline(timeout)
  const limits = yield* EngineLimits
  const memory = limits.memory === Infinity ? yield* QueryMemoryLimit : limits.memory
  const budget = new RowBudget(yield* QueryRowLimit, { ...limits, memory })
  const tables = yield* inTime(takeSnapshot(source, plan))
  const reports = yield* makeProgressReports(onProgress)
  const clock = yield* Clock.Clock
  const work = answerQuery(plan, tables, budget)
  const spent = { nanos: 0n }
  const cursor: QueryCursor = {
    statement: undefined,
    next: nextBatch({
      work,
      types: columnsOf(plan).map(({ type }) => type),
      budget,
      reports,
      clock,
      spent,
      tableRows: tables.size
    }).pipe(
      Effect.catchDefect(asFailure),
      inTime
    ),
    summary: Effect.sync(() => ({
      rowsRead: budget.rowsRead,
      bytesRead: budget.bytesRead,
      memoryBytes: budget.bytesHeld,
      cpuMicros: Number(spent.nanos / 1_000n),
      warnings: []
    }))
  }
  return cursor
})

const layerEngine: Layer.Layer<QueryEngine, never, TableSource> = Layer.effect(
  QueryEngine,
  Effect.gen(function*() {
    const source = yield* TableSource
    const { estimate, run, stream } = engineOf(
      "MemoryQueryEngine",
      (plan, options) => open(source, plan, options),
      (plan) => Effect.map(takeSnapshot(source, plan), ({ size }) => ({ statement: undefined, rows: size }))
    )
    return QueryEngine.of({
      stream,
      estimate,
      run: (plan, options) =>
        Effect.flatMap(QueryRowLimit, (most) => {
          const { bytes = Infinity, cells = Infinity, rows = Infinity } = options.atMost ?? {}
          return run(plan, { ...options, atMost: { bytes, cells, rows: Math.min(rows, most) } })
        })
    })
  })
)

/**
 * `QueryEngine` over the rows of `TableSource`: plans are compiled to closures and run on this thread, with a pause every
 * few milliseconds. `QueryRowLimit` bounds the rows that one query holds, and the answer of `run`; `QueryMemoryLimit` the
 * bytes, unless `EngineLimits` does.
 */
export const layer: Layer.Layer<QueryEngine, never, TableSource> = Layer.merge(
  layerEngine,
  Layer.succeed(EngineAbilities, abilities)
)
