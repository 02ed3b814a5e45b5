import { assert, it } from "@effect/vitest"
import { Cohorts } from "@hedgerow/core/cohorts/Cohorts"
import { redactedPayload } from "@hedgerow/core/evaluation/filters/HiddenPayloads"
import { FeatureFlags } from "@hedgerow/core/flags/FeatureFlags"
import { Effect } from "effect"
import { layer, makeFlagWorld, onPerson, when } from "./FlagWorld.ts"

it.effect("a conflict is a field that two people changed, on another version; others go through", () =>
  Effect.gen(function*() {
    const { create, editing, patch } = yield* makeFlagWorld
    const flag = yield* create({ key: "gate", name: "a", active: true })
    const original = { name: "a", active: true, filters: {}, key: "gate" }
    yield* patch(flag.id, { name: "b" })
    const stale = { version: 1, original_flag: original }
    const conflict = yield* Effect.flip(patch(flag.id, { ...stale, name: "c" }))
    assert.deepStrictEqual([conflict._tag, conflict.message], [
      "FlagConflict",
      `The feature flag was updated by ${editing.actor.email} since you started editing it. Please refresh and try again.`
    ])
    assert.strictEqual((yield* patch(flag.id, { ...stale, active: false })).version, 3)
    assert.strictEqual((yield* patch(flag.id, { ...stale, name: "b" })).version, 4)
    assert.strictEqual((yield* patch(flag.id, { ...stale, name: "a" })).name, "b")
    yield* patch(flag.id, { name: "d" })
    assert.strictEqual((yield* patch(flag.id, { version: 1, name: "e" })).name, "e")
    assert.strictEqual((yield* patch(flag.id, { name: "f", original_flag: original })).name, "f")
    const mismatch = yield* Effect.flip(patch(flag.id, { name: "g" }, 2))
    assert.deepStrictEqual([mismatch._tag, "version" in mismatch ? mismatch.version : 0], ["FlagVersionMismatch", 8])
    assert.strictEqual((yield* patch(flag.id, { name: "g" }, 8)).version, 9)
  }).pipe(Effect.provide(layer)))

it.effect("fields sent back as they were read do not undo another user's changes", () =>
  Effect.gen(function*() {
    const { create, patch } = yield* makeFlagWorld
    const flag = yield* create({ key: "gate", tags: ["x"], filters: when(onPerson("x")) })
    const original = { ...flag }
    const theirs = when(onPerson("y"))
    yield* patch(flag.id, { filters: theirs, tags: ["y"], active: false })
    const mine = yield* patch(flag.id, { ...original, name: "mine", version: 1, original_flag: original })
    assert.deepStrictEqual([mine.name, mine.filters, mine.tags, mine.active], ["mine", theirs, ["y"], false])
    const { version: _, ...unversioned } = original
    const whole = yield* patch(flag.id, { ...unversioned, original_flag: original })
    assert.deepStrictEqual([whole.filters, whole.active], [when(onPerson("x")), true])
  }).pipe(Effect.provide(layer)))

it.effect("defaults that a record shows are no change of another user", () =>
  Effect.gen(function*() {
    const { create, patch } = yield* makeFlagWorld
    const flag = yield* create({ key: "gate" })
    yield* patch(flag.id, { name: "b" })
    const stale = { version: 1, original_flag: { creation_context: "feature_flags" } }
    const changed = yield* patch(flag.id, { ...stale, creation_context: "experiments" })
    assert.strictEqual(changed.creation_context, "experiments")
  }).pipe(Effect.provide(layer)))

it.effect("encrypted payloads are compared as they are, whether the caller has read them or not", () =>
  Effect.gen(function*() {
    const { create, patch, project } = yield* makeFlagWorld
    const { remoteConfig } = yield* FeatureFlags
    const withPayload = (payload: string, ...properties: ReadonlyArray<object>) => ({
      ...when(...properties),
      payloads: { true: payload }
    })
    const config = { is_remote_configuration: true, has_encrypted_payloads: true }
    const make = (key: string) => create({ key, ...config, filters: withPayload("1") })
    const payload = (key: string) => remoteConfig(project.id, key, true)
    const read = { version: 1, original_flag: { name: "", has_encrypted_payloads: true, filters: withPayload("1") } }
    const unread = { version: 1, original_flag: { filters: withPayload(redactedPayload) } }

    const other = yield* make("other")
    yield* patch(other.id, { name: "b" })
    yield* patch(other.id, { ...read, filters: withPayload("2") })
    assert.strictEqual(yield* payload("other"), "2")

    const theirs = yield* make("theirs")
    yield* patch(theirs.id, { filters: withPayload("2") })
    for (const stale of [withPayload("1", onPerson("x")), withPayload("3")]) {
      assert.strictEqual((yield* Effect.flip(patch(theirs.id, { ...read, filters: stale })))._tag, "FlagConflict")
    }
    yield* patch(theirs.id, { ...read, name: "mine", filters: withPayload("1") })
    assert.strictEqual(yield* payload("theirs"), "2")
    yield* patch(theirs.id, { ...unread, filters: withPayload(redactedPayload, onPerson("x")) })
    assert.strictEqual(yield* payload("theirs"), "2")

    const opened = yield* make("opened")
    yield* patch(opened.id, { name: "b" })
    const plain = yield* patch(opened.id, { ...read, has_encrypted_payloads: false, filters: withPayload("1") })
    assert.deepStrictEqual(plain.filters, withPayload("1"))
  }).pipe(Effect.provide(layer)))

it.effect("filters that were read are no conflict in themselves, and the names of cohorts in them are not kept", () =>
  Effect.gen(function*() {
    const { create, editing, patch } = yield* makeFlagWorld
    const cohort = yield* (yield* Cohorts).create(editing, { name: "Fans", is_static: true })
    const inCohort = { key: "id", type: "cohort", operator: "in", value: cohort.id }
    const shown = when({ ...inCohort, cohort_name: "Fans" })
    const flag = yield* create({ key: "gate", filters: shown })
    assert.deepStrictEqual(flag.filters, when(inCohort))
    yield* patch(flag.id, { name: "b" })
    const stale = { version: 1, original_flag: { filters: shown } }
    const echoed = yield* patch(flag.id, { ...stale, filters: shown })
    assert.deepStrictEqual(echoed.filters, when(inCohort))
    const wanted = when({ ...inCohort, cohort_name: "Fans" }, onPerson("x"))
    assert.strictEqual((yield* patch(flag.id, { ...stale, filters: wanted })).version, 4)
    const conflict = yield* Effect.flip(patch(flag.id, { ...stale, filters: when(onPerson("y")) }))
    assert.strictEqual(conflict._tag, "FlagConflict")

    const plain = yield* create({ key: "plain" })
    yield* patch(plain.id, { name: "b" })
    const original_flag = { filters: { groups: [{ properties: [], rollout_percentage: null }] } }
    assert.strictEqual((yield* patch(plain.id, { version: 1, original_flag, filters: wanted })).version, 3)
  }).pipe(Effect.provide(layer)))

it.effect("partial filters are a conflict only where they would undo another user's change", () =>
  Effect.gen(function*() {
    const { create, patch } = yield* makeFlagWorld
    const read = { ...when(onPerson("x")), payloads: { true: "1" } }
    const flag = yield* create({ key: "gate", filters: read })
    const stale = { version: 1, original_flag: { filters: read } }
    const payloads = { true: "2" }
    yield* patch(flag.id, { name: "b" })
    assert.deepStrictEqual((yield* patch(flag.id, { ...stale, filters: { payloads } })).filters, { ...read, payloads })
    assert.strictEqual((yield* patch(flag.id, { ...stale, filters: { payloads } })).version, 4)
    yield* patch(flag.id, { filters: { ...when(onPerson("y")), payloads: { true: "1" } } })
    assert.strictEqual((yield* patch(flag.id, { ...stale, filters: { payloads: { true: "1" } } })).version, 6)
    const conflict = yield* Effect.flip(patch(flag.id, { ...stale, filters: { payloads } }))
    assert.strictEqual(conflict._tag, "FlagConflict")
  }).pipe(Effect.provide(layer)))
