import { Duration, Effect, Option } from "effect"
import { randomUUID } from "node:crypto"
import { type ClickHouseFailure, ClickHouseUnavailable } from "../ClickHouseErrors.ts"
import type { Answer, InsertOptions, QueryOptions, Settings, Statement } from "../Statement.ts"
import { answerFormat, makeAnswerReader } from "./AnswerReader.ts"
import { type ConnectionOptions, type Connections, openConnections } from "./Connections.ts"
import { kill } from "./Kill.ts"
import { countRowsRead, measured } from "./Metrics.ts"
import { withProgress } from "./Progress.ts"
import { quoteName } from "./QuoteName.ts"
import { drain, readStream, type Request, send } from "./Request.ts"
import { type EngineWatch, makeEngineWatch } from "./Watch.ts"

/** What makes a client. */
export interface ClientOptions extends ConnectionOptions {
  readonly database?: string
  readonly cluster?: string
}

/** Every statement has a limit unless it brings its own; the engine ends what runs longer. */
const querySettings: Settings = {
  max_execution_time: 60,
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  output_format_json_escape_forward_slashes: 0
}
const insertSettings: Settings = { max_execution_time: 60, async_insert: 0 }
const commandSettings: Settings = { max_execution_time: 3_600 }

/** The engine ends a statement by its limit; when even that does not arrive, the engine is taken for gone. */
const grace = Duration.seconds(15)

const within = (settings: Settings) =>
  Effect.timeoutOrElse({
    duration: Duration.sum(Duration.seconds(Number(settings["max_execution_time"]) || 86_400), grace),
    orElse: () => Effect.fail(new ClickHouseUnavailable({ cause: new Error("no answer within the time limit") }))
  })

interface Target {
  readonly connections: Connections
  readonly watch: EngineWatch
  readonly cluster: string | undefined
  /** Settings of every statement. */
  readonly base: Settings
}

/** Tells the trace what runs; the text has no values in it. */
const describe = (sql: string): Effect.Effect<void> =>
  Effect.annotateCurrentSpan({ "db.system.name": "clickhouse", "db.query.text": sql })

/** Gives a request its mark, runs it, and stops it in the engine when it is stopped here; a silent one would not hear. */
const run = <A>(
  { base, cluster, connections, watch }: Target,
  request: Request & { readonly logComment?: string | undefined },
  use: (request: Request, mark: string) => Effect.Effect<A, ClickHouseFailure>
): Effect.Effect<A, ClickHouseFailure> => {
  const mark = request.logComment ?? randomUUID()
  const settings = { ...request.settings, ...base, log_comment: mark }
  return use({ ...request, settings }, mark).pipe(
    Effect.onInterrupt(() => watch.isSilent() ? Effect.void : kill(connections.control, mark, cluster)),
    watch.guarded,
    within(settings)
  )
}

const runDrained = (target: Target, request: Request & { readonly logComment?: string | undefined }) =>
  run(target, request, (request) => Effect.flatMap(send(target.connections.work, request), drain))

const readAnswer = (
  target: Target,
  request: Request,
  onProgress: NonNullable<QueryOptions["onProgress"]>
): Effect.Effect<Answer, ClickHouseFailure> =>
  Effect.flatMap(send(target.connections.work, request), (stream) => {
    const reader = makeAnswerReader(onProgress)
    return readStream(stream, reader.take, Effect.suspend(() => Effect.fromResult(reader.finish())))
  })

const query = (target: Target) =>
  Effect.fn("ClickHouse.query")(function*(statement: Statement, { onProgress }: QueryOptions = {}) {
    yield* describe(statement.sql)
    const settings = { ...querySettings, ...statement.settings }
    const request = { ...statement, sql: `${statement.sql}\nFORMAT ${answerFormat}`, settings }
    const answer = yield* run(target, request, (request, mark) =>
      onProgress === undefined
        ? readAnswer(target, request, () => undefined)
        : withProgress(target, mark, onProgress, (report) => readAnswer(target, request, report))).pipe(
        measured("query")
      )
    yield* countRowsRead(answer.rowsRead)
    return answer
  })

const insert = (target: Target) =>
  Effect.fn("ClickHouse.insert")(function*(
    table: string,
    columns: ReadonlyArray<string>,
    rows: string,
    { deduplicationToken, settings }: InsertOptions = {}
  ) {
    const token: Settings = deduplicationToken === undefined
      ? {}
      : { insert_deduplicate: 1, insert_deduplication_token: deduplicationToken }
    const sql = `INSERT INTO ${quoteName(table)} (${columns.map(quoteName).join(", ")}) FORMAT TabSeparated`
    yield* describe(sql)
    yield* runDrained(target, {
      sql,
      rows,
      settings: { ...insertSettings, ...token, ...settings }
    }).pipe(measured("insert"))
  })

const command = (target: Target) =>
  Effect.fn("ClickHouse.command")(function*(statement: Statement) {
    yield* describe(statement.sql)
    const settings = { ...commandSettings, ...statement.settings }
    yield* runDrained(target, { ...statement, settings }).pipe(measured("command"))
  })

const ping = ({ control }: Connections): Effect.Effect<void, ClickHouseUnavailable> =>
  Effect.promise((signal) => control.ping({ select: false, abort_signal: signal })).pipe(
    Effect.timeoutOrElse({
      duration: "10 seconds",
      orElse: () => Effect.succeed({ success: false as const, error: new Error("no answer within 10 seconds") })
    }),
    Effect.flatMap((result) =>
      result.success ? Effect.void : Effect.fail(new ClickHouseUnavailable({ cause: result.error }))
    )
  )

/** Makes the database unless it is there: on a cluster that waits for every server, also for one that is down. */
const ensureDatabase = Effect.fnUntraced(function*(target: Target, database: string) {
  const sql = "SELECT 1 FROM system.databases WHERE name = {database:String}"
  const { rows } = yield* query(target)({ sql, params: { database } })
  if (rows.length > 0) return
  const where = target.cluster === undefined ? "" : ` ON CLUSTER ${quoteName(target.cluster)}`
  yield* command(target)({ sql: `CREATE DATABASE IF NOT EXISTS ${quoteName(database)}${where}` })
})

/** The parts of the service over one pair of connections; its database exists afterwards. */
export const make = (options: ClientOptions) =>
  Effect.gen(function*() {
    const { cluster, database = "hedgerow" } = options
    const connections = yield* openConnections(options)
    yield* ping(connections)
    const watch = yield* makeEngineWatch(connections)
    yield* ensureDatabase({ connections, watch, cluster, base: {} }, database)
    const target: Target = { connections, watch, cluster, base: { database } }
    return {
      database: quoteName(database),
      cluster: Option.fromUndefinedOr(cluster),
      backSince: watch.backSince,
      ping: ping(connections),
      query: query(target),
      insert: insert(target),
      command: command(target)
    }
  })
