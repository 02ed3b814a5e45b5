import { assert, type Vitest } from "@effect/vitest"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { Effect, Exit } from "effect"
import { makeProject } from "../fixtures.ts"
import type { TransactionPorts } from "./TransactionPorts.ts"
import { putVersion, versionOf } from "./Versions.ts"

/** A run inside a run is a savepoint. */
export const nestedTests = (it: Vitest.MethodsNonLive<TransactionPorts>): void => {
  it.effect("a run inside a run that fails takes only its own changes with it", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const { id } = yield* makeProject
      yield* run(Effect.gen(function*() {
        yield* putVersion(id, "outer", 1)
        const inner = Effect.gen(function*() {
          yield* putVersion(id, "outer", 2)
          yield* putVersion(id, "inner", 1)
          return yield* Effect.fail("no")
        })
        assert.deepStrictEqual(yield* run(inner).pipe(Effect.exit), Exit.fail("no"))
        assert.deepStrictEqual([yield* versionOf(id, "outer"), yield* versionOf(id, "inner")], [1, undefined])
        yield* putVersion(id, "after", 1)
      }))
      const versions = yield* Effect.forEach(["outer", "inner", "after"], (distinctId) => versionOf(id, distinctId))
      assert.deepStrictEqual(versions, [1, undefined, 1])
    }))

  it.effect("a defect inside a run inside a run takes only its own changes with it", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const { id } = yield* makeProject
      yield* run(Effect.gen(function*() {
        yield* putVersion(id, "outer", 1)
        yield* run(Effect.andThen(putVersion(id, "inner", 1), Effect.die("bug"))).pipe(Effect.exit)
      }))
      assert.deepStrictEqual([yield* versionOf(id, "outer"), yield* versionOf(id, "inner")], [1, undefined])
    }))

  it.effect("the outer failure takes a finished inner run back, even when the outer itself had written nothing", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const { id } = yield* makeProject
      yield* run(Effect.andThen(run(putVersion(id, "inner", 1)), Effect.fail("no"))).pipe(Effect.ignore)
      assert.strictEqual(yield* versionOf(id, "inner"), undefined)
    }))

  it.effect("inner runs one after another and in one another are each kept or taken back", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const { id } = yield* makeProject
      const failing = (distinctId: string) => run(Effect.andThen(putVersion(id, distinctId, 1), Effect.fail("no")))
      yield* run(Effect.gen(function*() {
        yield* run(putVersion(id, "first", 1))
        yield* failing("second").pipe(Effect.ignore)
        yield* run(Effect.gen(function*() {
          yield* putVersion(id, "third", 1)
          yield* failing("deep").pipe(Effect.ignore)
        }))
      }))
      const ids = ["first", "second", "third", "deep"]
      const versions = yield* Effect.forEach(ids, (distinctId) => versionOf(id, distinctId))
      assert.deepStrictEqual(versions, [1, undefined, 1, undefined])
    }))
}
