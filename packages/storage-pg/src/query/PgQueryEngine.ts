import { PgClient } from "@effect/sql-pg"
import { EngineAbilities } from "@hedgerow/core/query/EngineAbilities"
import { EngineLimits } from "@hedgerow/core/query/EngineLimits"
import { EngineSlots } from "@hedgerow/core/query/execution/EngineSlots"
import { ShortSlotCount } from "@hedgerow/core/query/execution/ShortSlots"
import { makeProgressReports } from "@hedgerow/core/query/ProgressReports"
import { engineOf, type QueryCursor } from "@hedgerow/core/query/QueryCursor"
import {
  QueryEngine,
  QueryEngineBusy,
  QueryEngineUnavailable,
  type QueryOptions
} from "@hedgerow/core/query/QueryEngine"
import { runtimeFault } from "@hedgerow/core/query/RuntimeFaults"
import { errorText } from "@hedgerow/core/shared/CauseText"
import type { QueryPlan } from "@hedgerow/sql/plan/Plan"
import type { Rendered } from "@hedgerow/sql/postgresql/Parameters"
import { runSteps } from "@hedgerow/sql/types/Steps"
import { Duration, Effect, Exit, Layer, Scope, Semaphore } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { PgDatabase } from "../database/PgDatabase.ts"
import { abilities } from "./Abilities.ts"
import { queryFailure } from "./QueryFailures.ts"
import { renderInSteps } from "./RenderPlan.ts"
import { openRows, plannedRows } from "./RowCursor.ts"
import { install } from "./server/HelperSchema.ts"
import { queryHelpers } from "./server/QueryFunctions.ts"

/** Memory of one sort or hash before it spills to disk. */
export interface PgQueryEngineOptions {
  /** In bytes. */
  readonly workMemory?: number
}

const mebibyte = 1024 * 1024

/** Of a query that may have less than a sort has: that, but no less than PostgreSQL takes. */
const workMemory = (own = 64 * mebibyte, most: number): string =>
  `${Math.max(64, Math.floor(Math.min(own, most) / 1024))}kB`

/** The most milliseconds that an estimate is worth. */
const longestEstimate = 5_000

/** Connections of the pool that queries leave to the rest. */
const keptFree = 4

/** A caller that waits longer for a turn is asked to come back. */
const longestWait = "10 seconds"

/** As `openRows`; functions that are not there, which happens once in a while at most, are put there first. */
const openWhole = Effect.fnUntraced(function*(...[client, plan, rendered, settings]: Parameters<typeof openRows>) {
  const first = yield* Scope.fork(yield* Effect.scope)
  const rows = yield* Scope.provide(openRows(client, plan, rendered, settings), first)
  if (rows !== undefined) return rows
  yield* Scope.close(first, Exit.void)
  yield* install(settings.helpers).pipe(
    Effect.provideService(SqlClient, client),
    Effect.catchTag(
      "QueryFunctionsMissing",
      ({ message }) => Effect.andThen(Effect.logError(message), Effect.fail(new QueryEngineUnavailable()))
    )
  )
  return (yield* openRows(client, plan, rendered, settings)) ?? (yield* new QueryEngineUnavailable())
})

/** The cause is a defect unless it means something for the query; the log has that of an engine that is away. */
const meaningOf = (limitMillis: number) => (error: SqlError) => {
  const failure = queryFailure(error, limitMillis)
  if (failure === undefined) return Effect.die(error)
  const logged = failure._tag === "QueryEngineUnavailable"
    ? Effect.logWarning("PostgreSQL cannot be reached").pipe(Effect.annotateLogs("cause", errorText(error)))
    : Effect.void
  return Effect.andThen(logged, Effect.fail(failure))
}

/** The connections of the pool that queries take, all together. */
const queryConnections = Effect.map(PgDatabase, ({ maxConnections }) => Math.max(1, maxConnections - keptFree))

/** Those of them that short queries alone take. */
const shortConnections = Effect.map(queryConnections, (all) => Math.floor(all / 3))

const commonConnections = Effect.zipWith(queryConnections, shortConnections, (all, short) => all - short)

/**
 * Queries take some of the pool's connections and wait for one of those: however slow they are, the others stay free
 * for callers, jobs and everything else. A turn lasts as long as the scope.
 */
const makeTurns = Effect.gen(function*() {
  const turns = yield* Semaphore.make(yield* queryConnections)
  const turn: Effect.Effect<void, QueryEngineBusy, Scope.Scope> = Effect.acquireRelease(
    turns.take(1),
    () => turns.release(1),
    { interruptible: true }
  ).pipe(
    Effect.timeoutOrElse({ duration: longestWait, orElse: () => Effect.fail(new QueryEngineBusy()) }),
    Effect.asVoid
  )
  return turn
})

const make = (options: PgQueryEngineOptions) =>
  Effect.gen(function*() {
    const client = yield* PgClient.PgClient
    const helpers = queryHelpers((yield* PgDatabase).schema)
    const turn = yield* makeTurns
    const settingsOf = (limit: number) =>
      Effect.map(EngineLimits, ({ memory }) => ({
        statement_timeout: limit,
        work_mem: workMemory(options.workMemory, memory),
        helpers
      }))
    /** Where the planner fails, the query itself reports the reason. */
    const planned = (rendered: Rendered) =>
      Effect.flatMap(settingsOf(longestEstimate), (settings) => plannedRows(client, rendered, settings)).pipe(
        Effect.orElseSucceed(() => undefined)
      )
    const estimate = Effect.fnUntraced(function*(plan: QueryPlan) {
      const rendered = yield* runSteps(() => renderInSteps(plan))
      if (rendered.holdsNul) return { statement: rendered.sql, rows: undefined }
      yield* turn
      return { statement: rendered.sql, rows: yield* planned(rendered) }
    }, Effect.scoped)
    const open = Effect.fnUntraced(function*(plan: QueryPlan, { onProgress, timeout }: QueryOptions) {
      const rendered = yield* runSteps(() => renderInSteps(plan))
      if (rendered.holdsNul) return yield* runtimeFault("invalid_text")
      const limit = Math.min(Math.max(1, Math.ceil(Duration.toMillis(timeout))), 2_147_483_647)
      const meaning = meaningOf(limit)
      yield* turn
      const reports = yield* makeProgressReports(onProgress)
      const settings = yield* settingsOf(limit)
      if (onProgress !== undefined) {
        const estimatedRowsTotal = (yield* planned(rendered)) ?? 0
        reports.note({ rowsRead: 0, bytesRead: 0, estimatedRowsTotal })
      }
      const rows = yield* openWhole(client, plan, rendered, settings).pipe(Effect.catchTag("SqlError", meaning))
      const cursor: QueryCursor = {
        statement: rendered.sql,
        next: rows.next.pipe(
          Effect.tap(() => Effect.sync(() => reports.note(rows.handedOver()))),
          Effect.catch(meaning)
        ),
        summary: rows.tableRowsRead.pipe(
          Effect.catch(meaning),
          Effect.map((read) => {
            const { bytesRead, rowsRead: handedOver } = rows.handedOver()
            const rowsRead = Math.max(read, handedOver)
            reports.report({ rowsRead, bytesRead })
            return { rowsRead, bytesRead, warnings: [] }
          })
        )
      }
      return cursor
    })
    return QueryEngine.of(engineOf("PgQueryEngine", open, estimate))
  })

/** `QueryEngine` on the PostgreSQL of `PgClient`: one read-only transaction per query on its own connection. */
export const layerWith = (
  options: PgQueryEngineOptions
): Layer.Layer<QueryEngine, never, PgClient.PgClient | PgDatabase> =>
  Layer.mergeAll(
    Layer.effect(QueryEngine, make(options)),
    Layer.succeed(EngineAbilities, abilities),
    Layer.effect(EngineSlots, commonConnections),
    Layer.effect(ShortSlotCount, shortConnections)
  )

export const layer: Layer.Layer<QueryEngine, never, PgClient.PgClient | PgDatabase> = layerWith({})
