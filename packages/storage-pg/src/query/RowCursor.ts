import type { PgClient } from "@effect/sql-pg"
import { batchInSteps, type RowBatch } from "@hedgerow/core/query/RowBatches"
import { columnsOf, type QueryPlan } from "@hedgerow/sql/plan/Plan"
import type { Rendered } from "@hedgerow/sql/postgresql/Parameters"
import { runSteps, type Steps } from "@hedgerow/sql/types/Steps"
import { Effect, Exit, Pull, Scope, Stream } from "effect"
import type { Connection } from "effect/sql/SqlConnection"
import type { SqlError } from "effect/sql/SqlError"
import { decodeRows } from "./DecodeRows.ts"
import type { HelperSet } from "./server/HelperSchema.ts"

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

const count = (rows: ReadonlyArray<ReadonlyArray<unknown>>): number => Number(rows[0]?.[0] ?? 0)

/** Ends the transaction in any state; a broken connection has none to end. */
const finish = (connection: Connection): Effect.Effect<void> =>
  connection.executeUnprepared("ROLLBACK", [], undefined).pipe(Effect.ignore)

/** The statement as tracers show it; its values are parameters and stay out. */
const span = (sql: string) =>
  Effect.makeSpanScoped("postgres.select", {
    kind: "client",
    attributes: { "db.system.name": "postgresql", "db.operation.name": "SELECT", "db.query.text": sql }
  })

/** The settings of the query's transaction. */
export interface QuerySettings {
  /** In milliseconds. PostgreSQL looks at it also while it waits for us to read. */
  readonly statement_timeout: number
  readonly work_mem: string
  /** The functions that the statement calls. */
  readonly helpers: HelperSet
}

/** The rows of a running statement. */
export interface RowCursor {
  /** The rows the connection has taken in; while nobody asks it takes a few hundred more, then PostgreSQL waits. */
  readonly next: Effect.Effect<RowBatch | undefined, SqlError>
  /** The figures of the rows that `next` has given. */
  readonly handedOver: () => { readonly rowsRead: number; readonly bytesRead: number }
  /** Asked after the last row: a lower bound when PostgreSQL used parallel workers. */
  readonly tableRowsRead: Effect.Effect<number, SqlError>
}

/** Begins a read-only transaction that ends with the scope; undefined where the functions are not there. */
const begin = Effect.fnUntraced(function*(
  client: PgClient.PgClient,
  { helpers, statement_timeout, work_mem }: QuerySettings
) {
  const connection = yield* client.reserve
  yield* Effect.acquireRelease(
    connection.executeUnprepared("BEGIN READ ONLY", [], undefined),
    () => finish(connection)
  )
  const schemas = [`"${helpers.schema}", "${helpers.tables}"`, `"${helpers.schema}"`]
  const before = yield* connection.executeValuesUnprepared(settings, [String(statement_timeout), work_mem, ...schemas])
  return before[0]?.at(-1) === true ? undefined : { before, connection }
})

/** A node of a plan of PostgreSQL. */
interface PlanNode {
  readonly "Plan Rows"?: number
  readonly "Relation Name"?: string
  readonly Plans?: ReadonlyArray<PlanNode>
}

/** The rows that the scans of tables are thought to give. */
const scannedRows = ({ Plans = [], ...node }: PlanNode): number =>
  (node["Relation Name"] === undefined ? 0 : node["Plan Rows"] ?? 0)
  + Plans.reduce((sum, inner) => sum + scannedRows(inner), 0)

/** The rows that the planner thinks a statement takes from tables; undefined where the functions are not there. */
export const plannedRows = Effect.fnUntraced(function*(
  client: PgClient.PgClient,
  { sql, values }: Rendered,
  settings: QuerySettings
): Effect.fn.Return<number | undefined, SqlError, Scope.Scope> {
  const begun = yield* begin(client, settings)
  if (begun === undefined) return undefined
  const rows = yield* begun.connection.executeValuesUnprepared(`EXPLAIN (FORMAT JSON) ${sql}`, values)
  const found: unknown = rows[0]?.[0]
  const plans = (typeof found === "string" ? JSON.parse(found) : found) as ReadonlyArray<{ readonly Plan: PlanNode }>
  return plans.reduce((sum, { Plan }) => sum + scannedRows(Plan), 0)
}, Effect.scoped)

/**
 * Runs a statement in a read-only transaction of its own; both end with the scope, and a running one is cancelled. Undefined
 * where the functions are not there.
 */
export const openRows = Effect.fnUntraced(function*(
  client: PgClient.PgClient,
  plan: QueryPlan,
  { sql, values }: Rendered,
  settings: QuerySettings
): Effect.fn.Return<RowCursor | undefined, SqlError, Scope.Scope> {
  yield* span(sql)
  const types = columnsOf(plan).map(({ type }) => type)
  // The driver hands streamed rows over as objects, which hold two columns of one name once.
  const names = types.map((_, index) => `c${index}`)
  const begun = yield* begin(client, settings)
  if (begun === undefined) return undefined
  const { before, connection } = begun
  // Until its scope ends a stream keeps other statements from its connection.
  const streaming = yield* Scope.fork(yield* Effect.scope)
  const pull = yield* Scope.provide(
    Stream.toPull(
      connection.executeStream(`SELECT * FROM (${sql}) AS answer (${names.join(", ")})`, values, undefined)
    ),
    streaming
  )
  let rowsRead = 0
  let bytesRead = 0
  const take = function*(rows: ReadonlyArray<Readonly<Record<string, unknown>>>): Steps<RowBatch> {
    const cells = yield* decodeRows(rows.map((row) => names.map((name) => row[name])), types)
    const batch = yield* batchInSteps(cells, types)
    rowsRead += batch.rows.length
    bytesRead += batch.bytes
    return batch
  }
  return {
    next: pull.pipe(
      Effect.flatMap((rows) => runSteps(() => take(rows))),
      Pull.catchDone(() => Effect.as(Scope.close(streaming, Exit.void), undefined))
    ),
    handedOver: () => ({ rowsRead, bytesRead }),
    tableRowsRead: Effect.map(
      connection.executeValuesUnprepared(tableRowsRead, []),
      (after) => count(after) - count(before)
    )
  }
})
