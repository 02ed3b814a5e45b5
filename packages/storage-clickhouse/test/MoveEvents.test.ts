import { assert, layer } from "@effect/vitest"
import type { Event } from "@hedgerow/core/events/Event"
import { EventStore, EventStoreUnavailable } from "@hedgerow/core/events/EventStore"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { EventWriter } from "@hedgerow/core/events/EventWriter"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { makeUuid7, type Uuid } from "@hedgerow/core/shared/Uuid"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import * as ClickHouseEventStore from "@hedgerow/storage-clickhouse/events/ClickHouseEventStore"
import { readDeadLetters } from "@hedgerow/storage-clickhouse/events/DeadLetterList"
import { type EventPosition, positionKey } from "@hedgerow/storage-clickhouse/events/EventPosition"
import * as ClickHouseMoveTarget from "@hedgerow/storage-clickhouse/move/ClickHouseMoveTarget"
import type { Compared } from "@hedgerow/storage-clickhouse/move/CompareEvents"
import { moveEvents } from "@hedgerow/storage-clickhouse/move/MoveEvents"
import type { MoveTarget } from "@hedgerow/storage-clickhouse/move/MovePorts"
import { MoveProgress, type MoveState } from "@hedgerow/storage-clickhouse/move/MoveProgress"
import { MoveNotFinished, removeMoved } from "@hedgerow/storage-clickhouse/move/RemoveMoved"
import * as SqlMoveProgress from "@hedgerow/storage-clickhouse/move/SqlMoveProgress"
import * as SqlMoveSource from "@hedgerow/storage-clickhouse/move/SqlMoveSource"
import { CopyPool } from "@hedgerow/storage-pg/copy/CopyPool"
import * as PgEventKeys from "@hedgerow/storage-pg/events/PgEventKeys"
import { PgEventPartitions } from "@hedgerow/storage-pg/events/PgEventPartitions"
import * as PgEventWriter from "@hedgerow/storage-pg/events/PgEventWriter"
import { queryHelpers } from "@hedgerow/storage-pg/query/server/QueryFunctions"
import { fixtures } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Context, Effect, Exit, Fiber, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { storedEvents } from "./ClickHouseStoredRows.ts"
import * as ClickHouseTest from "./ClickHouseTest.ts"
import { clickhouse } from "./EventStoreTest.ts"

/** The writer of a server whose events are in ClickHouse; the other one writes to PostgreSQL. */
class ClaimedWriter extends Context.Service<ClaimedWriter, EventWriter["Service"]>()(
  "@hedgerow/storage-clickhouse/test/MoveEvents.test/ClaimedWriter"
) {}

const claimedWriter = Layer.effect(ClaimedWriter, EventWriter).pipe(
  Layer.provide(Layer.fresh(EventWriter.layerClaimed)),
  Layer.provide(PgEventKeys.layer)
)

const postgres = PgEventWriter.layer.pipe(
  Layer.provide([CopyPool.layer, PgEventPartitions.layer]),
  Layer.provideMerge(PgTest.layer)
)

const stores = Layer.mergeAll(claimedWriter, SqlMoveProgress.layer).pipe(
  Layer.provideMerge(ClickHouseEventStore.layer),
  Layer.provideMerge(Layer.mergeAll(clickhouse, postgres))
)

const before = (a: Event, b: Event): number => a.timestamp - b.timestamp || (a.uuid < b.uuid ? -1 : 1)
const sorted = (events: ReadonlyArray<Event>) => events.toSorted(before)

/** Events of which several share a time; they lie in three months. */
const manyEvents = (project: ProjectId, count: number, first = 0) =>
  Effect.forEach(Array.from({ length: count }, (_, i) => i + first), (i) =>
    fixtures.makeEvent(project, {
      timestamp: (1_700_000_000_000_000 + Math.floor(i / 4) * 600_000_000_000) as EventTime,
      inserted_at: 1_705_000_000_000_000 as EventTime,
      derived: `{"n":${i},"text":"tab\\t🌿"}`,
      properties: `{ "n" : ${i}.0, "text":"tab\\t🌿" }`,
      sent_at: i % 2 === 0 ? null : -1 as EventTime
    }))

/** Writes events as a server does that has them in PostgreSQL. */
const writeToPostgres = Effect.fnUntraced(function*(events: ReadonlyArray<Event>) {
  yield* (yield* EventWriter).write(events)
})

const filled = (project: ProjectId, count: number) => Effect.tap(manyEvents(project, count), writeToPostgres)

interface Run {
  readonly pageSize?: number
  readonly states?: Array<MoveState>
  /** Replaces the target. */
  readonly target?: (target: MoveTarget) => MoveTarget
  /** Replaces the source. */
  readonly source?: (source: SqlMoveSource.SqlMoveSource) => SqlMoveSource.SqlMoveSource
}

/** The functions of queries are installed in the test's database. */
const makeSource = SqlMoveSource.make(queryHelpers("hedgerow").schema)

const unchanged = <A>(same: A): A => same

const move = Effect.fnUntraced(function*(project: ProjectId, run: Run = {}) {
  const { pageSize = 7, source = unchanged, states = [], target = unchanged } = run
  return yield* moveEvents(project, {
    source: source(yield* makeSource),
    target: target(yield* ClickHouseMoveTarget.make),
    pageSize,
    onPage: (state) => Effect.sync(() => states.push(state))
  })
})

const remove = Effect.fnUntraced(function*(project: ProjectId, run: Run = {}) {
  const { source = unchanged, target = unchanged } = run
  return yield* removeMoved(project, {
    source: source(yield* makeSource),
    target: target(yield* ClickHouseMoveTarget.make),
    pageSize: 7
  })
})

const counted = (inSource: number, others: Partial<Compared> = {}): Compared => ({
  inSource,
  stored: inSource,
  refused: 0,
  missing: 0,
  doubled: 0,
  ...others
})

const inPostgres = (project: ProjectId) => SqlMoveSource.countEvents(project)

/** Dies at the n-th append, before it or after it. */
const dyingAt = (dieAt: number, when: "before" | "after") => (target: MoveTarget): MoveTarget => {
  let appends = 0
  return {
    ...target,
    append: (batch, events) =>
      Effect.suspend(() => {
        const append = target.append(batch, events)
        if (++appends !== dieAt) return append
        return when === "before" ? Effect.die("the process ended") : Effect.andThen(append, Effect.die("it ended"))
      })
  }
}

const agreedAt = Effect.fnUntraced(function*(project: ProjectId) {
  return (yield* (yield* MoveProgress).load(project))?.agreedAt ?? null
})

layer(stores, { excludeTestServices: true })("moving events to ClickHouse", (it) => {
  it.effect("from PostgreSQL: all of a project's, as they are, and no other's", () =>
    Effect.gen(function*() {
      const [project, other] = [1 as ProjectId, 2 as ProjectId]
      const events = yield* filled(project, 50)
      yield* filled(other, 3)
      const states: Array<MoveState> = []
      assert.deepStrictEqual(yield* move(project, { states }), counted(50))
      assert.deepStrictEqual(sorted(yield* storedEvents(project)), sorted(events))
      assert.deepStrictEqual(sorted(yield* storedEvents(project, "events_by_person")), sorted(events))
      assert.deepStrictEqual(yield* storedEvents(other), [])
      assert.deepStrictEqual(states.map((state) => state.moved), [7, 14, 21, 28, 35, 42, 49, 50])
      assert.isNotNull(yield* agreedAt(project))
      assert.isNull(yield* agreedAt(other))
    }))

  it.effect("goes on where it was cut short, also with other pages, and doubles nothing", () =>
    Effect.gen(function*() {
      const project = 3 as ProjectId
      const events = yield* filled(project, 30)
      for (
        const [pageSize, target] of [[4, dyingAt(3, "after")], [5, dyingAt(1, "before")], [
          9,
          dyingAt(1, "after")
        ]] as const
      ) {
        assert.isTrue(Exit.isFailure(yield* Effect.exit(move(project, { pageSize, target }))))
        assert.isNull(yield* agreedAt(project))
      }
      const states: Array<MoveState> = []
      assert.deepStrictEqual(yield* move(project, { pageSize: 8, states }), counted(30))
      assert.deepStrictEqual(states.map((state) => state.moved), [16, 24, 30])
      assert.deepStrictEqual(sorted(yield* storedEvents(project)), sorted(events))
    }))

  it.effect("a move that is done moves nothing again", () =>
    Effect.gen(function*() {
      const project = 4 as ProjectId
      yield* filled(project, 5)
      assert.deepStrictEqual(yield* move(project), counted(5))
      const states: Array<MoveState> = []
      assert.deepStrictEqual(yield* move(project, { states }), counted(5))
      assert.deepStrictEqual(states, [])
      assert.strictEqual((yield* storedEvents(project)).length, 5)
    }))

  it.effect("moves events that PostgreSQL got after the place, also by a later run", () =>
    Effect.gen(function*() {
      const project = 5 as ProjectId
      const events = yield* manyEvents(project, 40)
      const late = events.filter((_, i) => i % 5 === 0)
      yield* writeToPostgres(events.filter((_, i) => i % 5 !== 0))
      const target = (target: MoveTarget): MoveTarget => {
        let appends = 0
        return {
          ...target,
          append: (batch, page) =>
            ++appends === 3
              ? Effect.andThen(
                Effect.orDie(Effect.provideService(writeToPostgres(late), EventWriter, writer)),
                target.append(batch, page)
              )
              : target.append(batch, page)
        }
      }
      const writer = yield* EventWriter
      assert.deepStrictEqual(yield* move(project, { target }), counted(40))
      const later = yield* manyEvents(project, 3, 2)
      yield* writeToPostgres(later)
      assert.deepStrictEqual(yield* move(project), counted(43))
      assert.deepStrictEqual(sorted(yield* storedEvents(project)), sorted([...events, ...later]))
    }))

  it.effect("events that a server stores in ClickHouse meanwhile are neither counted nor touched", () =>
    Effect.gen(function*() {
      const project = 6 as ProjectId
      const old = yield* filled(project, 12)
      const fresh = yield* manyEvents(project, 6, 3)
      const writer = yield* ClaimedWriter
      yield* writer.write(fresh)
      assert.deepStrictEqual(yield* move(project), counted(12))
      assert.deepStrictEqual(sorted(yield* storedEvents(project)), sorted([...old, ...fresh]))
    }))

  it.effect("an old event that is sent again is a duplicate, moved or not", () =>
    Effect.gen(function*() {
      const project = 7 as ProjectId
      const events = yield* filled(project, 6)
      const writer = yield* ClaimedWriter
      const [first] = events
      if (first === undefined) return assert.fail()
      assert.strictEqual((yield* writer.write([first])).appended, 0)
      assert.deepStrictEqual(yield* move(project), counted(6))
      assert.strictEqual((yield* writer.write(events)).appended, 0)
      assert.strictEqual((yield* storedEvents(project)).length, 6)
    }))

  it.effect("an event whose key is forgotten and that came again is not moved on top of that", () =>
    Effect.gen(function*() {
      const project = 8 as ProjectId
      const sql = yield* SqlClient.SqlClient
      const [event] = yield* filled(project, 1)
      if (event === undefined) return assert.fail()
      yield* sql`DELETE FROM event_key WHERE project_id = ${project}`
      const again = { ...event, inserted_at: event.inserted_at + 1 as EventTime }
      const writer = yield* ClaimedWriter
      assert.strictEqual((yield* writer.write([again])).appended, 1)
      // ClickHouse has this event already: the older copy is not needed.
      assert.deepStrictEqual(yield* move(project), counted(1))
      assert.deepStrictEqual(yield* storedEvents(project), [again])
    }))

  it.effect("an event that PostgreSQL has twice is moved once", () =>
    Effect.gen(function*() {
      const project = 9 as ProjectId
      const sql = yield* SqlClient.SqlClient
      const events = yield* filled(project, 3)
      yield* sql`DELETE FROM event_key WHERE project_id = ${project}`
      yield* writeToPostgres(events.map((event) => ({ ...event, inserted_at: event.inserted_at + 1 as EventTime })))
      assert.strictEqual(yield* inPostgres(project), 6)
      assert.deepStrictEqual(yield* move(project, { pageSize: 2 }), counted(3))
      assert.deepStrictEqual(sorted(yield* storedEvents(project)), sorted(events))
      assert.deepStrictEqual(yield* remove(project), { removed: 3, kept: 0, refused: 0 })
      assert.strictEqual(yield* inPostgres(project), 0)
    }))

  it.effect("an event that ClickHouse refuses is counted among the dead letters", () =>
    Effect.gen(function*() {
      const project = 10 as ProjectId
      const events = yield* filled(project, 7)
      const odd = events[3]?.uuid
      const target = (target: MoveTarget): MoveTarget => ({
        ...target,
        append: (batch, page) =>
          target.append(batch, page.map((event) => event.uuid === odd ? { ...event, person_id: "odd" as Uuid } : event))
      })
      assert.deepStrictEqual(yield* move(project, { target, pageSize: 3 }), counted(7, { stored: 6, refused: 1 }))
      assert.isNotNull(yield* agreedAt(project))
      assert.deepStrictEqual((yield* readDeadLetters(project, { limit: 10 })).map(({ uuid }) => uuid), [`${odd}`])
      assert.deepStrictEqual(yield* move(project), counted(7, { stored: 6, refused: 1 }))
      assert.strictEqual((yield* storedEvents(project)).length, 6)
      assert.deepStrictEqual(yield* remove(project), { removed: 6, kept: 0, refused: 1 })
      const { positions } = yield* makeSource
      assert.deepStrictEqual((yield* positions(project, undefined, 10)).map(({ uuid }) => uuid), [odd])
    }))

  it.effect("says so when an event is missing or doubled, and then removes nothing", () =>
    Effect.gen(function*() {
      const [lossy, doubling] = [11 as ProjectId, 12 as ProjectId]
      const events = yield* filled(lossy, 6)
      const others = yield* filled(doubling, 6)
      const dropping = (target: MoveTarget): MoveTarget => ({
        ...target,
        append: (batch, page) => target.append(batch, page.filter(({ uuid }) => uuid !== events[2]?.uuid))
      })
      assert.deepStrictEqual(yield* move(lossy, { target: dropping }), counted(6, { stored: 5, missing: 1 }))
      assert.isNull(yield* agreedAt(lossy))
      assert.deepStrictEqual(yield* Effect.flip(remove(lossy)), new MoveNotFinished({ project: lossy }))

      yield* move(doubling)
      const { append } = yield* EventStore
      yield* append(yield* makeUuid7, others.slice(0, 2))
      assert.deepStrictEqual(yield* move(doubling), counted(6, { doubled: 2 }))
      assert.instanceOf(yield* Effect.flip(remove(doubling)), MoveNotFinished)
      assert.deepStrictEqual([yield* inPostgres(lossy), yield* inPostgres(doubling)], [6, 6])
    }))

  it.effect("tries a page again while the engine takes nothing, and doubles nothing that way", () =>
    Effect.gen(function*() {
      const project = 13 as ProjectId
      const events = yield* filled(project, 10)
      const away = new EventStoreUnavailable({ cause: new Error("away") })
      const target = (target: MoveTarget): MoveTarget => {
        let appends = 0
        return {
          ...target,
          append: (batch, page) => {
            appends++
            if (appends === 1) return Effect.fail(away)
            if (appends === 3) return Effect.andThen(target.append(batch, page), Effect.fail(away))
            return target.append(batch, page)
          }
        }
      }
      assert.deepStrictEqual(yield* move(project, { target, pageSize: 4 }), counted(10))
      assert.deepStrictEqual(sorted(yield* storedEvents(project)), sorted(events))
    }))

  it.effect(
    "has the same patience with whatever else it asks of both sides, in a removal too",
    () =>
      Effect.gen(function*() {
        const project = 19 as ProjectId
        const away = new EventStoreUnavailable({ cause: new Error("away") })
        const failed = new Set<string>()
        /** Fails the first time. */
        const once = <A>(name: string, work: Effect.Effect<A, EventStoreUnavailable>) =>
          Effect.suspend(() =>
            failed.has(name) ? work : Effect.andThen(Effect.sync(() => failed.add(name)), Effect.fail(away))
          )
        const failingOnce = (phase: string): Run => ({
          source: (source) => ({
            ...source,
            positions: (project, after, limit) =>
              once(`${phase} positions ${limit} ${after?.uuid}`, source.positions(project, after, limit)),
            events: (project, positions) => once(`${phase} events`, source.events(project, positions)),
            remove: (project, positions) => once(`${phase} remove`, source.remove(project, positions))
          }),
          target: (target) => ({
            ...target,
            found: (project, positions) => once(`${phase} found ${positions.length}`, target.found(project, positions)),
            complete: (project, positions) => once(`${phase} complete`, target.complete(project, positions)),
            insertsEnded: once(`${phase} insertsEnded`, target.insertsEnded)
          })
        })
        const events = yield* filled(project, 10)
        assert.deepStrictEqual(yield* move(project, failingOnce("move")), counted(10))
        assert.deepStrictEqual(sorted(yield* storedEvents(project)), sorted(events))
        assert.deepStrictEqual(yield* remove(project, failingOnce("remove")), { removed: 10, kept: 0, refused: 0 })
        assert.isAbove(failed.size, 12)
      })
  )

  it.effect("large events share a page with few", () =>
    Effect.gen(function*() {
      const project = 14 as ProjectId
      const large = `{"text":"${"long ".repeat(700_000)}"}`
      const events = yield* Effect.forEach(
        Array.from({ length: 7 }, (_, i) => i),
        (i) => fixtures.makeEvent(project, { timestamp: i as EventTime, ...(i === 3 ? {} : { properties: large }) })
      )
      yield* writeToPostgres(events)
      const states: Array<MoveState> = []
      const read: Array<number> = []
      const source = (source: SqlMoveSource.SqlMoveSource) => ({
        ...source,
        positions: (project: ProjectId, after: EventPosition | undefined, limit: number) =>
          Effect.tap(source.positions(project, after, limit), (positions) =>
            Effect.sync(() => read.push(positions.length)))
      })
      assert.deepStrictEqual(yield* move(project, { pageSize: 100, states, source }), counted(7))
      assert.deepStrictEqual(
        states.map((state) =>
          state.moved
        ),
        [2, 5, 7]
      )
      assert.deepStrictEqual(read, [7, 0, 7, 0], "once to copy them, once to compare them")
      assert.deepStrictEqual(sorted(yield* storedEvents(project)), sorted(events))
    }))

  it.effect("an insert that a killed process left behind is waited for", () =>
    Effect.gen(function*() {
      const engine = yield* ClickHouse
      yield* engine.command({
        sql: `CREATE TABLE ${engine.database}.slow (n UInt8, s UInt8 DEFAULT sleep(1)) ENGINE = Memory`
      })
      const target = yield* ClickHouseMoveTarget.make
      const insert = yield* Effect.forkChild(engine.insert("slow", ["n"], ["1\n"]))
      const isRunning = Effect.map(
        engine.query({ sql: "SELECT 1 FROM system.processes WHERE query_kind = 'Insert'" }),
        ({ rows }) => rows.length > 0
      )
      yield* Effect.repeat(isRunning, { until: (running) => running, schedule: Schedule.spaced("10 millis") })
      yield* target.insertsEnded
      const { rows } = yield* engine.query({ sql: `SELECT n FROM ${engine.database}.slow` })
      assert.deepStrictEqual(rows, [[1]])
      yield* Fiber.join(insert)
    }))

  it.effect("an insert into another database is not waited for", () =>
    Effect.gen(function*() {
      const target = yield* ClickHouseMoveTarget.make
      yield* Effect.gen(function*() {
        const other = yield* ClickHouse
        yield* other.command({ sql: "CREATE TABLE slow (n UInt8, s UInt8 DEFAULT sleep(3)) ENGINE = Memory" })
        const insert = yield* Effect.forkChild(other.insert("slow", ["n"], ["1\n"]))
        const running = Effect.map(
          other.query({ sql: "SELECT 1 FROM system.processes WHERE query_kind = 'Insert'" }),
          ({ rows }) => rows.length > 0
        )
        yield* Effect.repeat(running, { until: (running) => running, schedule: Schedule.spaced("10 millis") })
        yield* target.insertsEnded
        assert.isTrue(yield* running)
        yield* Fiber.interrupt(insert)
      }).pipe(Effect.provide(ClickHouseTest.database))
    }))

  it.effect("removes the events that ClickHouse has, of this project alone, and no later ones", () =>
    Effect.gen(function*() {
      const [project, other] = [15 as ProjectId, 16 as ProjectId]
      const events = yield* filled(project, 20)
      yield* filled(other, 4)
      assert.instanceOf(yield* Effect.flip(remove(project)), MoveNotFinished)
      yield* move(project)
      const late = yield* manyEvents(project, 2, 5)
      yield* writeToPostgres(late)
      assert.deepStrictEqual(yield* remove(project), { removed: 20, kept: 2, refused: 0 })
      const { positions } = yield* makeSource
      const left = (yield* positions(project, undefined, 100)).map(positionKey)
      assert.deepStrictEqual(left, sorted(late).map(positionKey))
      assert.strictEqual(yield* inPostgres(other), 4)
      assert.deepStrictEqual(sorted(yield* storedEvents(project)), sorted(events))
      assert.deepStrictEqual(yield* move(project), counted(2))
      assert.deepStrictEqual(yield* remove(project), { removed: 2, kept: 0, refused: 0 })
      assert.deepStrictEqual(sorted(yield* storedEvents(project)), sorted([...events, ...late]))
    }))

  it.effect("projects with the very same events are moved and removed apart", () =>
    Effect.gen(function*() {
      const [here, there] = [17 as ProjectId, 18 as ProjectId]
      const events = yield* filled(here, 9)
      const same = events.map((event) => ({ ...event, project_id: there, properties: "{\"side\":\"there\"}" }))
      yield* writeToPostgres(same)
      assert.deepStrictEqual(yield* move(here), counted(9))
      assert.deepStrictEqual(yield* storedEvents(there), [])
      assert.deepStrictEqual(yield* remove(here), { removed: 9, kept: 0, refused: 0 })
      assert.strictEqual(yield* inPostgres(there), 9)
      assert.deepStrictEqual(yield* move(there), counted(9))
      assert.deepStrictEqual(sorted(yield* storedEvents(there)), sorted(same))
      assert.deepStrictEqual(sorted(yield* storedEvents(here)), sorted(events))
    }))

  it.effect("only one process moves at a time", () =>
    Effect.gen(function*() {
      const { own } = yield* MoveProgress
      yield* Effect.scoped(Effect.gen(function*() {
        yield* own
        assert.strictEqual((yield* Effect.flip(Effect.scoped(own)))._tag, "MoveUnderWay")
      }))
      yield* Effect.scoped(own)
    }))
})
