import { assert, it } from "@effect/vitest"
import type { Change } from "@hedgerow/core/activity/Activity"
import { Dashboards } from "@hedgerow/core/dashboards/Dashboards"
import type { FeatureFlagId } from "@hedgerow/core/evaluation/FeatureFlagId"
import { RequiresEvaluationTags } from "@hedgerow/core/flags/editing/FlagPolicy"
import { FeatureFlags } from "@hedgerow/core/flags/FeatureFlags"
import { FeatureFlagRepository } from "@hedgerow/core/flags/model/FeatureFlagRepository"
import type { FlagReferenceFinder } from "@hedgerow/core/flags/model/FlagReferences"
import { DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { layer, layerAnsweredBy, makeFlagWorld, onFlag, onPerson } from "./FlagWorld.ts"

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

it.effect("each dashboard is kept once", () =>
  Effect.gen(function*() {
    const { create } = yield* makeFlagWorld
    const { usage_dashboard: id } = yield* create({ key: "gate" })
    const flag = yield* create({ key: "other", analytics_dashboards: [id, String(id), id] })
    assert.deepStrictEqual(flag.analytics_dashboards.map(String), [String(id)])
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
const every = <Found>(found: Found): FlagReferenceFinder<Found> => ({
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
