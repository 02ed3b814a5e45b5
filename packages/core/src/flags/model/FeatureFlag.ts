import { type DateTime, Schema } from "effect"
import { DashboardId } from "../../dashboards/Dashboard.ts"
import { FeatureFlagId } from "../../evaluation/FeatureFlagId.ts"
import { ProjectId } from "../../identity/Project.ts"
import { UserId } from "../../identity/User.ts"

/** The places where a flag may be evaluated. */
export const evaluationRuntimes = ["server", "client", "all"] as const
export type EvaluationRuntime = (typeof evaluationRuntimes)[number]

/** The id that decides which share of the people a user belongs to. */
export const bucketingIdentifiers = ["distinct_id", "device_id"] as const
export type BucketingIdentifier = (typeof bucketingIdentifiers)[number]

/** The part of the product that a flag was made for. */
export const creationContexts = [
  "feature_flags",
  "experiments",
  "surveys",
  "early_access_features",
  "web_experiments",
  "product_tours"
] as const
export type CreationContext = (typeof creationContexts)[number]

/**
 * A switch of a project: for whom it is on, with which variant and payload. `filters` is what was sent, but that encrypted
 * payloads are sealed in it: `FlagPayloads` shows and opens them. Never removed, only marked as deleted.
 */
export class FeatureFlag extends Schema.Class<FeatureFlag>("FeatureFlag")({
  id: FeatureFlagId,
  project_id: ProjectId,
  key: Schema.String,
  /** Its purpose, in words. */
  name: Schema.String,
  filters: Schema.Record(Schema.String, Schema.Unknown),
  deleted: Schema.Boolean,
  active: Schema.Boolean,
  created_by: Schema.NullOr(UserId),
  created_at: Schema.DateTimeUtc,
  updated_at: Schema.DateTimeUtc,
  /** 1 at first; each change adds 1. */
  version: Schema.Int,
  last_modified_by: Schema.NullOr(UserId),
  ensure_experience_continuity: Schema.Boolean,
  rollback_conditions: Schema.Unknown,
  performed_rollback: Schema.Boolean,
  usage_dashboard: Schema.NullOr(DashboardId),
  analytics_dashboards: Schema.Array(DashboardId),
  has_enriched_analytics: Schema.Boolean,
  is_remote_configuration: Schema.Boolean,
  has_encrypted_payloads: Schema.Boolean,
  evaluation_runtime: Schema.Literals(evaluationRuntimes),
  bucketing_identifier: Schema.Literals(bucketingIdentifiers),
  /** The time of the last `$feature_flag_called` event of it, within a minute. */
  last_called_at: Schema.NullOr(Schema.DateTimeUtc),
  tags: Schema.Array(Schema.String),
  /** Some of the tags: the contexts in which it is evaluated, everywhere when there are none. */
  evaluation_tags: Schema.Array(Schema.String),
  creation_context: Schema.NullOr(Schema.Literals(creationContexts)),
  /** Belongs to a survey or another owner, which alone shows it: it is in no list. */
  is_internal: Schema.Boolean
}) {}

/** A flag before the storage has given it an id. */
export type NewFeatureFlag = Omit<FeatureFlag, "id">

/** The dashboards that a flag names, also deleted ones. */
export const dashboardsOf = ({ analytics_dashboards, usage_dashboard }: FeatureFlag): ReadonlyArray<DashboardId> =>
  usage_dashboard === null ? analytics_dashboards : [usage_dashboard, ...analytics_dashboards]

/** A flag as other records name it. */
export interface FlagReference {
  readonly id: FeatureFlagId
  readonly key: string
  readonly name: string
}

/** The time of a flag's last call, by key. */
export type FlagCalls = ReadonlyMap<string, DateTime.Utc>
