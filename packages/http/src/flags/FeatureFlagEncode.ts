import { groupedFilters } from "@hedgerow/core/evaluation/FlagConditions"
import type { FeatureFlag, FlagReference } from "@hedgerow/core/flags/model/FeatureFlag"
import { type FlagUses, noUses, type ShownReference } from "@hedgerow/core/flags/model/FlagReferences"
import { type FlagState, flagState } from "@hedgerow/core/flags/model/FlagStatus"
import { simpleCondition } from "@hedgerow/core/flags/model/SimpleFlag"
import type { User, UserId } from "@hedgerow/core/identity/User"
import { isoText } from "@hedgerow/core/shared/IsoText"
import { isJsonRecord, type JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import type { DateTime, Schema } from "effect"
import { namedUser } from "../identity/IdentityEncode.ts"
import type { FeatureFlagRecord, FlagReferenceRecord, MinimalFeatureFlagRecord } from "./FeatureFlagSchema.ts"

/** Filters and rollback conditions are JSON as it was sent. */
type Json = Schema.Json

/** Everything about some flags that stands elsewhere. */
export interface FlagContext {
  readonly people: ReadonlyMap<UserId, User>
  readonly uses: ReadonlyMap<FeatureFlag["id"], FlagUses>
  /** The names of the cohorts that they name. */
  readonly cohorts: ReadonlyMap<number, string>
  /** Those of the dashboards they name that are deleted: they are not shown. */
  readonly dashboardsGone: ReadonlySet<number>
  /** The access level of the caller. */
  readonly accessLevel: string
  readonly now: DateTime.Utc
}

const withCohortName = (cohorts: FlagContext["cohorts"], property: unknown): unknown => {
  if (!isJsonRecord(property) || property["type"] !== "cohort") return property
  const name = cohorts.get(Number(property["value"]))
  return name === undefined ? property : { ...property, cohort_name: name }
}

const withCohortNames = (cohorts: FlagContext["cohorts"]) => (condition: unknown): unknown =>
  isJsonRecord(condition) && Array.isArray(condition["properties"])
    ? { ...condition, properties: condition["properties"].map((one) => withCohortName(cohorts, one)) }
    : condition

/** The filters as clients read them: always with conditions, and with the names of cohorts. */
const shownFilters = (filters: JsonRecord, cohorts: FlagContext["cohorts"]): Readonly<Record<string, Json>> => {
  const grouped = groupedFilters(filters)
  const { groups } = grouped
  const shown = cohorts.size === 0 || !Array.isArray(groups)
    ? grouped
    : { ...grouped, groups: groups.map(withCohortNames(cohorts)) }
  return shown as Readonly<Record<string, Json>>
}

const statusNames = { active: "ACTIVE", stale: "STALE", deleted: "DELETED" } as const satisfies {
  readonly [Status in FlagState["status"]]: string
}

const iso = isoText
const isoOrNull = (time: DateTime.Utc | null): string | null => time === null ? null : iso(time)

const rollout = (condition: JsonRecord | undefined) => {
  const percentage = condition?.["rollout_percentage"]
  return {
    is_simple_flag: condition !== undefined,
    // Typed clients read an integer.
    rollout_percentage: typeof percentage === "number" && Number.isInteger(percentage) ? percentage : null
  }
}

const recordsOf = (shown: ReadonlyArray<ShownReference>) =>
  shown.map(({ record }) => record) as ReadonlyArray<Readonly<Record<string, Json>>>

const usedBy = ({ EarlyAccessFeature: features, Experiment: experiments, Survey: surveys }: FlagUses) => ({
  experiment_set: experiments.map(({ id }) => id),
  experiment_set_metadata: experiments.map(({ id, name }) => ({ id, name })),
  surveys: recordsOf(surveys),
  features: recordsOf(features)
})

const dashboardsThere = (
  { analytics_dashboards: all, usage_dashboard: own }: FeatureFlag,
  gone: ReadonlySet<number>
) => ({
  usage_dashboard: own === null || gone.has(own) ? null : own,
  analytics_dashboards: all.filter((id) => !gone.has(id))
})

/** A flag on the wire. */
export const featureFlagRecord = (context: FlagContext) => (flag: FeatureFlag): typeof FeatureFlagRecord.Type => ({
  id: flag.id,
  name: flag.name,
  key: flag.key,
  filters: shownFilters(flag.filters, context.cohorts),
  deleted: flag.deleted,
  active: flag.active,
  created_by: namedUser(context.people, flag.created_by),
  created_at: iso(flag.created_at),
  updated_at: iso(flag.updated_at),
  version: flag.version,
  last_modified_by: namedUser(context.people, flag.last_modified_by),
  ...rollout(simpleCondition(flag.filters)),
  ensure_experience_continuity: flag.ensure_experience_continuity,
  ...usedBy(context.uses.get(flag.id) ?? noUses),
  rollback_conditions: flag.rollback_conditions as Json,
  performed_rollback: flag.performed_rollback,
  can_edit: true,
  tags: flag.tags,
  evaluation_tags: flag.evaluation_tags,
  evaluation_contexts: flag.evaluation_tags,
  ...dashboardsThere(flag, context.dashboardsGone),
  has_enriched_analytics: flag.has_enriched_analytics,
  user_access_level: context.accessLevel,
  creation_context: flag.creation_context ?? "feature_flags",
  is_remote_configuration: flag.is_remote_configuration,
  has_encrypted_payloads: flag.has_encrypted_payloads,
  is_used_in_replay_settings: false,
  status: statusNames[flagState(flag, context.now).status],
  evaluation_runtime: flag.evaluation_runtime,
  bucketing_identifier: flag.bucketing_identifier,
  last_called_at: isoOrNull(flag.last_called_at)
})

/** A flag on the wire as other records show it. */
export const minimalFlagRecord = (
  flag: FeatureFlag,
  hasExperiment: boolean
): typeof MinimalFeatureFlagRecord.Type => ({
  id: flag.id,
  team_id: flag.project_id,
  name: flag.name,
  key: flag.key,
  filters: shownFilters(flag.filters, new Map()),
  deleted: flag.deleted,
  active: flag.active,
  ensure_experience_continuity: flag.ensure_experience_continuity,
  has_encrypted_payloads: flag.has_encrypted_payloads,
  version: flag.version,
  evaluation_runtime: flag.evaluation_runtime,
  bucketing_identifier: flag.bucketing_identifier,
  evaluation_tags: flag.evaluation_tags,
  evaluation_contexts: flag.evaluation_tags,
  has_experiment: hasExperiment
})

/** A flag that other records name; one without a name goes by its key. */
export const flagReferenceRecord = ({ id, key, name }: FlagReference): typeof FlagReferenceRecord.Type => ({
  id,
  key,
  name: name === "" ? key : name
})
