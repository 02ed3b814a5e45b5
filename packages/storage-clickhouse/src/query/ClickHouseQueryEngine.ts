import { EngineAbilities } from "@hedgerow/core/query/EngineAbilities"
import { EngineLimits } from "@hedgerow/core/query/EngineLimits"
import { EngineSlots } from "@hedgerow/core/query/execution/EngineSlots"
import { makeProgressReports } from "@hedgerow/core/query/ProgressReports"
import { engineOf, type QueryCursor } from "@hedgerow/core/query/QueryCursor"
import { type OpenOptions, QueryEngine, QueryTimedOut } from "@hedgerow/core/query/QueryEngine"
import { batchInSteps, type RowBatch } from "@hedgerow/core/query/RowBatches"
import { storedScan } from "@hedgerow/core/query/tables/Tables"
import { errorText } from "@hedgerow/core/shared/CauseText"
import { decodeRows } from "@hedgerow/sql/clickhouse/DecodeRows"
import { columnsOf, type QueryPlan } from "@hedgerow/sql/plan/Plan"
import { scansOf } from "@hedgerow/sql/plan/PlanWalk"
import { runSteps, type Steps } from "@hedgerow/sql/types/Steps"
import { Clock, Duration, Effect, Exit, Layer, Option } from "effect"
import { availableParallelism } from "node:os"
import { ClickHouse, type ClickHouseFailure, type StatementRefused } from "../client/ClickHouse.ts"
import { shortMemory } from "../embedded/EngineMemory.ts"
import { readHotKeys } from "../hotkeys/HotColumns.ts"
import { PropertyReads } from "../hotkeys/PropertyReads.ts"
import type { Answer, OpenAnswer, Statement } from "../protocol/Statement.ts"
import { awaitCopies, copyPatience, CopyProgress, projectsOfCopies } from "../replication/AwaitCopies.ts"
import { abilities } from "./Abilities.ts"
import { type QueryBounds, queryFailure } from "./QueryFailures.ts"
import { boundsOf, estimateSettings, type QueryLimitOptions, querySettings, wholeSettings } from "./QuerySettings.ts"
import { renderInSteps } from "./RenderPlan.ts"
import { makeThreadShares } from "./ThreadShares.ts"

export type { QueryLimitOptions }

/** The cause is a defect unless it means something for the query; the log has that of an engine that is away. */
const meaningOf = (bounds: QueryBounds) => (error: ClickHouseFailure | StatementRefused) => {
  const failure = queryFailure(error, bounds)
  if (failure === undefined) return Effect.die(error)
  const logged = failure._tag === "QueryEngineUnavailable"
    ? Effect.logWarning("ClickHouse cannot be reached").pipe(Effect.annotateLogs("cause", errorText(error)))
    : Effect.void
  return Effect.andThen(logged, Effect.fail(failure))
}

interface HandedOver {
  rows: number
  bytes: number
}

function* take(plan: QueryPlan, raw: Answer["rows"], handedOver: HandedOver): Steps<RowBatch> {
  const types = columnsOf(plan).map(({ type }) => type)
  const batch = yield* batchInSteps(yield* decodeRows(raw, types), types)
  handedOver.rows += batch.rows.length
  handedOver.bytes += batch.bytes
  return batch
}

/** ClickHouse's own counts, at least those of the answer. */
const figuresOf = ({ soFar }: OpenAnswer, { bytes, rows }: HandedOver) => {
  const { bytesRead, rowsRead } = soFar()
  return { rowsRead: Math.max(rowsRead, rows), bytesRead: Math.max(bytesRead, bytes) }
}

/** The most seconds that an estimate is worth. */
const longestEstimate = 5

/** The rows of the parts that would be read, by their marks; undefined where ClickHouse reports none. */
const estimatedRows = (
  clickHouse: ClickHouse["Service"],
  statement: Statement
): Effect.Effect<number | undefined> =>
  clickHouse.query({ ...statement, sql: `EXPLAIN ESTIMATE ${statement.sql}` }).pipe(
    Effect.map(({ columns, rows }) => {
      const place = columns.findIndex(({ name }) => name === "rows")
      return rows.reduce((sum, row) => sum + Number(row[place] ?? 0), 0)
    }),
    Effect.orElseSucceed(() => undefined)
  )

/**
 * A hot key gets its column while servers run; a new one is used after this time at the latest. An engine that could
 * not say is asked again by the next query.
 */
const hotColumnsKept = (exit: Exit.Exit<unknown, unknown>): Duration.Duration =>
  Exit.isSuccess(exit) ? Duration.minutes(1) : Duration.zero

/** The memory of a statement for which nothing is stated. */
const memoryOf = ({ statementMemory }: ClickHouse["Service"], isShort: boolean): number | undefined =>
  statementMemory === undefined || !isShort ? statementMemory : shortMemory(statementMemory)

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
      const [project] = scansOf(plan).map((scan) => storedScan(scan).project)
      return project === undefined || keys.length === 0 ? Effect.void : note({ project, keys, rowsRead })
    }
    const isCluster = Option.isSome(clickHouse.cluster)
    const isEmbedded = clickHouse.statementMemory !== undefined
    const threads = makeThreadShares(availableParallelism())
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

    const open = Effect.fnUntraced(
      function*(plan: QueryPlan, { isShort, isWhole, onProgress, timeout }: OpenOptions) {
        const limit = Math.min(Math.max(1, Math.ceil(Duration.toMillis(timeout))), 2_147_483_647)
        const bounds = boundsOf(options, yield* EngineLimits, memoryOf(clickHouse, isShort === true))
        const meaning = meaningOf({ limitMillis: limit, ...bounds })
        const { left, warnings } = yield* waitForCopies(plan, limit)
        const hot = yield* hotColumns.pipe(Effect.catch(meaning))
        const { keys, params, settings: own, sql } = yield* runSteps(() => renderInSteps(plan, hot))
        const reports = yield* makeProgressReports(onProgress)
        const isHeldWhole = isWhole && isEmbedded
        const settings = {
          ...querySettings(left / 1000, isCluster, bounds),
          ...isHeldWhole ? wholeSettings(bounds) : {},
          ...isEmbedded ? yield* threads(isShort === true) : {},
          ...own
        }
        const watched = onProgress === undefined ? {} : { onProgress: reports.report }
        const answer = yield* clickHouse.open({ sql, params, settings, isOfUser: true }, { isWhole, ...watched }).pipe(
          Effect.catch(meaning)
        )
        const handedOver = { rows: 0, bytes: 0 }
        const cursor: QueryCursor = {
          statement: sql,
          next: answer.next.pipe(
            Effect.flatMap((rows) =>
              rows === undefined ? Effect.undefined : runSteps(() => take(plan, rows, handedOver))
            ),
            Effect.catch(meaning)
          ),
          summary: Effect.suspend(() => {
            const figures = figuresOf(answer, handedOver)
            reports.report({ ...figures, estimatedRowsTotal: figures.rowsRead })
            return Effect.as(countKeys(plan, keys, answer.soFar().rowsRead), { ...figures, warnings })
          })
        }
        return cursor
      }
    )
    const estimate = Effect.fnUntraced(function*(plan: QueryPlan) {
      const hot = yield* hotColumns.pipe(Effect.catch(meaningOf({ limitMillis: 0 })))
      const { params, settings: own, sql } = yield* runSteps(() => renderInSteps(plan, hot))
      const settings = {
        ...querySettings(
          longestEstimate,
          isCluster,
          boundsOf(options, yield* EngineLimits, clickHouse.statementMemory)
        ),
        ...own,
        ...estimateSettings
      }
      return { statement: sql, rows: yield* estimatedRows(clickHouse, { sql, params, settings }) }
    })
    return QueryEngine.of(engineOf("ClickHouseQueryEngine", open, estimate))
  })

/** `QueryEngine` on the events and the copies in ClickHouse, with limits beside the time of each query. */
export const layerWith = (options: QueryLimitOptions): Layer.Layer<QueryEngine, never, ClickHouse | CopyProgress> =>
  Layer.mergeAll(
    Layer.effect(QueryEngine, make(options)),
    Layer.succeed(EngineAbilities, abilities),
    Layer.effect(EngineSlots, Effect.map(ClickHouse, ({ queriesAtOnce }) => queriesAtOnce))
  )

export const layer: Layer.Layer<QueryEngine, never, ClickHouse | CopyProgress> = layerWith({})
