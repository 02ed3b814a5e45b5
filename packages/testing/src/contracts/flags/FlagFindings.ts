import { assert } from "@effect/vitest"
import { FeatureFlag } from "@hedgerow/core/flags/model/FeatureFlag"
import { FeatureFlagRepository } from "@hedgerow/core/flags/model/FeatureFlagRepository"
import { dependentsOf, flagsUsingCohorts } from "@hedgerow/core/flags/model/FlagFilter"
import { DateTime, Effect, Equal, Option } from "effect"
import { makeProject } from "../fixtures.ts"
import { addFlag, assertSame, daysAgo, dependingOn, flagTime, inCohort, type It } from "./FlagFixtures.ts"

/** Tests of references to flags, and of calls that events report. */
export const suite = (it: It): void => {
  references(it)
  calls(it)
}

const references = (it: It): void => {
  it.effect("finds the flags that depend on one, whether its id stands there as a number or as text", () =>
    Effect.gen(function*() {
      const flags = yield* FeatureFlagRepository
      const { id } = yield* makeProject
      const base = yield* addFlag(id, "base")
      const child = yield* addFlag(id, "child", { filters: dependingOn(base.id), active: false })
      const other = yield* addFlag(id, "other", {
        filters: { super_groups: [{ properties: [{ key: base.id, type: "flag" }] }] }
      })
      yield* addFlag(id, "deleted", { filters: dependingOn(base.id), deleted: true })
      yield* addFlag(id, "person", {
        filters: { groups: [{ properties: [{ key: String(base.id), type: "person" }] }] }
      })
      const dependents = yield* flags.all(id, dependentsOf(base.id))
      assert.deepStrictEqual(dependents.map((flag) => flag.id), [child.id, other.id])
      yield* flags.update(new FeatureFlag({ ...child, filters: {} }))
      assert.deepStrictEqual((yield* flags.all(id, dependentsOf(base.id))).map((flag) => flag.id), [other.id])
      assert.deepStrictEqual(yield* flags.all(id, dependentsOf(child.id)), [])
    }))

  it.effect("knows whether a flag that is not deleted depends on one", () =>
    Effect.gen(function*() {
      const flags = yield* FeatureFlagRepository
      const { id } = yield* makeProject
      const { id: elsewhere } = yield* makeProject
      const base = yield* addFlag(id, "base")
      yield* addFlag(id, "deleted", { filters: dependingOn(base.id), deleted: true })
      yield* addFlag(elsewhere, "elsewhere", { filters: dependingOn(base.id) })
      assert.isFalse(yield* Effect.map(flags.first(id, dependentsOf(base.id)), Option.isSome))
      yield* addFlag(id, "child", { filters: dependingOn(base.id), active: false })
      assert.isTrue(yield* Effect.map(flags.first(id, dependentsOf(base.id)), Option.isSome))
    }))

  it.effect("finds all that flags depend on, however far, once each and in one project alone", () =>
    Effect.gen(function*() {
      const flags = yield* FeatureFlagRepository
      const { id } = yield* makeProject
      const { id: elsewhere } = yield* makeProject
      const foreign = yield* addFlag(elsewhere, "foreign")
      const base = yield* addFlag(id, "base", { filters: dependingOn(foreign.id), deleted: true })
      const left = yield* addFlag(id, "left", { filters: dependingOn(base.id) })
      const right = yield* addFlag(id, "right", { filters: dependingOn(base.id) })
      const top = yield* addFlag(id, "top", {
        filters: { groups: [{ properties: [left, right].map((on) => ({ key: on.id, type: "flag" })) }] }
      })
      yield* addFlag(id, "other")
      yield* flags.update(new FeatureFlag({ ...base, filters: dependingOn(top.id) }))
      const idsFrom = (...from: ReadonlyArray<typeof top.id>) =>
        Effect.map(flags.reachable(id, from), (found) => found.map((flag) => flag.id))
      assert.deepStrictEqual(yield* idsFrom(top.id), [base.id, left.id, right.id, top.id])
      assert.deepStrictEqual(yield* idsFrom(foreign.id), [])
      assert.deepStrictEqual(yield* idsFrom(), [])
      const chain = [top]
      for (let at = 0; at < 300; at++) {
        chain.push(yield* addFlag(id, `step-${at}`, { filters: dependingOn(chain.at(-1)?.id ?? top.id) }))
      }
      assert.strictEqual((yield* idsFrom(chain.at(-1)?.id ?? top.id)).length, 304)
    }))

  it.effect("finds the flags that use one of several cohorts", () =>
    Effect.gen(function*() {
      const flags = yield* FeatureFlagRepository
      const { id } = yield* makeProject
      const one = yield* addFlag(id, "one", { name: "One", filters: inCohort(5) })
      const two = yield* addFlag(id, "two", { filters: inCohort(6), active: false })
      yield* addFlag(id, "deleted", { filters: inCohort(5), deleted: true })
      const found = yield* flags.all(id, flagsUsingCohorts([5, 6]))
      assert.deepStrictEqual(found.map((flag) => flag.id), [one.id, two.id])
      assert.deepStrictEqual(yield* flags.all(id, flagsUsingCohorts([7])), [])
      assert.deepStrictEqual(yield* flags.all(id, flagsUsingCohorts([])), [])
    }))
}

const calls = (it: It): void => {
  it.effect("a call moves the time forward, never back, and changes nothing else", () =>
    Effect.gen(function*() {
      const flags = yield* FeatureFlagRepository
      const { id } = yield* makeProject
      const gate = yield* addFlag(id, "gate", { filters: { b: 1, a: 2 } })
      const hedge = yield* addFlag(id, "hedge", { last_called_at: daysAgo(1) })
      const gone = yield* addFlag(id, "gone", { deleted: true })
      yield* flags.markCalled(
        id,
        new Map([["gate", flagTime], ["hedge", daysAgo(2)], ["gone", flagTime], ["none", flagTime], ["a\0", flagTime]])
      )
      assertSame(yield* flags.find(id, gate.id), new FeatureFlag({ ...gate, last_called_at: flagTime }))
      assertSame(yield* flags.find(id, hedge.id), hedge)
      assertSame(yield* flags.find(id, gone.id), gone)
      const later = DateTime.add(flagTime, { seconds: 61 })
      yield* flags.markCalled(id, new Map([["hedge", later]]))
      assertSame(yield* flags.find(id, hedge.id), new FeatureFlag({ ...hedge, last_called_at: later }))
      yield* flags.markCalled(id, new Map())
    }))

  it.effect("marks flags as ones with views and interactions", () =>
    Effect.gen(function*() {
      const flags = yield* FeatureFlagRepository
      const { id } = yield* makeProject
      const gate = yield* addFlag(id, "gate")
      const hedge = yield* addFlag(id, "hedge")
      yield* flags.markEnriched(id, ["gate", "none", "a\0"])
      assertSame(yield* flags.find(id, gate.id), new FeatureFlag({ ...gate, has_enriched_analytics: true }))
      assertSame(yield* flags.find(id, hedge.id), hedge)
      yield* flags.markEnriched(id, [])
    }))

  it.effect("calls of many servers at once keep the latest", () =>
    Effect.gen(function*() {
      const flags = yield* FeatureFlagRepository
      const { id } = yield* makeProject
      const keysOf = (at: number) => at % 2 === 0 ? ["a", "b", "c"] : ["c", "b", "a"]
      for (const key of ["a", "b", "c"]) yield* addFlag(id, key)
      yield* Effect.forEach([4, 9, 1, 7, 3, 8, 2], (days) =>
        flags.markCalled(id, new Map(keysOf(days).map((key) => [key, daysAgo(days)]))), { concurrency: "unbounded" })
      const times = (yield* flags.all(id)).map((flag) =>
        flag.last_called_at
      )
      assert.isTrue(Equal.equals(times, [daysAgo(1), daysAgo(1), daysAgo(1)]))
    }))
}
