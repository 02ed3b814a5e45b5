import { EngineAbilities } from "@hedgerow/core/query/EngineAbilities"
import {
  type EngineResult,
  QueryEngine,
  type QueryEngineError,
  type QueryOptions,
  QueryTimedOut
} from "@hedgerow/core/query/QueryEngine"
import { rowsSize } from "@hedgerow/core/query/RowsSize"
import { columnsOf, type QueryPlan } from "@hedgerow/core/query/sql/Plan"
import { scansOf } from "@hedgerow/core/query/sql/PlanWalk"
import { Clock, Duration, Effect, Layer, Option } from "effect"
import { ClickHouse, type ClickHouseFailure } from "../ClickHouse.ts"
import { readHotKeys } from "../hotkeys/HotColumns.ts"
import { PropertyReads } from "../hotkeys/PropertyReads.ts"
import { awaitCopies, copyPatience, CopyProgress, projectsOfCopies } from "../replication/AwaitCopies.ts"
import type { Answer } from "../Statement.ts"
import { abilities } from "./Abilities.ts"
import { decodeRows } from "./DecodeRows.ts"
import { queryFailure } from "./QueryFailures.ts"
import { type QueryLimitOptions, querySettings } from "./QuerySettings.ts"
import { renderPlan } from "./RenderSelect.ts"

export type { QueryLimitOptions }

/** The cause is a defect unless it means something for the query. */
const meaningOf = (limitMillis: number) => (error: ClickHouseFailure): Effect.Effect<never, QueryEngineError> => {
  const failure = queryFailure(error, limitMillis)
  return failure === undefined ? Effect.die(error) : Effect.fail(failure)
}

/** `rowsRead` and `bytesRead` are ClickHouse's own counts, at least those of the answer. */
const resultOf = (plan: QueryPlan, answer: Answer, statement: string): EngineResult => {
  const rows = decodeRows(answer.rows, columnsOf(plan).map(({ type }) => type))
  return {
    rows,
    rowsRead: Math.max(answer.rowsRead, rows.length),
    bytesRead: Math.max(answer.bytesRead, rowsSize(rows)),
    statement,
    warnings: []
  }
}

/** A hot key gets its column while servers run; a new one is used after this time at the latest. */
const hotColumnsKept = Duration.minutes(1)

const make = (options: QueryLimitOptions) =>
  Effect.gen(function*() {
    const clickHouse = yield* ClickHouse
    const copies = yield* CopyProgress
    const hotColumns = yield* Effect.cachedWithTTL(
      Effect.provideService(readHotKeys, ClickHouse, clickHouse),
      hotColumnsKept
    )
    const { note } = yield* PropertyReads
    const countKeys = (plan: QueryPlan, keys: ReadonlyArray<string>, rowsRead: number) => {
      const project = scansOf(plan)[0]?.project
      return project === undefined || keys.length === 0 ? Effect.void : note({ project, keys, rowsRead })
    }
    const isCluster = Option.isSome(clickHouse.cluster)
    const execute = Effect.fnUntraced(
      function*(plan: QueryPlan, seconds: number, onProgress: QueryOptions["onProgress"]) {
        const { keys, params, sql } = renderPlan(plan, yield* hotColumns)
        const settings = querySettings(seconds, isCluster, options)
        const answer = yield* clickHouse.query(
          { sql, params, settings },
          onProgress === undefined ? undefined : { onProgress }
        )
        yield* countKeys(plan, keys, answer.rowsRead)
        return resultOf(plan, answer, sql)
      }
    )

    /**
     * Waits for the copies that the plan reads, for half of the query's time at most: with a warning it still has an
     * answer.
     */
    const waitForCopies = Effect.fnUntraced(function*(plan: QueryPlan, limit: number) {
      const projects = projectsOfCopies(plan)
      if (projects.length === 0) return { warnings: [], left: limit }
      const start = yield* Clock.currentTimeMillis
      const warnings = yield* awaitCopies(projects, Duration.min(copyPatience, Duration.millis(limit / 2))).pipe(
        Effect.provideService(CopyProgress, copies)
      )
      const left = limit - ((yield* Clock.currentTimeMillis) - start)
      return left > 0 ? { warnings, left } : yield* new QueryTimedOut({ limitMillis: limit })
    })

    const run = Effect.fn("ClickHouseQueryEngine.run")(
      function*(plan: QueryPlan, { onProgress, timeout }: QueryOptions) {
        const limit = Math.min(Math.max(1, Math.ceil(Duration.toMillis(timeout))), 2_147_483_647)
        const { left, warnings } = yield* waitForCopies(plan, limit)
        const result = yield* execute(plan, left / 1000, onProgress).pipe(Effect.catch(meaningOf(limit)))
        onProgress?.({ rowsRead: result.rowsRead, bytesRead: result.bytesRead, estimatedRowsTotal: result.rowsRead })
        return { ...result, warnings }
      }
    )
    return QueryEngine.of({ run })
  })

/** `QueryEngine` on the events and the copies in ClickHouse, with limits beside the time of each query. */
export const layerWith = (options: QueryLimitOptions): Layer.Layer<QueryEngine, never, ClickHouse | CopyProgress> =>
  Layer.merge(Layer.effect(QueryEngine, make(options)), Layer.succeed(EngineAbilities, abilities))

export const layer: Layer.Layer<QueryEngine, never, ClickHouse | CopyProgress> = layerWith({})
