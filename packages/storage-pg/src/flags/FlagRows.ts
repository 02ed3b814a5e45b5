import type { ProjectId } from "@hedgerow/core/access/Project"
import type { UserId } from "@hedgerow/core/access/User"
import type { DashboardId } from "@hedgerow/core/dashboards/Dashboard"
import {
  type BucketingIdentifier,
  type CreationContext,
  type EvaluationRuntime,
  FeatureFlag,
  type FeatureFlagId
} from "@hedgerow/core/flags/FeatureFlag"
import type { FlagReference } from "@hedgerow/core/flags/FeatureFlag"
import { flagFacts } from "@hedgerow/core/flags/FlagFacts"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { DateTime } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { utc } from "../Values.ts"

/** A row of `feature_flags`, but for what follows from its filters. */
export interface FlagRow {
  readonly project_id: ProjectId
  readonly id: FeatureFlagId
  readonly key: string
  readonly name: string
  readonly filters: JsonRecord
  readonly deleted: boolean
  readonly active: boolean
  readonly created_by: UserId | null
  readonly created_at: Date
  readonly updated_at: Date
  readonly version: number
  readonly last_modified_by: UserId | null
  readonly ensure_experience_continuity: boolean
  readonly rollback_conditions: unknown
  readonly performed_rollback: boolean
  readonly usage_dashboard: DashboardId | null
  readonly analytics_dashboards: ReadonlyArray<DashboardId>
  readonly has_enriched_analytics: boolean
  readonly is_remote_configuration: boolean
  readonly has_encrypted_payloads: boolean
  readonly evaluation_runtime: EvaluationRuntime
  readonly bucketing_identifier: BucketingIdentifier
  readonly last_called_at: Date | null
  readonly tags: ReadonlyArray<string>
  readonly evaluation_tags: ReadonlyArray<string>
  readonly creation_context: CreationContext | null
  readonly is_internal: boolean
}

/** The columns of a `FlagRow` of `feature_flags f`. */
export const flagColumns =
  `f.project_id, f.id, f.key, f.name, f.filters, f.deleted, f.active, f.created_by, f.created_at,
  f.updated_at, f.version, f.last_modified_by, f.ensure_experience_continuity, f.rollback_conditions,
  f.performed_rollback, f.usage_dashboard, f.analytics_dashboards, f.has_enriched_analytics, f.is_remote_configuration,
  f.has_encrypted_payloads, f.evaluation_runtime, f.bucketing_identifier, f.last_called_at, f.tags, f.evaluation_tags,
  f.creation_context, f.is_internal`

/** The flag in a row. */
export const flagOf = (row: FlagRow): FeatureFlag =>
  new FeatureFlag({
    ...row,
    created_at: utc(row.created_at),
    updated_at: utc(row.updated_at),
    last_called_at: row.last_called_at === null ? null : utc(row.last_called_at)
  })

/** What others say of the flag in a row. */
export const referenceOf = ({ id, key, name }: FlagReference): FlagReference => ({ id, key, name })

/** Every text of a flag outside of its JSON. */
export const textsOf = (flag: FeatureFlag): ReadonlyArray<string> => [
  flag.key,
  flag.name,
  ...flag.tags,
  ...flag.evaluation_tags
]

/** The columns a change may touch, with their values; `last_called_at` moves by itself. */
export const changedColumns = (
  sql: SqlClient.SqlClient,
  flag: FeatureFlag
): ReadonlyArray<readonly [column: string, value: Statement.Fragment]> => {
  const facts = flagFacts(flag.filters)
  return [
    ["key", sql`${flag.key}`],
    ["name", sql`${flag.name}`],
    ["filters", sql`${JSON.stringify(flag.filters)}::text::jsonb`],
    ["deleted", sql`${flag.deleted}`],
    ["active", sql`${flag.active}`],
    ["created_by", sql`${flag.created_by}::int4`],
    ["created_at", sql`${DateTime.toDateUtc(flag.created_at)}::timestamptz`],
    ["updated_at", sql`${DateTime.toDateUtc(flag.updated_at)}::timestamptz`],
    ["version", sql`${flag.version}`],
    ["last_modified_by", sql`${flag.last_modified_by}::int4`],
    ["ensure_experience_continuity", sql`${flag.ensure_experience_continuity}`],
    ["rollback_conditions", sql`${JSON.stringify(flag.rollback_conditions)}::text::jsonb`],
    ["performed_rollback", sql`${flag.performed_rollback}`],
    ["usage_dashboard", sql`${flag.usage_dashboard}::int4`],
    ["analytics_dashboards", sql`${flag.analytics_dashboards}::int4[]`],
    ["has_enriched_analytics", sql`${flag.has_enriched_analytics}`],
    ["is_remote_configuration", sql`${flag.is_remote_configuration}`],
    ["has_encrypted_payloads", sql`${flag.has_encrypted_payloads}`],
    ["evaluation_runtime", sql`${flag.evaluation_runtime}`],
    ["bucketing_identifier", sql`${flag.bucketing_identifier}`],
    ["tags", sql`${flag.tags}::text[]`],
    ["evaluation_tags", sql`${flag.evaluation_tags}::text[]`],
    ["creation_context", sql`nullif(${flag.creation_context ?? ""}, '')`],
    ["is_internal", sql`${flag.is_internal}`],
    ["depends_on", sql`${facts.depends_on}::int4[]`],
    ["cohort_ids", sql`${facts.cohort_ids}::int4[]`],
    ["has_variants", sql`${facts.has_variants}`],
    ["is_rolled_out", sql`${facts.is_rolled_out}`]
  ]
}
