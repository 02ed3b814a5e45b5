import { assert, it } from "@effect/vitest"
import { CohortRepository } from "@hedgerow/core/cohorts/CohortRepository"
import { FeatureFlagRepository } from "@hedgerow/core/flags/model/FeatureFlagRepository"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { Context, Effect, Layer } from "effect"
import { create, FlagApi, good, onFlag, when } from "./FlagApi.ts"

/** The API in memory; `asked` gets the requests to the storage of cohorts and flags. */
const layerChangeCapture = (asked: Array<string>) => {
  const told = <Args extends ReadonlyArray<unknown>, A>(name: string, ask: (...args: Args) => A) => (...args: Args) => {
    asked.push(name)
    return ask(...args)
  }
  const telling = Layer.effectContext(Effect.gen(function*() {
    const cohorts = yield* CohortRepository
    const flags = yield* FeatureFlagRepository
    return Context.make(CohortRepository, {
      ...cohorts,
      find: told("cohorts.find", cohorts.find),
      findMany: told("cohorts.findMany", cohorts.findMany)
    }).pipe(Context.add(FeatureFlagRepository, { ...flags, lock: told("flags.lock", flags.lock) }))
  }))
  return FlagApi.layerOver(telling.pipe(Layer.provideMerge(MemoryStorage.layer)))
}

it.effect("a list of flags asks for the names of all their cohorts at once", () => {
  const asked: Array<string> = []
  return Effect.gen(function*() {
    for (const name of ["a", "b", "c"]) {
      const cohort = yield* good("POST", "cohorts/", { name: `Cohort ${name}`, is_static: true })
      yield* create(name, when({ key: "id", type: "cohort", operator: "in", value: cohort["id"] }))
    }
    asked.length = 0
    const found = JSON.stringify(yield* good("GET", "feature_flags/"))
    for (const name of ["a", "b", "c"]) assert.include(found, `"cohort_name":"Cohort ${name}"`)
    assert.deepStrictEqual(asked, ["cohorts.findMany"])
  }).pipe(Effect.provide(layerChangeCapture(asked)))
})

it.effect("a deletion of many tries each flag once, and unknown ones never", () => {
  const asked: Array<string> = []
  return Effect.gen(function*() {
    const ids: Array<unknown> = []
    for (const key of ["a", "b", "c", "d"]) {
      const last = ids.at(-1)
      ids.push((yield* create(key, last === undefined ? {} : when(onFlag(last))))["id"])
    }
    yield* create("outside", when(onFlag(ids[1])))
    asked.length = 0
    const done = yield* good("POST", "feature_flags/bulk_delete/", { ids: [...ids, ...ids.map(String), 9999, "x"] })
    assert.lengthOf(done["deleted"] as ReadonlyArray<unknown>, 2)
    assert.lengthOf(done["errors"] as ReadonlyArray<unknown>, 4)
    assert.lengthOf(asked.filter((name) => name === "flags.lock"), ids.length)
  }).pipe(Effect.provide(layerChangeCapture(asked)))
})
