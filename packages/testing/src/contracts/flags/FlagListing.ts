import { assert } from "@effect/vitest"
import { FeatureFlagRepository } from "@hedgerow/core/flags/model/FeatureFlagRepository"
import { type FlagFilter, flagOrders, flagsBy } from "@hedgerow/core/flags/model/FlagFilter"
import { flagState } from "@hedgerow/core/flags/model/FlagStatus"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { UserId } from "@hedgerow/core/identity/User"
import { Effect } from "effect"
import { makeProject } from "../fixtures.ts"
import { addFlag, all, daysAgo, flagTime, forAll, type It, withVariants } from "./FlagFixtures.ts"

const listed = Effect.fnUntraced(function*(project: ProjectId, filter: FlagFilter = {}, page = all) {
  const found = yield* (yield* FeatureFlagRepository).list(project, flagsBy(filter), page)
  return { count: found.count, keys: found.items.map(({ key }) => key) }
})

const keysOf = (project: ProjectId, filter: FlagFilter) =>
  Effect.map(listed(project, filter), ({ keys }) => keys.toSorted().join(" "))

/** Lists of flags. */
export const suite = (it: It): void => {
  it.effect("the newest stand first; the later id among those of one time; pages count all", () =>
    Effect.gen(function*() {
      const { id } = yield* makeProject
      for (const [key, days] of [["a", 1], ["b", 3], ["c", 1], ["d", 2]] as const) {
        yield* addFlag(id, key, { created_at: daysAgo(days) })
      }
      yield* addFlag(id, "deleted", { deleted: true })
      yield* addFlag(id, "internal", { is_internal: true })
      assert.deepStrictEqual(yield* listed(id), { count: 4, keys: ["c", "a", "d", "b"] })
      assert.deepStrictEqual(yield* listed(id, {}, { limit: 2, offset: 1 }), { count: 4, keys: ["a", "d"] })
      assert.deepStrictEqual(yield* listed(id, {}, { limit: 2, offset: 9 }), { count: 4, keys: [] })
      assert.deepStrictEqual((yield* (yield* FeatureFlagRepository).all(id)).map(({ key }) => key), [
        "a",
        "b",
        "c",
        "d",
        "internal"
      ])
    }))

  it.effect("each part of a filter keeps what it means", () =>
    Effect.gen(function*() {
      const { id } = yield* makeProject
      const plain = yield* addFlag(id, "plain", { name: "Plain 50% off_sale", tags: ["a", "b"] })
      yield* addFlag(id, "variants", {
        filters: withVariants(50, 50),
        active: false,
        tags: ["c"],
        evaluation_tags: ["c"]
      })
      yield* addFlag(id, "ÉTÉ-config", { is_remote_configuration: true, created_by: 4 as UserId })
      yield* addFlag(id, "server", { evaluation_runtime: "server", filters: { multivariate: { variants: [] } } })
      const cases: ReadonlyArray<readonly [FlagFilter, string]> = [
        [{}, "plain server variants ÉTÉ-config"],
        [{ active: true }, "plain server ÉTÉ-config"],
        [{ active: false }, "variants"],
        [{ createdBy: 4 as UserId }, "ÉTÉ-config"],
        [{ search: "été" }, "ÉTÉ-config"],
        [{ search: "PLAIN" }, "plain"],
        [{ search: "50% OFF_" }, "plain"],
        [{ search: "%" }, "plain"],
        [{ search: "a\0" }, ""],
        [{ type: "boolean" }, "plain server ÉTÉ-config"],
        [{ type: "multivariant" }, "variants"],
        [{ type: "remote_config" }, "ÉTÉ-config"],
        [{ evaluationRuntime: "server" }, "server"],
        [{ evaluationRuntime: "all" }, "plain variants ÉTÉ-config"],
        [{ excludedKeys: ["plain", "nope", "a\0"] }, "server variants ÉTÉ-config"],
        [{ excludedKeys: [] }, "plain server variants ÉTÉ-config"],
        [{ tags: ["b", "a", "c"] }, "plain variants"],
        [{ tags: ["d"] }, ""],
        [{ hasEvaluationTags: true }, "variants"],
        [{ hasEvaluationTags: false }, "plain server ÉTÉ-config"],
        [{ ids: [plain.id] }, "plain"],
        [{ ids: [] }, ""],
        [{ active: true, tags: ["a"], search: "pl" }, "plain"],
        [{ active: false, tags: ["a"] }, ""]
      ]
      for (const [filter, expected] of cases) {
        assert.strictEqual(yield* keysOf(id, filter), expected, JSON.stringify(filter))
      }
    }))

  it.effect("orders by every field, up and down; null is above every value", () =>
    Effect.gen(function*() {
      const { id } = yield* makeProject
      yield* addFlag(id, "b", { name: "x", last_called_at: daysAgo(1), version: 10, active: false })
      yield* addFlag(id, "B", { name: "y", version: 9, updated_at: daysAgo(5), created_by: 3 as UserId })
      yield* addFlag(id, "a", { name: "X", last_called_at: daysAgo(2), evaluation_runtime: "client" })
      const by = (order: (typeof flagOrders)[number], isDescending: boolean) =>
        Effect.map(listed(id, { order: { by: order, isDescending } }), ({ keys }) => keys.join(""))
      assert.strictEqual(yield* by("key", false), "Bab")
      assert.strictEqual(yield* by("key", true), "baB")
      assert.strictEqual(yield* by("name", false), "abB")
      assert.strictEqual(yield* by("last_called_at", false), "abB")
      assert.strictEqual(yield* by("last_called_at", true), "Bba")
      assert.strictEqual(yield* by("version", false), "aBb")
      assert.strictEqual(yield* by("active", false), "bBa")
      assert.strictEqual(yield* by("updated_at", false), "Bba")
      assert.strictEqual(yield* by("created_by", false), "Bba")
      assert.strictEqual(yield* by("evaluation_runtime", false), "bBa")
      assert.strictEqual(yield* by("id", false), "bBa")
      for (const order of flagOrders) {
        assert.strictEqual(yield* by(order, false), [...(yield* by(order, true))].toReversed().join(""), order)
      }
    }))

  it.effect("stale ones are those whose status says so", () =>
    Effect.gen(function*() {
      const { id } = yield* makeProject
      const repository = yield* FeatureFlagRepository
      const some = { groups: [{ properties: [], rollout_percentage: 20 }] }
      const old = { created_at: daysAgo(31) }
      yield* addFlag(id, "old-rolled-out", { ...old, filters: forAll })
      yield* addFlag(id, "old-empty", old)
      yield* addFlag(id, "old-partial", { ...old, filters: some })
      yield* addFlag(id, "old-variant", { ...old, filters: withVariants(100, 0) })
      yield* addFlag(id, "old-variants", { ...old, filters: withVariants(50, 50) })
      yield* addFlag(id, "old-disabled", { ...old, filters: forAll, active: false })
      yield* addFlag(id, "at-the-edge", { created_at: daysAgo(30), filters: forAll })
      yield* addFlag(id, "new", { filters: forAll })
      yield* addFlag(id, "called", { ...old, filters: forAll, last_called_at: daysAgo(30) })
      yield* addFlag(id, "not-called", { filters: some, last_called_at: daysAgo(31) })
      const stale = yield* listed(id, { staleAt: flagTime })
      const expected = (yield* repository.all(id)).filter((flag) => flagState(flag, flagTime).status === "stale")
      assert.deepStrictEqual(stale.keys.toSorted(), expected.map(({ key }) => key).toSorted())
      assert.deepStrictEqual(stale.keys.toSorted(), ["not-called", "old-empty", "old-rolled-out", "old-variant"])
    }))
}
