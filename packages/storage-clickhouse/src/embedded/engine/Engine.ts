import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { randomUUID } from "node:crypto"
import { readChunk } from "../../protocol/ReadChunk.ts"
import { type EngineError, engineError, fromNative } from "./EngineError.ts"
import type { Native, NativeConnection, NativeInsert, NativeResult } from "./Native.ts"
import { makePipes, type Pipe, type Pipes } from "./Pipes.ts"
import { hasTag, ownSettings, type Surroundings } from "./Prelude.ts"
import { makeSessions } from "./Sessions.ts"
import { finished, type Lane } from "./StatementShape.ts"
import { type Stop, stoppable } from "./Stoppable.ts"

/** A connection of the engine, for one statement. Interrupting an effect of it stops the statement. */
export interface Running {
  readonly whole: (sql: string, format: string) => Effect.Effect<NativeResult, EngineError>
  readonly insert: (sql: string, rows: Buffer) => Effect.Effect<NativeInsert, EngineError>
  /** Starts a query, whose answer is then taken piece by piece; undefined when there is no way to. */
  readonly stream: (sql: string, format: string) => Effect.Effect<Pieces | undefined, EngineError, Scope.Scope>
}

/** The answer of a query; undefined after the last piece. While none is asked for the query stands still. */
export interface Pieces {
  readonly next: Effect.Effect<Uint8Array | undefined, EngineError>
}

/** The properties of a statement the engine needs before it runs it. */
export interface Shape {
  /** Whether it leaves the session as it was, so that others may use it afterwards. */
  readonly leavesNothing: boolean
  /** Whether its text can end with settings of its own (`canFinish`). */
  readonly canFinish: boolean
}

export interface Engine {
  readonly run: <A>(
    lane: Lane,
    surroundings: Surroundings,
    shape: Shape,
    use: (running: Running) => Effect.Effect<A, EngineError, Scope.Scope>
  ) => Effect.Effect<A, EngineError>
}

export interface EngineOptions {
  readonly native: Native
  readonly directory: string
  /** A file of server settings; the first connection brings it. */
  readonly configFile: string
  readonly lanes: Readonly<Record<Lane, number>>
  /** A directory for pipes; its files are removed. */
  readonly pipes: string
  /** Milliseconds that a stopped query may run on. */
  readonly stuckAfter: number
  /** Bytes that all statements may hold together. */
  readonly memory: number
  /** Ends the process for a statement, by its comment, that runs on for longer. */
  readonly endFor: (comment: string) => void
}

/** Statements that wait for a lane; more are refused, so that a flood ends in answers and not in memory. */
const longestQueue = 2_000

const tooMany = engineError(202, "TOO_MANY_SIMULTANEOUS_QUERIES", `${longestQueue} statements wait already`)

/** The means a statement runs with. */
interface EngineParts {
  readonly native: Native
  readonly connection: NativeConnection
  readonly pipes: Pipes
  /** Of an insert, whose end is always waited for. */
  readonly stop: Stop
  readonly stopQuery: Stop
  /** Keeps the session from being used again. */
  readonly spoil: Effect.Effect<void>
  /** The settings at the end of a query's text; undefined when its session has them. */
  readonly settings: string | undefined
}

const streamThrough = Effect.fnUntraced(function*(
  { connection, native, spoil, stopQuery }: EngineParts,
  { end, forgo, reader }: Pipe,
  sql: string
) {
  const running = yield* stoppable(() => native.QueryAsyncConnection(connection, sql, "Null"), stopQuery).pipe(
    Effect.tapError(() => spoil),
    Effect.ensuring(Effect.sync(end)),
    Effect.forkScoped({ startImmediately: true })
  )
  // Before the statement is stopped: it may wait for somebody to read.
  yield* Effect.addFinalizer(() => Effect.sync(forgo))
  const pieces: Pieces = {
    next: Effect.flatMap(
      Effect.orDie(readChunk(reader)),
      (bytes) => bytes === undefined ? Effect.as(Fiber.join(running), undefined) : Effect.succeed(bytes)
    )
  }
  return pieces
})

const runningOn = (parts: EngineParts): Running => {
  const { connection, native, pipes, settings, stop, stopQuery } = parts
  return {
    whole: (sql, format) => {
      const text = settings === undefined ? sql : finished(sql, { format, settings })
      return stoppable(() => native.QueryAsyncConnection(connection, text, format), stopQuery)
    },
    insert: (sql, rows) => stoppable(() => native.InsertRawAsyncConnection(connection, sql, rows, false), stop),
    stream: (sql, format) =>
      Effect.flatMap(pipes.take, (pipe) =>
        pipe === undefined || settings === undefined
          ? Effect.succeed(undefined)
          : streamThrough(parts, pipe, finished(sql, { format, settings, path: pipe.path })))
  }
}

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

const laneCount = (lanes: EngineOptions["lanes"]): number => lanes.query + lanes.ingest + lanes.control

/** Opens the engine of a directory; it is closed with the scope, after the last statement. */
export const openEngine = (
  { configFile, directory, endFor, lanes, memory, native, pipes, stuckAfter }: EngineOptions
) =>
  Effect.gen(function*() {
    const killer = yield* Effect.acquireRelease(
      Effect.try({
        try: () => native.CreateConnection(directory, [`--config-file=${configFile}`]),
        catch: fromNative
      }),
      (connection) => Effect.sync(() => native.CloseConnection(connection))
    )
    const killing = Semaphore.makeUnsafe(1)
    const kill = (tag: string): Effect.Effect<void> =>
      Effect.promise(() =>
        native.QueryAsyncConnection(killer, `KILL QUERY WHERE ${hasTag(tag)} ASYNC`, "Null").catch(() => undefined)
      ).pipe(killing.withPermits(1), Effect.uninterruptible)
    const inLane = { query: makeLane(lanes.query), ingest: makeLane(lanes.ingest), control: makeLane(lanes.control) }
    const sessions = yield* makeSessions({ native, directory, kept: laneCount(lanes), memory })
    const openPipes = yield* makePipes(pipes, lanes.query)
    const engine: Engine = {
      run: (lane, surroundings, { canFinish, leavesNothing }, use) =>
        Effect.suspend(() => {
          const tag = randomUUID()
          const ask = kill(tag)
          const comment = surroundings.settings.get("log_comment") ?? tag
          const giveUp = { afterMillis: stuckAfter, end: Effect.sync(() => endFor(comment)) }
          const settings = canFinish ? ownSettings(tag, surroundings) : undefined
          const wanted = { tag: canFinish ? undefined : tag, surroundings, leavesNothing }
          return sessions.using(wanted, (connection, spoil) => {
            const stopQuery = leavesNothing ? { ask, giveUp } : { ask }
            const running = runningOn({
              native,
              connection,
              pipes: openPipes,
              stop: { ask },
              stopQuery,
              spoil,
              settings
            })
            // A session is closed after its statement: to close it earlier would wait for that and hold up everything.
            return Effect.scoped(use(running))
          })
        }).pipe(inLane[lane])
    }
    return engine
  })
