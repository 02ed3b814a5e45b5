import { assert, it } from "@effect/vitest"
import { CohortRepository } from "@hedgerow/core/cohorts/CohortRepository"
import { Cohorts } from "@hedgerow/core/cohorts/Cohorts"
import type { FeatureFlagId } from "@hedgerow/core/evaluation/FeatureFlagId"
import { FeatureFlags } from "@hedgerow/core/flags/FeatureFlags"
import { Effect } from "effect"
import { layer, makeFlagWorld, onFlag, onPerson, when } from "./FlagWorld.ts"

const unknown = 2147483647 as FeatureFlagId

it.effect("a flag that is restored disabled may depend on a disabled one, until it is enabled", () =>
  Effect.gen(function*() {
    const { create, patch } = yield* makeFlagWorld
    const base = yield* create({ key: "base" })
    const flag = yield* create({ key: "gate", filters: when(onFlag(base.id)) })
    yield* patch(flag.id, { deleted: true })
    yield* patch(base.id, { active: false })
    const refused = (body: object) => Effect.map(Effect.flip(patch(flag.id, body)), ({ message }) => message)
    assert.include(yield* refused({ deleted: false }), "Cannot create dependency on disabled flag 'base'")
    assert.include(
      yield* refused({ deleted: false, active: false, filters: when(onFlag(base.id), onPerson("x")) }),
      "Cannot create dependency on disabled flag 'base'"
    )
    const restored = yield* patch(flag.id, { deleted: false, active: false })
    assert.deepStrictEqual([restored.deleted, restored.active], [false, false])
    assert.include(yield* refused({ active: true }), "Cannot enable this feature flag because it depends on disabled")
  }).pipe(Effect.provide(layer)))

it.effect("a flag is not enabled when a record that it names is gone", () =>
  Effect.gen(function*() {
    const { create, editing, patch } = yield* makeFlagWorld
    const cohorts = yield* Cohorts
    const base = yield* create({ key: "base" })
    const cohort = yield* cohorts.create(editing, { name: "Fans", is_static: true })
    const inCohort = { key: "id", type: "cohort", operator: "in", value: cohort.id }
    const onBase = yield* create({ key: "on-base", filters: when(onFlag(base.id)) })
    const onCohort = yield* create({ key: "on-cohort", filters: when(inCohort) })
    for (const { id } of [onBase, onCohort]) yield* patch(id, { active: false })
    yield* patch(base.id, { deleted: true })
    const repository = yield* CohortRepository
    yield* repository.update({ ...cohort, deleted: true })
    const enable = (id: FeatureFlagId) => Effect.map(Effect.flip(patch(id, { active: true })), ({ message }) => message)
    assert.strictEqual(yield* enable(onBase.id), `Flag dependency references non-existent flag with ID ${base.id}`)
    assert.strictEqual(yield* enable(onCohort.id), `Cohort with id ${cohort.id} does not exist`)
    assert.isFalse((yield* patch(onBase.id, { name: "still off" })).active)
  }).pipe(Effect.provide(layer)))

it.effect("deleting, disabling and enabling respect the flag's dependants", () =>
  Effect.gen(function*() {
    const { create, entries, patch } = yield* makeFlagWorld
    const base = yield* create({ key: "base" })
    const children: Array<FeatureFlagId> = []
    for (let at = 1; at <= 7; at++) {
      const child = yield* create({ key: `child-${at}`, filters: when(onFlag(base.id)) })
      children.push(child.id)
    }
    const refused = (id: FeatureFlagId, body: object) =>
      Effect.map(Effect.flip(patch(id, body)), ({ message }) => message)
    const names = children.slice(0, 5).map((id, index) => `child-${index + 1} (ID: ${id})`).join(", ")
    assert.strictEqual(
      yield* refused(base.id, { deleted: true }),
      `Cannot delete this feature flag because other flags depend on it: ${names}, and 2 more. `
        + "Please update or delete the dependent flags first."
    )
    assert.strictEqual(
      yield* refused(base.id, { active: false }),
      `Cannot disable this feature flag because other flags depend on it: ${names}, and 2 more. `
        + "Please update or disable the dependent flags first."
    )
    for (const id of children) yield* patch(id, { active: false })
    yield* patch(base.id, { active: false })
    const [first = unknown] = children
    assert.strictEqual(
      yield* refused(first, { active: true }),
      `Cannot enable this feature flag because it depends on disabled flags: base (ID: ${base.id}). `
        + "Please enable the dependency flags first."
    )
    assert.strictEqual(
      yield* refused(first, { filters: when(onFlag(base.id)) }),
      `Cannot create dependency on disabled flag 'base' (ID: ${base.id}). `
        + "Flag dependencies must reference active flags only."
    )
    yield* patch(base.id, { deleted: true })
    assert.strictEqual((yield* entries(base.id))[0]?.activity, "deleted")
    assert.strictEqual(
      yield* refused(first, { deleted: true, filters: when(onFlag(base.id)) }),
      `Flag dependency references non-existent flag with ID ${base.id}`
    )
    yield* patch(first, { deleted: true })
    assert.strictEqual(
      yield* refused(first, { deleted: false }),
      `Flag dependency references non-existent flag with ID ${base.id}`
    )
    yield* patch(base.id, { deleted: false, active: true })
    assert.strictEqual((yield* entries(base.id))[0]?.activity, "restored")
    assert.isFalse((yield* patch(first, { deleted: false })).deleted)
  }).pipe(Effect.provide(layer)))

it.effect("a flag depends neither on itself nor on its dependants", () =>
  Effect.gen(function*() {
    const { create, patch } = yield* makeFlagWorld
    const a = yield* create({ key: "a" })
    const b = yield* create({ key: "b", filters: when(onFlag(a.id)) })
    const c = yield* create({ key: "c", filters: when(onFlag(b.id)) })
    const refused = (body: object) => Effect.map(Effect.flip(patch(a.id, body)), ({ message }) => message)
    assert.strictEqual(
      yield* refused({ filters: when(onFlag(a.id)) }),
      "Feature flag 'a' cannot depend on itself"
    )
    assert.strictEqual(
      yield* refused({ filters: when(onPerson("x"), onFlag(c.id)) }),
      "Circular dependency detected: a → c → b → a"
    )
    const dependents = yield* (yield* FeatureFlags).activeDependents(a.project_id, a.id)
    assert.deepStrictEqual(dependents, [{ id: b.id, key: "b", name: "" }])
  }).pipe(Effect.provide(layer)))
