import { assert, it } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Outbox } from "@hedgerow/core/outbox/Outbox"
import { consume } from "@hedgerow/core/outbox/OutboxConsumer"
import { OutboxConsumerRepository } from "@hedgerow/core/outbox/OutboxConsumerRepository"
import * as OutboxRunner from "@hedgerow/core/outbox/OutboxRunner"
import { OutboxSettings } from "@hedgerow/core/outbox/OutboxSettings"
import { MemoryDatabase } from "@hedgerow/storage-memory/database/MemoryDatabase"
import * as MemoryOutboxConsumerRepository from "@hedgerow/storage-memory/outbox/MemoryOutboxConsumerRepository"
import * as MemoryOutboxRepository from "@hedgerow/storage-memory/outbox/MemoryOutboxRepository"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"

const message = { project: 1 as ProjectId, topic: "gates", key: "a", payload: {} }

it.effect("a consumer that cannot be registered at the start is registered once the storage is back", () => {
  const storage = { isAway: true, tries: 0 }
  const handled: Array<string> = []
  const consumers = Effect.map(
    consume({
      name: "copier",
      topics: ["gates"],
      startAt: "head",
      batchSize: 10,
      run: ({ rows }) => Effect.sync(() => void handled.push(...rows.map(({ key }) => key)))
    }),
    (consumer) => [consumer]
  )
  const failing = Layer.effect(
    OutboxConsumerRepository,
    Effect.map(OutboxConsumerRepository, (repository) => ({
      ...repository,
      register: (...given: Parameters<typeof repository.register>) =>
        Effect.suspend(() => {
          storage.tries++
          return storage.isAway ? Effect.die(new Error("no way to the database")) : repository.register(...given)
        })
    }))
  ).pipe(Layer.provide(MemoryOutboxConsumerRepository.layer))
  const world = OutboxRunner.layer(consumers).pipe(
    Layer.provideMerge(Outbox.layer),
    Layer.provideMerge(Layer.mergeAll(MemoryOutboxRepository.layer, failing)),
    Layer.provide(MemoryDatabase.layer),
    Layer.provide(OutboxSettings.withoutPolls)
  )
  return Effect.gen(function*() {
    const outbox = yield* Outbox
    yield* TestClock.adjust("5 seconds")
    assert.isAbove(storage.tries, 3)
    storage.isAway = false
    yield* TestClock.adjust("2 seconds")
    const tries = storage.tries
    yield* outbox.append([message])
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(handled, ["a"])
    assert.strictEqual(storage.tries, tries)
  }).pipe(Effect.provide(world))
})
