import { PgClient } from "@effect/sql-pg"
import { EngineAbilities } from "@hedgerow/core/query/EngineAbilities"
import {
  type EngineResult,
  QueryEngine,
  QueryEngineBusy,
  QueryEngineUnavailable
} from "@hedgerow/core/query/QueryEngine"
import { rowsSize } from "@hedgerow/core/query/RowsSize"
import { runtimeFault } from "@hedgerow/core/query/RuntimeFaults"
import type { Row } from "@hedgerow/core/query/sql/Cell"
import { columnsOf, type QueryPlan } from "@hedgerow/core/query/sql/Plan"
import { Duration, Effect, Layer, Semaphore } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import type { SqlError } from "effect/sql/SqlError"
import { PgDatabase } from "../database/PgDatabase.ts"
import { abilities } from "./Abilities.ts"
import { decodeRows } from "./DecodeRows.ts"
import type { Rendered } from "./Parameters.ts"
import { queryFailure } from "./QueryFailures.ts"
import { renderPlan } from "./RenderSelect.ts"
import { type HelperSet, install } from "./server/HelperSchema.ts"
import { queryHelpers } from "./server/QueryFunctions.ts"

/** Memory of one sort or hash before it spills to disk. */
export interface PgQueryEngineOptions {
  readonly workMemory?: string
}

/**
 * Table rows that this session's own process has read since it last reported them, which it never does inside a
 * transaction; parallel workers count theirs elsewhere.
 */
const tableRowsRead = `SELECT coalesce(sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)), 0)::int8
FROM pg_stat_xact_user_tables`

/** Settings of the one transaction; `jit` costs more than it gives on queries of this size. */
const settings = `SELECT (${tableRowsRead}), set_config('statement_timeout', $1, true),
set_config('work_mem', $2, true), set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO, YMD', true),
set_config('jit', 'off', true), set_config('extra_float_digits', '1', true),
set_config('search_path', $3, true), to_regnamespace($4) IS NULL`

/** Connections of the pool that queries leave to the rest. */
const keptFree = 4

/** Who waits longer for a turn is told to come back. */
const longestWait = "10 seconds"

const count = (rows: ReadonlyArray<ReadonlyArray<unknown>>): number => Number(rows[0]?.[0] ?? 0)

/** Ends the transaction whatever happened in it; a broken connection has none to end. */
const finish = (connection: Connection): Effect.Effect<void> =>
  connection.executeUnprepared("ROLLBACK", [], undefined).pipe(Effect.ignore)

interface Answer {
  readonly rows: ReadonlyArray<ReadonlyArray<unknown>>
  readonly read: number
}

/** How statements are run: their time and memory, and the functions they call. */
interface Session {
  readonly timeout: number
  readonly workMemory: string
  readonly helpers: HelperSet
}

/** The answer; undefined where the functions are not there. */
const execute = (
  client: PgClient.PgClient,
  { sql, values }: Rendered,
  { helpers, timeout, workMemory }: Session
): Effect.Effect<Answer | undefined, SqlError> =>
  Effect.scoped(Effect.gen(function*() {
    const connection = yield* client.reserve
    yield* Effect.acquireRelease(
      connection.executeUnprepared("BEGIN READ ONLY", [], undefined),
      () => finish(connection)
    )
    const schemas = [`"${helpers.schema}", "${helpers.tables}"`, `"${helpers.schema}"`]
    const before = yield* connection.executeValuesUnprepared(settings, [String(timeout), workMemory, ...schemas])
    if (before[0]?.at(-1) === true) return undefined
    const rows = yield* connection.executeValuesUnprepared(sql, values)
    const after = yield* connection.executeValuesUnprepared(tableRowsRead, [])
    return { rows, read: count(after) - count(before) }
  }))

/** As `execute`; functions that are not there, which happens once in a while at most, are put there first. */
const executeWhole = Effect.fnUntraced(function*(client: PgClient.PgClient, rendered: Rendered, session: Session) {
  const answer = yield* execute(client, rendered, session)
  if (answer !== undefined) return answer
  yield* install(session.helpers).pipe(
    Effect.provideService(SqlClient, client),
    Effect.catchTag(
      "QueryFunctionsMissing",
      ({ message }) => Effect.andThen(Effect.logError(message), Effect.fail(new QueryEngineUnavailable()))
    )
  )
  return (yield* execute(client, rendered, session)) ?? (yield* new QueryEngineUnavailable())
})

/** The statement as tracers show it; its values are parameters and stay out. */
const asSpan = (sql: string) =>
  Effect.withSpan("postgres.select", {
    kind: "client",
    attributes: { "db.system.name": "postgresql", "db.operation.name": "SELECT", "db.query.text": sql }
  })

/** The cause is a defect unless it means something for the query. */
const meaningOf = (limitMillis: number) => (error: SqlError) => {
  const failure = queryFailure(error, limitMillis)
  return failure === undefined ? Effect.die(error) : Effect.fail(failure)
}

/**
 * `rowsRead` is the table rows read by the transaction's own process (a lower bound when PostgreSQL used parallel
 * workers), at least the rows of the answer. `bytesRead` is the size of the answer.
 */
const resultOf = (plan: QueryPlan, answer: Answer, statement: string): EngineResult => {
  const rows: ReadonlyArray<Row> = decodeRows(answer.rows, columnsOf(plan).map(({ type }) => type))
  return { rows, rowsRead: Math.max(answer.read, rows.length), bytesRead: rowsSize(rows), statement, warnings: [] }
}

/**
 * Queries take some of the pool's connections and wait for one of those: however slow they are, the others stay free for
 * callers, jobs and everything else.
 */
const makeTurns = Effect.gen(function*() {
  const { maxConnections } = yield* PgDatabase
  const turns = yield* Semaphore.make(Math.max(1, maxConnections - keptFree))
  return <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      let isWaiting = true
      const begin = Effect.sync(() => {
        isWaiting = false
      })
      const patience = Effect.andThen(
        Effect.sleep(longestWait),
        Effect.suspend(() => isWaiting ? Effect.fail(new QueryEngineBusy()) : Effect.never)
      )
      return Effect.raceFirst(turns.withPermit(Effect.andThen(begin, effect)), patience)
    })
})

const make = (options: PgQueryEngineOptions) =>
  Effect.gen(function*() {
    const client = yield* PgClient.PgClient
    const helpers = queryHelpers((yield* PgDatabase).schema)
    const inTurn = yield* makeTurns
    const run = Effect.fn("PgQueryEngine.run")(function*(
      plan: QueryPlan,
      { onProgress, timeout }: Parameters<QueryEngine["Service"]["run"]>[1]
    ) {
      const rendered = renderPlan(plan)
      if (rendered.holdsNul) return yield* runtimeFault("invalid_text")
      const limit = Math.min(Math.max(1, Math.ceil(Duration.toMillis(timeout))), 2_147_483_647)
      const session: Session = { timeout: limit, workMemory: options.workMemory ?? "64MB", helpers }
      const answer = yield* executeWhole(client, rendered, session).pipe(
        asSpan(rendered.sql),
        Effect.catchTag("SqlError", meaningOf(limit)),
        inTurn
      )
      const result = resultOf(plan, answer, rendered.sql)
      onProgress?.({ rowsRead: result.rowsRead, bytesRead: result.bytesRead, estimatedRowsTotal: result.rowsRead })
      return result
    })
    return QueryEngine.of({ run })
  })

/** `QueryEngine` on the PostgreSQL of `PgClient`: one read-only transaction per query on its own connection. */
export const layerWith = (
  options: PgQueryEngineOptions
): Layer.Layer<QueryEngine, never, PgClient.PgClient | PgDatabase> =>
  Layer.merge(Layer.effect(QueryEngine, make(options)), Layer.succeed(EngineAbilities, abilities))

export const layer: Layer.Layer<QueryEngine, never, PgClient.PgClient | PgDatabase> = layerWith({})
