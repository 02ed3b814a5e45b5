import { assert, it } from "@effect/vitest"
import type { FeatureFlagId } from "@hedgerow/core/evaluation/FeatureFlagId"
import { FeatureFlag } from "@hedgerow/core/flags/model/FeatureFlag"
import { FeatureFlagRepository } from "@hedgerow/core/flags/model/FeatureFlagRepository"
import { FlagQuota } from "@hedgerow/core/flags/serving/FlagQuota"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { Effect, Layer, Option } from "effect"
import { call, create, FlagApi, good, listed, refusal, when } from "./FlagApi.ts"

const inWorld = <A, E>(test: Effect.Effect<A, E, FlagApi | StoragePorts>) =>
  Effect.provide(test, Layer.suspend(() => FlagApi.layerOver(MemoryStorage.layer)))

it.effect("deletion by filters takes 1,000 flags at most, and none of more", () =>
  inWorld(Effect.gen(function*() {
    const { project } = yield* FlagApi
    const repository = yield* FeatureFlagRepository
    const { id } = yield* create("many-0", { tags: ["many"], _should_create_usage_dashboard: false })
    const first = Option.getOrThrow(yield* repository.find(project.id, id as FeatureFlagId))
    for (let index = 1; index <= 1_000; index++) {
      yield* Effect.orDie(repository.insert(
        new FeatureFlag({ ...first, id: (first.id + index) as FeatureFlagId, key: `many-${index}` })
      ))
    }
    const filters = { tags: ["many"] }
    assert.strictEqual((yield* good("GET", "feature_flags/matching_ids/?tags=[\"many\"]"))["total"], 1_001)
    assert.deepStrictEqual(refusal(yield* call("POST", "feature_flags/bulk_delete/", { filters })), [
      400,
      "validation_error",
      "max_length",
      "filters",
      "More than 1000 flags match these filters."
    ])
    assert.strictEqual((yield* good("GET", "feature_flags/?limit=1"))["count"], 1_001)
    yield* good("PATCH", `feature_flags/${String(id)}/`, { tags: [] })
    const done = yield* good("POST", "feature_flags/bulk_delete/", { filters })
    assert.lengthOf(done["deleted"] as ReadonlyArray<unknown>, 1_000)
    assert.deepStrictEqual(yield* listed(), ["many-0"])
  })))

it.effect("`min` and `max` are kept as they were sent, and hold from and up to their value", () =>
  inWorld(Effect.gen(function*() {
    const { project } = yield* FlagApi
    const sent = { key: "age", type: "person", value: 18 }
    const [least, most] = [{ ...sent, operator: "min" }, { ...sent, operator: "max" }]
    const adults = yield* create("adults", when(least))
    yield* create("minors", when(most))
    const { filters } = yield* good("GET", `feature_flags/${String(adults["id"])}/`)
    assert.deepStrictEqual((filters as JsonRecord)["groups"], [{ properties: [least], rollout_percentage: 100 }])
    const on = Effect.fnUntraced(function*(age: unknown) {
      const asked = { token: project.api_token, distinct_id: "a", person_properties: { age } }
      const { flags } = yield* good("POST", "/flags/?v=2", asked)
      return ["adults", "minors"].map((key) => ((flags as JsonRecord)[key] as JsonRecord)["enabled"])
    })
    assert.deepStrictEqual(yield* on(17), [false, true])
    assert.deepStrictEqual(yield* on(18), [true, true])
    assert.deepStrictEqual(yield* on("19"), [true, false])
    const told = yield* good("GET", "feature_flags/local_evaluation/")
    assert.deepStrictEqual(
      (told["flags"] as ReadonlyArray<JsonRecord>).map((flag) => flag["filters"]),
      ["gte", "lte"].map((operator) => when({ ...sent, operator }).filters)
    )
  })))

it.effect("contexts are found in any letter case, as tags are", () =>
  inWorld(Effect.gen(function*() {
    const { project } = yield* FlagApi
    yield* create("on-the-web", { tags: ["Web"], evaluation_tags: ["Web"] })
    const keysFor = Effect.fnUntraced(function*(context: string) {
      const asked = { token: project.api_token, distinct_id: "a", evaluation_contexts: [context] }
      return Object.keys((yield* good("POST", "/flags/?v=2", asked))["flags"] as JsonRecord)
    })
    assert.deepStrictEqual(yield* keysFor("Web"), ["on-the-web"])
    assert.deepStrictEqual(yield* keysFor("WEB"), ["on-the-web"])
    assert.deepStrictEqual(yield* keysFor("app"), [])
  })))

it.effect("a list of flags for a key counts against the quota, and is given when that is used up", () => {
  const asked: Array<string> = []
  const quota = Layer.succeed(FlagQuota, (project, use) =>
    Effect.sync(() => {
      asked.push(`${project} ${use}`)
      return false
    }))
  return Effect.gen(function*() {
    const { project } = yield* FlagApi
    const { id } = yield* create("gate")
    yield* good("GET", `feature_flags/${String(id)}/`)
    assert.deepStrictEqual(asked, [])
    assert.deepStrictEqual(yield* listed(), ["gate"])
    assert.deepStrictEqual(asked, [`${project.id} list`])
    for (const path of ["feature_flags/local_evaluation/", "/flags/definitions/"]) {
      assert.strictEqual((yield* call("GET", path)).status, 402)
    }
    assert.deepStrictEqual(asked.slice(1), [`${project.id} definitions`, `${project.id} definitions`])
  }).pipe(Effect.provide(Layer.suspend(() => FlagApi.layerOver(Layer.merge(MemoryStorage.layer, quota)))))
})
