import { assert, layer } from "@effect/vitest"
import { EventStore } from "@hedgerow/core/events/EventStore"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { EventWriter } from "@hedgerow/core/events/EventWriter"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { deriveUuid, makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { blankSurvey } from "@hedgerow/core/surveys/editing/SurveyChanging"
import type { SurveyId } from "@hedgerow/core/surveys/Survey"
import { SurveyRepository } from "@hedgerow/core/surveys/SurveyRepository"
import { PgDatabase, PgStorage } from "@hedgerow/storage-pg"
import { PgEventPartitions } from "@hedgerow/storage-pg/events/PgEventPartitions"
import { fixtures } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Context, DateTime, Deferred, Effect, Exit, Layer, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"

const storage = PgStorage.layerPorts.pipe(Layer.provideMerge(PgTest.layer))

layer(storage, { excludeTestServices: true })("PostgreSQL alone", (it) => {
  it.effect("a row that another release has written is read as it is", () =>
    Effect.gen(function*() {
      const surveys = yield* SurveyRepository
      const sql = yield* SqlClient.SqlClient
      const { id } = yield* fixtures.makeProject
      const created_at = yield* DateTime.now
      const blank = { project_id: id, name: "Later", type: "popover", created_by: null, created_at } as const
      const made = blankSurvey({ ...blank, id: (yield* makeUuid7) as SurveyId })
      yield* surveys.insert(made)
      assert.deepStrictEqual(yield* surveys.find(id, made.id), Option.some(made))
      yield* sql`UPDATE surveys SET schedule = 'monthly' WHERE project_id = ${id} AND id = ${made.id}::uuid`
      const { items } = yield* surveys.list(id, {}, { limit: 10, offset: 0 })
      assert.deepStrictEqual(items.map(({ schedule }) => String(schedule)), ["monthly"])
    }))

  it.effect("two writers that meet on an unknown distinct id make one person", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const persons = yield* PersonRepository
      const { id } = yield* fixtures.makeProject
      const create = (first: string) =>
        run(Effect.gen(function*() {
          const known = yield* persons.lockByDistinctIds(id, [first, "shared"])
          yield* Effect.sleep("5 millis")
          const owner = known.get("shared") ?? fixtures.makePerson(id, first)
          yield* persons.apply(
            id,
            fixtures.personChanges({
              upserted: [owner],
              assigned: [{ distinctId: first, personId: owner.id }, { distinctId: "shared", personId: owner.id }]
            })
          ).uncaptured
        }))
      yield* Effect.forEach(["a", "b", "c", "d", "e", "f"], create, { concurrency: "unbounded" })
      const owner = yield* persons.findByDistinctId(id, "shared")
      assert.deepStrictEqual(yield* persons.distinctIdsOf(id, owner?.id ?? deriveUuid("none")), [
        "a",
        "b",
        "c",
        "d",
        "e",
        "f",
        "shared"
      ])
    }))

  it.effect("a lock that waited for a merge sees the person merged into", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const persons = yield* PersonRepository
      const { id } = yield* fixtures.makeProject
      yield* persons.apply(id, fixtures.newPerson(id, ["old"])).uncaptured
      yield* persons.apply(id, fixtures.newPerson(id, ["new"])).uncaptured
      const locked = yield* Deferred.make<void>()
      const merging = run(Effect.gen(function*() {
        yield* persons.lockByDistinctIds(id, ["old", "new"])
        yield* Deferred.succeed(locked, undefined)
        yield* Effect.sleep("50 millis")
        const merged = [{ from: deriveUuid(id, "old"), into: deriveUuid(id, "new") }]
        yield* persons.apply(id, fixtures.personChanges({ merged })).uncaptured
      }))
      const waiting = Effect.andThen(Deferred.await(locked), run(persons.lockByDistinctIds(id, ["old"])))
      const [, seen] = yield* Effect.all([merging, waiting], { concurrency: "unbounded" })
      assert.strictEqual(seen.get("old")?.id, deriveUuid(id, "new"))
    }))

  it.effect("the transaction that loses a deadlock is run again", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const persons = yield* PersonRepository
      const { id } = yield* fixtures.makeProject
      yield* persons.apply(id, fixtures.newPerson(id, ["x"])).uncaptured
      yield* persons.apply(id, fixtures.newPerson(id, ["y"])).uncaptured
      const [first, second] = yield* Effect.all([Deferred.make<void>(), Deferred.make<void>()])
      let runs = 0
      const crossing = (mine: string, other: string, done: Deferred.Deferred<void>, wait: Deferred.Deferred<void>) =>
        run(Effect.gen(function*() {
          runs++
          yield* persons.lockByDistinctIds(id, [mine])
          yield* Deferred.succeed(done, undefined)
          yield* Deferred.await(wait)
          const found = yield* persons.lockByDistinctIds(id, [other])
          return found.size
        }))
      const sizes = yield* Effect.all([crossing("x", "y", first, second), crossing("y", "x", second, first)], {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(sizes, [1, 1])
      // The loser may lock its row before the other has it, and lose again.
      assert.isAtLeast(runs, 3)
    }))

  it.effect.each(["NUL \0", "half \ud83e", "\udd94 half"])(
    "a distinct id that has no UTF-8 is refused, not changed",
    (text) =>
      Effect.gen(function*() {
        const persons = yield* PersonRepository
        const { id } = yield* fixtures.makeProject
        const exit = yield* Effect.exit(persons.apply(id, fixtures.newPerson(id, [text])).uncaptured)
        assert.isTrue(Exit.hasDies(exit))
        assert.deepStrictEqual(yield* persons.distinctIdsOf(id, deriveUuid(id, text)), [])
      })
  )

  it.effect.each(["NUL \0", "half \ud83e"])(
    "an event that has no UTF-8 is refused with its whole batch",
    (text) =>
      Effect.gen(function*() {
        const writer = yield* EventWriter
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* fixtures.makeProject
        const events = yield* Effect.all([fixtures.makeEvent(id), fixtures.makeEvent(id, { event: text })])
        assert.isTrue(Exit.hasDies(yield* Effect.exit(writer.write(events))))
        const rows = yield* sql`SELECT 1 FROM events WHERE project_id = ${id}
        UNION ALL SELECT 1 FROM event_key WHERE project_id = ${id}`
        assert.deepStrictEqual(rows, [])
      })
  )

  it.effect("events go to the partition of their month, strange times to the default one", () =>
    Effect.gen(function*() {
      const writer = yield* EventWriter
      const sql = yield* SqlClient.SqlClient
      const { id } = yield* fixtures.makeProject
      const now = yield* fixtures.makeEvent(id)
      const strange = yield* fixtures.makeEvent(id, { timestamp: Date.UTC(1950, 5, 1) * 1000 as EventTime })
      yield* writer.write([now, strange])
      const rows = yield* sql<{ uuid: string; partition: string }>`SELECT uuid, tableoid::regclass::text AS partition
        FROM events WHERE project_id = ${id}`
      const partitions = new Map(rows.map((row) => [row.uuid, row.partition]))
      assert.match(partitions.get(now.uuid) ?? "", /^events_y\d{4}m\d\d$/)
      assert.strictEqual(partitions.get(strange.uuid), "events_default")
    }))

  it.effect("several servers that need the partition of a month at once make one", () =>
    Effect.gen(function*() {
      const event = yield* fixtures.makeEvent(1 as ProjectId)
      const servers = yield* Effect.forEach(
        Array.from({ length: 8 }),
        () => Effect.map(Layer.build(Layer.fresh(PgEventPartitions.layer)), Context.get(PgEventPartitions))
      )
      const now = yield* DateTime.now
      for (let months = 2; months < 22; months++) {
        const timestamp = DateTime.toEpochMillis(DateTime.subtract(now, { months })) * 1000 as EventTime
        const ensuring = servers.map(({ ensure }) => ensure([{ ...event, timestamp }]))
        yield* Effect.all(ensuring, { concurrency: "unbounded" })
      }
      const sql = yield* SqlClient.SqlClient
      const made = yield* sql`SELECT FROM pg_inherits WHERE inhparent = 'events'::regclass`
      assert.isAtLeast(made.length, 22)
    }).pipe(Effect.scoped))

  it.effect("without a server, writing events says that the store is unavailable", () =>
    Effect.gen(function*() {
      const { url } = yield* PgDatabase.PgDatabase
      const nowhere = Redacted.make(Redacted.value(url).replace(/host=[^&]*/, "host=%2Fnonexistent"))
      const event = yield* fixtures.makeEvent(1 as ProjectId)
      const broken = Layer.fresh(PgStorage.layerPorts).pipe(
        Layer.provide(Layer.fresh(PgDatabase.layerClient)),
        Layer.provide(PgDatabase.PgDatabase.layer({ url: nowhere }))
      )
      const errors = yield* Effect.gen(function*() {
        const writer = yield* EventWriter
        const store = yield* EventStore
        const batch = yield* makeUuid7
        return yield* Effect.all([
          Effect.flip(writer.write([event])),
          Effect.flip(store.append(batch, [event])),
          Effect.flip(store.existing(event.project_id, [event.uuid]))
        ])
      }).pipe(Effect.provide(broken))
      assert.deepStrictEqual(errors.map((error) => error._tag), Array(3).fill("EventStoreUnavailable"))
    }))
})
