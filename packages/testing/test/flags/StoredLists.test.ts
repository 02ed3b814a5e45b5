import { assert, describe, it } from "@effect/vitest"
import type { FeatureFlagId } from "@hedgerow/core/evaluation/FeatureFlagId"
import { FeatureFlag } from "@hedgerow/core/flags/model/FeatureFlag"
import { FeatureFlagRepository } from "@hedgerow/core/flags/model/FeatureFlagRepository"
import { PgStorage } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Layer, Option } from "effect"
import { call, create, FlagApi, good, onPerson, when } from "./FlagApi.ts"

const storages = {
  memory: FlagApi.layer,
  PostgreSQL: Layer.suspend(() => FlagApi.layerOver(PgStorage.layerPorts.pipe(Layer.provide(PgTest.layer))))
} as const

describe.each(Object.entries(storages))("lists of in, with %s", (_, storage) => {
  it.effect("stay in a flag that was stored with them, and are refused where they are new", () =>
    Effect.gen(function*() {
      const repository = yield* FeatureFlagRepository
      const { project } = yield* FlagApi
      const { id } = yield* create("older")
      const path = `feature_flags/${String(id)}/`
      const list = onPerson(["pro", "team"], "in")
      const stored = Option.getOrThrow(yield* repository.find(project.id, id as FeatureFlagId))
      yield* repository.update(new FeatureFlag({ ...stored, ...when(list) }))

      const { filters } = yield* good("GET", path)
      assert.deepStrictEqual((yield* good("PATCH", path, { filters, name: "sent back" }))["filters"], filters)
      yield* good("PATCH", path, { active: false })
      yield* good("PATCH", path, { active: true })
      const refused = Effect.fnUntraced(function*(method: string, to: string, body: object) {
        const { body: { attr, code }, status } = yield* call(method, to, body)
        return [status, code, attr]
      })
      const more = when(list, onPerson(["pro"], "in"))
      assert.deepStrictEqual(yield* refused("PATCH", path, more), [400, "invalid_operator", "filters"])
      assert.deepStrictEqual(
        yield* refused("POST", "feature_flags/", { key: "new", ...when(list) }),
        [400, "invalid_operator", "filters"]
      )
    }).pipe(Effect.provide(storage)))
})
