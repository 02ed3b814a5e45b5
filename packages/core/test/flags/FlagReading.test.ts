import { assert, it } from "@effect/vitest"
import { Dashboards } from "@hedgerow/core/dashboards/Dashboards"
import { FeatureFlagId } from "@hedgerow/core/evaluation/FeatureFlagId"
import { redactedPayload, unreadablePayload } from "@hedgerow/core/evaluation/filters/HiddenPayloads"
import { FeatureFlags } from "@hedgerow/core/flags/FeatureFlags"
import { FeatureFlagRepository } from "@hedgerow/core/flags/model/FeatureFlagRepository"
import { readFlagQuery } from "@hedgerow/core/flags/reading/FlagQuery"
import { parseSecretKeys } from "@hedgerow/core/secrets/SecretKey"
import { SecretKeys } from "@hedgerow/core/secrets/Secrets"
import { DateTime, Effect, Option, Result, Schema } from "effect"
import { layer, makeFlagWorld } from "./FlagWorld.ts"

const now = DateTime.makeUnsafe("2026-03-31T12:00:00Z")

it("an id of a flag is one that every storage can hold", () => {
  const isId = Schema.is(FeatureFlagId)
  assert.deepStrictEqual([1, 2_147_483_647].filter(isId), [1, 2_147_483_647])
  assert.deepStrictEqual([-1, 0, 1.5, 2_147_483_648].filter(isId), [])
})

it("query parameters have the meaning of the reference service", () => {
  const cases: ReadonlyArray<readonly [Record<string, string>, object]> = [
    [{}, {}],
    [{ active: "true" }, { active: true }],
    [{ active: "False" }, { active: false }],
    [{ active: "nonsense" }, {}],
    [{ active: "stale" }, {}],
    [{ active: "STALE" }, { staleAt: now }],
    [{ created_by_id: "7", search: "x", type: "multivariant" }, { createdBy: 7, search: "x", type: "multivariant" }],
    [{ search: "", type: "other", evaluation_runtime: "other", order: "filters" }, {}],
    [{ created_by_id: "" }, {}],
    [{ created_by_id: "x" }, { ids: [] }],
    [{ type: "experiment" }, { hasExperiment: true }],
    [{ evaluation_runtime: "both" }, { evaluationRuntime: "all" }],
    [{ evaluation_runtime: "server" }, { evaluationRuntime: "server" }],
    [{ excluded_properties: "[\"a\", 1]", tags: "[\"T\"]" }, { excludedKeys: ["a"], tags: ["t"] }],
    [{ excluded_properties: "a", tags: "{}" }, {}],
    [{ has_evaluation_tags: "yes" }, { hasEvaluationTags: true }],
    [{ has_evaluation_tags: "0" }, { hasEvaluationTags: false }],
    [{ has_evaluation_tags: "maybe" }, {}],
    [{ order: "-key" }, { order: { by: "key", isDescending: true } }],
    [{ order: "created_at" }, { order: { by: "created_at", isDescending: false } }]
  ]
  for (const [parameters, expected] of cases) assert.deepStrictEqual(readFlagQuery(parameters, now), expected)
})

it.effect("keys of many flags are returned by id; texts that are no ids are returned as ignored", () =>
  Effect.gen(function*() {
    const { create, patch, project } = yield* makeFlagWorld
    const { bulkKeys } = yield* FeatureFlags
    const a = yield* create({ key: "a" })
    const b = yield* create({ key: "b" })
    const gone = yield* create({ key: "gone" })
    yield* patch(gone.id, { deleted: true })
    const found = yield* bulkKeys(project.id, { ids: [a.id, String(b.id), gone.id, 0, "99999999999", "x", true, null] })
    assert.deepStrictEqual([...found.keys], [[a.id, "a"], [b.id, "b"]])
    assert.deepStrictEqual(found.ignored, ["x", true, null])
    for (const body of [{}, { ids: [] }, null]) assert.strictEqual((yield* bulkKeys(project.id, body)).keys.size, 0)
    assert.strictEqual((yield* Effect.flip(bulkKeys(project.id, { ids: ["x"] })))._tag, "FlagIdsInvalid")
    assert.strictEqual((yield* Effect.flip(bulkKeys(project.id, { ids: "1" })))._tag, "InvalidInput")
  }).pipe(Effect.provide(layer)))

it.effect("a remote configuration is found by id and by key only", () =>
  Effect.gen(function*() {
    const { create, patch, project } = yield* makeFlagWorld
    const { remoteConfig } = yield* FeatureFlags
    const flag = yield* create({
      key: "config",
      is_remote_configuration: true,
      filters: { payloads: { true: { a: 1 } } }
    })
    const plain = yield* create({ key: "plain", filters: { groups: [], payloads: { true: "1" } } })
    assert.strictEqual(yield* remoteConfig(project.id, String(flag.id), false), "{\"a\":1}")
    assert.strictEqual(yield* remoteConfig(project.id, "config", false), "{\"a\":1}")
    for (const name of ["plain", String(plain.id), "none", "0"]) {
      assert.strictEqual((yield* Effect.flip(remoteConfig(project.id, name, true)))._tag, "FeatureFlagNotFound")
    }
    yield* patch(flag.id, { filters: { payloads: {} } })
    assert.strictEqual(yield* remoteConfig(project.id, "config", false), null)
    yield* patch(flag.id, { deleted: true })
    assert.strictEqual((yield* Effect.flip(remoteConfig(project.id, "config", true)))._tag, "FeatureFlagNotFound")
  }).pipe(Effect.provide(layer)))

it.effect("a remote configuration is found by a key that is the id of another flag, unless that is one too", () =>
  Effect.gen(function*() {
    const { create, patch, project } = yield* makeFlagWorld
    const { remoteConfig } = yield* FeatureFlags
    const configOf = (value: number) => ({ is_remote_configuration: true, filters: { payloads: { true: value } } })
    const plain = yield* create({ key: "plain" })
    yield* create({ key: String(plain.id), ...configOf(1) })
    assert.strictEqual(yield* remoteConfig(project.id, String(plain.id), false), "1")
    const other = yield* create({ key: "other", ...configOf(2) })
    yield* create({ key: String(other.id), ...configOf(3) })
    assert.strictEqual(yield* remoteConfig(project.id, String(other.id), false), "2")
    yield* patch(other.id, { deleted: true })
    assert.strictEqual(yield* remoteConfig(project.id, String(other.id), false), "3")
  }).pipe(Effect.provide(layer)))

it.effect("an encrypted payload is sealed at rest, shown to trusted callers alone and never logged", () =>
  Effect.gen(function*() {
    const { create, entries, patch, project } = yield* makeFlagWorld
    const { remoteConfig, shown } = yield* FeatureFlags
    const repository = yield* FeatureFlagRepository
    const flag = yield* create({
      key: "config",
      is_remote_configuration: true,
      has_encrypted_payloads: true,
      filters: { groups: [], payloads: { true: "\"hunter2\"" } }
    })
    const stored = Effect.map(
      repository.find(project.id, flag.id),
      (found) => JSON.stringify(Option.getOrThrow(found).filters)
    )
    const first = yield* stored
    assert.notInclude(first, "hunter2")
    assert.include(first, "hs1.")
    assert.deepStrictEqual((yield* shown(flag, false)).filters["payloads"], { true: redactedPayload })
    assert.deepStrictEqual((yield* shown(flag, true)).filters["payloads"], { true: "\"hunter2\"" })
    assert.strictEqual(yield* remoteConfig(project.id, "config", false), redactedPayload)
    assert.strictEqual(yield* remoteConfig(project.id, "config", true), "\"hunter2\"")

    yield* patch(flag.id, { filters: { groups: [], payloads: { true: redactedPayload } } })
    assert.strictEqual(yield* stored, first)
    yield* patch(flag.id, { name: "x", filters: { groups: [], payloads: { true: "\"hunter2\"" } } })
    assert.strictEqual(yield* stored, first)
    yield* patch(flag.id, { filters: { payloads: { true: "\"swordfish\"" } } })
    assert.strictEqual(yield* remoteConfig(project.id, "config", true), "\"swordfish\"")

    const refused = yield* Effect.flip(patch(flag.id, { has_encrypted_payloads: false }))
    assert.strictEqual(refused.message, "Encryption can be turned off together with new payloads only.")
    const hidden = yield* Effect.flip(
      patch(flag.id, { has_encrypted_payloads: false, filters: { payloads: { true: redactedPayload } } })
    )
    assert.strictEqual(hidden.message, "Encryption can be turned off together with new payloads only.")
    const open = yield* patch(flag.id, { has_encrypted_payloads: false, filters: { payloads: { true: "\"open\"" } } })
    assert.deepStrictEqual(open.filters["payloads"], { true: "\"open\"" })

    const log = JSON.stringify(yield* entries(flag.id))
    for (const secret of ["hunter2", "swordfish", "hs1."]) assert.notInclude(log, secret)
    assert.include(log, "masked")
  }).pipe(Effect.provide(layer)))

it.effect("a payload that no key opens is masked where it stands, survives changes beside it, and can be replaced", () =>
  Effect.gen(function*() {
    const { create, patch, project } = yield* makeFlagWorld
    const { remoteConfig, shown } = yield* FeatureFlags
    const repository = yield* FeatureFlagRepository
    const secret = yield* create({
      key: "config",
      is_remote_configuration: true,
      has_encrypted_payloads: true,
      filters: { groups: [], payloads: { true: "\"hunter2\"" } }
    })
    const stored = Effect.map(repository.find(project.id, secret.id), Option.getOrThrow)
    const first = (yield* stored).filters["payloads"]
    const others = Result.getOrElse(parseSecretKeys("cd".repeat(32)), () => [])
    for (const keys of [others, []]) {
      yield* Effect.gen(function*() {
        const flag = yield* stored
        assert.deepStrictEqual((yield* shown(flag, true)).filters["payloads"], { true: unreadablePayload })
        assert.deepStrictEqual((yield* shown(flag, false)).filters["payloads"], { true: redactedPayload })
        assert.strictEqual(
          (yield* Effect.flip(remoteConfig(project.id, "config", true)))._tag,
          "FlagPayloadUnreadable"
        )
        assert.strictEqual(yield* remoteConfig(project.id, "config", false), redactedPayload)
        yield* patch(secret.id, { name: `with ${keys.length} keys` })
        yield* patch(secret.id, { filters: { groups: [], payloads: { true: unreadablePayload } } })
        assert.deepStrictEqual((yield* stored).filters["payloads"], first)
        const refused = yield* Effect.flip(patch(secret.id, { has_encrypted_payloads: false }))
        assert.strictEqual(refused.message, "Encryption can be turned off together with new payloads only.")
      }).pipe(Effect.provideService(SecretKeys, keys))
    }
    assert.strictEqual(yield* remoteConfig(project.id, "config", true), "\"hunter2\"")
    yield* patch(secret.id, { filters: { payloads: { true: "\"new\"" } } }).pipe(
      Effect.provideService(SecretKeys, others),
      Effect.andThen(remoteConfig(project.id, "config", true)),
      Effect.provideService(SecretKeys, others),
      Effect.map((payload) => assert.strictEqual(payload, "\"new\""))
    )
  }).pipe(Effect.provide(layer)))

it.effect("without a key for secrets nothing is encrypted", () =>
  Effect.gen(function*() {
    const { create } = yield* makeFlagWorld
    const body = {
      key: "c",
      is_remote_configuration: true,
      has_encrypted_payloads: true,
      filters: { payloads: { true: 1 } }
    }
    const error = yield* Effect.flip(create(body)).pipe(Effect.provideService(SecretKeys, []))
    assert.strictEqual(error.message, "Payloads cannot be encrypted: this installation has no secret key.")
  }).pipe(Effect.provide(layer)))

it.effect("a usage dashboard is made once, and enriched once there is something to show", () =>
  Effect.gen(function*() {
    const { create, editing, patch, project } = yield* makeFlagWorld
    const flags = yield* FeatureFlags
    const flag = yield* create({ key: "gate", _should_create_usage_dashboard: false })
    const enrich = flags.enrichUsageDashboard(editing, flag.id)
    assert.strictEqual((yield* Effect.flip(enrich)).message, "Usage dashboard not found")
    yield* flags.createUsageDashboard(editing, flag.id)
    yield* flags.createUsageDashboard(editing, flag.id)
    const made = yield* flags.find(project.id, flag.id)
    assert.strictEqual((yield* (yield* Dashboards).list(project.id, {}, { limit: 9, offset: 0 })).count, 1)
    assert.strictEqual(made.version, 1)
    assert.strictEqual((yield* Effect.flip(enrich)).message, "No enriched analytics available for this feature flag")
    yield* patch(flag.id, { has_enriched_analytics: true })
    yield* enrich
    assert.strictEqual((yield* Effect.flip(enrich)).message, "Usage dashboard already has enriched data")
  }).pipe(Effect.provide(layer)))
