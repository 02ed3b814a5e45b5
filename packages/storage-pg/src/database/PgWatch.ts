import { PgConnection } from "@effect/sql-pg"
import { makeStoreWatch, type StoreWatch } from "@hedgerow/core/shared/StoreWatch"
import { Clock, Context, Effect, Redacted } from "effect"
import type { SqlError } from "effect/sql"
import type { NetConnectOpts, Socket } from "node:net"
import { addressOf, Sockets } from "./PgAddress.ts"

/** The address of the database, and the name of this process in it. */
export interface WatchedDatabase {
  readonly url: Redacted.Redacted
  readonly applicationName: string
}

/** The database answers no request, not even a ping. */
export class DatabaseSilent extends Error {
  /** Its kind among the failures of connections. */
  readonly code = "ETIMEDOUT"
  override readonly message = "PostgreSQL does not answer"
}

/**
 * Data that has arrived by now is read before it is decided that nothing did: the process itself may have been busy.
 */
const nextTurn = Effect.callback<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})

/** Refusing is an answer too: too many connections, a start that goes on, a wrong password. */
const hasSpoken = ({ reason: { cause } }: SqlError.SqlError): boolean => cause instanceof Error && "severity" in cause

/** Asks on a connection of its own, so that no pool stands in between. */
const makePing = (database: WatchedDatabase, address: NetConnectOpts) => (limitMillis: number) =>
  Effect.suspend(() => {
    const sockets = new Sockets(address)
    const cutOff = Effect.sleep(limitMillis).pipe(
      Effect.andThen(nextTurn),
      Effect.andThen(Effect.sync(() => sockets.cut(new DatabaseSilent())))
    )
    return Effect.gen(function*() {
      yield* Effect.forkScoped(cutOff)
      const connection = yield* PgConnection.make({
        url: database.url,
        applicationName: `${database.applicationName} watch`,
        stream: () => sockets.connect(undefined)
      })
      yield* connection.query("SELECT 1", [], false)
      return true
    }).pipe(
      Effect.catch((error) => Effect.succeed(hasSpoken(error))),
      Effect.ensuring(Effect.sync(() => sockets.cut(new DatabaseSilent()))),
      Effect.scoped
    )
  })

/** Whether the database answers; all connections of the process are made here, and cut when it falls silent. */
export class PgWatch extends Context.Service<
  PgWatch,
  StoreWatch & {
    /** A connection to the server; while the database is silent one that fails at once. */
    readonly connect: () => Socket
    /** Cuts this connection with the others. */
    readonly keep: (socket: Socket) => Socket
  }
>()("@hedgerow/storage-pg/database/PgWatch") {}

/** Watches a database. Its waits are in real time, also under a test's clock. */
export const makePgWatch = Effect.fnUntraced(function*(database: WatchedDatabase) {
  const address = addressOf(Redacted.value(database.url))
  const sockets = new Sockets(address)
  const watch = yield* makeStoreWatch({
    store: "postgres",
    ping: makePing(database, address),
    giveUp: Effect.sync(() => sockets.cut(new DatabaseSilent()))
  }).pipe(Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()))
  return PgWatch.of({
    ...watch,
    connect: () => sockets.connect(watch.isSilent() ? new DatabaseSilent() : undefined),
    keep: sockets.keep
  })
})
