import { assert, layer } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/access/Project"
import type { Event } from "@hedgerow/core/events/Event"
import { EventStore } from "@hedgerow/core/events/EventStore"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { EventWriter } from "@hedgerow/core/events/EventWriter"
import { makeUuid7, type Uuid } from "@hedgerow/core/shared/Uuid"
import * as ClickHouseEventStore from "@hedgerow/storage-clickhouse/ClickHouseEventStore"
import * as ClickHouseMoveTarget from "@hedgerow/storage-clickhouse/ClickHouseMoveTarget"
import { moveEvents, MoveProgress, type MoveSource, type MoveState } from "@hedgerow/storage-clickhouse/MoveEvents"
import * as SqlMoveSource from "@hedgerow/storage-clickhouse/SqlMoveSource"
import { CopyPool } from "@hedgerow/storage-pg/copy/CopyPool"
import { PgEventPartitions } from "@hedgerow/storage-pg/PgEventPartitions"
import * as PgEventWriter from "@hedgerow/storage-pg/PgEventWriter"
import { fixtures } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Layer } from "effect"
import { storedEvents } from "./ClickHouseStoredRows.ts"
import { clickhouse } from "./EventStoreTest.ts"

/** Keeps the states of a move, and may break off before one is kept. */
const progressOf = (states: Array<MoveState>, breakAt = -1) =>
  Layer.succeed(MoveProgress, {
    load: () => Effect.sync(() => states.at(-1)),
    save: (_project, state) =>
      Effect.suspend(() => {
        if (states.length === breakAt) return Effect.die("the process ended")
        states.push(state)
        return Effect.void
      })
  })

const before = (a: Event, b: Event): number => a.timestamp - b.timestamp || (a.uuid < b.uuid ? -1 : 1)

const inMemory = (events: ReadonlyArray<Event>): MoveSource => ({
  page: (project, until, after, limit) =>
    Effect.succeed(
      events.filter((event) => event.project_id === project && event.inserted_at <= until).toSorted(before).filter((
        event
      ) =>
        after === undefined || event.timestamp > after.timestamp
        || (event.timestamp === after.timestamp && event.uuid > after.uuid)
      ).slice(0, limit)
    ),
  count: (project, until) =>
    Effect.succeed(events.filter((event) => event.project_id === project && event.inserted_at <= until).length)
})

const move = (project: ProjectId, source: MoveSource, pageSize: number) =>
  Effect.gen(function*() {
    const target = yield* ClickHouseMoveTarget.make
    return yield* moveEvents(project, { source, target, pageSize, onPage: () => Effect.void })
  })

const sorted = (events: ReadonlyArray<Event>) => events.toSorted(before)

/** Events of which several share a time. */
const manyEvents = (project: ProjectId, count: number) =>
  Effect.forEach(Array.from({ length: count }, (_, i) => i), (i) =>
    fixtures.makeEvent(project, {
      timestamp: (1_700_000_000_000_000 + Math.floor(i / 4) * 1_000) as EventTime,
      derived: `{"n":${i},"text":"tab\\t🌿"}`,
      properties: `{ "n" : ${i}.0, "text":"tab\\t🌿" }`,
      sent_at: i % 2 === 0 ? null : -1 as EventTime
    }))

const stores = Layer.mergeAll(
  ClickHouseEventStore.layer.pipe(Layer.provideMerge(clickhouse)),
  PgEventWriter.layer.pipe(
    Layer.provide([CopyPool.layer, PgEventPartitions.layer]),
    Layer.provideMerge(PgTest.layer)
  )
)

layer(stores, { excludeTestServices: true })("moving events to ClickHouse", (it) => {
  it.effect("from PostgreSQL: all of a project's, as they are, and no other's", () =>
    Effect.gen(function*() {
      const [project, other] = [1 as ProjectId, 2 as ProjectId]
      const events = yield* manyEvents(project, 50)
      const writer = yield* EventWriter
      yield* writer.write([...events, ...(yield* manyEvents(other, 3))])
      const states: Array<MoveState> = []
      const moved = yield* Effect.provide(move(project, yield* SqlMoveSource.make, 7), progressOf(states))
      assert.deepStrictEqual(moved, { moved: 50, inSource: 50, inTarget: 50 })
      assert.deepStrictEqual(sorted(yield* storedEvents(project)), sorted(events))
      assert.deepStrictEqual(yield* storedEvents(other), [])
      assert.deepStrictEqual(states.map((state) => state.moved), [0, 7, 14, 21, 28, 35, 42, 49, 50])
    }))

  it.effect("goes on where it was cut short, also with other pages, and doubles nothing", () =>
    Effect.gen(function*() {
      const project = 3 as ProjectId
      const events = yield* manyEvents(project, 30)
      const states: Array<MoveState> = []
      const source = inMemory(events)
      for (const [pageSize, breakAt] of [[4, 3], [5, 4], [30, 5]] as const) {
        yield* Effect.exit(Effect.provide(move(project, source, pageSize), progressOf(states, breakAt)))
      }
      const moved = yield* Effect.provide(move(project, source, 8), progressOf(states))
      assert.deepStrictEqual(moved, { moved: 30, inSource: 30, inTarget: 30 })
      assert.deepStrictEqual(sorted(yield* storedEvents(project)), sorted(events))
    }))

  it.effect("a move that is done moves nothing again", () =>
    Effect.gen(function*() {
      const project = 4 as ProjectId
      const states: Array<MoveState> = []
      const source = inMemory(yield* manyEvents(project, 5))
      const once = Effect.provide(move(project, source, 5), progressOf(states))
      assert.deepStrictEqual(yield* once, yield* once)
      assert.strictEqual((yield* storedEvents(project)).length, 5)
    }))

  it.effect("what comes to either side after the beginning is neither moved nor counted", () =>
    Effect.gen(function*() {
      const project = 5 as ProjectId
      const store = yield* EventStore
      const events = yield* manyEvents(project, 4)
      const [late, fresh] = yield* fixtures.makeEvents(project, 2, { inserted_at: 4_000_000_000_000_000 as EventTime })
      if (late === undefined || fresh === undefined) return assert.fail()
      yield* store.append(yield* makeUuid7, [fresh])
      const moved = yield* Effect.provide(move(project, inMemory([...events, late]), 10), progressOf([]))
      assert.deepStrictEqual(moved, { moved: 4, inSource: 4, inTarget: 4 })
      assert.deepStrictEqual(sorted(yield* storedEvents(project)), sorted([...events, fresh]))
    }))

  it.effect("an event that ClickHouse refuses is counted among the dead letters", () =>
    Effect.gen(function*() {
      const project = 6 as ProjectId
      const events = yield* manyEvents(project, 6)
      const odd = yield* fixtures.makeEvent(project, { person_id: "odd" as Uuid })
      const moved = yield* Effect.provide(move(project, inMemory([...events, odd]), 3), progressOf([]))
      assert.deepStrictEqual(moved, { moved: 7, inSource: 7, inTarget: 7 })
      assert.strictEqual((yield* storedEvents(project)).length, 6)
    }))
})
