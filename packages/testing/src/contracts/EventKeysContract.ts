import { assert, layer, type Vitest } from "@effect/vitest"
import type { OrganizationRepository, ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import { type Claim, type EventKey, EventKeys, leaseMillis } from "@hedgerow/core/events/EventKeys"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { deriveUuid, makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { DateTime, Effect, type Layer } from "effect"
import { TestClock } from "effect/testing"
import { makeProject, makeTwoProjects } from "./fixtures.ts"

type Ports = EventKeys | OrganizationRepository | ProjectRepository

const keyOf = (project: ProjectId, name: string): EventKey => ({ project_id: project, uuid: deriveUuid(project, name) })

const keysOf = (project: ProjectId, names: string): ReadonlyArray<EventKey> =>
  Array.from(names, (name) => keyOf(project, name))

const nothing: Claim = { fresh: [], duplicate: [], leased: [], orphaned: [] }

const byUuid = (keys: ReadonlyArray<EventKey>): ReadonlyArray<EventKey> =>
  keys.map(({ project_id, uuid }) => ({ project_id, uuid })).toSorted((left, right) => left.uuid < right.uuid ? -1 : 1)

/** The order inside a list means nothing. */
const assertClaim = (actual: Claim, expected: Partial<Claim>): void => {
  const lists = { ...nothing, ...expected }
  assert.deepStrictEqual(
    {
      fresh: byUuid(actual.fresh),
      duplicate: byUuid(actual.duplicate),
      leased: byUuid(actual.leased),
      orphaned: byUuid(actual.orphaned)
    },
    {
      fresh: byUuid(lists.fresh),
      duplicate: byUuid(lists.duplicate),
      leased: byUuid(lists.leased),
      orphaned: byUuid(lists.orphaned)
    }
  )
}

/**
 * The contract of every `EventKeys`. Leases are measured with Effect's `Clock` on every storage (also where a database
 * has a clock of its own): these tests move it.
 */
export const suite = <E>(name: string, storage: Layer.Layer<Ports, E>): void => {
  layer(storage, { excludeTestServices: true })(`Event keys: ${name}`, (it) => {
    claims(it)
    leases(it)
    orphans(it)
    removal(it)
    isolation(it)
  })
}

type It = Vitest.MethodsNonLive<Ports>

const claims = (it: It): void => {
  it.effect("unknown keys are fresh, then leased, then duplicates once confirmed", () =>
    Effect.gen(function*() {
      const keys = yield* EventKeys
      const { id } = yield* makeProject
      const [first, second, third] = yield* Effect.all([makeUuid7, makeUuid7, makeUuid7])
      assertClaim(yield* keys.claim(first, keysOf(id, "ab")), { fresh: keysOf(id, "ab") })
      assertClaim(yield* keys.claim(second, keysOf(id, "abc")), {
        fresh: keysOf(id, "c"),
        leased: keysOf(id, "ab")
      })
      assert.deepStrictEqual(yield* keys.confirmed(keysOf(id, "abc")), [])
      yield* keys.confirm(first)
      assertClaim(yield* keys.claim(third, keysOf(id, "abcd")), {
        fresh: keysOf(id, "d"),
        duplicate: keysOf(id, "ab"),
        leased: keysOf(id, "c")
      })
      assert.deepStrictEqual(byUuid(yield* keys.confirmed(keysOf(id, "abcdx"))), byUuid(keysOf(id, "ab")))
    }))

  it.effect("a key named twice in a claim is answered once", () =>
    Effect.gen(function*() {
      const keys = yield* EventKeys
      const { id } = yield* makeProject
      assertClaim(yield* keys.claim(yield* makeUuid7, keysOf(id, "aab")), { fresh: keysOf(id, "ab") })
      assertClaim(yield* keys.claim(yield* makeUuid7, keysOf(id, "aa")), { leased: keysOf(id, "a") })
    }))

  it.effect("claiming, confirming and asking for nothing is allowed", () =>
    Effect.gen(function*() {
      const keys = yield* EventKeys
      const batch = yield* makeUuid7
      assertClaim(yield* keys.claim(batch, []), {})
      yield* keys.confirm(batch)
      yield* keys.release(batch)
      assert.deepStrictEqual(yield* keys.confirmed([]), [])
    }))

  it.effect("released keys are fresh again; confirmed ones and other batches' stay", () =>
    Effect.gen(function*() {
      const keys = yield* EventKeys
      const { id } = yield* makeProject
      const [first, second, third] = yield* Effect.all([makeUuid7, makeUuid7, makeUuid7])
      yield* keys.claim(first, keysOf(id, "a"))
      yield* keys.confirm(first)
      yield* keys.claim(second, keysOf(id, "b"))
      yield* keys.claim(third, keysOf(id, "c"))
      yield* keys.release(first)
      yield* keys.release(second)
      assertClaim(yield* keys.claim(yield* makeUuid7, keysOf(id, "abc")), {
        fresh: keysOf(id, "b"),
        duplicate: keysOf(id, "a"),
        leased: keysOf(id, "c")
      })
    }))

  it.effect("of concurrent claims each key goes to one batch", () =>
    Effect.gen(function*() {
      const keys = yield* EventKeys
      const { id } = yield* makeProject
      const orders = ["abcdef", "fedcba", "cdefab", "badcfe", "efabcd", "defabc"]
      const answers = yield* Effect.forEach(
        orders,
        (order) => Effect.flatMap(makeUuid7, (batch) => keys.claim(batch, keysOf(id, order))),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(byUuid(answers.flatMap((claim) => claim.fresh)), byUuid(keysOf(id, "abcdef")))
      assert.strictEqual(answers.flatMap((claim) => claim.leased).length, 5 * 6)
    }))
}

const leases = (it: It): void => {
  it.effect("a key whose lease is over is orphaned to the next batch, with a lease of its own", () =>
    Effect.gen(function*() {
      const keys = yield* EventKeys
      const { id } = yield* makeProject
      const [first, second] = yield* Effect.all([makeUuid7, makeUuid7])
      yield* keys.claim(first, keysOf(id, "ab"))
      yield* TestClock.adjust(leaseMillis - 1)
      assertClaim(yield* keys.claim(second, keysOf(id, "a")), { leased: keysOf(id, "a") })
      yield* TestClock.adjust(1)
      assertClaim(yield* keys.claim(second, keysOf(id, "a")), { orphaned: keysOf(id, "a") })
      yield* TestClock.adjust(leaseMillis - 1)
      assertClaim(yield* keys.claim(yield* makeUuid7, keysOf(id, "ab")), {
        leased: keysOf(id, "a"),
        orphaned: keysOf(id, "b")
      })
    }).pipe(Effect.provide(TestClock.layer())))

  it.effect("the batch that lost a key can neither confirm nor release it", () =>
    Effect.gen(function*() {
      const keys = yield* EventKeys
      const { id } = yield* makeProject
      const [first, second] = yield* Effect.all([makeUuid7, makeUuid7])
      yield* keys.claim(first, keysOf(id, "a"))
      yield* TestClock.adjust(leaseMillis)
      yield* keys.claim(second, keysOf(id, "a"))
      yield* keys.confirm(first)
      assert.deepStrictEqual(yield* keys.confirmed(keysOf(id, "a")), [])
      yield* keys.release(first)
      assertClaim(yield* keys.claim(yield* makeUuid7, keysOf(id, "a")), { leased: keysOf(id, "a") })
      yield* keys.confirm(second)
      assert.deepStrictEqual(yield* keys.confirmed(keysOf(id, "a")), keysOf(id, "a"))
    }).pipe(Effect.provide(TestClock.layer())))

  it.effect("a confirmed key stays a duplicate after any lease", () =>
    Effect.gen(function*() {
      const keys = yield* EventKeys
      const { id } = yield* makeProject
      const batch = yield* makeUuid7
      yield* keys.claim(batch, keysOf(id, "a"))
      yield* keys.confirm(batch)
      yield* TestClock.adjust("29 days")
      assertClaim(yield* keys.claim(yield* makeUuid7, keysOf(id, "a")), { duplicate: keysOf(id, "a") })
    }).pipe(Effect.provide(TestClock.layer())))
}

const orphans = (it: It): void => {
  it.effect("left keys of all projects are taken in pieces; those of stored events are confirmed, others forgotten", () =>
    Effect.gen(function*() {
      const keys = yield* EventKeys
      const [here, there] = yield* makeTwoProjects
      const elsewhere = keyOf(there.id, "a")
      yield* TestClock.setTime(Date.UTC(1980, 0, 1))
      // Those of other tests, whose clocks stand in 1970.
      yield* keys.settle(yield* Effect.tap(makeUuid7, (batch) => keys.takeOrphans(batch, 1_000_000)), [])
      const [done, left, open, taker, other] = yield* Effect.all(
        [makeUuid7, makeUuid7, makeUuid7, makeUuid7, makeUuid7]
      )
      yield* keys.claim(done, keysOf(here.id, "d"))
      yield* keys.confirm(done)
      yield* keys.claim(left, [...keysOf(here.id, "abc"), elsewhere])
      yield* TestClock.adjust(leaseMillis / 2)
      yield* keys.claim(open, keysOf(here.id, "o"))
      assert.deepStrictEqual(yield* keys.takeOrphans(taker, 10), [])
      yield* TestClock.adjust(leaseMillis / 2)
      const first = yield* keys.takeOrphans(taker, 3)
      const second = yield* keys.takeOrphans(taker, 3)
      assert.lengthOf(first, 3)
      assert.deepStrictEqual(byUuid([...first, ...second]), byUuid([...keysOf(here.id, "abc"), elsewhere]))
      assert.deepStrictEqual(yield* keys.takeOrphans(other, 3), [])
      yield* keys.confirm(left)
      assert.lengthOf(yield* keys.confirmed(keysOf(here.id, "abc")), 0)
      assertClaim(yield* keys.claim(other, [...keysOf(here.id, "a"), elsewhere]), {
        leased: [...keysOf(here.id, "a"), elsewhere]
      })
      yield* keys.settle(taker, keysOf(here.id, "ad"))
      assertClaim(yield* keys.claim(other, [...keysOf(here.id, "abcdo"), elsewhere]), {
        duplicate: keysOf(here.id, "ad"),
        fresh: [...keysOf(here.id, "bc"), elsewhere],
        leased: keysOf(here.id, "o")
      })
    }).pipe(Effect.provide(TestClock.layer())))

  it.effect("a batch settles none of a key that another has taken over since", () =>
    Effect.gen(function*() {
      const keys = yield* EventKeys
      const { id } = yield* makeProject
      const [slow, quick] = yield* Effect.all([makeUuid7, makeUuid7])
      yield* TestClock.setTime(Date.UTC(1981, 0, 1))
      yield* keys.claim(slow, keysOf(id, "xy"))
      yield* TestClock.adjust(leaseMillis)
      yield* keys.claim(quick, keysOf(id, "x"))
      yield* keys.settle(slow, keysOf(id, "x"))
      assertClaim(yield* keys.claim(yield* makeUuid7, keysOf(id, "xy")), {
        leased: keysOf(id, "x"),
        fresh: keysOf(id, "y")
      })
      yield* keys.release(quick)
    }).pipe(Effect.provide(TestClock.layer())))
}

const removal = (it: It): void => {
  it.effect("keys of long ago are removed, whether they were confirmed or left; young and leased ones stay", () =>
    Effect.gen(function*() {
      const keys = yield* EventKeys
      const { id } = yield* makeProject
      yield* TestClock.setTime(Date.UTC(1990, 0, 1))
      // Those of other tests, whose clocks stand in 1970.
      yield* keys.removeOld(yield* DateTime.now)
      const [old, left, young, open] = yield* Effect.all([makeUuid7, makeUuid7, makeUuid7, makeUuid7])
      const many = Array.from({ length: 30_000 }, () => makeUuid7)
      const oldKeys = (yield* Effect.all(many)).map((uuid): EventKey => ({ project_id: id, uuid }))
      yield* keys.claim(old, oldKeys)
      yield* keys.confirm(old)
      yield* keys.claim(left, keysOf(id, "l"))
      yield* TestClock.adjust("1 hour")
      yield* keys.claim(open, keysOf(id, "o"))
      yield* TestClock.adjust("30 seconds")
      const before = yield* DateTime.now
      yield* keys.claim(young, keysOf(id, "y"))
      yield* keys.confirm(young)
      assert.strictEqual(yield* keys.removeOld(before), 30_001)
      assert.strictEqual(yield* keys.removeOld(before), 0)
      assertClaim(yield* keys.claim(yield* makeUuid7, [...oldKeys.slice(-2), ...keysOf(id, "lyo")]), {
        fresh: [...oldKeys.slice(-2), ...keysOf(id, "l")],
        duplicate: keysOf(id, "y"),
        leased: keysOf(id, "o")
      })
    }).pipe(Effect.provide(TestClock.layer())))
}

const isolation = (it: It): void => {
  it.effect("the same uuid in two projects is two events", () =>
    Effect.gen(function*() {
      const keys = yield* EventKeys
      const [here, there] = yield* makeTwoProjects
      const mine = keyOf(here.id, "a")
      const theirs = { project_id: there.id, uuid: mine.uuid }
      const batch = yield* makeUuid7
      yield* keys.claim(batch, [mine])
      yield* keys.confirm(batch)
      assertClaim(yield* keys.claim(yield* makeUuid7, [mine, theirs]), { fresh: [theirs], duplicate: [mine] })
      assert.deepStrictEqual(byUuid(yield* keys.confirmed([mine, theirs])), [mine])
    }))
}
