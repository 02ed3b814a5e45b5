import { Outbox } from "@hedgerow/core/outbox/Outbox"
import { consume, type OutboxBatch, type OutboxConsumer } from "@hedgerow/core/outbox/OutboxConsumer"
import type { OutboxConsumerRepository } from "@hedgerow/core/outbox/OutboxConsumerRepository"
import type { OutboxPosition } from "@hedgerow/core/outbox/OutboxMessage"
import type { OutboxRepository } from "@hedgerow/core/outbox/OutboxRepository"
import { registerConsumer } from "@hedgerow/core/outbox/OutboxRunner"
import { copyTopics } from "@hedgerow/core/replication/CopyChanges"
import { StorageConsumers } from "@hedgerow/core/Workers"
import { Array, Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { ClickHouse, type ClickHouseFailure } from "../client/ClickHouse.ts"
import { identityOf } from "../migrations/Migrations.ts"
import { CopyProgress } from "./AwaitCopies.ts"
import { copyBatch, copyBatchSize, copyConsumer } from "./CopyConsumer.ts"
import { SnapshotRecords } from "./SnapshotRecords.ts"
import { isSnapshotRequest, snapshotRequest, snapshotTopic, takeSnapshot } from "./SnapshotRequests.ts"
import * as SqlCopySource from "./SqlCopySource.ts"

const handle = (target: string) =>
  Effect.fnUntraced(function*(batch: OutboxBatch) {
    yield* copyBatch(batch)
    if (batch.rows.some((row) => isSnapshotRequest(target, row))) yield* takeSnapshot(target, batch.project)
  })

/** Keeps the copies in one ClickHouse, the `target`. */
const consumerOf = (target: string) =>
  consume({
    name: copyConsumer,
    topics: [...copyTopics, snapshotTopic],
    startAt: "head",
    batchSize: copyBatchSize,
    run: handle(target)
  })

/** The most projects whose outboxes are held together, for a moment. */
const requestsAtOnce = 50

/**
 * Registers the consumer, and then asks it for a snapshot of each project that has none: no change falls between them.
 * The copies of a ClickHouse that nobody has followed for a while are worth nothing, nor are those of any other.
 */
const begin = Effect.fnUntraced(function*(target: string, consumer: OutboxConsumer) {
  const outbox = yield* Outbox
  const records = yield* SnapshotRecords
  const known = yield* outbox.status
  if (!known.some((status) => status.consumer === consumer.name)) yield* records.forgetAll
  yield* registerConsumer(consumer)
  yield* records.keepOnly(target)
  for (const projects of Array.chunksOf(yield* records.missing(target), requestsAtOnce)) {
    yield* outbox.append(projects.map((project) => snapshotRequest(target, project)))
  }
})

const make = Effect.gen(function*() {
  const target = yield* identityOf(yield* ClickHouse)
  const consumer = yield* consumerOf(target)
  yield* begin(target, consumer)
  return [consumer]
})

/** The progress of the consumer, as the outbox knows it. */
const progress = Layer.effect(
  CopyProgress,
  Effect.map(Outbox, (outbox) =>
    CopyProgress.of({
      head: outbox.head,
      waitUntilPassed: (project, position, timeout) =>
        outbox.waitUntilPassed(copyConsumer, project, position as OutboxPosition, timeout)
    }))
)

/** The tables that snapshots are taken of, and the snapshots that were taken. */
export const layerSnapshots = SnapshotRecords.layer.pipe(
  Layer.provideMerge(Layer.unwrap(Effect.map(Outbox, ({ head }) => SqlCopySource.layer(head))))
)

/**
 * The copies of persons, merges and groups in ClickHouse: the consumers that follow the outbox with them
 * (`StorageConsumers`), and how far that is. PostgreSQL's repositories must return their changes (`CopiedElsewhere`).
 */
export const layer: Layer.Layer<
  CopyProgress,
  ClickHouseFailure,
  ClickHouse | OutboxConsumerRepository | OutboxRepository | SqlClient.SqlClient
> = Layer.mergeAll(progress, Layer.effect(StorageConsumers, make)).pipe(
  Layer.provide(layerSnapshots),
  Layer.provide(Outbox.layer)
)
