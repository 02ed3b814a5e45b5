import { assert, it } from "@effect/vitest"
import * as EventKeyRemoval from "@hedgerow/core/events/EventKeyRemoval"
import { type EventKey, EventKeys } from "@hedgerow/core/events/EventKeys"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Jobs } from "@hedgerow/core/jobs/Jobs"
import * as JobWorker from "@hedgerow/core/jobs/JobWorker"
import { deriveUuid, makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { MemoryDatabase } from "@hedgerow/storage-memory/database/MemoryDatabase"
import * as MemoryEventKeys from "@hedgerow/storage-memory/events/MemoryEventKeys"
import * as MemoryJobRepository from "@hedgerow/storage-memory/jobs/MemoryJobRepository"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"

const world = JobWorker.layer(Effect.all([EventKeyRemoval.handler])).pipe(
  Layer.provideMerge(Jobs.layer),
  Layer.provideMerge(Layer.mergeAll(MemoryEventKeys.layer, MemoryJobRepository.layer)),
  Layer.provide(MemoryDatabase.layer)
)

const project = 1 as ProjectId

const keysNamed = (name: string, count: number): ReadonlyArray<EventKey> =>
  Array.from({ length: count }, (_, n) => ({ project_id: project, uuid: deriveUuid(name, n) }))

/** More than one batch of the removal. */
const old = keysNamed("old", 12_000)
const young = keysNamed("young", 10)

const store = Effect.fnUntraced(function*(stored: ReadonlyArray<EventKey>) {
  const keys = yield* EventKeys
  const batch = yield* makeUuid7
  yield* keys.claim(batch, stored)
  yield* keys.confirm(batch)
})

it.effect("a stored event is known for thirty days, then its key is gone within a day", () =>
  Effect.gen(function*() {
    const keys = yield* EventKeys
    const known = (asked: ReadonlyArray<EventKey>) => Effect.map(keys.confirmed(asked), (found) => found.length)
    yield* store(old)
    yield* TestClock.adjust("1 day")
    yield* store(young)
    yield* TestClock.adjust("29 days")
    assert.strictEqual(yield* known(old), old.length)
    yield* TestClock.adjust("1 day")
    assert.deepStrictEqual([yield* known(old), yield* known(young)], [0, young.length])
    yield* TestClock.adjust("1 day")
    assert.strictEqual(yield* known(young), 0)
  }).pipe(Effect.provide(world)))
