import { assert, layer } from "@effect/vitest"
import type { Event } from "@hedgerow/core/events/Event"
import { EventKeys, leaseMillis } from "@hedgerow/core/events/EventKeys"
import { EventStore } from "@hedgerow/core/events/EventStore"
import { EventWriter } from "@hedgerow/core/events/EventWriter"
import { makeUuid7, type Uuid } from "@hedgerow/core/shared/Uuid"
import { ClickHouse, ClickHouseError } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import { paramText } from "@hedgerow/storage-clickhouse/client/ParamText"
import * as ClickHouseEventStore from "@hedgerow/storage-clickhouse/events/ClickHouseEventStore"
import { resolve } from "@hedgerow/storage-clickhouse/events/OrphanedEvents"
import * as ClickHouseMoveTarget from "@hedgerow/storage-clickhouse/move/ClickHouseMoveTarget"
import type { Answer, Statement } from "@hedgerow/storage-clickhouse/protocol/Statement"
import { fixtures } from "@hedgerow/testing/contracts"
import { Array, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { storedEvents } from "./ClickHouseStoredRows.ts"
import * as EventStoreTest from "./EventStoreTest.ts"

const uuidsOf = (events: ReadonlyArray<Event>) => events.map((event) => event.uuid).toSorted()

/** The limits of a server with default settings: 256 KiB of text, and 128 KiB for each part of a form. */
const refusal = ({ params = {}, sql }: Statement): string | undefined => {
  if (sql.length > 262_144) return "Max query size exceeded"
  const parts = [...Object.values(params).map(paramText), ...(Object.keys(params).length === 0 ? [] : [sql])]
  return parts.some((part) => part.length > 131_072) ? "Field value too long" : undefined
}

const withUsualLimits = Layer.effect(
  ClickHouse,
  Effect.map(ClickHouse, (engine) => {
    const check = (statement: Statement) => {
      const message = refusal(statement)
      return message === undefined ? Effect.void : Effect.fail(new ClickHouseError({ code: 62, message }))
    }
    return ClickHouse.of({
      ...engine,
      query: (statement, options) => Effect.andThen(check(statement), engine.query(statement, options)),
      command: (statement) => Effect.andThen(check(statement), engine.command(statement))
    })
  })
)

/** An engine whose list of statements shows a late insert for that number of looks. */
const busyFor = (looks: number, seen: (statement: Statement) => void) =>
  Layer.effect(
    ClickHouse,
    Effect.map(ClickHouse, (engine) => {
      let left = looks
      return ClickHouse.of({
        ...engine,
        query: (statement, options) => {
          seen(statement)
          if (!statement.sql.includes("system.processes")) return engine.query(statement, options)
          const rows = left-- > 0 ? [["late"]] : []
          return Effect.succeed({ columns: [], rows, rowsRead: 0, bytesRead: 0 } satisfies Answer)
        }
      })
    })
  )

layer(EventStoreTest.layer, { excludeTestServices: true })("events whose writer was cut short", (it) => {
  it.effect("are made whole or forgotten though nobody sends them again", () =>
    Effect.gen(function*() {
      const keys = yield* EventKeys
      const store = yield* EventStore
      const writer = yield* EventWriter
      const engine = yield* ClickHouse
      const [here, there] = yield* fixtures.makeTwoProjects
      const half = yield* fixtures.makeEvents(here.id, 3)
      const lost = yield* fixtures.makeEvents(here.id, 2)
      const elsewhere = yield* fixtures.makeEvents(there.id, 2)
      const batch = yield* makeUuid7
      yield* keys.claim(batch, [...half, ...lost, ...elsewhere])
      yield* store.append(batch, [...half, ...elsewhere])
      yield* engine.command({
        sql: "DELETE FROM events_by_person WHERE uuid IN {lost:Array(UUID)}",
        params: { lost: uuidsOf([...half, ...elsewhere]) }
      })
      assert.strictEqual(yield* resolve(), 0)
      yield* TestClock.adjust(leaseMillis)
      assert.strictEqual(yield* resolve(), 7)
      assert.deepStrictEqual(uuidsOf(yield* storedEvents(here.id, "events_by_person")), uuidsOf(half))
      assert.deepStrictEqual(uuidsOf(yield* storedEvents(there.id, "events_by_person")), uuidsOf(elsewhere))
      const { appended, duplicates } = yield* writer.write([...half, ...lost, ...elsewhere])
      assert.strictEqual(appended, 2)
      assert.lengthOf(duplicates, 5)
      assert.strictEqual(yield* resolve(), 0)
      assert.deepStrictEqual(uuidsOf(yield* storedEvents(here.id)), uuidsOf([...half, ...lost]))
    }).pipe(Effect.provide(TestClock.layer())))

  it.effect("are looked for once the inserts that still run are over", () =>
    Effect.gen(function*() {
      const { id } = yield* fixtures.makeProject
      const { append } = yield* EventStore
      const [event] = yield* Effect.all([fixtures.makeEvent(id)])
      yield* append(yield* makeUuid7, [event])
      const texts: globalThis.Array<string> = []
      const found = yield* Effect.flatMap(EventStore, ({ existing }) => existing(id, [event.uuid])).pipe(
        Effect.provide(
          Layer.fresh(ClickHouseEventStore.layer).pipe(Layer.provide(busyFor(3, ({ sql }) => texts.push(sql))))
        )
      )
      assert.deepStrictEqual([...found], [event.uuid])
      const looks = texts.map((sql) => sql.includes("system.processes"))
      assert.strictEqual(looks.filter(Boolean).length, 4)
      assert.isBelow(looks.lastIndexOf(true), texts.findIndex((sql) => sql.includes("DISTINCT toString(uuid)")))
    }))

  it.effect("fit, in any number, into the limits of any server", () =>
    Effect.gen(function*() {
      const { id } = yield* fixtures.makeProject
      const template = yield* fixtures.makeEvent(id)
      const events = Array.makeBy(9_001, (i): Event => ({
        ...template,
        uuid: `00000000-0000-7000-8000-${String(i).padStart(12, "0")}` as Uuid
      }))
      const store = yield* EventStore
      yield* store.append(yield* makeUuid7, events)
      const engine = yield* ClickHouse
      yield* engine.command({ sql: `DELETE FROM events_by_person WHERE project_id = ${id}` })
      yield* Effect.gen(function*() {
        const { existing } = yield* EventStore
        assert.strictEqual((yield* existing(id, uuidsOf(events))).size, 9_001)
        const target = yield* ClickHouseMoveTarget.make
        const [first, ...others] = events
        const { doubled, stored } = yield* target.found(id, [first, ...others])
        assert.deepStrictEqual([stored.size, doubled], [9_001, 0])
        yield* target.complete(id, events)
        const other = yield* fixtures.makeProject
        assert.strictEqual((yield* target.found(other.id, [first, ...others])).stored.size, 0)
      }).pipe(
        Effect.provide(Layer.fresh(ClickHouseEventStore.layer).pipe(Layer.provideMerge(withUsualLimits)))
      )
      assert.lengthOf(yield* storedEvents(id, "events_by_person"), 9_001)
    }))
})
