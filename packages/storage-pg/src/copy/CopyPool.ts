import type { Event } from "@hedgerow/core/events/Event"
import { EventStoreUnavailable } from "@hedgerow/core/events/EventStore"
import { requireStorable } from "@hedgerow/core/shared/StorableText"
import { Context, Data, Effect, Exit, Layer, Redacted } from "effect"
import { Socket } from "node:net"
import pg from "pg"
import { from } from "pg-copy-streams"
import { layerWatch, PgDatabase } from "../database/PgDatabase.ts"
import { DatabaseSilent, PgWatch } from "../database/PgWatch.ts"
import { isNotNow } from "../database/Unreachable.ts"
import { observePool } from "./CopyPoolMetrics.ts"
import { copyColumns, copyLine } from "./CopyRows.ts"

/** Two processes got in each other's way; the transaction may be tried again. */
class CopyConflict extends Data.TaggedError("CopyConflict")<{ readonly cause: unknown }> {}

/** The driver's error, before it is sorted. */
class DriverError extends Data.TaggedError("DriverError")<{ readonly cause: unknown }> {}

export type CopyError = EventStoreUnavailable | CopyConflict

/** A connection in a transaction, on which events can be copied in. */
export interface CopySession {
  /** Runs a statement that the connection prepares once under this name. */
  readonly query: <Row extends object>(
    name: string,
    text: string,
    values: ReadonlyArray<unknown>
  ) => Effect.Effect<ReadonlyArray<Row>, CopyError>
  readonly copy: (events: ReadonlyArray<Event>) => Effect.Effect<void, CopyError>
  /** The name of a table in SQL text; these connections have no search path. */
  readonly table: (name: string) => string
}

/** Conflicts of two transactions; starting again is safe. */
const conflicts = new Set(["40001", "40P01"])

const failureOf = ({ cause }: DriverError): Effect.Effect<never, CopyError> => {
  if (!(cause instanceof pg.DatabaseError)) return Effect.fail(new EventStoreUnavailable({ cause }))
  const code = cause.code ?? ""
  if (conflicts.has(code)) return Effect.fail(new CopyConflict({ cause }))
  return isNotNow(code) || code.startsWith("57") ? Effect.fail(new EventStoreUnavailable({ cause })) : Effect.die(cause)
}

const attempt = <A>(promise: () => Promise<A>): Effect.Effect<A, CopyError> =>
  Effect.tryPromise({ try: promise, catch: (cause) => new DriverError({ cause }) }).pipe(Effect.catch(failureOf))

/**
 * About the number of characters of a page in which rows are written out: all at once could be far more than the events
 * are.
 */
const pageChars = 256 * 1024

/** The most rows of such a page. */
const pageRows = 500

/** The lines of the events from `first` on, as far as a page goes. */
const pageOf = (events: ReadonlyArray<Event>, first: number): { readonly text: string; readonly next: number } => {
  const lines: Array<string> = []
  let chars = 0
  let next = first
  for (; next < events.length && next - first < pageRows && chars < pageChars; next++) {
    const event = events[next]
    if (event === undefined) continue
    const line = copyLine(event)
    chars += line.length
    lines.push(line)
  }
  return { text: lines.join(""), next }
}

type CopyStream = ReturnType<typeof from>

/** One step of a copy. A failure comes from the stream alone: the step's own waiter gets none. */
const stepOf = (stream: CopyStream, start: (done: () => void) => void): Effect.Effect<void, DriverError> =>
  Effect.callback<void, DriverError>((resume) => {
    const fail = (cause: unknown) => resume(Effect.fail(new DriverError({ cause })))
    stream.once("error", fail)
    start(() => {
      stream.off("error", fail)
      resume(Effect.void)
    })
  })

/** The next page is made when the stream has taken the one before. */
const copyInto = Effect.fnUntraced(function*(client: pg.PoolClient, table: string, events: ReadonlyArray<Event>) {
  const stream = client.query(from(`COPY ${table} (${copyColumns.join(", ")}) FROM STDIN`))
  let failure: DriverError | undefined
  stream.on("error", (cause) => failure ??= new DriverError({ cause }))
  for (let first = 0; first < events.length;) {
    const { next, text } = pageOf(events, first)
    yield* requireStorable([text])
    if (failure !== undefined) return yield* failure
    yield* stepOf(stream, (done) => void stream.write(text, done))
    first = next
    if (first < events.length) yield* Effect.yieldNow
  }
  if (failure !== undefined) return yield* failure
  yield* stepOf(stream, (done) => void stream.once("finish", done).end())
}, Effect.catch(failureOf))

const sessionOf = (client: pg.PoolClient, schema: string): CopySession => {
  const table = (name: string) => `"${schema}".${name}`
  return {
    table,
    query: (name, text, values) =>
      Effect.map(attempt(() => client.query({ name, text, values: [...values] })), (result) => result.rows),
    copy: (events) => copyInto(client, table("events"), events)
  }
}

/**
 * A few connections of node-postgres, which can COPY: the SQL client cannot. A transaction that commits here is on disk
 * (unless the server's own settings say otherwise).
 */
export class CopyPool extends Context.Service<CopyPool, {
  /** Runs in one transaction, again when another one got in the way; all is undone unless it succeeds. */
  readonly transaction: <A>(
    use: (session: CopySession) => Effect.Effect<A, CopyError>
  ) => Effect.Effect<A, EventStoreUnavailable>
}>()("@hedgerow/storage-pg/copy/CopyPool") {
  static readonly layer: Layer.Layer<CopyPool, never, PgDatabase> = Layer.effect(
    CopyPool,
    Effect.gen(function*() {
      const { applicationName, schema, url } = yield* PgDatabase
      const { isSilent, keep, waits } = yield* PgWatch
      const pool = yield* Effect.acquireRelease(
        Effect.sync(() => openPool(Redacted.value(url), `${applicationName} copy`, () => keep(new Socket()))),
        (open) => Effect.promise(() => open.end())
      )
      yield* observePool(pool)
      const once = <A>(use: (session: CopySession) => Effect.Effect<A, CopyError>) =>
        Effect.acquireUseRelease(
          attempt(() => pool.connect()),
          (client) =>
            Effect.gen(function*() {
              yield* attempt(() =>
                client.query("BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL synchronous_commit = on")
              )
              const result = yield* use(sessionOf(client, schema))
              yield* attempt(() => client.query("COMMIT"))
              return result
            }),
          // Dropping the connection is the rollback: it also works when the connection is what failed.
          (client, exit) => Effect.sync(() => client.release(!Exit.isSuccess(exit)))
        )
      return CopyPool.of({
        transaction: (use) =>
          waits.during(Effect.suspend(() => isSilent() ? Effect.fail(silent) : once(use))).pipe(
            Effect.retry({ times: 5, while: (error) => error instanceof CopyConflict }),
            Effect.mapError((error) =>
              error instanceof CopyConflict ? new EventStoreUnavailable({ cause: error.cause }) : error
            )
          )
      })
    })
  ).pipe(Layer.provide(layerWatch))
}

/** The database is not even asked. */
const silent = new EventStoreUnavailable({ cause: new DatabaseSilent(), isUntouched: true })

const maxConnections = 4
const connectTimeoutMillis = 5_000

const openPool = (connectionString: string, applicationName: string, stream: () => Socket): pg.Pool => {
  const pool = new pg.Pool({
    connectionString,
    stream,
    application_name: applicationName,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMillis
  })
  // An idle connection that breaks is simply replaced by the next use.
  pool.on("error", () => {})
  // One in use that breaks between two statements reports it by this event alone; the next statement then fails.
  pool.on("connect", (client) => client.on("error", () => {}))
  return pool
}
