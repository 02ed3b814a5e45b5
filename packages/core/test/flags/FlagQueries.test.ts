import { assert, it } from "@effect/vitest"
import { Projects } from "@hedgerow/core/access/Projects"
import { CohortRepository } from "@hedgerow/core/cohorts/CohortRepository"
import { Cohorts } from "@hedgerow/core/cohorts/Cohorts"
import { dependencyFaults } from "@hedgerow/core/flags/editing/FlagDependencies"
import { FeatureFlags } from "@hedgerow/core/flags/FeatureFlags"
import { FeatureFlag } from "@hedgerow/core/flags/model/FeatureFlag"
import { FeatureFlagRepository } from "@hedgerow/core/flags/model/FeatureFlagRepository"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { Array, Context, Effect, Layer } from "effect"
import { layer, layerOver, makeFlagWorld, onFlag, onPerson, when } from "./FlagWorld.ts"

/**
 * Every service in memory; `asked` gets the requests to the storage of cohorts and flags, `read` the number of flags
 * that each walk over dependencies has read.
 */
const layerChangeCapture = (asked: globalThis.Array<string>, read: globalThis.Array<number> = []) => {
  const told = <Args extends ReadonlyArray<unknown>, A>(name: string, ask: (...args: Args) => A) => (...args: Args) => {
    asked.push(name)
    return ask(...args)
  }
  const telling = Layer.effectContext(Effect.gen(function*() {
    const cohorts = yield* CohortRepository
    const flags = yield* FeatureFlagRepository
    return Context.make(CohortRepository, {
      ...cohorts,
      all: told("cohorts.all", cohorts.all),
      find: told("cohorts.find", cohorts.find),
      findMany: told("cohorts.findMany", cohorts.findMany),
      lock: told("cohorts.lock", cohorts.lock)
    }).pipe(Context.add(FeatureFlagRepository, {
      ...flags,
      find: told("flags.find", flags.find),
      findMany: told("flags.findMany", flags.findMany),
      reachable: (project, from) =>
        Effect.tap(flags.reachable(project, from), (found) => Effect.sync(() => read.push(found.length))),
      lock: told("flags.lock", flags.lock)
    }))
  }))
  return layerOver(telling.pipe(Layer.provideMerge(MemoryStorage.layer)))
}

const inCohort = (id: number) => ({ key: "id", type: "cohort", operator: "in", value: id })

const cohort = (name: string, ...values: ReadonlyArray<object>) => ({
  name,
  filters: { properties: { type: "OR", values: [{ type: "AND", values }] } }
})

it.effect("the records that a flag names are read once on each level, and no others", () => {
  const asked: globalThis.Array<string> = []
  return Effect.gen(function*() {
    const { create, editing } = yield* makeFlagWorld
    const cohorts = yield* Cohorts
    const inner = yield* cohorts.create(editing, cohort("inner", onPerson("@x.io", "icontains")))
    const named = yield* Effect.forEach(
      Array.range(1, 10),
      (at) => cohorts.create(editing, cohort(`outer ${at}`, inCohort(inner.id)))
    )
    const base = yield* create({ key: "base" })
    const others = yield* Effect.forEach(
      Array.range(1, 10),
      (at) => create({ key: `other-${at}`, filters: when(onFlag(base.id)) })
    )
    asked.length = 0
    const conditions = [...named.map(({ id }) => inCohort(id)), ...others.map(({ id }) => onFlag(id))]
    yield* create({ key: "gate", filters: when(...conditions) })
    assert.deepStrictEqual(asked, [
      "flags.lock",
      "flags.findMany",
      "cohorts.findMany",
      "cohorts.findMany"
    ])
  }).pipe(Effect.provide(layerChangeCapture(asked)))
})

it.effect("the reads of a change of a chain do not grow with the chain", () => {
  const asked: globalThis.Array<string> = []
  const read: globalThis.Array<number> = []
  return Effect.gen(function*() {
    const { create, patch } = yield* makeFlagWorld
    const flags = [yield* create({ key: "flag-0" })]
    for (const at of Array.range(1, 300)) {
      asked.length = 0
      const before = flags[at - 1]?.id ?? 0
      flags.push(yield* create({ key: `flag-${at}`, filters: when(onFlag(String(before))) }))
      assert.deepStrictEqual(asked, ["flags.lock", "flags.findMany"])
    }
    const [first, middle, last] = [flags[0], flags[150], flags[300]]
    if (first === undefined || middle === undefined || last === undefined) return assert.fail("flags are missing")
    asked.length = 0
    yield* patch(middle.id, { filters: when(onFlag(String(flags[149]?.id)), onPerson("x")) })
    yield* patch(last.id, { filters: when(onFlag(first.id)) })
    assert.deepStrictEqual(asked, ["flags.lock", "flags.findMany", "flags.lock", "flags.findMany"])
    assert.deepStrictEqual(read, [])
    const refused = yield* Effect.flip(patch(first.id, { filters: when(onFlag(String(flags[299]?.id))) }))
    assert.include(JSON.stringify(refused), "Circular dependency detected: flag-0 → flag-299 → flag-298")
    assert.deepStrictEqual(read, [300])
  }).pipe(Effect.provide(layerChangeCapture(asked, read)))
})

it.effect("a circular chain of flags of any length is reported", () =>
  Effect.gen(function*() {
    const { create } = yield* makeFlagWorld
    const repository = yield* FeatureFlagRepository
    const first = yield* create({ key: "flag-0" })
    const flags = [first]
    for (const at of Array.range(1, 20_000)) {
      const id = yield* repository.nextId
      const before = flags[at - 1] ?? first
      const flag = new FeatureFlag({ ...first, id, key: `flag-${at}`, filters: when(onFlag(before.id)) })
      flags.push(flag)
    }
    const known = new Map(flags.map((flag) => [flag.id, flag]))
    const last = flags.at(-1) ?? first
    const faults = dependencyFaults(new FeatureFlag({ ...first, filters: when(onFlag(last.id)) }), known)
    assert.deepStrictEqual(faults.map(({ rule }) => rule), ["dependency.cycle"])
  }).pipe(Effect.provide(layer)))

it.effect("a copy locks cohorts before flags, as changes of cohorts do", () => {
  const asked: globalThis.Array<string> = []
  return Effect.gen(function*() {
    const { caller, create, project } = yield* makeFlagWorld
    const target = yield* (yield* Projects).create(caller, project.organization_id, { name: "Target" })
    const flag = yield* create({ key: "gate" })
    asked.length = 0
    yield* (yield* FeatureFlags).copyToProjects(caller, project, flag.id, { target_project_ids: [target.id] })
    assert.deepStrictEqual(asked.filter((name) => name.includes("lock")).slice(0, 2), ["cohorts.lock", "flags.lock"])
  }).pipe(Effect.provide(layerChangeCapture(asked)))
})
