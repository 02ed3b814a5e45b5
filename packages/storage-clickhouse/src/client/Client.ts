import { Clock, Effect, Option, PubSub, Stream } from "effect"
import { type ClickHouseFailure, ClickHouseUnavailable, StatementRefused } from "../protocol/ClickHouseErrors.ts"
import type { Answer, InsertOptions, QueryOptions, Settings, Statement } from "../protocol/Statement.ts"
import { type EngineDeath, Suspects } from "../protocol/Suspects.ts"
import { type ConnectionOptions, type Connections, defaultConnections, openConnections } from "./Connections.ts"
import { openAnswer } from "./Cursor.ts"
import { type DamagedPart, damageOf, partName } from "./Damage.ts"
import { measured } from "./Metrics.ts"
import { quoteName } from "./QuoteName.ts"
import { ping } from "./Request.ts"
import { runMarked, type Target } from "./Running.ts"
import { makeEngineWatch } from "./Watch.ts"

/** The settings of a client. */
export interface ClientOptions extends ConnectionOptions {
  readonly database?: string
  readonly cluster?: string
  /** The ends of the engine's process, where that is ours. */
  readonly deaths?: PubSub.PubSub<EngineDeath>
  /** Default: half of the connections; the server's own statements have the others. */
  readonly queriesAtOnce?: number
  /** Bytes that one statement of a user's query may hold. Default: the server decides. */
  readonly statementMemory?: number
}

const insertSettings: Settings = { max_execution_time: 60, async_insert: 0 }
const commandSettings: Settings = { max_execution_time: 3_600 }

/** Adds the statement to the trace; the text has no values in it. */
const describe = (sql: string): Effect.Effect<void> =>
  Effect.annotateCurrentSpan({ "db.system.name": "clickhouse", "db.query.text": sql })

const query = (target: Target) =>
  Effect.fnUntraced(function*(statement: Statement, options: QueryOptions = {}) {
    const { next, soFar } = yield* openAnswer(target, statement, { isWhole: true, ...options })
    const rows: Array<Answer["rows"][number]> = []
    let more = yield* next
    while (more !== undefined) {
      for (const row of more) rows.push(row)
      more = yield* next
    }
    const answer: Answer = { ...soFar(), rows }
    return answer
  }, Effect.scoped)

const open = (target: Target) =>
  Effect.fnUntraced(function*(statement: Statement, options: QueryOptions = {}) {
    const clock = yield* Clock.Clock
    const left = target.suspects.refusedFor(statement, clock.currentTimeMillisUnsafe())
    if (left > 0) return yield* new StatementRefused({ retryAfterSeconds: Math.ceil(left / 1000) })
    return yield* openAnswer(target, statement, options)
  })

const insert = (target: Target) =>
  Effect.fn("ClickHouse.insert")(function*(
    table: string,
    columns: ReadonlyArray<string>,
    rows: ReadonlyArray<string>,
    { deduplicationToken, settings }: InsertOptions = {}
  ) {
    const token: Settings = deduplicationToken === undefined
      ? {}
      : { insert_deduplicate: 1, insert_deduplication_token: deduplicationToken }
    const sql = `INSERT INTO ${quoteName(table)} (${columns.map(quoteName).join(", ")}) FORMAT TabSeparated`
    yield* describe(sql)
    yield* runMarked(target, {
      sql,
      rows,
      settings: { ...insertSettings, ...token, ...settings }
    }).pipe(measured("insert"))
  })

const command = (target: Target) =>
  Effect.fn("ClickHouse.command")(function*(statement: Statement) {
    yield* describe(statement.sql)
    const settings = { ...commandSettings, ...statement.settings }
    yield* runMarked(target, { ...statement, settings }).pipe(measured("command"))
  })

/** The damaged parts that statements have met, each once. */
const makeDamage = () => {
  const met = new Map<string, DamagedPart>()
  const note = (error: ClickHouseFailure | StatementRefused): Effect.Effect<void> =>
    Effect.suspend(() => {
      const unread = error._tag === "StatementRefused" ? undefined : damageOf(error)
      if (unread === undefined) return Effect.void
      const { name, table } = unread
      if (table !== undefined) met.set(partName({ table, name }), { table, name })
      return Effect.logError(
        `ClickHouse cannot read the part ${name} of ${table ?? "a table"}, which is damaged`,
        error
      )
    })
  return { damaged: () => [...met.values()], note }
}

const reached = ({ control }: Connections): Effect.Effect<void, ClickHouseUnavailable> =>
  ping(control).pipe(
    Effect.timeoutOrElse({
      duration: "10 seconds",
      orElse: () => Effect.fail(new ClickHouseUnavailable({ cause: new Error("no answer within 10 seconds") }))
    }),
    Effect.mapError((error) =>
      error._tag === "ClickHouseUnavailable" ? error : new ClickHouseUnavailable({ cause: error })
    )
  )

/** Creates the database unless it exists: on a cluster that waits for every server, also for one that is down. */
const ensureDatabase = Effect.fnUntraced(function*(target: Target, database: string) {
  const sql = "SELECT 1 FROM system.databases WHERE name = {database:String}"
  const { rows } = yield* query(target)({ sql, params: { database } })
  if (rows.length > 0) return
  const where = target.cluster === undefined ? "" : ` ON CLUSTER ${quoteName(target.cluster)}`
  yield* command(target)({ sql: `CREATE DATABASE IF NOT EXISTS ${quoteName(database)}${where}` })
})

/** Learns of every end of the process from now on. */
const makeSuspects = Effect.fnUntraced(function*(deaths: PubSub.PubSub<EngineDeath> | undefined) {
  const suspects = new Suspects()
  if (deaths === undefined) return suspects
  const clock = yield* Clock.Clock
  const subscription = yield* PubSub.subscribe(deaths)
  yield* Effect.forkScoped(Stream.runForEach(
    Stream.fromSubscription(subscription),
    (death) => Effect.sync(() => suspects.died(death, clock.currentTimeMillisUnsafe()))
  ))
  return suspects
})

/** The parts of the service over one pair of connections; its database exists afterwards. */
export const make = (options: ClientOptions) =>
  Effect.gen(function*() {
    const { cluster, database = "hedgerow", deaths } = options
    const connections = yield* openConnections(options)
    yield* reached(connections)
    const watch = yield* makeEngineWatch(connections)
    const suspects = yield* makeSuspects(deaths)
    const isEmbedded = deaths !== undefined
    yield* ensureDatabase({ connections, watch, suspects, isEmbedded, cluster, base: {} }, database)
    const target: Target = { connections, watch, suspects, isEmbedded, cluster, base: { database } }
    const { damaged, note } = makeDamage()
    return {
      database: quoteName(database),
      cluster: Option.fromUndefinedOr(cluster),
      queriesAtOnce: options.queriesAtOnce ??
        Math.max(1, Math.floor((options.maxConnections ?? defaultConnections) / 2)),
      statementMemory: options.statementMemory,
      backSince: watch.backSince,
      ping: reached(connections),
      damaged,
      query: (statement: Statement, options?: QueryOptions) => Effect.tapError(query(target)(statement, options), note),
      open: (statement: Statement, options?: QueryOptions) =>
        open(target)(statement, options).pipe(
          Effect.map((answer) => ({ ...answer, next: Effect.tapError(answer.next, note) })),
          Effect.tapError(note)
        ),
      insert: insert(target),
      command: command(target)
    }
  })
