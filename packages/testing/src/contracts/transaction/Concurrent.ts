import { assert, type Vitest } from "@effect/vitest"
import { PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { makeProject } from "../fixtures.ts"
import type { TransactionPorts } from "./TransactionPorts.ts"
import { letOthersRun, putVersion, versionOf } from "./Versions.ts"

/** Transactions beside each other, and fibers inside one. */
export const concurrentTests = (it: Vitest.MethodsNonLive<TransactionPorts>): void => {
  it.effect("concurrent writers never lose an update", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const persons = yield* PersonRepository
      const { id } = yield* makeProject
      yield* putVersion(id, "a", 0)
      const raise = run(Effect.gen(function*() {
        const version = (yield* persons.lockByDistinctIds(id, ["a"])).get("a")?.version ?? 0
        yield* Effect.yieldNow
        yield* putVersion(id, "a", version + 1)
      }))
      yield* Effect.all(Array.from({ length: 20 }, () => raise), { concurrency: "unbounded" })
      assert.strictEqual(yield* versionOf(id, "a"), 20)
    }))

  it.effect("readers outside never see a change that is not kept", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const { id } = yield* makeProject
      yield* putVersion(id, "a", 1)
      const written = yield* Deferred.make<void>()
      const proceed = yield* Deferred.make<void>()
      const writer = yield* Effect.gen(function*() {
        yield* putVersion(id, "a", 2)
        yield* Deferred.succeed(written, undefined)
        yield* Deferred.await(proceed)
        return yield* Effect.fail("no")
      }).pipe(run, Effect.exit, Effect.forkChild)
      yield* Deferred.await(written)
      const reader = yield* Effect.forkChild(versionOf(id, "a"))
      yield* letOthersRun
      yield* Deferred.succeed(proceed, undefined)
      assert.strictEqual(yield* Fiber.join(reader), 1)
      assert.deepStrictEqual(yield* Fiber.join(writer), Exit.fail("no"))
    }))

  it.effect("an interruption while waiting for another transaction leaves both sound", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const persons = yield* PersonRepository
      const { id } = yield* makeProject
      yield* putVersion(id, "a", 1)
      const locked = yield* Deferred.make<void>()
      const proceed = yield* Deferred.make<void>()
      const first = yield* Effect.gen(function*() {
        yield* persons.lockByDistinctIds(id, ["a"])
        yield* Deferred.succeed(locked, undefined)
        yield* Deferred.await(proceed)
        yield* putVersion(id, "a", 2)
      }).pipe(run, Effect.forkChild)
      yield* Deferred.await(locked)
      const second = yield* Effect.forkChild(
        run(Effect.andThen(persons.lockByDistinctIds(id, ["a"]), putVersion(id, "a", 99)))
      )
      yield* letOthersRun
      const interruption = yield* Effect.forkChild(Fiber.interrupt(second))
      yield* letOthersRun
      yield* Deferred.succeed(proceed, undefined)
      yield* Fiber.join(first)
      yield* Fiber.join(interruption)
      assert.strictEqual(yield* versionOf(id, "a"), 2)
      yield* run(putVersion(id, "a", 3))
      assert.strictEqual(yield* versionOf(id, "a"), 3)
    }))

  it.effect("fibers forked inside belong to the transaction", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const { id } = yield* makeProject
      const both = Effect.all([putVersion(id, "a", 1), putVersion(id, "b", 1)], { concurrency: "unbounded" })
      yield* run(Effect.andThen(both, Effect.fail("no"))).pipe(Effect.ignore)
      assert.deepStrictEqual([yield* versionOf(id, "a"), yield* versionOf(id, "b")], [undefined, undefined])
      yield* run(both)
      assert.deepStrictEqual([yield* versionOf(id, "a"), yield* versionOf(id, "b")], [1, 1])
    }))
}
