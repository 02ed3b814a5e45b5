import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { type EngineError, fromNative } from "./EngineError.ts"
import type { Native, NativeConnection } from "./Native.ts"
import { type Held, nothingHeld, prelude, type Surroundings } from "./Prelude.ts"

/** An open connection of the engine and its surroundings. */
interface Session {
  readonly connection: NativeConnection
  readonly held: Held
}

/** The statement a session is wanted for. */
interface Wanted {
  /** The mark of the statement, unless its text has it. */
  readonly tag: string | undefined
  readonly surroundings: Surroundings
  /** Whether it is as before afterwards, so that it can be used again. */
  readonly leavesNothing: boolean
}

/** Sessions are kept and used again: to open one, and to set all settings, takes as long as a small query. */
export interface Sessions {
  /**
   * Uses a session that has exactly these surroundings and the mark. One whose use fails is closed, or whose statement did:
   * the engine lists a failed statement until its session has another statement or ends.
   */
  readonly using: <A, R>(
    wanted: Wanted,
    use: (connection: NativeConnection, spoil: Effect.Effect<void>) => Effect.Effect<A, EngineError, R>
  ) => Effect.Effect<A, EngineError, R>
}

/** Statements carry their values in `SET`, which the limit for the text of a query must not cut off. */
const statementArguments = ["--max_query_size=1073741824"]

/** All sessions are one user's to the engine, and the limit of a user is the highest that a session states: each has it. */
const memoryArgument = (memory: number): string => `--max_memory_usage_for_user=${memory}`

/** The settings of sessions. */
interface SessionOptions {
  readonly native: Native
  readonly directory: string
  /** The most sessions that are kept while nothing uses them. */
  readonly kept: number
  /** Bytes that the statements of all sessions may hold together. */
  readonly memory: number
}

/** Whether a session can be brought to the surroundings: neither a value nor a database can be forgotten. */
const fits = ({ held }: Session, { database, params }: Surroundings): boolean =>
  (held.database === undefined || held.database === database)
  && [...held.params.keys()].every((name) => params.has(name))

/** The session that is nearest to the surroundings, out of the list. */
const takeFitting = (idle: Array<Session>, surroundings: Surroundings): Session | undefined => {
  let found = -1
  for (const [index, session] of idle.entries()) {
    const isNearer = found === -1 || session.held.params.size >= (idle[found]?.held.params.size ?? 0)
    if (isNearer && fits(session, surroundings)) found = index
  }
  return found === -1 ? undefined : idle.splice(found, 1)[0]
}

/** Sessions on a directory. */
export const makeSessions = ({ directory, kept, memory, native }: SessionOptions) =>
  Effect.gen(function*() {
    const idle: Array<Session> = []
    const close = ({ connection }: Session): void => native.CloseConnection(connection)
    yield* Effect.addFinalizer(() => Effect.sync(() => idle.splice(0).forEach(close)))
    const open = (): Session => ({
      connection: native.CreateConnection(directory, [...statementArguments, memoryArgument(memory)]),
      held: nothingHeld
    })
    const keep = (session: Session): void => {
      idle.push(session)
      if (idle.length > kept) idle.splice(0, 1).forEach(close)
    }
    /** Off this thread, which others need meanwhile, and to its end: a session that works cannot be closed. */
    const prepare = ({ connection, held }: Session, tag: string | undefined, surroundings: Surroundings) => {
      const { held: after, statement } = prelude(tag, surroundings, held)
      const prepared: Session = { connection, held: after }
      if (statement === undefined) return Effect.succeed(prepared)
      return Effect.tryPromise({
        try: () => native.QueryAsyncConnection(connection, statement, "Null"),
        catch: fromNative
      }).pipe(Effect.as(prepared), Effect.uninterruptible)
    }
    const sessions: Sessions = {
      using: ({ leavesNothing, surroundings, tag }, use) =>
        Effect.suspend(() => {
          let isSpoilt = !leavesNothing
          const spoil = Effect.sync(() => {
            isSpoilt = true
          })
          return Effect.acquireUseRelease(
            Effect.try({
              try: () => (leavesNothing ? takeFitting(idle, surroundings) : undefined) ?? open(),
              catch: fromNative
            }),
            (session) =>
              Effect.flatMap(
                prepare(session, tag, surroundings),
                (prepared) => Effect.map(use(prepared.connection, spoil), (value) => ({ value, prepared }))
              ),
            (session, exit) =>
              Effect.sync(() => Exit.isSuccess(exit) && !isSpoilt ? keep(exit.value.prepared) : close(session))
          )
        }).pipe(Effect.map(({ value }) => value))
    }
    return sessions
  })
