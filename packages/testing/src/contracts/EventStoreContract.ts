import { assert, layer } from "@effect/vitest"
import type { OrganizationRepository, ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import { EventStore } from "@hedgerow/core/events/EventStore"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { Effect, type Layer } from "effect"
import { makeEvent, makeEvents, makeProject, makeTwoProjects } from "./fixtures.ts"
import { StoredRows } from "./StoredRows.ts"

type Ports = EventStore | OrganizationRepository | ProjectRepository | StoredRows

/** The contract of every `EventStore`. */
export const suite = <E>(name: string, storage: Layer.Layer<Ports, E>): void => {
  layer(storage, { excludeTestServices: true })(`Event store: ${name}`, (it) => {
    it.effect("appended events exist, and only they", () =>
      Effect.gen(function*() {
        const store = yield* EventStore
        const { id } = yield* makeProject
        const events = yield* makeEvents(id, 3)
        const other = yield* makeUuid7
        const uuids = events.map((event) => event.uuid)
        assert.deepStrictEqual([...(yield* store.existing(id, uuids))], [])
        yield* store.append(yield* makeUuid7, events)
        const found = yield* store.existing(id, [...uuids, other])
        assert.deepStrictEqual([...found].toSorted(), uuids.toSorted())
        assert.deepStrictEqual([...(yield* store.existing(id, [other]))], [])
        assert.deepStrictEqual([...(yield* store.existing(id, []))], [])
        assert.strictEqual((yield* (yield* StoredRows).events(id)).length, 3)
      }))

    it.effect("appending the same batch again adds nothing", () =>
      Effect.gen(function*() {
        const store = yield* EventStore
        const { id } = yield* makeProject
        const events = yield* makeEvents(id, 2)
        const batch = yield* makeUuid7
        yield* store.append(batch, events)
        yield* store.append(batch, events)
        assert.strictEqual((yield* (yield* StoredRows).events(id)).length, 2)
      }))

    it.effect("an empty batch is allowed", () =>
      Effect.gen(function*() {
        const store = yield* EventStore
        const { id } = yield* makeProject
        yield* store.append(yield* makeUuid7, [])
        assert.deepStrictEqual(yield* (yield* StoredRows).events(id), [])
      }))

    it.effect("a batch may hold events of several projects, and none sees the other's", () =>
      Effect.gen(function*() {
        const store = yield* EventStore
        const rows = yield* StoredRows
        const [here, there] = yield* makeTwoProjects
        const mine = yield* makeEvent(here.id)
        const theirs = yield* makeEvent(there.id)
        const twin = yield* makeEvent(there.id, { uuid: mine.uuid })
        yield* store.append(yield* makeUuid7, [mine, theirs])
        const both = [mine.uuid, theirs.uuid]
        assert.deepStrictEqual([...(yield* store.existing(here.id, both))], [mine.uuid])
        assert.deepStrictEqual([...(yield* store.existing(there.id, both))], [theirs.uuid])
        yield* store.append(yield* makeUuid7, [twin])
        assert.deepStrictEqual([...(yield* store.existing(there.id, both))].toSorted(), both.toSorted())
        assert.deepStrictEqual(yield* rows.events(here.id), [mine])
      }))

    it.effect("concurrent appends are all kept", () =>
      Effect.gen(function*() {
        const store = yield* EventStore
        const { id } = yield* makeProject
        const append = Effect.gen(function*() {
          const events = yield* makeEvents(id, 10)
          yield* store.append(yield* makeUuid7, events)
          return events.map((event) => event.uuid)
        })
        const uuids = yield* Effect.all(Array.from({ length: 8 }, () => append), { concurrency: "unbounded" })
        assert.strictEqual((yield* store.existing(id, uuids.flat())).size, 80)
        assert.strictEqual((yield* (yield* StoredRows).events(id)).length, 80)
      }))
  })
}
