import { assert } from "@effect/vitest"
import { chunkOf, chunkSize } from "@hedgerow/core/caching/Chunks"
import { FeatureFlag } from "@hedgerow/core/flags/model/FeatureFlag"
import { FeatureFlagRepository } from "@hedgerow/core/flags/model/FeatureFlagRepository"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { Effect } from "effect"
import { makeProject, makeTwoProjects } from "../fixtures.ts"
import { addFlag, assertSame, daysAgo, forAll, type It, makeFlag, makeFullFlag } from "./FlagFixtures.ts"

/** Tests of the chunks that show changes of a project's flags. */
export const suite = (it: It): void => {
  it.effect("chunks hold every flag that is not deleted, once", () =>
    Effect.gen(function*() {
      const flags = yield* FeatureFlagRepository
      const { id } = yield* makeProject
      assert.deepStrictEqual([...yield* flags.chunks(id)], [])
      const made = yield* Effect.forEach(Array.from({ length: chunkSize + 2 }), (_, at) => addFlag(id, `flag-${at}`))
      yield* addFlag(id, "hidden", { is_internal: true })
      yield* addFlag(id, "gone", { deleted: true })
      const chunks = [...(yield* flags.chunks(id)).keys()]
      assert.isAtLeast(chunks.length, 2)
      const all = (yield* flags.all(id)).map((flag) => flag.id)
      assert.lengthOf(all, made.length + 1)
      assert.deepStrictEqual((yield* flags.inChunks(id, chunks)).map((flag) => flag.id), all)
      const [first = -1] = chunks
      assert.deepStrictEqual(
        (yield* flags.inChunks(id, [first])).map((flag) => flag.id),
        all.filter((one) => chunkOf(one) === first)
      )
      assert.deepStrictEqual(yield* flags.inChunks(id, []), [])
      const [flag] = made
      const [found] = yield* flags.inChunks(id, [chunkOf(flag?.id ?? 0)])
      if (flag !== undefined) assertSame(yield* flags.find(id, flag.id), found ?? flag)
    }))

  it.effect("a chunk's hash is another after a change of any field but the last call", () =>
    Effect.gen(function*() {
      const flags = yield* FeatureFlagRepository
      const { id } = yield* makeProject
      const full = yield* makeFullFlag(id, "full")
      const { id: _id, last_called_at: _called, project_id: _project, ...others } = full
      const plain = yield* addFlag(id, "plain")
      const hash = Effect.map(flags.chunks(id), (chunks) => chunks.get(chunkOf(plain.id)))
      let before = yield* hash
      for (const [at, [field, value]] of Object.entries({ ...others, key: "other", deleted: false }).entries()) {
        if (JSON.stringify(value) === JSON.stringify(plain[field as keyof FeatureFlag])) continue
        const changed = new FeatureFlag({ ...plain, [field]: value })
        yield* flags.update(changed)
        const after = yield* hash
        assert.notStrictEqual(after, before, field)
        yield* flags.markCalled(id, new Map([[changed.key, daysAgo(-1 - at)]]))
        assert.strictEqual(yield* hash, after, `a call after ${field}`)
        yield* flags.update(plain)
        before = yield* hash
        assert.notStrictEqual(before, after, `${field} again`)
      }
      yield* flags.markEnriched(id, ["plain"])
      assert.notStrictEqual(yield* hash, before)
    }))

  it.effect("a flag that is deleted, restored or joins changes its chunk, and values that change places do", () =>
    Effect.gen(function*() {
      const flags = yield* FeatureFlagRepository
      const { id } = yield* makeProject
      const [one, two] = [yield* addFlag(id, "one"), yield* addFlag(id, "two", { name: "2" })]
      const seen = new Set<string>()
      const isNew = Effect.map(flags.chunks(id), (chunks) => {
        const hashes = JSON.stringify([...chunks])
        const known = seen.has(hashes)
        seen.add(hashes)
        return !known
      })
      assert.isTrue(yield* isNew)
      yield* flags.update(new FeatureFlag({ ...one, deleted: true }))
      assert.isTrue(yield* isNew)
      yield* flags.update(new FeatureFlag({ ...one, name: "again" }))
      assert.isTrue(yield* isNew)
      yield* addFlag(id, "three")
      assert.isTrue(yield* isNew)
      yield* flags.update(new FeatureFlag({ ...one, name: "2" }))
      yield* flags.update(new FeatureFlag({ ...two, name: "" }))
      assert.isTrue(yield* isNew)
      for (const groups of [[], [[]], [[], []], [[[]], []], [[[], []]]]) {
        yield* flags.update(new FeatureFlag({ ...one, filters: { groups } }))
        assert.isTrue(yield* isNew, JSON.stringify(groups))
      }
    }))

  it.effect("hashes are of what a transaction has written, and of what is left when it fails", () =>
    Effect.gen(function*() {
      const flags = yield* FeatureFlagRepository
      const { run } = yield* Transaction
      const { id } = yield* makeProject
      const flag = yield* addFlag(id, "gate")
      const hashes = Effect.map(flags.chunks(id), (chunks) => [...chunks])
      const before = yield* hashes
      const failed = yield* Effect.flip(run(Effect.gen(function*() {
        yield* flags.update(new FeatureFlag({ ...flag, filters: forAll }))
        return yield* Effect.fail(yield* hashes)
      })))
      assert.notDeepEqual(failed, before)
      assert.deepStrictEqual(yield* hashes, before)
    }))

  it.effect("no other project's flags are in a chunk, nor do they change its hash", () =>
    Effect.gen(function*() {
      const flags = yield* FeatureFlagRepository
      const [here, there] = yield* makeTwoProjects
      const flag = yield* addFlag(here.id, "gate")
      const other = yield* makeFlag(there.id, "gate")
      const before = [...yield* flags.chunks(here.id)]
      assert.deepStrictEqual([...yield* flags.chunks(there.id)], [])
      assert.deepStrictEqual(yield* flags.inChunks(there.id, [chunkOf(flag.id)]), [])
      yield* flags.insert(other)
      yield* flags.update(new FeatureFlag({ ...other, name: "Other" }))
      assert.deepStrictEqual([...yield* flags.chunks(here.id)], before)
      assert.deepStrictEqual((yield* flags.inChunks(here.id, [chunkOf(flag.id)])).map((one) => one.id), [flag.id])
    }))
}
