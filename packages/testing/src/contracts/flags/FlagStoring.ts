import { assert } from "@effect/vitest"
import { FeatureFlag, type FeatureFlagId } from "@hedgerow/core/flags/FeatureFlag"
import { FeatureFlagRepository } from "@hedgerow/core/flags/FeatureFlagRepository"
import { dependentsOf, flagByKey, flagsBy, flagsUsingCohorts } from "@hedgerow/core/flags/FlagFilter"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { Effect, Equal, Exit, Option } from "effect"
import { makeProject, makeTwoProjects } from "../fixtures.ts"
import {
  addFlag,
  assertSame,
  daysAgo,
  dependingOn,
  flagTime,
  inCohort,
  type It,
  makeFlag,
  makeFullFlag
} from "./FlagFixtures.ts"

/** Keeping flags one by one. */
export const suite = (it: It): void => {
  keeping(it)
  keys(it)
  isolation(it)
}

const keeping = (it: It): void => {
  it.effect("every field of a flag comes back as it was, by id, by ids and by key", () =>
    Effect.gen(function*() {
      const flags = yield* FeatureFlagRepository
      const { id } = yield* makeProject
      const full = yield* makeFullFlag(id, "gate")
      yield* flags.insert(full)
      const plain = yield* addFlag(id, "plain")
      assertSame(yield* flags.find(id, full.id), full)
      assertSame(yield* flags.first(id, flagByKey("gate")), full)
      assertSame(yield* flags.find(id, plain.id), plain)
      const many = yield* flags.findMany(id, [plain.id, full.id, 2147483647 as FeatureFlagId, plain.id])
      assert.deepStrictEqual(many.map((flag) => flag.id), [full.id, plain.id])
      assert.isTrue(Option.isNone(yield* flags.find(id, 2147483647 as FeatureFlagId)))
      assert.isTrue(Option.isNone(yield* flags.first(id, flagByKey("Gate"))))
      assert.isTrue(Option.isNone(yield* flags.first(id, flagByKey("ga\0te"))))
      assert.deepStrictEqual(yield* flags.findMany(id, []), [])
    }))

  it.effect("an update replaces every field but the last call", () =>
    Effect.gen(function*() {
      const flags = yield* FeatureFlagRepository
      const { id } = yield* makeProject
      const before = yield* addFlag(id, "before", { last_called_at: daysAgo(9) })
      const after = new FeatureFlag({ ...yield* makeFullFlag(id, "after"), id: before.id })
      yield* flags.update(after)
      assertSame(yield* flags.find(id, before.id), new FeatureFlag({ ...after, last_called_at: daysAgo(9) }))
      assert.isTrue(Option.isNone(yield* flags.first(id, flagByKey("before"))))
      assertSame(
        yield* flags.first(id, flagByKey("after")),
        new FeatureFlag({ ...after, last_called_at: daysAgo(9) })
      )
    }))

  it.effect("ids differ over all projects, also when they are asked for at once", () =>
    Effect.gen(function*() {
      const flags = yield* FeatureFlagRepository
      const ids = yield* Effect.all(Array.from({ length: 50 }, () => flags.nextId), { concurrency: "unbounded" })
      assert.strictEqual(new Set(ids).size, 50)
      assert.isTrue(ids.every((id) => Number.isInteger(id) && id >= 1))
    }))

  it.effect("a lock holds until the transaction ends: of many changes none is lost", () =>
    Effect.gen(function*() {
      const flags = yield* FeatureFlagRepository
      const { run } = yield* Transaction
      const { id } = yield* makeProject
      const flag = yield* addFlag(id, "gate")
      const change = run(Effect.gen(function*() {
        const found = yield* Effect.flatMap(flags.findForUpdate(id, flag.id), Effect.fromOption)
        yield* Effect.yieldNow
        yield* flags.update(new FeatureFlag({ ...found, version: found.version + 1 }))
      }))
      yield* Effect.all(Array.from({ length: 25 }, () => change), { concurrency: "unbounded" })
      assertSame(yield* flags.find(id, flag.id), new FeatureFlag({ ...flag, version: 26 }))
    }))

  it.effect("the lock on all of a project's flags holds back the others of that project alone", () =>
    Effect.gen(function*() {
      const flags = yield* FeatureFlagRepository
      const { run } = yield* Transaction
      const { id } = yield* makeProject
      const seen: Array<number> = []
      const count = run(Effect.gen(function*() {
        yield* flags.lock(id)
        const before = (yield* flags.all(id)).length
        seen.push(before)
        yield* Effect.yieldNow
        yield* addFlag(id, `flag-${before}`)
      }))
      yield* Effect.all(Array.from({ length: 8 }, () => count), { concurrency: "unbounded" })
      assert.deepStrictEqual(seen.toSorted((left, right) => left - right), [0, 1, 2, 3, 4, 5, 6, 7])
    }))
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
