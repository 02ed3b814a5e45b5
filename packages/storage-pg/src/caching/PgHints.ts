import { PgClient } from "@effect/sql-pg"
import { afterCommit } from "@hedgerow/core/shared/AfterCommit"
import { requireStorable } from "@hedgerow/core/shared/StorableText"
import { type Cause, Clock, Context, Effect, Fiber, Layer, PubSub, Queue, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { layerWatch, PgDatabase } from "../database/PgDatabase.ts"
import { PgWatch } from "../database/PgWatch.ts"
import { sessionSettings } from "../database/PoolSettings.ts"

interface Hint {
  readonly topic: string
  readonly payload: string
}

/** One channel serves all schemas of a database; a notification names its schema. */
const channel = "hedgerow"
const separator = "\u001f"
const reconnectMillis = 1000
const lastMillis = 1000

/** Waiting for the database takes real time, also under a test's clock. */
const pause = Effect.sleep(reconnectMillis).pipe(Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()))

/**
 * Notifies the other servers on the database of changes, so that they need not wait for their next look. A hint may be
 * lost; each listener looks by itself from time to time as well.
 */
export class PgHints extends Context.Service<PgHints, {
  /** Sends once the current transaction has committed, at once outside of one; equal hints may be sent as one. */
  readonly notify: (topic: string, payload: string) => Effect.Effect<void>
  /** The payloads sent to a topic by any server, this one included; "" means that some may have been missed. */
  readonly hints: (topic: string) => Stream.Stream<string>
}>()("@hedgerow/storage-pg/caching/PgHints") {
  /** Holds one connection of its own, which is made anew when it breaks. */
  static readonly layer: Layer.Layer<PgHints, never, PgDatabase | SqlClient.SqlClient> = Layer.effect(
    PgHints,
    Effect.gen(function*() {
      const database = yield* PgDatabase
      const { connect } = yield* PgWatch
      const received = yield* PubSub.sliding<Hint | "missed">(10_000)
      const send = yield* makeSender(database.schema)
      yield* Effect.forkScoped(listenForEver(database, connect, received))
      return PgHints.of({
        notify: (topic, payload) => afterCommit(send({ topic, payload })),
        hints: (topic) =>
          Stream.fromPubSub(received).pipe(
            Stream.filter((hint) => hint === "missed" || hint.topic === topic),
            Stream.map((hint) => hint === "missed" ? "" : hint.payload)
          )
      })
    })
  ).pipe(Layer.provide(layerWatch))
}

/** Collects hints and sends them apart from the transactions, whose commits NOTIFY would put in a row. */
const makeSender = Effect.fnUntraced(function*(schema: string) {
  const sql = yield* SqlClient.SqlClient
  const outgoing = yield* Queue.make<Hint, Cause.Done>({ capacity: 10_000, strategy: "sliding" })
  const sendAll = Effect.fnUntraced(function*(hints: ReadonlyArray<Hint>) {
    const texts = [...new Set(hints.map(({ payload, topic }) => [schema, topic, payload].join(separator)))]
    yield* requireStorable(texts)
    yield* sql`SELECT pg_notify(${channel}, text) FROM unnest(${texts}::text[]) t(text)`
  }, Effect.catchCause((cause) => Effect.logWarning("Other servers could not be notified", cause)))
  const sending = Queue.takeAll(outgoing).pipe(Effect.flatMap(sendAll), Effect.forever, Effect.ignore)
  const sender = yield* Effect.forkScoped(sending)
  // A short-lived process, such as a command, sends before it ends.
  yield* Effect.addFinalizer(() =>
    Effect.andThen(Queue.end(outgoing), Effect.timeoutOption(Fiber.await(sender), lastMillis))
  )
  return (hint: Hint) => Effect.asVoid(Queue.offer(outgoing, hint))
})

const parse = (schema: string, text: string): Hint | undefined => {
  const [owner, topic, payload] = text.split(separator)
  return owner === schema && topic !== undefined && payload !== undefined ? { topic, payload } : undefined
}

type Connect = PgWatch["Service"]["connect"]

const listenOnce = (
  database: PgDatabase["Service"],
  connect: Connect,
  received: PubSub.PubSub<Hint | "missed">
) =>
  Effect.gen(function*() {
    const client = yield* PgClient.PgClient
    const notifications = yield* client.listen(channel)
    yield* PubSub.publish(received, "missed")
    while (true) {
      const hint = parse(database.schema, (yield* Queue.take(notifications)).payload)
      if (hint !== undefined) yield* PubSub.publish(received, hint)
    }
  }).pipe(
    Effect.scoped,
    Effect.provide(
      PgClient.layer({
        url: database.url,
        applicationName: `${database.applicationName} hints`,
        maxConnections: 1,
        stream: connect,
        startupParameters: sessionSettings(database)
      }),
      { local: true }
    )
  )

const listenForEver = (
  database: PgDatabase["Service"],
  connect: Connect,
  received: PubSub.PubSub<Hint | "missed">
) =>
  listenOnce(database, connect, received).pipe(
    Effect.catchCause((cause) => Effect.logDebug("Not listening to other servers for a moment", cause)),
    Effect.andThen(pause),
    Effect.forever
  )
