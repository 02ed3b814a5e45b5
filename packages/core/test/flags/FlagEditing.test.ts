import { assert, it } from "@effect/vitest"
import type { Change } from "@hedgerow/core/activity/Activity"
import { CohortRepository } from "@hedgerow/core/cohorts/CohortRepository"
import { Cohorts } from "@hedgerow/core/cohorts/Cohorts"
import { Dashboards } from "@hedgerow/core/dashboards/Dashboards"
import { redactedPayload } from "@hedgerow/core/flags/editing/FlagPayloads"
import { RequiresEvaluationTags } from "@hedgerow/core/flags/editing/FlagPolicy"
import { FeatureFlags } from "@hedgerow/core/flags/FeatureFlags"
import type { FeatureFlagId } from "@hedgerow/core/flags/model/FeatureFlag"
import { FeatureFlagRepository } from "@hedgerow/core/flags/model/FeatureFlagRepository"
import type { FlagAnswerer } from "@hedgerow/core/flags/model/FlagReferences"
import { DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { layer, layerAnsweredBy, makeFlagWorld, onFlag, onPerson, when } from "./FlagWorld.ts"

const told = (change: Change) => [change.action, change.field, change.before, change.after]

const changesOf = (entry: { readonly detail: { readonly changes: ReadonlyArray<Change> | null } } | undefined) =>
  entry?.detail.changes?.map(told)

const unknown = 2147483647 as FeatureFlagId

it.effect("a key alone makes a flag, with its usage dashboard and one entry", () =>
  Effect.gen(function*() {
    yield* TestClock.setTime(1_790_000_000_123)
    const { create, editing, entries, project } = yield* makeFlagWorld
    const flag = yield* create({ key: "gate", description: "ignored" })
    assert.deepStrictEqual(
      {
        ...flag,
        created_at: DateTime.toEpochMillis(flag.created_at),
        updated_at: DateTime.toEpochMillis(flag.updated_at)
      },
      {
        id: flag.id,
        project_id: project.id,
        key: "gate",
        name: "",
        filters: {},
        deleted: false,
        active: true,
        created_by: editing.actor.id,
        created_at: 1_790_000_000_123,
        updated_at: 1_790_000_000_123,
        version: 1,
        last_modified_by: editing.actor.id,
        ensure_experience_continuity: false,
        rollback_conditions: null,
        performed_rollback: false,
        usage_dashboard: flag.usage_dashboard,
        analytics_dashboards: [],
        has_enriched_analytics: false,
        is_remote_configuration: false,
        has_encrypted_payloads: false,
        evaluation_runtime: "all",
        bucketing_identifier: "distinct_id",
        last_called_at: null,
        tags: [],
        evaluation_tags: [],
        creation_context: null,
        is_internal: false
      }
    )
    const dashboards = yield* Dashboards
    const page = yield* dashboards.find(project.id, String(flag.usage_dashboard))
    assert.strictEqual(page.dashboard.name, "Generated Dashboard: gate Usage")
    const [entry, ...others] = yield* entries(flag.id)
    assert.deepStrictEqual(others, [])
    assert.deepStrictEqual([entry?.activity, entry?.detail.name, entry?.detail.changes], ["created", "gate", null])
    const plain = yield* create({ key: "plain", _should_create_usage_dashboard: false })
    assert.strictEqual(plain.usage_dashboard, null)
  }).pipe(Effect.provide(layer)))

it.effect("filters are kept as they were sent, but payloads become JSON text", () =>
  Effect.gen(function*() {
    const { create, patch } = yield* makeFlagWorld
    const filters = {
      groups: [{ properties: [], rollout_percentage: 33.33, sort_key: "x" }],
      custom: { b: 1, a: [null] }
    }
    const flag = yield* create({ key: "gate", filters: { ...filters, payloads: { true: { a: [1.5] } } } })
    assert.deepStrictEqual(flag.filters, { ...filters, payloads: { true: "{\"a\":[1.5]}" } })
    const merged = yield* patch(flag.id, { filters: { payloads: { true: "2" } } })
    assert.deepStrictEqual(merged.filters, { ...filters, payloads: { true: "2" } })
    assert.deepStrictEqual((yield* patch(flag.id, { filters: {} })).filters, merged.filters)
    const replaced = yield* patch(flag.id, { filters: { groups: [] } })
    assert.deepStrictEqual(replaced.filters, { groups: [] })
    const config = yield* create({ key: "config", is_remote_configuration: true, filters: { payloads: { true: 3 } } })
    assert.deepStrictEqual(config.filters, {
      payloads: { true: "3" },
      groups: [{ properties: [], rollout_percentage: 100 }]
    })
  }).pipe(Effect.provide(layer)))

it.effect("a change adds one to the version and leaves one entry with the differences", () =>
  Effect.gen(function*() {
    const { create, editing, entries, patch } = yield* makeFlagWorld
    const flag = yield* create({ key: "gate", name: "a", tags: ["B", "b", "c"], evaluation_tags: ["B"] })
    assert.deepStrictEqual([flag.tags, flag.evaluation_tags], [["b", "c"], ["b"]])
    yield* TestClock.adjust("1 minute")
    const after = yield* patch(flag.id, { name: "b", tags: ["c"], key: "gate-2" })
    assert.deepStrictEqual([after.version, after.key, after.tags, after.evaluation_tags], [2, "gate-2", ["c"], []])
    assert.isTrue(DateTime.isGreaterThan(after.updated_at, flag.updated_at))
    const [entry, created, ...others] = yield* entries(flag.id)
    assert.deepStrictEqual([others.length, created?.activity, entry?.activity], [0, "created", "updated"])
    assert.strictEqual(entry?.detail.name, "gate-2")
    assert.deepStrictEqual(changesOf(entry), [
      ["changed", "name", "a", "b"],
      ["changed", "key", "gate", "gate-2"],
      ["changed", "version", 1, 2],
      ["changed", "tags", ["b", "c"], ["c"]],
      ["deleted", "evaluation_tags", ["b"], []]
    ])
    const nothing = yield* patch(flag.id, {})
    assert.deepStrictEqual([nothing.version, nothing.last_modified_by], [3, editing.actor.id])
    const missing = yield* Effect.flip(patch(unknown, { name: "x" }))
    assert.strictEqual(missing._tag, "FeatureFlagNotFound")
  }).pipe(Effect.provide(layer)))

it.effect("a key is unique among flags that are not deleted, on every way to it", () =>
  Effect.gen(function*() {
    const { create, patch } = yield* makeFlagWorld
    const first = yield* create({ key: "gate" })
    const taken = (error: { readonly _tag: string; readonly message: string }) =>
      assert.deepStrictEqual([error._tag, error.message], [
        "InvalidInput",
        "There is already a feature flag with this key."
      ])
    taken(yield* Effect.flip(create({ key: "gate" })))
    const other = yield* create({ key: "other" })
    taken(yield* Effect.flip(patch(other.id, { key: "gate" })))
    assert.strictEqual((yield* patch(first.id, { key: "gate" })).version, 2)
    yield* patch(first.id, { deleted: true })
    const second = yield* create({ key: "gate" })
    taken(yield* Effect.flip(patch(first.id, { deleted: false })))
    yield* patch(second.id, { key: "moved" })
    assert.isFalse((yield* patch(first.id, { deleted: false })).deleted)
  }).pipe(Effect.provide(layer)))

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

it.effect("evaluation contexts are evaluation tags by another name", () =>
  Effect.gen(function*() {
    const { create, patch } = yield* makeFlagWorld
    const flag = yield* create({ key: "gate", tags: ["web", "app"], evaluation_contexts: ["Web"] })
    assert.deepStrictEqual(flag.evaluation_tags, ["web"])
    assert.notProperty(flag, "evaluation_contexts")
    const app = yield* patch(flag.id, { evaluation_contexts: ["app"] })
    assert.deepStrictEqual([app.evaluation_tags, app.version], [["app"], 2])
    const both = yield* patch(flag.id, { evaluation_contexts: ["app", "web"], evaluation_tags: ["web", "APP"] })
    assert.deepStrictEqual(both.evaluation_tags.toSorted(), ["app", "web"])
    const refused = yield* Effect.flip(patch(flag.id, { evaluation_contexts: [], evaluation_tags: ["web"] }))
    assert.strictEqual(refused._tag, "InvalidInput")
    const stale = { version: 1, original_flag: { evaluation_tags: ["web"], evaluation_contexts: ["web"] } }
    const conflict = yield* Effect.flip(patch(flag.id, { ...stale, evaluation_contexts: [] }))
    assert.strictEqual(conflict._tag, "FlagConflict")
  }).pipe(Effect.provide(layer)))

it.effect("no text for a choice is the usual one", () =>
  Effect.gen(function*() {
    const { create, patch } = yield* makeFlagWorld
    const chosen = ({ bucketing_identifier, evaluation_runtime }: Effect.Success<ReturnType<typeof create>>) => [
      evaluation_runtime,
      bucketing_identifier
    ]
    const none = { evaluation_runtime: "", bucketing_identifier: "" }
    const flag = yield* create({ ...none, key: "gate" })
    assert.deepStrictEqual(chosen(flag), ["all", "distinct_id"])
    const own = yield* patch(flag.id, { evaluation_runtime: "server", bucketing_identifier: "device_id" })
    assert.deepStrictEqual(chosen(own), ["server", "device_id"])
    assert.deepStrictEqual(chosen(yield* patch(flag.id, none)), ["all", "distinct_id"])
  }).pipe(Effect.provide(layer)))

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

it.effect("each dashboard is kept once", () =>
  Effect.gen(function*() {
    const { create } = yield* makeFlagWorld
    const { usage_dashboard: id } = yield* create({ key: "gate" })
    const flag = yield* create({ key: "other", analytics_dashboards: [id, String(id), id] })
    assert.deepStrictEqual(flag.analytics_dashboards.map(String), [String(id)])
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

it.effect("all failures are reported at once, by field", () =>
  Effect.gen(function*() {
    const { create } = yield* makeFlagWorld
    yield* create({ key: "gate" })
    const error = yield* Effect.flip(create({
      key: "gate",
      filters: {
        groups: [{ properties: [onPerson("soon", "is_date_before"), onFlag("x")], rollout_percentage: 200 }],
        payloads: { a: "1" }
      },
      evaluation_tags: ["z"]
    }))
    assert.deepStrictEqual(error.issues.map(({ path }) => path.join(".")), [
      "key",
      "filters.groups.0.rollout_percentage",
      "filters.groups.0.properties.0.value",
      "filters.groups.0.properties.1.key",
      "filters.payloads.a",
      "evaluation_tags"
    ])
    const both = yield* Effect.flip(create({ key: "a b", active: 3, filters: { groups: 1 } }))
    assert.deepStrictEqual(both.issues.map(({ path }) => path.join(".")), ["key", "filters.groups", "active"])
  }).pipe(Effect.provide(layer)))

it.effect("active resets a rollback, and a new key takes enrolment and the dashboard along", () =>
  Effect.gen(function*() {
    const { create, patch, project } = yield* makeFlagWorld
    const flag = yield* create({
      key: "old",
      performed_rollback: true,
      filters: { groups: [], super_groups: [{ properties: [onPerson(["true"], "exact", "$feature_enrollment/old")] }] }
    })
    assert.isTrue((yield* patch(flag.id, { name: "x" })).performed_rollback)
    assert.isFalse((yield* patch(flag.id, { active: true })).performed_rollback)
    const renamed = yield* patch(flag.id, { key: "new" })
    assert.deepStrictEqual(renamed.filters, {
      groups: [],
      super_groups: [{ properties: [onPerson(["true"], "exact", "$feature_enrollment/new")] }]
    })
    const page = yield* (yield* Dashboards).find(project.id, String(flag.usage_dashboard))
    assert.strictEqual(page.dashboard.name, "Generated Dashboard: new Usage")
  }).pipe(Effect.provide(layer)))

/** Of every flag. */
const every = <Found>(found: Found): FlagAnswerer<Found> => ({
  find: (_, ids) => Effect.succeed(new Map(ids.map((id) => [id, [found]]))),
  lock: () => Effect.void,
  follow: () => Effect.void
})

const usedLayer = layerAnsweredBy({
  Experiment: { ...every({ id: 4, name: "x", isRunning: true }), referred: () => Effect.succeed([]) },
  EarlyAccessFeature: every({ id: "f", name: "f", record: { id: "f" } })
})

it.effect("a flag that experiments and early access features go by is kept from them", () =>
  Effect.gen(function*() {
    const { create, patch } = yield* makeFlagWorld
    const flag = yield* create({
      key: "gate",
      tags: ["web"],
      evaluation_tags: ["web"],
      filters: {
        groups: [],
        multivariate: { variants: [{ key: "a", rollout_percentage: 50 }, { key: "b", rollout_percentage: 50 }] }
      }
    })
    const refused = (body: object) => Effect.map(Effect.flip(patch(flag.id, body)), ({ message }) => message)
    assert.strictEqual(
      yield* refused({ deleted: true }),
      "Cannot delete a feature flag that is in use with early access features. "
        + "Please delete the early access feature before deleting the flag."
    )
    assert.strictEqual(
      yield* refused({
        filters: { groups: [], aggregation_group_type_index: 0, multivariate: flag.filters["multivariate"] }
      }),
      "Cannot change this flag to a group-based when linked to an Early Access Feature."
    )
    assert.strictEqual(
      yield* refused({ filters: { groups: [], multivariate: { variants: [{ key: "a", rollout_percentage: 100 }] } } }),
      "Variant 'b' cannot be removed: it is used by running experiment(s) with ID(s): 4."
    )
    const untagged = yield* Effect.flip(create({ key: "other" }))
    assert.strictEqual(untagged.message, "At least one evaluation tag is required to create a new feature flag.")
  }).pipe(
    Effect.provide(usedLayer),
    Effect.provideService(RequiresEvaluationTags, () => true)
  ))

it.effect("another project's flag is as one that does not exist", () =>
  Effect.gen(function*() {
    const { create, editing } = yield* makeFlagWorld
    const flags = yield* FeatureFlags
    const flag = yield* create({ key: "gate" })
    const there = { ...editing, project: { ...editing.project, id: 99 as typeof editing.project.id } }
    assert.strictEqual((yield* Effect.flip(flags.patch(there, flag.id, { name: "x" })))._tag, "FeatureFlagNotFound")
    assert.strictEqual((yield* Effect.flip(flags.find(there.project.id, flag.id)))._tag, "FeatureFlagNotFound")
    assert.strictEqual((yield* Effect.flip(flags.status(there.project.id, flag.id)))._tag, "FeatureFlagNotFound")
    assert.strictEqual(
      (yield* Effect.flip(flags.createUsageDashboard(there, flag.id)))._tag,
      "FeatureFlagNotFound"
    )
    assert.deepStrictEqual([...(yield* flags.bulkKeys(there.project.id, { ids: [flag.id] })).keys], [])
    const stored = yield* (yield* FeatureFlagRepository).find(flag.project_id, flag.id)
    assert.strictEqual(Option.getOrThrow(stored).name, "")
  }).pipe(Effect.provide(layer)))
