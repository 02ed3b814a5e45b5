import type { ActivityScope } from "./Activity.ts"

/** The fields of a scope that the log compares. */
export interface FieldRules {
  /** In the order of the model; a field that is not named follows in the order the record gives it. */
  readonly fields: ReadonlyArray<string>
  /** Never logged: derived from other fields, logged by other means, or different for every caller. */
  readonly excluded?: ReadonlyArray<string>
  /** Fields whose changes are logged without their values: a field, or a place inside one (`filters.payloads`). */
  readonly secrets?: ReadonlyArray<string>
}

/** Never logged of any scope: fields that identify a record, that every save changes, or that depend on the caller. */
export const commonlyExcluded: ReadonlyArray<string> = [
  "id",
  "uuid",
  "short_id",
  "created_at",
  "created_by",
  "created_by_id",
  "updated_at",
  "updated_by",
  "last_modified_at",
  "last_modified_by",
  "team",
  "team_id",
  "project",
  "project_id",
  "organization",
  "organization_id",
  "can_edit",
  "effective_membership_level",
  "membership_level",
  "user_access_level",
  "_create_in_folder"
]

/** The rules of every scope; a new scope does not compile without its row. */
export const activityFields: Readonly<Record<ActivityScope, FieldRules>> = {
  Action: {
    fields: ["name", "description", "tags", "post_to_slack", "slack_message_format", "steps", "deleted"],
    excluded: ["is_calculating", "last_calculated_at", "bytecode_error", "pinned_at", "creation_context", "is_action"]
  },
  Alert: {
    fields: [
      "name",
      "insight_id",
      "subscribed_users",
      "threshold",
      "condition",
      "config",
      "calculation_interval",
      "enabled",
      "skip_weekend",
      "snoozed_until"
    ],
    excluded: ["state", "told_state", "last_notified_at", "last_checked_at", "next_check_at", "checks"]
  },
  // Not what is asked for: the entry of the flag says it once it is applied, with the payloads that are secret masked.
  ChangeRequest: {
    fields: ["flag_id", "state", "comment", "reason", "scheduled_at", "approvals"],
    excluded: [
      "flag_key",
      "flag_version",
      "body",
      "is_sealed",
      "diff",
      "approvals_needed",
      "expires_at",
      "closed_by",
      "closed_at"
    ]
  },
  Cohort: {
    fields: ["name", "description", "deleted", "groups", "filters", "query", "is_static", "cohort_type"],
    excluded: ["version", "count", "is_calculating", "last_calculation", "errors_calculating", "experiment_set"]
  },
  Dashboard: {
    fields: ["name", "description", "pinned", "deleted", "filters", "variables", "tiles", "tags", "restriction_level"],
    excluded: ["last_accessed_at", "last_refresh", "is_shared", "effective_restriction_level"]
  },
  // Nothing that a deletion names: the log outlives what was deleted.
  DataDeletion: {
    fields: ["kind", "status", "with_events", "persons_count", "distinct_ids_count", "events_count", "texts_count"],
    excluded: ["person_ids", "distinct_ids", "names", "events", "date_from", "date_to", "completed_at"]
  },
  // Neither the query, whose text may name persons, nor what the job does with it.
  DataExport: {
    fields: ["model", "format"],
    excluded: [
      "source",
      "date_from",
      "date_to",
      "status",
      "content",
      "rows",
      "bytes",
      "error",
      "completed_at",
      "expires_at"
    ]
  },
  EventDefinition: {
    fields: ["name", "description", "owner", "tags", "verified", "hidden", "default_columns"],
    excluded: [
      "last_seen_at",
      "last_updated_at",
      "last_calculated_at",
      "volume_30_day",
      "query_usage_30_day",
      "verified_at",
      "verified_by",
      "is_action"
    ]
  },
  Experiment: {
    fields: [
      "name",
      "description",
      "start_date",
      "end_date",
      "feature_flag_key",
      "holdout_id",
      "parameters",
      "secondary_metrics",
      "saved_metrics_ids",
      "filters",
      "archived",
      "deleted",
      "type",
      "exposure_criteria",
      "metrics",
      "metrics_secondary",
      "stats_config",
      "conclusion",
      "conclusion_comment",
      "primary_metrics_ordered_uuids",
      "secondary_metrics_ordered_uuids"
    ],
    excluded: ["feature_flag", "exposure_cohort", "holdout", "saved_metrics", "status"]
  },
  ExperimentHoldout: { fields: ["name", "description", "filters"] },
  ExperimentSavedMetric: { fields: ["name", "description", "query", "tags", "metadata"] },
  FeatureFlag: {
    fields: [
      "name",
      "key",
      "filters",
      "deleted",
      "active",
      "version",
      "ensure_experience_continuity",
      "rollback_conditions",
      "performed_rollback",
      "tags",
      "evaluation_tags",
      "has_enriched_analytics",
      "is_remote_configuration",
      "has_encrypted_payloads",
      "evaluation_runtime",
      "bucketing_identifier"
    ],
    excluded: [
      "experiment",
      "experiment_set",
      "usage_dashboard",
      "analytics_dashboards",
      "is_simple_flag",
      "rollout_percentage",
      "surveys",
      "features",
      "status",
      "last_called_at",
      "creation_context",
      "_should_create_usage_dashboard"
    ]
  },
  // Its properties are worded one by one.
  Group: { fields: [], excluded: ["group_key"] },
  Insight: {
    fields: ["name", "derived_name", "description", "query", "filters", "deleted", "favorited", "saved", "tags"],
    excluded: ["result", "last_refresh", "is_cached", "dashboard_tiles", "timezone"]
  },
  InsightVariable: { fields: ["name", "type", "default_value", "values"], excluded: ["code_name"] },
  Organization: { fields: ["name", "slug"], excluded: ["projects", "teams"] },
  OrganizationInvite: {
    fields: ["target_email", "level"],
    excluded: ["is_mailed", "expires_at"],
    secrets: ["secure_value"]
  },
  OrganizationMembership: { fields: ["user", "level"], excluded: ["user_id", "joined_at"] },
  // Nothing of what is known of a person: the log outlives it.
  Person: { fields: [], excluded: ["properties", "is_identified", "version"] },
  PersonalAPIKey: {
    fields: ["label", "mask_value", "scopes", "scoped_teams", "scoped_organizations", "gives_access", "last_rolled_at"],
    excluded: ["user_id", "last_used_at"],
    secrets: ["value", "secure_value", "mask_value"]
  },
  Project: {
    fields: [
      "name",
      "api_token",
      "timezone",
      "week_start_day",
      "test_account_filters",
      "events_retention_days",
      "events_monthly_quota",
      "events_sample_rate",
      "flag_approvals"
    ],
    secrets: ["secret_api_token", "secret_api_token_backup"]
  },
  ProjectSecretAPIKey: {
    fields: ["label", "mask_value", "scopes", "last_rolled_at"],
    excluded: ["last_used_at"],
    secrets: ["value", "secure_value", "mask_value"]
  },
  PropertyDefinition: {
    fields: ["name", "description", "type", "property_type", "is_numerical", "tags", "verified", "hidden"],
    excluded: ["query_usage_30_day", "verified_at", "verified_by", "is_seen_on_filtered_events"]
  },
  ScheduledChange: {
    fields: [
      "record_id",
      "payload",
      "scheduled_at",
      "is_recurring",
      "recurrence_interval",
      "cron_expression",
      "end_date"
    ],
    excluded: ["executed_at", "failure_reason", "last_executed_at", "timezone"]
  },
  Subscription: {
    fields: [
      "title",
      "dashboard_id",
      "insight_id",
      "dashboard_export_insights",
      "target_type",
      "target_value",
      "invite_message",
      "frequency",
      "interval",
      "byweekday",
      "bysetpos",
      "count",
      "start_date",
      "until_date",
      "enabled",
      "paused_reason",
      "deleted"
    ],
    excluded: ["failed_deliveries", "next_delivery_date"],
    secrets: ["secret"]
  },
  Survey: {
    fields: [
      "name",
      "description",
      "linked_flag",
      "linked_insight_id",
      "type",
      "schedule",
      "questions",
      "conditions",
      "appearance",
      "start_date",
      "end_date",
      "archived",
      "responses_limit",
      "iteration_count",
      "iteration_frequency_days",
      "iteration_start_dates",
      "current_iteration",
      "current_iteration_start_date",
      "response_sampling_start_date",
      "response_sampling_interval_type",
      "response_sampling_interval",
      "response_sampling_limit",
      "response_sampling_daily_limits",
      "enable_partial_responses"
    ],
    // Targeting is logged by the surveys themselves, as it was asked for.
    excluded: [
      "linked_flag_id",
      "targeting_flag",
      "targeting_flag_id",
      "targeting_flag_filters",
      "remove_targeting_flag",
      "internal_targeting_flag",
      "internal_response_sampling_flag",
      "feature_flag_keys"
    ]
  },
  User: { fields: ["first_name", "last_name", "email", "is_active"] },
  Webhook: {
    fields: ["name", "url", "types", "filters", "format", "active", "paused_reason", "deleted"],
    excluded: ["failing_since", "previous_secret_until"],
    // An address such as that of a chat is itself what lets one write there.
    secrets: ["url", "secret", "previous_secret"]
  }
}
