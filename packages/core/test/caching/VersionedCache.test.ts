import { assert, describe, it } from "@effect/vitest"
import { DefinitionsVersionRepository, type Realm } from "@hedgerow/core/caching/DefinitionsVersionRepository"
import { DefinitionsVersions } from "@hedgerow/core/caching/DefinitionsVersions"
import { makeVersionedCache } from "@hedgerow/core/caching/VersionedCache"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { Deferred, Effect, Fiber, Layer, Queue, Stream } from "effect"
import { TestClock } from "effect/testing"

const one = 1 as ProjectId
const two = 2 as ProjectId

/** Another server's storage: what it changes reaches this one by hint or by the clock only. */
class Elsewhere {
  readonly versions = new Map<Realm, number>()
  reads = 0
  delay: Effect.Effect<void> = Effect.void

  readonly hints: Queue.Queue<Realm | "all">

  constructor(hints: Queue.Queue<Realm | "all">) {
    this.hints = hints
  }

  readonly layer = DefinitionsVersions.layer.pipe(
    Layer.provide(Layer.suspend(() =>
      Layer.succeed(DefinitionsVersionRepository, {
        bump: (realm) => Effect.sync(() => this.raise(realm)),
        current: (realm) =>
          Effect.suspend(() => {
            this.reads++
            const version = this.versions.get(realm) ?? 0
            return Effect.as(this.delay, version)
          }),
        changes: Stream.fromQueue(this.hints)
      })
    ))
  )

  raise(realm: Realm): void {
    this.versions.set(realm, (this.versions.get(realm) ?? 0) + 1)
  }
}

const makeElsewhere = Effect.map(Queue.unbounded<Realm | "all">(), (hints) => new Elsewhere(hints))

/** A cache whose values count their loads. */
const makeCounting = Effect.gen(function*() {
  const loads = new Map<ProjectId, number>()
  const cache = yield* makeVersionedCache({
    realm: (id: ProjectId) => id,
    load: (id: ProjectId) =>
      Effect.sync(() => {
        loads.set(id, (loads.get(id) ?? 0) + 1)
        return loads.get(id) ?? 0
      }),
    isKept: () => true,
    capacity: 100
  })
  return { cache, loads }
})

describe("VersionedCache over a storage that others change", () => {
  const inElsewhere = (body: (world: Elsewhere) => Effect.Effect<void, never, DefinitionsVersions>) =>
    Effect.flatMap(makeElsewhere, (world) => Effect.provide(body(world), world.layer))

  it.effect("keeps a value for as long as its version stands, asking for the version every two seconds at most", () =>
    inElsewhere((world) =>
      Effect.gen(function*() {
        const { cache } = yield* makeCounting
        for (let i = 0; i < 5; i++) assert.strictEqual(yield* cache.get(one), 1)
        assert.strictEqual(world.reads, 1)
        yield* TestClock.adjust("4 minutes")
        assert.strictEqual(yield* cache.get(one), 1)
        assert.strictEqual(world.reads, 2)
        yield* TestClock.adjust("1 minute")
        assert.strictEqual(yield* cache.get(one), 2)
      })
    ))

  it.effect("a forgotten value is read anew, also one that was being read when it was forgotten", () =>
    inElsewhere(() =>
      Effect.gen(function*() {
        const gate = yield* Deferred.make<void>()
        let loads = 0
        const cache = yield* makeVersionedCache({
          realm: (id: ProjectId) => id,
          load: () => Effect.suspend(() => ++loads === 2 ? Effect.as(Deferred.await(gate), 2) : Effect.succeed(loads)),
          isKept: () => true,
          capacity: 100
        })
        assert.strictEqual(yield* cache.get(one), 1)
        yield* cache.forget(one)
        const slow = yield* Effect.forkChild(cache.get(one), { startImmediately: true })
        yield* cache.forget(one)
        yield* Deferred.succeed(gate, undefined)
        yield* Fiber.join(slow)
        assert.deepStrictEqual([yield* cache.get(one), yield* cache.get(one)], [3, 3])
      })
    ))

  it.effect("sees a change without a hint after two seconds, and only in the realm that changed", () =>
    inElsewhere((world) =>
      Effect.gen(function*() {
        const { cache } = yield* makeCounting
        yield* Effect.all([cache.get(one), cache.get(two)])
        world.raise(one)
        yield* TestClock.adjust("1999 millis")
        assert.strictEqual(yield* cache.get(one), 1)
        yield* TestClock.adjust("1 millis")
        assert.deepStrictEqual(yield* Effect.all([cache.get(one), cache.get(two)]), [2, 1])
      })
    ))

  it.effect("sees a change with its hint at once; after a gap in the hints it looks for itself", () =>
    inElsewhere((world) =>
      Effect.gen(function*() {
        const { cache } = yield* makeCounting
        yield* cache.get(one)
        world.raise(one)
        yield* Queue.offer(world.hints, one)
        yield* Effect.yieldNow
        yield* TestClock.adjust(0)
        assert.strictEqual(yield* cache.get(one), 2)
        world.raise(one)
        yield* Queue.offer(world.hints, "all")
        yield* TestClock.adjust(0)
        assert.strictEqual(yield* cache.get(one), 3)
      })
    ))

  it.effect("a version read before a change and answered after it is not believed", () =>
    inElsewhere((world) =>
      Effect.gen(function*() {
        const { cache } = yield* makeCounting
        const versions = yield* DefinitionsVersions
        yield* cache.get(one)
        yield* TestClock.adjust("2 seconds")
        const gate = yield* Deferred.make<void>()
        world.delay = Deferred.await(gate)
        const slow = yield* Effect.forkChild(cache.get(one))
        yield* TestClock.adjust(0)
        world.delay = Effect.void
        yield* versions.bump(one)
        yield* Deferred.succeed(gate, undefined)
        assert.strictEqual(yield* Fiber.join(slow), 1)
        assert.strictEqual(yield* cache.get(one), 2)
      })
    ))

  it.effect("readers at the same time share one load, also when the first of them is interrupted", () =>
    inElsewhere(() =>
      Effect.gen(function*() {
        const gate = yield* Deferred.make<void>()
        let loads = 0
        const cache = yield* makeVersionedCache({
          realm: () => "installation",
          load: () =>
            Effect.sync(() => {
              loads++
              return "value"
            }).pipe(Effect.tap(Deferred.await(gate))),
          isKept: () => true,
          capacity: 10
        })
        const first = yield* Effect.forkChild(cache.get("k"))
        const second = yield* Effect.forkChild(cache.get("k"))
        yield* TestClock.adjust(0)
        yield* Fiber.interrupt(first)
        yield* Deferred.succeed(gate, undefined)
        assert.deepStrictEqual([yield* Fiber.join(second), loads], ["value", 1])
      })
    ))

  it.effect("a value that is not to be kept is read each time", () =>
    inElsewhere(() =>
      Effect.gen(function*() {
        let loads = 0
        const cache = yield* makeVersionedCache({
          realm: () => "installation",
          load: () => Effect.sync(() => ++loads),
          isKept: (value) => value > 2,
          capacity: 10
        })
        const seen = yield* Effect.forEach([1, 2, 3, 4], () => cache.get("k"))
        assert.deepStrictEqual(seen, [1, 2, 3, 3])
        yield* cache.forget("k")
        assert.strictEqual(yield* cache.get("k"), 4)
      })
    ))
})

describe("VersionedCache and the server's own changes", () => {
  const layer = DefinitionsVersions.layer.pipe(Layer.provideMerge(MemoryStorage.layer))

  it.effect("shows a change once it is committed, not while it is open, and never when it is rolled back", () =>
    Effect.gen(function*() {
      const versions = yield* DefinitionsVersions
      const { run } = yield* Transaction
      const { cache } = yield* makeCounting
      assert.strictEqual(yield* cache.get(one), 1)
      yield* run(Effect.andThen(versions.bump(one), Effect.fail("no"))).pipe(Effect.ignore)
      assert.strictEqual(yield* cache.get(one), 1)
      yield* run(versions.bump(one))
      assert.strictEqual(yield* cache.get(one), 2)
    }).pipe(Effect.provide(layer)))

  it.effect("inside a transaction the value is read anew and not shown to others", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const { cache } = yield* makeCounting
      assert.strictEqual(yield* cache.get(one), 1)
      assert.strictEqual(yield* run(cache.get(one)), 2)
      assert.strictEqual(yield* cache.get(one), 1)
    }).pipe(Effect.provide(layer)))
})
