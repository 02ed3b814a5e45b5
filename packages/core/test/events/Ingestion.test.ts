import { assert, describe, it } from "@effect/vitest"
import { EventStoreUnavailable } from "@hedgerow/core/events/EventStore"
import { EventsLeased } from "@hedgerow/core/events/EventWriter"
import { IngestionLimits } from "@hedgerow/core/events/IngestionLimits"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Ingestion } from "@hedgerow/core/ingestion/Ingestion"
import { derivePersonId } from "@hedgerow/core/persons/PersonBatch"
import { Cause, Deferred, Effect, Exit, Fiber, Layer, Metric, Option, Scope } from "effect"
import { TestClock } from "effect/testing"
import { IngestionWorld } from "./IngestionWorld.ts"

const uuid = (n: number): string => `0198c0de-0000-7000-8000-${String(n).padStart(12, "0")}`
const event = (n: number, fields: object = {}) => ({ event: `e${n}`, distinct_id: "u", uuid: uuid(n), ...fields })
const limits = {
  maxQueuedEvents: 5,
  maxQueuedChars: 1_000_000,
  maxBatchEvents: 100,
  maxBatchChars: 1_000_000,
  leaseRetries: 3,
  leaseRetryMillis: 500
}

const inWorld = <A, E>(
  test: (world: IngestionWorld) => Effect.Effect<A, E, Ingestion>
) =>
  Effect.suspend(() => {
    const world = new IngestionWorld()
    return Effect.provide(test(world), world.layer)
  })

/** A write that waits until the test opens it. */
const makeGate = Effect.gen(function*() {
  const reached = yield* Deferred.make<void>()
  const opened = yield* Deferred.make<void>()
  const wait = Effect.andThen(Deferred.succeed(reached, undefined), Deferred.await(opened))
  return { wait, reached: Deferred.await(reached), open: Deferred.succeed(opened, undefined) }
})

const failureOf = (exit: Exit.Exit<unknown, unknown>): unknown =>
  Exit.isFailure(exit) ? Option.getOrUndefined(Cause.findErrorOption(exit.cause)) : undefined

const countOf = (name: string, attributes: Record<string, string> = {}) =>
  Effect.map(
    Metric.snapshot,
    (all) =>
      all.flatMap((one) =>
        one.id === name && one.type === "Counter" &&
          Object.entries(attributes).every(([key, value]) => one.attributes?.[key] === value)
          ? [Number(one.state.count)]
          : []
      ).reduce((sum, count) => sum + count, 0)
  )

describe("Ingestion", () => {
  it.effect("stores the whole row of an event", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        yield* TestClock.setTime(1_772_600_000_000)
        yield* world.capture(event(1, {
          properties: {
            $session_id: "s",
            $window_id: "w",
            $lib: "web",
            $elements_chain: "a:b",
            $groups: { company: "acme" },
            $set: { plan: "pro" }
          }
        }))
        const [row] = world.stored()
        assert.deepInclude(row as object, {
          project_id: 1 as ProjectId,
          uuid: uuid(1),
          event: "e1",
          distinct_id: "u",
          person_id: derivePersonId(1 as ProjectId, "u"),
          person_mode: "full",
          person_properties: "{\"plan\":\"pro\"}",
          group_0: "acme",
          group_1: "",
          session_id: "s",
          window_id: "w",
          elements_chain: "a:b",
          lib: "web",
          sent_at: null
        })
        const at = 1_772_600_000_000_000
        assert.deepStrictEqual(
          [row?.timestamp, row?.received_at, row?.inserted_at, row?.person_created_at].map(Number),
          [at, at, at, at]
        )
        assert.isFalse(row !== undefined && "values" in row)
      })
    ))

  it.effect("a retry adds nothing and changes nothing", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const batch = [event(1, { $set: { a: 1 } }), { event: "bare", distinct_id: "u", timestamp: "1969-12-31" }]
        yield* world.capture(batch)
        const before = world.stored()
        yield* TestClock.adjust("1 hour")
        yield* world.capture(batch)
        assert.deepStrictEqual(world.stored(), before)
        assert.deepStrictEqual([world.writes, world.personWrites], [[2], 1])
      })
    ))

  it.effect("keeps the first of equal uuids in one request", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        yield* world.capture([event(1), { ...event(2), uuid: uuid(1) }])
        assert.deepStrictEqual(world.stored().map((row) => row.event), ["e1"])
      })
    ))

  it.effect("keeps projects apart, also the same uuid and the same distinct id", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        yield* world.capture(event(1, { $set: { a: 1 } }))
        yield* world.capture(event(1), "phc_two")
        assert.deepStrictEqual([world.stored(1).length, world.stored(2).length], [1, 1])
        assert.notStrictEqual(world.stored(1)[0]?.person_id, world.stored(2)[0]?.person_id)
        assert.strictEqual(world.stored(2)[0]?.person_properties, "{}")
      })
    ))

  it.effect("accepts and drops events of an unknown token, counted; a token made later works at once", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const before = yield* countOf("hedgerow_ingestion_warnings_total", { type: "unknown_token" })
        yield* world.capture(event(1), "phc_new")
        assert.strictEqual(world.events.size, 0)
        const after = yield* countOf("hedgerow_ingestion_warnings_total", { type: "unknown_token" })
        assert.strictEqual(after - before, 1)
        world.projects.set("phc_new", 3)
        yield* world.capture(event(1), "phc_new")
        assert.strictEqual(world.stored(3).length, 1)
      })
    ))

  it.effect("looks a token up again once projects have changed", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        yield* world.capture(event(1))
        yield* world.capture(event(2))
        assert.strictEqual(world.lookups, 1)
        yield* TestClock.adjust("4 minutes")
        yield* world.capture(event(3))
        assert.strictEqual(world.lookups, 1)
        world.version = 1
        yield* world.capture(event(4))
        assert.strictEqual(world.lookups, 1)
        yield* TestClock.adjust("2 seconds")
        yield* world.capture(event(5))
        assert.strictEqual(world.lookups, 2)
      })
    ))

  it.effect("refuses a bad request without writing any of it", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const exit = yield* Effect.exit(world.capture([event(1), { event: "x" }]))
        assert.deepInclude(failureOf(exit), { fault: "missing_distinct_id", index: 1 })
        assert.strictEqual(world.events.size, 0)
      })
    ))

  it.effect("drops identify without a profile, with a warning, and keeps the rest", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const properties = { $process_person_profile: false, $anon_distinct_id: "a" }
        yield* world.capture([event(1, { event: "$identify", properties }), event(2, { properties })])
        assert.deepStrictEqual(world.stored().map((row) => row.person_mode), ["propertyless"])
        yield* world.capture([event(3, { event: "$identify", properties })])
        assert.deepStrictEqual(world.writes, [1])
      })
    ))

  it.effect("identifies groups and knows at most five types", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        yield* world.capture(event(1, {
          event: "$groupidentify",
          properties: { $group_type: "company", $group_key: "acme", $group_set: { name: "Acme" } }
        }))
        assert.deepStrictEqual(world.groups.get("1/0/acme")?.properties, { name: "Acme" })
        const $groups = { t1: "1", t2: "2", t3: "3", t4: "4", t5: "5", company: "acme" }
        yield* world.capture(event(2, { properties: { $groups } }))
        const row = world.stored()[1]
        assert.deepStrictEqual([row?.group_0, row?.group_1, row?.group_4], ["acme", "1", "4"])
      })
    ))

  it.effect("a new group type changes the project's definitions, a known one does not", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const company = { properties: { $groups: { company: "acme" } } }
        yield* world.capture(event(1, company))
        assert.deepStrictEqual(world.bumps, [1 as ProjectId])
        yield* world.capture(event(2, company))
        assert.lengthOf(world.bumps, 1)
        yield* world.capture(event(3, { properties: { $groups: { company: "oak", team: "north" } } }))
        assert.lengthOf(world.bumps, 2)
        yield* world.capture(event(4, {}))
        assert.lengthOf(world.bumps, 2)
      })
    ))

  it.effect("learns names and types once, with their first counts, and counts the rest every ten seconds", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const properties = { s: "x", n: 1, b: true, d: "2026-01-02T03:04:05Z", o: {}, z: null, $set: { plan: "pro" } }
        const names = [
          "1 buy",
          "1 event s String",
          "1 event n Numeric",
          "1 event b Boolean",
          "1 event d DateTime",
          "1 event o null",
          "1 person plan String"
        ]
        yield* world.capture(event(1, { event: "buy", properties }))
        assert.deepStrictEqual(world.learnt, [...names, ...names.map((name) => `${name} +1`)])
        yield* world.capture(event(2, { event: "buy", properties }))
        yield* world.capture(event(2, { event: "buy", properties }))
        yield* TestClock.adjust("9 seconds")
        yield* world.capture(event(3, { event: "buy", properties }))
        assert.strictEqual(world.learnt.length, 14)
        yield* TestClock.adjust("1 second")
        yield* world.capture(event(4, { event: "buy", properties: { n: 2 } }))
        assert.deepStrictEqual(world.learnt.slice(14), [
          "1 buy +3",
          ...names.slice(1).map((name) => name.includes(" n ") ? `${name} +3` : `${name} +2`)
        ])
      })
    ))

  it.effect("counts only events that it stored itself, not those of a quicker writer", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const before = yield* countOf("hedgerow_ingested_events_total")
        world.beforeWrite = (events) =>
          Effect.sync(() => {
            for (const row of events.slice(1)) world.events.set(`${row.project_id}/${row.uuid}`, row)
          })
        const properties = { n: 1 }
        yield* world.capture([1, 2, 3].map((n) => event(n, { event: "buy", properties })))
        assert.deepStrictEqual(world.learnt, ["1 buy", "1 event n Numeric", "1 buy +1", "1 event n Numeric +1"])
        assert.strictEqual((yield* countOf("hedgerow_ingested_events_total")) - before, 1)
      })
    ))

  it.effect("counts the events that it stored although another writer holds the rest", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const kept: Array<number> = []
        world.beforeWrite = (events) => {
          const [first] = events
          kept.push(events.length)
          if (kept.length > 1 || first === undefined) return Effect.void
          world.events.set(`${first.project_id}/${first.uuid}`, first)
          return Effect.fail(new EventsLeased({ appended: [{ project_id: first.project_id, uuid: first.uuid }] }))
        }
        const fiber = yield* Effect.forkChild(world.capture([1, 2, 3].map((n) => event(n, { event: "buy" }))))
        yield* TestClock.adjust("10 seconds")
        yield* Fiber.join(fiber)
        assert.deepStrictEqual(kept, [3, 2])
        assert.deepStrictEqual(world.learnt.filter((line) => line.startsWith("1 buy")), ["1 buy", "1 buy +1"])
        yield* world.capture(event(4, { event: "buy" }))
        assert.strictEqual(world.learnt.at(-1), "1 buy +3")
      })
    ).pipe(Effect.provideService(IngestionLimits, limits)))

  it.effect("takes 20 000 events at once, each once and in order", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const batch = Array.from({ length: 20_000 }, (_, n) => event(n, { distinct_id: `u${n % 700}`, $set: { n } }))
        yield* world.capture(batch)
        const rows = world.stored()
        assert.strictEqual(rows.length, 20_000)
        assert.isTrue(rows.every((row, n) => row.person_properties === `{"n":${n}}`))
        assert.strictEqual(world.persons.size, 700)
      })
    ))
})

describe("group commit", () => {
  it.effect("writes requests that wait together, and acknowledges each after the write", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const gate = yield* makeGate
        world.beforeWrite = () => gate.wait
        const first = yield* Effect.forkChild(world.capture(event(1)))
        yield* gate.reached
        const others = yield* Effect.forEach([2, 3, 4], (n) => Effect.forkChild(world.capture(event(n))))
        yield* Effect.yieldNow
        assert.deepStrictEqual([first, ...others].map((fiber) => fiber.pollUnsafe()), Array(4).fill(undefined))
        yield* gate.open
        yield* Fiber.joinAll([first, ...others])
        assert.deepStrictEqual(world.writes, [1, 3])
        assert.strictEqual(world.events.size, 4)
      })
    ))

  it.effect("acknowledges nobody when the store is unavailable, and a retry succeeds", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        world.beforeWrite = () => Effect.fail(new EventStoreUnavailable({ cause: "down" }))
        const exits = yield* Effect.forEach([1, 2, 3], (n) => Effect.exit(world.capture(event(n))), {
          concurrency: "unbounded"
        })
        for (const exit of exits) assert.deepInclude(failureOf(exit), { reason: "store_unavailable" })
        assert.strictEqual(world.events.size, 0)
        world.beforeWrite = () => Effect.void
        yield* Effect.forEach([1, 2, 3], (n) => world.capture(event(n)), { concurrency: "unbounded" })
        assert.strictEqual(world.events.size, 3)
      })
    ))

  it.effect("a request that breaks the write fails alone", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const gate = yield* makeGate
        world.beforeWrite = (events) =>
          events.some((row) => row.event === "e3")
            ? Effect.die("poison")
            : events.some((row) => row.event === "e1")
            ? gate.wait
            : Effect.void
        const first = yield* Effect.forkChild(world.capture(event(1)))
        yield* gate.reached
        const others = yield* Effect.forEach([2, 3, 4, 5], (n) => Effect.forkChild(world.capture(event(n))))
        yield* Effect.yieldNow
        yield* gate.open
        const exits = yield* Effect.forEach([first, ...others], (fiber) => Fiber.await(fiber))
        assert.deepStrictEqual(exits.map(Exit.isSuccess), [true, true, false, true, true])
        assert.deepStrictEqual([...world.stored()].map((row) => row.event), ["e1", "e2", "e4", "e5"])
      })
    ))

  it.effect("does not try every request against a storage that breaks always", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const gate = yield* makeGate
        let writes = 0
        world.beforeWrite = (events) => {
          writes++
          return events.some((row) => row.event === "e1") ? gate.wait : Effect.die("broken")
        }
        const first = yield* Effect.forkChild(world.capture(event(1)))
        yield* gate.reached
        const others = yield* Effect.forEach([2, 3, 4, 5, 6, 7, 8, 9], (n) => Effect.forkChild(world.capture(event(n))))
        yield* Effect.yieldNow
        yield* gate.open
        yield* Fiber.join(first)
        for (const fiber of others) {
          assert.deepInclude(failureOf(yield* Fiber.await(fiber)), { reason: "store_unavailable" })
        }
        assert.strictEqual(writes, 1 + 1 + 3)
      })
    ))

  it.effect("turns requests away when the queue is full, and takes them when it is not", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const gate = yield* makeGate
        world.beforeWrite = () => gate.wait
        const first = yield* Effect.forkChild(world.capture([event(1), event(2), event(3)]))
        yield* gate.reached
        const second = yield* Effect.forkChild(world.capture([event(4), event(5)]))
        yield* Effect.yieldNow
        const full = yield* Effect.exit(world.capture(event(6)))
        assert.deepInclude(failureOf(full), { reason: "queue_full", retryAfterSeconds: 1 })
        yield* gate.open
        yield* Fiber.joinAll([first, second])
        yield* world.capture(Array.from({ length: 9 }, (_, n) => event(10 + n)))
        assert.strictEqual(world.events.size, 14)
      })
    ).pipe(Effect.provideService(IngestionLimits, limits)))

  it.effect("an interrupted requester loses neither its own nor others' events", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const gate = yield* makeGate
        world.beforeWrite = () => gate.wait
        const first = yield* Effect.forkChild(world.capture(event(1)))
        yield* gate.reached
        const second = yield* Effect.forkChild(world.capture(event(2)))
        const third = yield* Effect.forkChild(world.capture(event(3)))
        yield* Effect.yieldNow
        yield* Fiber.interrupt(second)
        yield* Fiber.interrupt(first)
        yield* gate.open
        yield* Fiber.join(third)
        assert.strictEqual(world.events.size, 3)
      })
    ))

  it.effect("waits for another writer's lease", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        let isLeased = true
        world.beforeWrite = () => isLeased ? Effect.fail(new EventsLeased()) : Effect.void
        const fiber = yield* Effect.forkChild(world.capture(event(1)))
        yield* TestClock.adjust("600 millis")
        assert.isUndefined(fiber.pollUnsafe())
        isLeased = false
        yield* TestClock.adjust("500 millis")
        yield* Fiber.join(fiber)
        assert.strictEqual(world.events.size, 1)
      })
    ).pipe(Effect.provideService(IngestionLimits, limits)))

  it.effect("gives up waiting for a lease, and holds up nobody else", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        world.beforeWrite = (events) =>
          events.some((row) => row.event === "e1") ? Effect.fail(new EventsLeased()) : Effect.void
        const leased = yield* Effect.forkChild(world.capture(event(1)))
        yield* Effect.yieldNow
        yield* world.capture(event(2))
        yield* TestClock.adjust("2 seconds")
        assert.deepInclude(failureOf(yield* Fiber.await(leased)), { reason: "events_leased" })
      })
    ).pipe(Effect.provideService(IngestionLimits, limits)))

  it.effect("writes waiting events before it ends, and takes no more", () =>
    Effect.gen(function*() {
      const world = new IngestionWorld()
      const gate = yield* makeGate
      world.beforeWrite = () => gate.wait
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(world.layer, scope)
      const capture = (n: number) => Effect.provide(world.capture(event(n)), context)
      const first = yield* Effect.forkChild(capture(1))
      yield* gate.reached
      const second = yield* Effect.forkChild(capture(2))
      yield* Effect.yieldNow
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* Effect.yieldNow
      assert.deepInclude(failureOf(yield* Effect.exit(capture(3))), { reason: "shutting_down" })
      assert.isUndefined(closing.pollUnsafe())
      yield* gate.open
      yield* Fiber.join(closing)
      yield* Fiber.joinAll([first, second])
      assert.deepStrictEqual(world.stored().map((row) => row.event), ["e1", "e2"])
    }))
})
