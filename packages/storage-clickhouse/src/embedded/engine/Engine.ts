import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { randomUUID } from "node:crypto"
import { type EngineError, engineError, fromNative } from "./EngineError.ts"
import type { Native, NativeConnection, NativeInsert, NativeResult } from "./Native.ts"
import { hasTag, prelude, type Surroundings } from "./Prelude.ts"
import { stoppable } from "./Stoppable.ts"

/** Where a statement queues: each lane takes a number of statements at once. */
export type Lane = "query" | "ingest" | "control"

/** A fresh connection of the engine, for one statement. Interrupting an effect of it stops the statement. */
export interface Running {
  readonly whole: (sql: string, format: string) => Effect.Effect<NativeResult, EngineError>
  readonly insert: (sql: string, rows: Buffer) => Effect.Effect<NativeInsert, EngineError>
  /** Starts a query, whose chunks are then taken one by one. */
  readonly stream: (
    sql: string,
    format: string
  ) => Effect.Effect<Chunks, EngineError, Scope.Scope>
}

/** What a query answers; undefined after the last chunk. */
export interface Chunks {
  readonly next: Effect.Effect<Uint8Array | undefined, EngineError>
}

export interface Engine {
  readonly run: <A>(
    lane: Lane,
    surroundings: Surroundings,
    use: (running: Running) => Effect.Effect<A, EngineError, Scope.Scope>
  ) => Effect.Effect<A, EngineError>
}

export interface EngineOptions {
  readonly native: Native
  readonly directory: string
  /** A file of server settings; the first connection brings it. */
  readonly configFile: string
  readonly lanes: Readonly<Record<Lane, number>>
}

/** Statements carry their values in `SET`, which the limit for the text of a query must not cut off. */
const statementArguments = ["--max_query_size=1073741824"]

/** Statements that wait for a lane; more are refused, so that a flood ends in answers and not in memory. */
const longestQueue = 2_000

const tooMany = engineError(202, "TOO_MANY_SIMULTANEOUS_QUERIES", `${longestQueue} statements wait already`)

const runningOn = (native: Native, connection: NativeConnection, kill: Effect.Effect<void>): Running => ({
  whole: (sql, format) => stoppable(() => native.QueryAsyncConnection(connection, sql, format), kill),
  insert: (sql, rows) => stoppable(() => native.InsertRawAsyncConnection(connection, sql, rows, false), kill),
  stream: Effect.fnUntraced(function*(sql, format) {
    let over = false
    const stream = yield* Effect.acquireRelease(
      Effect.try({ try: () => native.StreamQuery(connection, sql, format), catch: fromNative }),
      (stream) => Effect.sync(() => over ? undefined : native.StreamCancel(stream))
    )
    const next = stoppable(() => native.StreamFetch(stream), kill).pipe(
      Effect.map((chunk) => chunk.done === true ? undefined : chunk.bytes),
      Effect.tap((bytes) => Effect.sync(() => over = bytes === undefined)),
      Effect.tapError(() => Effect.sync(() => over = true))
    )
    return { next }
  })
})

const makeLane = (permits: number) => {
  const semaphore = Semaphore.makeUnsafe(permits)
  let waiting = 0
  return <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E | EngineError, R> =>
    Effect.suspend((): Effect.Effect<A, E | EngineError, R> => {
      if (waiting >= permits + longestQueue) return Effect.fail(tooMany)
      waiting += 1
      return Effect.ensuring(semaphore.withPermits(1)(self), Effect.sync(() => waiting -= 1))
    })
}

/** Opens the engine of a directory; it is closed with the scope, after the last statement. */
export const openEngine = ({ configFile, directory, lanes, native }: EngineOptions) =>
  Effect.gen(function*() {
    const connect = (args: ReadonlyArray<string>) =>
      Effect.acquireRelease(
        Effect.try({ try: () => native.CreateConnection(directory, args), catch: fromNative }),
        (connection) => Effect.sync(() => native.CloseConnection(connection))
      )
    const killer = yield* connect([`--config-file=${configFile}`])
    const killing = Semaphore.makeUnsafe(1)
    const kill = (tag: string): Effect.Effect<void> =>
      Effect.promise(() =>
        native.QueryAsyncConnection(killer, `KILL QUERY WHERE ${hasTag(tag)} ASYNC`, "Null").catch(() => undefined)
      ).pipe(killing.withPermits(1), Effect.uninterruptible)
    const inLane = { query: makeLane(lanes.query), ingest: makeLane(lanes.ingest), control: makeLane(lanes.control) }
    const engine: Engine = {
      run: (lane, surroundings, use) =>
        Effect.gen(function*() {
          const tag = randomUUID()
          const running = runningOn(native, yield* connect(statementArguments), kill(tag))
          yield* running.whole(prelude(tag, surroundings), "Null")
          return yield* use(running)
        }).pipe(Effect.scoped, inLane[lane])
    }
    return engine
  })
