import { assert } from "@effect/vitest"
import { FeatureFlag } from "@hedgerow/core/flags/model/FeatureFlag"
import { FeatureFlagRepository } from "@hedgerow/core/flags/model/FeatureFlagRepository"
import { dependentsOf, flagByKey, flagsBy, flagsUsingCohorts } from "@hedgerow/core/flags/model/FlagFilter"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { Effect, Equal, Exit, Option } from "effect"
import { makeProject, makeTwoProjects } from "../fixtures.ts"
import { addFlag, assertSame, dependingOn, flagTime, inCohort, type It, makeFlag } from "./FlagFixtures.ts"

/** Keys of flags, and their owners; the contract of every entity is in `EntityContract`. */
export const suite = (it: It): void => {
  keys(it)
  isolation(it)
}

const keys = (it: It): void => {
  it.effect("a key is free again once its flag is deleted, and taken by a restored one", () =>
    Effect.gen(function*() {
      const flags = yield* FeatureFlagRepository
      const { id } = yield* makeProject
      const first = yield* addFlag(id, "gate")
      const refused = yield* Effect.flip(addFlag(id, "gate"))
      assert.deepStrictEqual([refused._tag, refused.key], ["FlagKeyTaken", "gate"])
      yield* flags.update(new FeatureFlag({ ...first, deleted: true }))
      const second = yield* addFlag(id, "gate")
      const restored = yield* Effect.flip(flags.update(first))
      assert.strictEqual(restored._tag, "FlagKeyTaken")
      assertSame(yield* flags.first(id, flagByKey("gate")), second)
      assertSame(yield* flags.find(id, first.id), new FeatureFlag({ ...first, deleted: true }))
      const third = yield* addFlag(id, "hedge")
      const renamed = yield* Effect.flip(flags.update(new FeatureFlag({ ...third, key: "gate" })))
      assert.strictEqual(renamed._tag, "FlagKeyTaken")
      assertSame(yield* flags.first(id, flagByKey("hedge")), third)
    }))

  it.effect("of many that take a key at once one gets it, and two deleted flags may share one", () =>
    Effect.gen(function*() {
      const flags = yield* FeatureFlagRepository
      const { id } = yield* makeProject
      const exits = yield* Effect.all(Array.from({ length: 10 }, () => Effect.exit(addFlag(id, "gate"))), {
        concurrency: "unbounded"
      })
      assert.strictEqual(exits.filter(Exit.isSuccess).length, 1)
      yield* addFlag(id, "gate", { deleted: true })
      yield* addFlag(id, "gate", { deleted: true })
      assert.strictEqual((yield* flags.all(id)).length, 1)
    }))
}

const isolation = (it: It): void => {
  it.effect("another project's flags are neither seen nor changed", () =>
    Effect.gen(function*() {
      const flags = yield* FeatureFlagRepository
      const [here, there] = yield* makeTwoProjects
      const flag = yield* addFlag(here.id, "gate", { filters: { ...dependingOn(1), ...inCohort(5) }, tags: ["a"] })
      const dependent = yield* addFlag(here.id, "child", { filters: dependingOn(flag.id) })
      const own = yield* addFlag(there.id, "gate")
      assert.isTrue(Option.isNone(yield* flags.find(there.id, flag.id)))
      assert.isTrue(Option.isNone(yield* flags.findForUpdate(there.id, flag.id)))
      assert.deepStrictEqual(yield* flags.findMany(there.id, [flag.id, own.id]), [own])
      assertSame(yield* flags.first(there.id, flagByKey("gate")), own)
      assert.deepStrictEqual((yield* flags.all(there.id)).map(({ id }) => id), [own.id])
      assert.deepStrictEqual(yield* flags.all(there.id, dependentsOf(flag.id)), [])
      assert.deepStrictEqual(yield* flags.all(there.id, flagsUsingCohorts([5])), [])
      assert.strictEqual((yield* flags.list(there.id, flagsBy({ tags: ["a"] }), { limit: 9, offset: 0 })).count, 0)
      yield* flags.update(new FeatureFlag({ ...flag, project_id: there.id, name: "stolen" }))
      yield* flags.markCalled(there.id, new Map([["gate", flagTime], ["child", flagTime]]))
      yield* flags.markEnriched(there.id, ["child"])
      assertSame(yield* flags.find(here.id, flag.id), flag)
      assertSame(yield* flags.find(here.id, dependent.id), dependent)
      assertSame(yield* flags.find(there.id, own.id), new FeatureFlag({ ...own, last_called_at: flagTime }))
      assert.isTrue(Option.isNone(yield* flags.find(there.id, flag.id)))
    }))

  it.effect("what a transaction adds and changes is taken back with it", () =>
    Effect.gen(function*() {
      const flags = yield* FeatureFlagRepository
      const { run } = yield* Transaction
      const { id } = yield* makeProject
      const flag = yield* addFlag(id, "gate")
      const failed = run(Effect.gen(function*() {
        yield* flags.update(new FeatureFlag({ ...flag, key: "hedge" }))
        yield* flags.insert(yield* makeFlag(id, "gate"))
        yield* flags.markCalled(id, new Map([["hedge", flagTime]]))
        return yield* Effect.fail("no")
      }))
      assert.strictEqual(yield* Effect.flip(failed), "no")
      assert.isTrue(Equal.equals(yield* flags.all(id), [flag]))
      assertSame(yield* flags.first(id, flagByKey("gate")), flag)
    }))
}
