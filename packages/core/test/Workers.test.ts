import { assert, it } from "@effect/vitest"
import * as Domain from "@hedgerow/core/Domain"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { defineJob, handle } from "@hedgerow/core/jobs/JobKind"
import { Outbox } from "@hedgerow/core/outbox/Outbox"
import { consume } from "@hedgerow/core/outbox/OutboxConsumer"
import { beforeAll } from "@hedgerow/core/outbox/OutboxMessage"
import { OutboxRepository } from "@hedgerow/core/outbox/OutboxRepository"
import { OutboxSettings } from "@hedgerow/core/outbox/OutboxSettings"
import * as Workers from "@hedgerow/core/Workers"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { Deferred, Duration, Effect, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"

const project = 1 as ProjectId
const topics = ["persons"]
const message = { project, topic: "persons", key: "a", payload: {} }

it.effect("a consumer that a storage brings is run, and rows stay until it has passed them", () =>
  Effect.gen(function*() {
    const passing = yield* Deferred.make<void>()
    const handled: Array<string> = []
    const consumer = yield* consume({
      name: "storage.copies",
      topics,
      startAt: "head",
      batchSize: 10,
      run: ({ rows }) =>
        Effect.andThen(Deferred.await(passing), Effect.sync(() => handled.push(...rows.map(({ key }) => key))))
    })
    const world = Workers.layer.pipe(
      Layer.provide(OutboxSettings.withoutPolls),
      Layer.provideMerge(Domain.layer),
      Layer.provideMerge(MemoryStorage.layer),
      Layer.provide(Layer.succeed(Workers.StorageConsumers, [consumer]))
    )
    yield* Effect.gen(function*() {
      const outbox = yield* Outbox
      const rows = yield* OutboxRepository
      const left = Effect.map(rows.read(project, { after: beforeAll, topics, limit: 10 }), (slice) => slice.rows.length)
      yield* outbox.append([message])
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual([handled, yield* left], [[], 1])
      yield* Deferred.succeed(passing, undefined)
      yield* TestClock.adjust("2 minutes")
      assert.deepStrictEqual([handled, yield* left], [["a"], 0])
    }).pipe(Effect.provide(world))
  }))

it.effect("a job that a storage brings is done on its schedule", () =>
  Effect.gen(function*() {
    const days: Array<number> = []
    const count = defineJob({ name: "storage.count", payload: Schema.Struct({}), schedule: Duration.days(1) })
    const handler = yield* handle(count, () => Effect.sync(() => days.push(days.length)))
    const world = Workers.layer.pipe(
      Layer.provide(OutboxSettings.withoutPolls),
      Layer.provideMerge(Domain.layer),
      Layer.provideMerge(MemoryStorage.layer),
      Layer.provide(Layer.succeed(Workers.StorageHandlers, [handler]))
    )
    yield* Effect.gen(function*() {
      yield* TestClock.adjust("1 minute")
      const begun = days.length
      for (let day = 0; day < 3; day++) yield* TestClock.adjust("24 hours")
      assert.strictEqual(days.length - begun, 3)
    }).pipe(Effect.provide(world))
  }))
