import { assert, layer } from "@effect/vitest"
import type { Event } from "@hedgerow/core/events/Event"
import { EventStore } from "@hedgerow/core/events/EventStore"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { makeUuid7, type Uuid } from "@hedgerow/core/shared/Uuid"
import { ClickHouse, ClickHouseError, ClickHouseUnavailable } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import * as ClickHouseEventStore from "@hedgerow/storage-clickhouse/events/ClickHouseEventStore"
import { fixtures } from "@hedgerow/testing/contracts"
import { Array, Effect, Layer, Metric } from "effect"
import { storedEvents } from "./ClickHouseStoredRows.ts"
import { clickhouse } from "./EventStoreTest.ts"

const uuidsOf = (events: ReadonlyArray<Event>) => events.map((event) => event.uuid).toSorted()

const byUuid = (events: ReadonlyArray<Event>) => events.toSorted((a, b) => a.uuid < b.uuid ? -1 : 1)

const deadLetters = Effect.fnUntraced(function*(project: ProjectId) {
  const engine = yield* ClickHouse
  const { rows } = yield* engine.query({
    sql: `SELECT uuid, code, reason, event FROM ${engine.database}.dead_letters
      WHERE project_id = {project:Int32} ORDER BY uuid`,
    params: { project }
  })
  return rows.map(([uuid, code, reason, event]) => ({
    uuid,
    code,
    reason: String(reason),
    event: JSON.parse(String(event)) as unknown
  }))
})

const deadCount = Effect.map(Metric.snapshot, (metrics) => {
  const found = metrics.find(({ id }) => id === "hedgerow_clickhouse_dead_letters_total")
  return found?.type === "Counter" ? Number(found.state.count) : 0
})

const notUuid = "not-a-uuid" as Uuid

/** A client that fails on demand before it reaches the engine, or after the engine has done the work. */
const flaky = (fail: (insert: number) => "before" | "after" | undefined) =>
  Layer.effect(
    ClickHouse,
    Effect.map(ClickHouse, (engine) => {
      let inserts = 0
      const broken = Effect.fail(new ClickHouseUnavailable({ cause: new Error("connection lost") }))
      return ClickHouse.of({
        ...engine,
        insert: (...args) =>
          Effect.suspend(() => {
            const when = fail(++inserts)
            if (when === "before") return broken
            return when === "after" ? Effect.andThen(engine.insert(...args), broken) : engine.insert(...args)
          })
      })
    })
  )

const storeOver = (engine: Layer.Layer<ClickHouse, never, ClickHouse>) =>
  Layer.fresh(ClickHouseEventStore.layer).pipe(Layer.provide(engine))

const store = Layer.provideMerge(ClickHouseEventStore.layer, clickhouse)

layer(store, { excludeTestServices: true })("events in ClickHouse", (it) => {
  it.effect("a row that the engine refuses becomes a dead letter and keeps no other row back", () =>
    Effect.gen(function*() {
      const { append } = yield* EventStore
      const project = 1 as ProjectId
      const good = yield* fixtures.makeEvents(project, 20)
      const bad = yield* fixtures.makeEvent(project, { person_id: notUuid, properties: "{\"odd\":\"\\ud800\\t\"}" })
      const worse = yield* fixtures.makeEvent(project, { uuid: notUuid })
      const before = yield* deadCount
      yield* append(yield* makeUuid7, [...good.slice(0, 7), bad, ...good.slice(7), worse])
      assert.deepStrictEqual(uuidsOf(yield* storedEvents(project)), uuidsOf(good))
      const letters = yield* deadLetters(project)
      assert.deepStrictEqual(letters.map(({ event }) => event), [bad, worse])
      assert.isTrue(letters.every(({ code }) => Number(code) > 0))
      assert.match(letters[0]?.reason ?? "", /UUID/i)
      assert.strictEqual((yield* deadCount) - before, 2)
    }))

  it.effect("the same batch with refused rows again adds nothing", () =>
    Effect.gen(function*() {
      const { append } = yield* EventStore
      const project = 2 as ProjectId
      const good = yield* fixtures.makeEvents(project, 5)
      const batch = [...good, yield* fixtures.makeEvent(project, { person_id: notUuid })]
      const id = yield* makeUuid7
      yield* append(id, batch)
      yield* append(id, batch)
      assert.deepStrictEqual(uuidsOf(yield* storedEvents(project)), uuidsOf(good))
      assert.strictEqual((yield* deadLetters(project)).length, 1)
    }))

  it.effect("a text that has no UTF-8 is a dead letter, verbatim as JSON", () =>
    Effect.gen(function*() {
      const { append } = yield* EventStore
      const project = 3 as ProjectId
      const good = yield* fixtures.makeEvent(project)
      const bad = yield* fixtures.makeEvent(project, { distinct_id: "lone \ud800 surrogate" })
      yield* append(yield* makeUuid7, [bad, good])
      assert.deepStrictEqual(yield* storedEvents(project), [good])
      assert.deepStrictEqual((yield* deadLetters(project)).map(({ event }) => event), [bad])
    }))

  it.effect("a batch of nothing but refused rows is taken", () =>
    Effect.gen(function*() {
      const { append } = yield* EventStore
      const project = 4 as ProjectId
      yield* append(yield* makeUuid7, yield* fixtures.makeEvents(project, 3, { person_id: notUuid }))
      assert.deepStrictEqual(yield* storedEvents(project), [])
      assert.strictEqual((yield* deadLetters(project)).length, 3)
    }))

  it.effect("an append whose answer was lost is tried again and adds nothing twice, also not in the copy", () =>
    Effect.gen(function*() {
      const project = 5 as ProjectId
      const events = yield* fixtures.makeEvents(project, 10)
      const batch = yield* makeUuid7
      yield* Effect.gen(function*() {
        const { append } = yield* EventStore
        yield* append(batch, events)
      }).pipe(
        Effect.provide(storeOver(flaky((insert) => insert === 1 ? "after" : insert === 2 ? "before" : undefined)))
      )
      assert.deepStrictEqual(uuidsOf(yield* storedEvents(project)), uuidsOf(events))
      assert.deepStrictEqual(uuidsOf(yield* storedEvents(project, "events_by_person")), uuidsOf(events))
    }))

  it.effect("an event that a killed engine kept in one table only is completed before it counts as there", () =>
    Effect.gen(function*() {
      const { append, existing } = yield* EventStore
      const engine = yield* ClickHouse
      const project = 9 as ProjectId
      const events = yield* fixtures.makeEvents(project, 10)
      const elsewhere = yield* fixtures.makeEvents(10 as ProjectId, 2)
      yield* append(yield* makeUuid7, [...events, ...elsewhere])
      const lost = [...events.slice(2, 6), ...elsewhere]
      yield* engine.command({
        sql: "DELETE FROM events_by_person WHERE uuid IN {lost:Array(UUID)}",
        params: { lost: uuidsOf(lost) }
      })
      assert.lengthOf(yield* storedEvents(project, "events_by_person"), 6)
      const asked = uuidsOf(events.slice(0, 4))
      assert.deepStrictEqual([...(yield* existing(project, asked))].toSorted(), asked)
      const byPerson = yield* storedEvents(project, "events_by_person")
      assert.deepStrictEqual(uuidsOf(byPerson), uuidsOf([...events.slice(0, 4), ...events.slice(6)]))
      yield* existing(project, uuidsOf(events))
      yield* existing(project, uuidsOf(events))
      const all = yield* storedEvents(project, "events_by_person")
      assert.deepStrictEqual(byUuid(all), byUuid(yield* storedEvents(project)))
      assert.lengthOf(yield* storedEvents(10 as ProjectId, "events_by_person"), 0)
    }))

  it.effect("the same batch again fills the copy where it was cut short", () =>
    Effect.gen(function*() {
      const { append } = yield* EventStore
      const engine = yield* ClickHouse
      const project = 11 as ProjectId
      const events = yield* fixtures.makeEvents(project, 5)
      const batch = yield* makeUuid7
      const view = yield* engine.query({
        sql: "SELECT create_table_query FROM system.tables WHERE name = 'events_by_person_view'"
      })
      yield* engine.command({ sql: "DROP VIEW events_by_person_view" })
      yield* append(batch, events)
      yield* engine.command({ sql: String(view.rows[0]?.[0]) })
      assert.lengthOf(yield* storedEvents(project, "events_by_person"), 0)
      yield* append(batch, events)
      yield* append(batch, events)
      assert.deepStrictEqual(uuidsOf(yield* storedEvents(project)), uuidsOf(events))
      assert.deepStrictEqual(uuidsOf(yield* storedEvents(project, "events_by_person")), uuidsOf(events))
    }))

  it.effect("an engine that stays away means unavailable", () =>
    Effect.gen(function*() {
      const project = 6 as ProjectId
      const events = yield* fixtures.makeEvents(project, 2)
      const error = yield* Effect.gen(function*() {
        const { append } = yield* EventStore
        return yield* Effect.flip(append(yield* makeUuid7, events))
      }).pipe(Effect.provide(storeOver(flaky(() => "before"))))
      assert.strictEqual(error._tag, "EventStoreUnavailable")
      assert.deepStrictEqual(yield* storedEvents(project), [])
    }))

  it.effect.each(
    [
      [252, "EventStoreUnavailable"],
      [241, "EventStoreUnavailable"],
      [243, "EventStoreUnavailable"],
      [60, "defect"]
    ] as const
  )("code %i of the engine means %s", ([code, meaning]) =>
    Effect.gen(function*() {
      const broken = Layer.effect(
        ClickHouse,
        Effect.map(
          ClickHouse,
          (engine) =>
            ClickHouse.of({ ...engine, insert: () => Effect.fail(new ClickHouseError({ code, message: "refused" })) })
        )
      )
      const answer = yield* Effect.gen(function*() {
        const { append } = yield* EventStore
        return yield* append(yield* makeUuid7, yield* fixtures.makeEvents(7 as ProjectId, 2)).pipe(
          Effect.as("stored"),
          Effect.catch((error) => Effect.succeed(error._tag)),
          Effect.catchDefect(() => Effect.succeed("defect"))
        )
      }).pipe(Effect.provide(storeOver(broken)))
      assert.strictEqual(answer, meaning)
    }))

  it.effect("a hundred thousand events, ten thousand at a time, some at once", () =>
    Effect.gen(function*() {
      const { append, existing } = yield* EventStore
      const engine = yield* ClickHouse
      const project = 8 as ProjectId
      const template = yield* fixtures.makeEvent(project)
      const events = Array.makeBy(100_000, (i): Event => ({
        ...template,
        uuid: `00000000-0000-7000-8000-${String(i).padStart(12, "0")}` as Uuid,
        distinct_id: `walker-${i % 1_000}`,
        derived: `{"n":${i}}`
      }))
      yield* Effect.forEach(
        Array.chunksOf(events, 10_000),
        (part) => Effect.flatMap(makeUuid7, (batch) => append(batch, part)),
        { concurrency: 3, discard: true }
      )
      const { rows } = yield* engine.query({
        sql:
          `SELECT count(), uniqExact(uuid), uniqExact(distinct_id), sum(toInt64(pj.n.:String)) FROM ${engine.database}.events
          WHERE project_id = 8`
      })
      assert.deepStrictEqual(rows[0]?.map(Number), [100_000, 100_000, 1_000, 4_999_950_000])
      assert.strictEqual((yield* existing(project, events.slice(0, 9_001).map(({ uuid }) => uuid))).size, 9_001)
    }))
})
