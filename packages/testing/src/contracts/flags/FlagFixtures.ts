import { assert, type Vitest } from "@effect/vitest"
import type { OrganizationRepository, ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import type { DashboardId } from "@hedgerow/core/dashboards/Dashboard"
import { blankFlag } from "@hedgerow/core/flags/editing/FlagChanging"
import { FeatureFlag } from "@hedgerow/core/flags/model/FeatureFlag"
import type { FlagKeyTaken } from "@hedgerow/core/flags/model/FeatureFlagErrors"
import { FeatureFlagRepository } from "@hedgerow/core/flags/model/FeatureFlagRepository"
import { featureFlagEntity } from "@hedgerow/core/flags/model/FlagEntity"
import type { FlagFacts } from "@hedgerow/core/flags/model/FlagFacts"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { UserId } from "@hedgerow/core/identity/User"
import type { Transaction } from "@hedgerow/core/shared/Transaction"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { DateTime, Effect, Equal, Option } from "effect"
import type { EntityCase } from "../entities/EntityCase.ts"
import { makeProjectId } from "../fixtures.ts"

/** The services that the suites of flags need. */
export type FlagPorts = FeatureFlagRepository | OrganizationRepository | ProjectRepository | Transaction

export type It = Vitest.MethodsNonLive<FlagPorts>

/** The whole list. */
export const all = { limit: 1000, offset: 0 }

/** A time that all of these tests count from. */
export const flagTime = DateTime.makeUnsafe("2026-03-01T12:00:00.123Z")

/** The time that number of days before it. */
export const daysAgo = (days: number): DateTime.Utc => DateTime.subtract(flagTime, { days })

/** Filters for everybody. */
export const forAll = { groups: [{ properties: [], rollout_percentage: 100 }] }

/** Filters of a flag with these variants. */
export const withVariants = (...percentages: ReadonlyArray<number>) => ({
  ...forAll,
  multivariate: {
    variants: percentages.map((rollout_percentage, index) => ({ key: `variant-${index}`, rollout_percentage }))
  }
})

/** A flag that is not stored; other fields have defaults. */
export const makeFlag = Effect.fnUntraced(
  function*(project: ProjectId, key: string, overrides: Partial<FeatureFlag> = {}) {
    const id = yield* (yield* FeatureFlagRepository).nextId
    return new FeatureFlag({ ...blankFlag(id, key, project, "system", flagTime), ...overrides })
  }
)

/** A flag, stored. */
export const addFlag = Effect.fnUntraced(
  function*(project: ProjectId, key: string, overrides: Partial<FeatureFlag> = {}) {
    const flag = yield* makeFlag(project, key, overrides)
    yield* (yield* FeatureFlagRepository).insert(flag)
    return flag
  }
)

/** A flag with a value of its own in every field. */
export const makeFullFlag = (project: ProjectId, key: string) =>
  makeFlag(project, key, {
    name: "Gate \"north\" 🌿\nsecond line",
    filters: { ...withVariants(50, 50), payloads: { "variant-0": "{\"a\": 1.50}" }, note: [null, true, { b: "ß" }] },
    active: false,
    created_by: 7 as UserId,
    created_at: daysAgo(3),
    updated_at: daysAgo(1),
    version: 4,
    last_modified_by: 8 as UserId,
    ensure_experience_continuity: true,
    rollback_conditions: [{ threshold: 5 }],
    performed_rollback: true,
    usage_dashboard: 11 as DashboardId,
    analytics_dashboards: [12 as DashboardId, 13 as DashboardId],
    has_enriched_analytics: true,
    is_remote_configuration: true,
    has_encrypted_payloads: true,
    evaluation_runtime: "server",
    bucketing_identifier: "device_id",
    last_called_at: daysAgo(2),
    tags: ["gate", "nörth"],
    evaluation_tags: ["gate"],
    creation_context: "experiments",
    is_internal: true
  })

/** Models hold dates, which compare by value only with `Equal`. */
export const assertSame = (actual: Option.Option<FeatureFlag>, expected: FeatureFlag): void =>
  assert.isTrue(
    Equal.equals(actual, Option.some(expected)),
    `${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`
  )

/** Filters of a flag that depends on another one. */
export const dependingOn = (id: number) => ({
  groups: [{ properties: [{ key: String(id), type: "flag", operator: "flag_evaluates_to", value: true }] }]
})

/** Filters with a condition on a cohort. */
export const inCohort = (id: number) => ({
  groups: [{ properties: [] }, { properties: [{ key: "id", type: "cohort", operator: "in", value: id }] }]
})

/** Flags as an entity. */
export const flagCase: EntityCase<FeatureFlagRepository, FeatureFlag, FlagFacts, FlagKeyTaken, FlagPorts> = {
  entity: featureFlagEntity,
  port: FeatureFlagRepository,
  hashed: FeatureFlagRepository,
  owner: makeProjectId,
  fields: Effect.fnUntraced(function*(project) {
    return yield* makeFlag(project, `flag-${yield* makeUuid7}`)
  }),
  changes: Effect.fnUntraced(function*(project) {
    const { id: _, project_id: __, ...fields } = yield* makeFullFlag(project, `flag-${yield* makeUuid7}`)
    return { ...fields, deleted: true }
  })
}
