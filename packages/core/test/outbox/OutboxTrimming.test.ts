import { assert, it } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Jobs } from "@hedgerow/core/jobs/Jobs"
import * as JobWorker from "@hedgerow/core/jobs/JobWorker"
import { Outbox } from "@hedgerow/core/outbox/Outbox"
import { consume } from "@hedgerow/core/outbox/OutboxConsumer"
import { beforeAll } from "@hedgerow/core/outbox/OutboxMessage"
import { OutboxRepository } from "@hedgerow/core/outbox/OutboxRepository"
import * as OutboxRunner from "@hedgerow/core/outbox/OutboxRunner"
import { OutboxSettings } from "@hedgerow/core/outbox/OutboxSettings"
import * as OutboxTrimming from "@hedgerow/core/outbox/OutboxTrimming"
import { MemoryDatabase } from "@hedgerow/storage-memory/database/MemoryDatabase"
import * as MemoryJobRepository from "@hedgerow/storage-memory/jobs/MemoryJobRepository"
import * as MemoryOutboxConsumerRepository from "@hedgerow/storage-memory/outbox/MemoryOutboxConsumerRepository"
import * as MemoryOutboxRepository from "@hedgerow/storage-memory/outbox/MemoryOutboxRepository"
import { Deferred, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"

const project = 1 as ProjectId
const topics = ["gates"]
const message = { project, topic: "gates", key: "a", payload: {} }

/** The outbox's background work for one consumer, led by hints alone; `trims` counts how often rows are looked for. */
const makeWorld = (handled: Effect.Effect<unknown>) => {
  const asked = { trims: 0 }
  const consumers = Effect.map(
    consume({ name: "copier", topics, startAt: "head", batchSize: 10, run: () => Effect.asVoid(handled) }),
    (consumer) => [consumer]
  )
  const counted = Layer.effect(
    OutboxRepository,
    Effect.map(OutboxRepository, (rows) => ({
      ...rows,
      trim: (limit: number) => Effect.andThen(Effect.sync(() => asked.trims++), rows.trim(limit))
    }))
  ).pipe(Layer.provide(MemoryOutboxRepository.layer))
  const layer = Layer.mergeAll(
    OutboxTrimming.layer,
    OutboxRunner.layer(consumers),
    JobWorker.layer(Effect.all([Effect.flatMap(consumers, OutboxTrimming.handler)]))
  ).pipe(
    Layer.provideMerge(Layer.mergeAll(Outbox.layer, Jobs.layer)),
    Layer.provideMerge(Layer.mergeAll(counted, MemoryOutboxConsumerRepository.layer, MemoryJobRepository.layer)),
    Layer.provide(MemoryDatabase.layer)
  )
  return { asked, layer: Layer.provide(layer, OutboxSettings.withoutPolls) }
}

const rowsLeft = Effect.gen(function*() {
  const rows = yield* OutboxRepository
  return (yield* rows.read(project, { after: beforeAll, topics, limit: 10 })).rows.length
})

it.effect("rows go within two minutes after they were passed, however late that is", () =>
  Effect.gen(function*() {
    const passing = yield* Deferred.make<void>()
    yield* Effect.gen(function*() {
      const outbox = yield* Outbox
      yield* outbox.append([message])
      yield* TestClock.adjust("2 hours")
      assert.strictEqual(yield* rowsLeft, 1)
      yield* Deferred.succeed(passing, undefined)
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual(yield* rowsLeft, 0)
      yield* outbox.append([message])
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual(yield* rowsLeft, 0)
    }).pipe(Effect.provide(makeWorld(Deferred.await(passing)).layer))
  }))

it.effect("while nothing changes there is one look a day", () => {
  const { asked, layer } = makeWorld(Effect.void)
  return Effect.gen(function*() {
    const outbox = yield* Outbox
    yield* outbox.append([message])
    yield* TestClock.adjust(0)
    yield* TestClock.adjust("2 minutes")
    const before = asked.trims
    yield* TestClock.adjust("30 days")
    assert.isAtMost(asked.trims - before, 30)
    assert.isAtLeast(asked.trims - before, 29)
  }).pipe(Effect.provide(layer))
})
