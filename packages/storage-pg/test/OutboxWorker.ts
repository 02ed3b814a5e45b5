import { NodeRuntime } from "@effect/platform-node"
import { consume } from "@hedgerow/core/outbox/OutboxConsumer"
import { runConsumers } from "@hedgerow/core/outbox/OutboxRunner"
import { OutboxSettings } from "@hedgerow/core/outbox/OutboxSettings"
import { OutboxSignals } from "@hedgerow/core/outbox/OutboxSignals"
import { PgDatabase } from "@hedgerow/storage-pg"
import { PgHints } from "@hedgerow/storage-pg/caching/PgHints"
import * as PgOutboxConsumerRepository from "@hedgerow/storage-pg/outbox/PgOutboxConsumerRepository"
import * as PgOutboxRepository from "@hedgerow/storage-pg/outbox/PgOutboxRepository"
import { Console, Duration, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"

/** Started by `OutboxKill.test.ts` as a process of its own, to be killed: copies rows one by one, none too fast. */
const copier = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  return yield* consume({
    name: "copier",
    topics: ["gates"],
    startAt: "earliest",
    batchSize: 7,
    run: ({ rows }) =>
      Effect.forEach(
        rows,
        ({ position }) =>
          Effect.andThen(
            sql`INSERT INTO copied (worker, position) VALUES (${process.pid}, ${position})`,
            Effect.sleep("3 millis")
          ),
        { discard: true }
      )
  })
})

const program = Effect.gen(function*() {
  const settings = yield* OutboxSettings
  yield* runConsumers([yield* copier]).pipe(
    Effect.provideService(OutboxSettings, {
      ...settings,
      lease: Duration.seconds(1),
      poll: Duration.millis(100),
      batchesPerTurn: 1_000
    })
  )
  yield* Console.log("running")
  return yield* Effect.never
})

const storage = Layer.mergeAll(PgOutboxConsumerRepository.layer, PgOutboxRepository.layer).pipe(
  Layer.provide(PgHints.layer),
  Layer.provideMerge(PgDatabase.layerClient),
  Layer.provide(PgDatabase.PgDatabase.layer({ url: Redacted.make(process.argv[2] ?? "") }))
)

program.pipe(Effect.scoped, Effect.provide([storage, OutboxSignals.layer]), NodeRuntime.runMain)
