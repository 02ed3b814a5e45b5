import { EngineAbilities } from "@hedgerow/core/query/EngineAbilities"
import {
  type EngineResult,
  QueryEngine,
  type QueryEngineError,
  type QueryOptions,
  QueryRuntimeError,
  QueryTimedOut,
  QueryTooLarge
} from "@hedgerow/core/query/QueryEngine"
import type { QueryPlan } from "@hedgerow/core/query/sql/Plan"
import { Duration, Effect, Layer } from "effect"
import { abilities } from "./Abilities.ts"
import { queryRows } from "./QueryRows.ts"
import { QueryRowLimit, RowBudget, type Work } from "./RowBudget.ts"
import { takeSnapshot } from "./TableSnapshot.ts"
import { TableSource } from "./TableSource.ts"

/** Runs the work to its end; others run at each of its pauses. */
const drive = Effect.fnUntraced(function*<A>(work: Work<A>, onPause: () => void) {
  let step = work.next()
  while (step.done !== true) {
    onPause()
    yield* Effect.yieldNow
    step = work.next()
  }
  return step.value
})

/** What compiled expressions throw for the data's sake is a failure of the query; anything else stays a defect. */
const asFailure = (defect: unknown): Effect.Effect<never, QueryEngineError> =>
  defect instanceof QueryRuntimeError || defect instanceof QueryTooLarge ? Effect.fail(defect) : Effect.die(defect)

const execute = Effect.fnUntraced(function*(
  source: TableSource["Service"],
  plan: QueryPlan,
  onProgress: QueryOptions["onProgress"]
) {
  const budget = new RowBudget(yield* QueryRowLimit)
  const tables = yield* takeSnapshot(source, plan)
  const report = () => {
    const { bytesRead, rowsRead } = budget
    onProgress?.({ rowsRead, bytesRead, estimatedRowsTotal: Math.max(rowsRead, tables.size) })
  }
  const rows = yield* drive(queryRows(plan, { tables, budget, common: new Map() }), report)
  report()
  const { bytesRead, rowsRead } = budget
  return { rows, rowsRead, bytesRead, statement: undefined, warnings: [] } satisfies EngineResult
})

const layerEngine: Layer.Layer<QueryEngine, never, TableSource> = Layer.effect(
  QueryEngine,
  Effect.gen(function*() {
    const source = yield* TableSource
    const run = Effect.fn("MemoryQueryEngine.run")(function*(plan: QueryPlan, { onProgress, timeout }: QueryOptions) {
      return yield* execute(source, plan, onProgress).pipe(
        Effect.catchDefect(asFailure),
        Effect.timeoutOrElse({
          duration: timeout,
          orElse: () => Effect.fail(new QueryTimedOut({ limitMillis: Duration.toMillis(timeout) }))
        })
      )
    })
    return QueryEngine.of({ run })
  })
)

/**
 * `QueryEngine` over the rows of `TableSource`: plans are compiled to closures and run on this thread, with a pause every
 * few milliseconds. `QueryRowLimit` bounds what one query holds.
 */
export const layer: Layer.Layer<QueryEngine, never, TableSource> = Layer.merge(
  layerEngine,
  Layer.succeed(EngineAbilities, abilities)
)
