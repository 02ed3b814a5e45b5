import { assert, layer } from "@effect/vitest"
import type { OrganizationRepository, ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import { DefinitionsVersionRepository, type Realm } from "@hedgerow/core/caching/DefinitionsVersionRepository"
import { propertyTypesOf } from "@hedgerow/core/definitions/PropertyTypesRealm"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { Deferred, Effect, Fiber, type Layer, Stream } from "effect"
import { makeProject, makeTwoProjects } from "./fixtures.ts"

type Ports = DefinitionsVersionRepository | OrganizationRepository | ProjectRepository | Transaction

/** Waits until the storage reports a change of the realm, while `provoke` is repeated. */
const seesChange = Effect.fnUntraced(function*(realm: Realm, provoke: Effect.Effect<void>) {
  const versions = yield* DefinitionsVersionRepository
  const seen = versions.changes.pipe(
    Stream.filter((changed) => changed === realm),
    Stream.take(1),
    Stream.runDrain
  )
  const watcher = yield* Effect.forkChild(seen)
  const repeated = yield* Effect.forkChild(Effect.forever(Effect.andThen(provoke, Effect.sleep("20 millis"))))
  yield* Fiber.join(watcher)
  yield* Fiber.interrupt(repeated)
})

/** The contract of every `DefinitionsVersionRepository`. */
export const suite = <E>(name: string, storage: Layer.Layer<Ports, E>): void => {
  layer(storage, { excludeTestServices: true })(`Definitions versions: ${name}`, (it) => {
    it.effect("a version starts at 0 and grows by one with every change, each realm by itself", () =>
      Effect.gen(function*() {
        const versions = yield* DefinitionsVersionRepository
        const [here, there] = yield* makeTwoProjects
        const installation = yield* versions.current("installation")
        assert.strictEqual(yield* versions.current(here.id), 0)
        yield* versions.bump(here.id)
        yield* versions.bump(here.id)
        assert.deepStrictEqual([yield* versions.current(here.id), yield* versions.current(there.id)], [2, 0])
        assert.strictEqual(yield* versions.current("installation"), installation)
        yield* versions.bump("installation")
        assert.strictEqual(yield* versions.current("installation"), installation + 1)
        assert.strictEqual(yield* versions.current(here.id), 2)
        const [types, others] = [propertyTypesOf(here.id), propertyTypesOf(there.id)]
        yield* versions.bump(types)
        const known = yield* Effect.forEach([here.id, types, there.id, others], versions.current)
        assert.deepStrictEqual(known, [2, 1, 0, 0])
      }))

    it.effect("a change counts from its commit on, and not at all when it is rolled back", () =>
      Effect.gen(function*() {
        const versions = yield* DefinitionsVersionRepository
        const { run } = yield* Transaction
        const { id } = yield* makeProject
        yield* run(Effect.andThen(versions.bump(id), Effect.fail("no"))).pipe(Effect.ignore)
        assert.strictEqual(yield* versions.current(id), 0)
        const inside = yield* run(Effect.andThen(versions.bump(id), versions.current(id)))
        assert.deepStrictEqual([inside, yield* versions.current(id)], [1, 1])
      }))

    it.effect("changes at the same time are all counted", () =>
      Effect.gen(function*() {
        const versions = yield* DefinitionsVersionRepository
        const { run } = yield* Transaction
        const { id } = yield* makeProject
        yield* Effect.forEach(Array.from({ length: 20 }), () => run(versions.bump(id)), { concurrency: "unbounded" })
        assert.strictEqual(yield* versions.current(id), 20)
      }))

    it.effect("changes of projects and of the installation are reported", () =>
      Effect.gen(function*() {
        const versions = yield* DefinitionsVersionRepository
        const { id } = yield* makeProject
        yield* seesChange(id, versions.bump(id))
        yield* seesChange("installation", versions.bump("installation"))
        yield* seesChange(propertyTypesOf(id), versions.bump(propertyTypesOf(id)))
      }))

    it.effect("a change that is rolled back is not reported", () =>
      Effect.gen(function*() {
        const versions = yield* DefinitionsVersionRepository
        const { run } = yield* Transaction
        const [here, there] = yield* makeTwoProjects
        const reported: Array<Realm | "all"> = []
        const started = yield* Deferred.make<void>()
        const watcher = yield* Effect.forkChild(Stream.runForEach(versions.changes, (realm) =>
          Effect.sync(() => {
            if (realm !== "all") reported.push(realm)
            if (realm === there.id) Deferred.doneUnsafe(started, Effect.void)
          })))
        yield* run(Effect.andThen(versions.bump(here.id), Effect.fail("no"))).pipe(Effect.ignore)
        yield* seesChange(there.id, versions.bump(there.id))
        yield* Deferred.await(started)
        yield* Fiber.interrupt(watcher)
        assert.notInclude(reported, here.id)
      }))
  })
}
