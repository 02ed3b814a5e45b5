import { changedMember, newMember } from "@hedgerow/core/access/Members"
import { organizationFields } from "@hedgerow/core/access/Organizations"
import { keyFields } from "@hedgerow/core/access/PersonalApiKeyInput"
import { projectFields } from "@hedgerow/core/access/Projects"
import { secretKeyFields } from "@hedgerow/core/access/ProjectSecretKeyInput"
import { profileFields } from "@hedgerow/core/access/Users"
import { askedResetFields } from "@hedgerow/core/accounts/ResetMail"
import { logoutFields } from "@hedgerow/core/accounts/SignIn"
import { actionFields, newActionFields } from "@hedgerow/core/actions/ActionInput"
import { alertFields, newAlertFields } from "@hedgerow/core/alerts/AlertInput"
import { cohortFields, newCohortFields } from "@hedgerow/core/cohorts/CohortInput"
import { dashboardFields, newDashboardFields, tileMoveFields } from "@hedgerow/core/dashboards/DashboardInput"
import { insightFields, newInsightFields } from "@hedgerow/core/dashboards/InsightInput"
import { eventFields, newEventFields, propertyFields } from "@hedgerow/core/definitions/DefinitionFields"
import { bulkDeletionFields, newDeletionFields } from "@hedgerow/core/deletions/DeletionInput"
import { duplicationFields } from "@hedgerow/core/experiments/editing/DuplicateExperiments"
import { experimentTable, newExperimentTable } from "@hedgerow/core/experiments/editing/ExperimentFields"
import { holdoutTable, newHoldoutTable } from "@hedgerow/core/experiments/holdouts/HoldoutFields"
import { endingFields, shippingFields } from "@hedgerow/core/experiments/lifecycle/ExperimentLifecycle"
import { runningTimeFields } from "@hedgerow/core/experiments/results/RunningTimeFields"
import { newSavedMetricTable, savedMetricTable } from "@hedgerow/core/experiments/saved-metrics/SavedMetricFields"
import { recalculationFields } from "@hedgerow/core/experiments/timeseries/TimeseriesFields"
import { newExportFields } from "@hedgerow/core/exports/ExportInput"
import { copyFields } from "@hedgerow/core/flags/copying/CopyOptions"
import { flagsCopyFields } from "@hedgerow/core/flags/copying/OrganizationFlags"
import { flagTable, newFlagTable } from "@hedgerow/core/flags/editing/FlagFields"
import { scheduledChangeFields } from "@hedgerow/core/flags/scheduling/ScheduledChangeInput"
import { newGroupFields } from "@hedgerow/core/people/GroupInput"
import { promotionFields } from "@hedgerow/core/promotion/PromotionInput"
import { newSqlVariableFields, sqlVariableFields } from "@hedgerow/core/query/variables/SqlVariableInput"
import type { FieldTable } from "@hedgerow/core/shared/Fields"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { sharingFields } from "@hedgerow/core/sharing/SharingInput"
import { newSubscriptionFields, subscriptionFields } from "@hedgerow/core/subscriptions/SubscriptionInput"
import { surveyCopyFields } from "@hedgerow/core/surveys/copying/CopySurveys"
import { documentFields, documentFormat, documentVersion } from "@hedgerow/core/surveys/copying/SurveyDocument"
import { newSurveyTable, surveyTable } from "@hedgerow/core/surveys/editing/SurveyFields"
import { summaryFields } from "@hedgerow/core/surveys/summaries/SummaryInput"
import { newWebhookFields, webhookFields } from "@hedgerow/core/webhooks/WebhookInput"
import { personFields, personPropertyFields, splitFields, unsetFields } from "@hedgerow/http/persons/PersonSchema"

/** Ids of what there is, by the names of path parameters and things. */
export type Things = Readonly<Record<string, string | number>>

/** An endpoint that reads its body by a table. */
export interface BodyEndpoint {
  /** As in the document. */
  readonly operation: string
  readonly table: FieldTable
  /** The record of `{id}`. */
  readonly id?: string
  /** The parameters that it needs. */
  readonly query?: string
  /** The body around the one field that differs; the number is new each time. */
  readonly body?: (number: number, things: Things) => JsonRecord
  /** Further values to be sent, by field. */
  readonly values?: Readonly<Record<string, ReadonlyArray<unknown>>>
  /** Rules that no schema states: their texts, by field. */
  readonly beyond?: Readonly<Record<string, ReadonlyArray<string>>>
  /** Whether what was made must go again, since the number of them is limited. */
  readonly removes?: boolean
  /** The fields that are restored after each request, since it could not be repeated otherwise. */
  readonly restored?: JsonRecord
}

const project = "/api/projects/{project_id}"

/** The rules of alerts beyond their fields. */
const alertRules = {
  insight: ["object does not exist."],
  subscribed_users: ["No member of the organization"]
}

/** The rules of subscriptions beyond their fields. */
const subscriptionRules = {
  dashboard: ["Name a dashboard or an insight"],
  insight: ["object does not exist.", "Name the dashboard or the insight"],
  dashboard_export_insights: ["Only a dashboard has insights"],
  target_value: ["Enter a URL"]
}

/** The target and the schedule of a valid subscription. */
const scheduled = {
  target_type: "webhook",
  target_value: "https://example.com/hooks",
  frequency: "weekly",
  start_date: "2026-01-05T09:00:00Z"
}

/** The bounds of a valid alert. */
const watched = {
  threshold: { configuration: { type: "absolute", bounds: { lower: 1 } } },
  condition: { type: "absolute_value" },
  config: { type: "TrendsAlertConfig", series_index: 0 }
}

/** The group that every world of these tests has. */
const groupQuery = "?group_type_index=0&group_key=oak"

const organization = "/api/organizations/{organization_id}"

/** Projects and organisations that are not there, or not open to the caller. */
const outOfReach = {
  scoped_teams: ["You must be a member of all teams"],
  scoped_organizations: ["You must be a member of all organizations"]
}

const missing = "does not exist"

const cohortRules = {
  _create_static_person_ids: ["Persons can only be listed for a static cohort."],
  groups: ["Expected a dictionary of items"],
  filters: ["This field is required."]
}

const ofIdentity: ReadonlyArray<BodyEndpoint> = [
  {
    operation: "patch /api/users/@me/",
    table: profileFields,
    beyond: { set_current_organization: [missing], set_current_team: [missing] }
  },
  { operation: "post /api/logout/", table: logoutFields },
  { operation: "post /api/reset/", table: askedResetFields },
  { operation: "post /api/projects/", table: projectFields },
  { operation: "post /api/organizations/", table: organizationFields },
  { operation: `patch ${organization}/`, table: organizationFields },
  { operation: `post ${organization}/projects/`, table: projectFields },
  {
    operation: "post /api/personal_api_keys/",
    table: keyFields,
    body: () => ({ label: "a", scopes: ["*"] }),
    beyond: outOfReach,
    removes: true
  },
  { operation: "patch /api/personal_api_keys/{id}/", table: keyFields, id: "personal_key", beyond: outOfReach },
  {
    operation: `post ${organization}/members`,
    table: newMember,
    body: () => ({ email: "ada@example.com" }),
    beyond: { email: ["No user has this email address."] },
    removes: true
  },
  { operation: `patch ${organization}/members/{user_uuid}/`, table: changedMember },
  { operation: `patch ${project}/`, table: projectFields },
  { operation: `patch ${organization}/projects/{id}/`, table: projectFields, id: "project_id" },
  {
    operation: `post ${project}/project_secret_api_keys/`,
    table: secretKeyFields,
    body: () => ({ label: "a", scopes: ["feature_flag:read"] }),
    removes: true
  },
  { operation: `patch ${project}/project_secret_api_keys/{id}/`, table: secretKeyFields, id: "secret_key" }
]

const needsLetter = "The name needs a letter or a digit."

const ofData: ReadonlyArray<BodyEndpoint> = [
  {
    operation: `post ${project}/cohorts/`,
    table: newCohortFields,
    beyond: cohortRules
  },
  {
    operation: `patch ${project}/cohorts/{id}/`,
    table: cohortFields,
    id: "cohort",
    beyond: {
      ...cohortRules,
      is_static: ["A cohort cannot change between static and dynamic."]
    }
  },
  {
    operation: `post ${project}/insight_variables/`,
    table: newSqlVariableFields,
    body: (number) => ({ name: `variable ${number}`, type: "String" }),
    values: { name: ["!", "taken", "taken"] },
    beyond: { name: ["already exists", needsLetter], default_value: ["A text is needed."] }
  },
  {
    operation: `patch ${project}/insight_variables/{id}/`,
    table: sqlVariableFields,
    id: "variable",
    values: { name: ["!"] },
    beyond: { name: [needsLetter], default_value: ["A text is needed."] }
  },
  {
    operation: `post ${project}/actions/`,
    table: newActionFields,
    beyond: { name: ["already has an action with this name"] }
  },
  {
    operation: `patch ${project}/actions/{id}/`,
    table: actionFields,
    id: "action"
  },
  {
    operation: `post ${project}/alerts/`,
    table: newAlertFields,
    body: (_, things) => ({ insight: things["trend"] ?? 0, ...watched }),
    beyond: alertRules,
    removes: true
  },
  {
    operation: `patch ${project}/alerts/{id}/`,
    table: alertFields,
    id: "alert",
    beyond: { ...alertRules, snoozed_until: ["Not a time: send"] }
  },
  {
    operation: `post ${project}/subscriptions/`,
    table: newSubscriptionFields,
    body: (_, things) => ({ ...scheduled, insight: things["insight"] ?? 0 }),
    beyond: {
      ...subscriptionRules,
      bysetpos: ["A place is one among"],
      target_type: ["no valid email address"]
    },
    removes: true
  },
  {
    operation: `patch ${project}/subscriptions/{id}/`,
    table: subscriptionFields,
    id: "subscription",
    beyond: { ...subscriptionRules, target_type: ["The type stays as it is"] },
    restored: { enabled: true, deleted: false }
  },
  {
    operation: `post ${project}/webhooks/`,
    table: newWebhookFields,
    body: () => ({ url: "https://example.com/hooks", types: ["feature_flag.*"] }),
    beyond: { url: ["Enter a URL that begins with https://."], filters: ["Extra inputs are not permitted"] },
    removes: true
  },
  {
    operation: `patch ${project}/webhooks/{id}/`,
    table: webhookFields,
    id: "webhook",
    beyond: { url: ["Enter a URL that begins with https://."], filters: ["Extra inputs are not permitted"] }
  },
  {
    operation: `post ${project}/data_deletions/`,
    table: newDeletionFields,
    body: () => ({ events: ["nothing"], date_from: "2026-06-01T00:00:00Z" }),
    beyond: {
      date_to: ["date_to must be later than date_from."],
      person_ids: ["Enter the uuid of a person."]
    }
  },
  {
    operation: `post ${project}/exports/`,
    table: newExportFields,
    body: () => ({ export_format: "text/csv", model: "events", date_from: "2026-06-01T00:00:00Z" }),
    beyond: {
      model: ["Either model or export_context is required", "Only events are exported by their time."],
      export_context: ["An export has a model or an export_context, not both."],
      date_to: ["date_to must be later than date_from."]
    },
    removes: true
  },
  {
    operation: `post ${project}/persons/bulk_delete/`,
    table: bulkDeletionFields,
    body: () => ({ distinct_ids: ["nobody"] }),
    beyond: {
      distinct_ids: ["You need to specify either distinct_ids or ids"],
      ids: ["Enter the uuid of a person."]
    }
  },
  { operation: `patch ${project}/persons/{id}/`, table: personFields, id: "person" },
  { operation: `post ${project}/persons/{id}/update_property/`, table: personPropertyFields, id: "person" },
  { operation: `post ${project}/persons/{id}/delete_property/`, table: unsetFields, id: "person" },
  {
    operation: `post ${project}/persons/{id}/split/`,
    table: splitFields,
    id: "person",
    beyond: { main_distinct_id: ["The person has no such distinct id."] }
  },
  {
    operation: `post ${project}/groups/`,
    table: newGroupFields,
    body: (number) => ({ group_type_index: 0, group_key: `group ${number}` }),
    beyond: {
      group_type_index: ["The project has no type of groups", "Ensure this value is less than or equal to 4."],
      group_key: ["A group with this key"]
    }
  },
  { operation: `post ${project}/groups/update_property/`, table: personPropertyFields, query: groupQuery },
  { operation: `post ${project}/groups/delete_property/`, table: unsetFields, query: groupQuery },
  {
    operation: `post ${project}/dashboards/`,
    table: newDashboardFields
  },
  {
    operation: `patch ${project}/dashboards/{id}/`,
    table: dashboardFields,
    id: "dashboard"
  },
  {
    operation: `patch ${project}/dashboards/{id}/sharing/`,
    table: sharingFields,
    id: "dashboard"
  },
  {
    operation: `patch ${project}/dashboards/{id}/move_tile/`,
    table: tileMoveFields,
    id: "dashboard",
    body: (_, { dashboard, tile }) => ({ tile: { id: tile }, toDashboard: dashboard }),
    beyond: { toDashboard: ["object does not exist"] }
  },
  {
    operation: `post ${project}/insights/`,
    table: newInsightFields,
    beyond: { dashboards: ["object does not exist"] }
  },
  {
    operation: `patch ${project}/insights/{id}/`,
    table: insightFields,
    id: "insight",
    beyond: { dashboards: ["object does not exist"] }
  },
  {
    operation: `post ${project}/event_definitions/`,
    table: newEventFields,
    body: (number) => ({ name: `event ${number}` }),
    beyond: { name: ["already exists"], owner: [missing] }
  },
  {
    operation: `patch ${project}/event_definitions/{id}/`,
    table: eventFields,
    id: "event",
    beyond: { owner: [missing] }
  },
  { operation: `patch ${project}/property_definitions/{id}/`, table: propertyFields, id: "property" }
]

/** Rules of tags among each other, of existing records, and of one place of `filters` against another. */
const flagRules = {
  filters: ["Unknown name"],
  evaluation_tags: ["Evaluation tags must be a subset of tags."],
  evaluation_contexts: ["Evaluation tags must be a subset of tags."],
  analytics_dashboards: [missing],
  has_encrypted_payloads: ["Encrypted payloads require the flag to be a remote configuration."]
}

const changedFlag = {
  table: flagTable,
  values: { _approval_scheduled_at: ["2099-01-01T00:00:00Z"] },
  beyond: { ...flagRules, _approval_scheduled_at: ["Nobody must approve this change"] }
}

/** Rules of a plan's times. */
const planRules = {
  is_recurring: ["Either recurrence_interval or cron_expression is required"],
  cron_expression: ["Invalid cron expression."]
}

const changedPlanRules = {
  is_recurring: planRules.is_recurring,
  record_id: ["Cannot change the target record"],
  cron_expression: ["Cannot set both cron_expression and recurrence_interval."]
}

const shares = [{ key: "a", rollout_percentage: 100 }]

const payloads = [
  { operation: "update_status" },
  { operation: "update_status", value: "off" },
  { operation: "update_status", value: "maybe" },
  { operation: "update", value: true },
  { value: true },
  { operation: "add_release_condition", value: { groups: [{ properties: [] }], note: 1 } },
  { operation: "add_release_condition", value: { groups: [] } },
  { operation: "add_release_condition", value: { groups: [1] } },
  { operation: "add_release_condition", value: true },
  { operation: "update_variants", value: { variants: shares, payloads: null } },
  { operation: "update_variants", value: { variants: shares, payloads: { a: "1" } } },
  { operation: "update_variants", value: { variants: shares, payloads: [] } },
  { operation: "update_variants", value: { payloads: {} } }
]

const plan = { model_name: "FeatureFlag", payload: { operation: "update_status", value: true } }

const ofFlags: ReadonlyArray<BodyEndpoint> = [
  {
    operation: `post ${project}/feature_flags/`,
    table: newFlagTable,
    body: (number) => ({ key: `flag-${number}` }),
    beyond: flagRules
  },
  { operation: `patch ${project}/feature_flags/{id}/`, id: "flag", ...changedFlag },
  { operation: `put ${project}/feature_flags/{id}/`, id: "flag", ...changedFlag },
  {
    operation: `post ${project}/feature_flags/{id}/copy_to_projects/`,
    table: copyFields,
    id: "flag",
    body: (_, { other_project }) => ({ target_project_ids: [other_project] }),
    beyond: {
      target_project_ids: ["A flag cannot be copied into its own project."],
      on_conflict: ["There is already a feature flag with this key."]
    }
  },
  {
    operation: `post ${organization}/feature_flags/copy_flags/`,
    table: flagsCopyFields,
    body: (_, { other_project, project_id }) => ({
      feature_flag_key: "known",
      from_project: project_id,
      target_project_ids: [other_project]
    }),
    beyond: { feature_flag_key: [missing], from_project: [missing] }
  },
  {
    operation: `post ${project}/scheduled_changes/`,
    table: scheduledChangeFields,
    values: { payload: payloads },
    body: (_, { flag }) => ({ ...plan, record_id: flag, scheduled_at: "2099-01-01T00:00:00Z" }),
    beyond: {
      ...planRules,
      record_id: ["Feature flag not found"],
      recurrence_interval: ["Cannot set recurrence_interval when is_recurring is false"]
    },
    removes: true
  },
  {
    operation: `patch ${project}/scheduled_changes/{id}/`,
    table: scheduledChangeFields,
    values: { payload: payloads },
    id: "plan",
    beyond: changedPlanRules
  },
  {
    operation: `put ${project}/scheduled_changes/{id}/`,
    table: scheduledChangeFields,
    values: { payload: payloads },
    id: "plan",
    beyond: changedPlanRules
  }
]

/** Rules of existing records, and between fields. */
const promotionRules = {
  target_project_ids: ["Nothing can be promoted into its own project."],
  on_conflict: ["There is already one with the name"]
}

const surveyRules = {
  linked_flag_id: [missing],
  linked_insight_id: [missing],
  targeting_flag_id: [missing],
  response_sampling_interval: ["greater than 0"]
}

const ofSurveys: ReadonlyArray<BodyEndpoint> = [
  {
    operation: `post ${project}/surveys/`,
    table: newSurveyTable,
    body: (number) => ({ name: `survey ${number}`, type: "popover" }),
    beyond: {
      ...surveyRules,
      name: ["There is already a survey with this name."],
      targeting_flag_filters: ["User targeting rolls out to everyone."],
      response_sampling_limit: ["Response sampling interval must be set"]
    }
  },
  {
    operation: `patch ${project}/surveys/{id}/`,
    table: surveyTable,
    id: "survey",
    beyond: { ...surveyRules, response_sampling_limit: ["Response sampling start date should be set"] }
  },
  {
    operation: `put ${project}/surveys/{id}/`,
    table: surveyTable,
    id: "survey",
    beyond: { ...surveyRules, response_sampling_limit: ["Response sampling start date should be set"] }
  },
  {
    operation: `post ${project}/surveys/{id}/duplicate_to_projects/`,
    table: surveyCopyFields,
    id: "survey",
    body: (_, { other_project }) => ({ target_team_ids: [other_project] }),
    beyond: { target_team_ids: ["One or more target teams not found"] }
  },
  {
    operation: `post ${project}/surveys/{id}/copy_to_projects/`,
    table: promotionFields,
    id: "survey",
    body: (_, { other_project }) => ({ target_project_ids: [other_project] }),
    beyond: promotionRules
  },
  { operation: `post ${project}/surveys/{id}/summarize_responses/`, table: summaryFields, id: "survey" },
  { operation: `post ${project}/surveys/{id}/summary_headline/`, table: summaryFields, id: "survey" },
  {
    operation: `post ${project}/surveys/import/`,
    table: documentFields,
    body: (number) => ({
      format: documentFormat,
      version: documentVersion,
      survey: { name: `imported ${number}`, type: "popover" }
    })
  }
]

/** Rules of existing records, of the form of keys, and of structured fields, which no schema states. */
const experimentRules = {
  holdout_id: ["object does not exist"]
}

const aMetric = { kind: "ExperimentMetric", metric_type: "mean", source: { kind: "EventsNode", event: "x" } }

const ofExperiments: ReadonlyArray<BodyEndpoint> = [
  {
    operation: `post ${project}/experiments/`,
    table: newExperimentTable,
    body: (number) => ({ name: "new", feature_flag_key: `experiment-${number}` }),
    beyond: {
      ...experimentRules,
      feature_flag_key: ["Only letters, numbers, hyphens (-) & underscores (_) are allowed."]
    }
  },
  ...["patch", "put"].map((method) => ({
    operation: `${method} ${project}/experiments/{id}/`,
    table: experimentTable,
    id: "experiment",
    restored: { deleted: false },
    beyond: {
      ...experimentRules,
      feature_flag_key: ["Can't update keys"],
      type: ["Can't update keys"]
    }
  })),
  {
    operation: `post ${project}/experiments/{id}/running_time/`,
    table: runningTimeFields,
    id: "experiment",
    body: () => ({
      metric: { kind: "ExperimentMetric", metric_type: "mean", source: { kind: "EventsNode", event: "a" } }
    }),
    beyond: {
      metric: ["The experiment has no metric: name one as `metric`."]
    }
  },
  {
    operation: `post ${project}/experiments/{id}/duplicate/`,
    table: duplicationFields,
    id: "experiment",
    beyond: { feature_flag_key: ["Only letters, numbers, hyphens (-) & underscores (_) are allowed."] }
  },
  {
    operation: `post ${project}/experiments/{id}/copy_to_projects/`,
    table: promotionFields,
    id: "experiment",
    body: (_, { other_project }) => ({ target_project_ids: [other_project] }),
    beyond: promotionRules
  },
  {
    operation: `post ${project}/experiments/{id}/end/`,
    table: endingFields,
    id: "running",
    restored: { end_date: null }
  },
  {
    operation: `post ${project}/experiments/{id}/ship_variant/`,
    table: shippingFields,
    id: "running",
    body: () => ({ variant_key: "test" }),
    restored: { end_date: null },
    beyond: { variant_key: ["not found on feature flag."] }
  },
  {
    operation: `post ${project}/experiments/{id}/recalculate_timeseries/`,
    table: recalculationFields,
    id: "running",
    body: () => ({ metric: { ...aMetric, uuid: "a" }, fingerprint: "b" })
  },
  {
    operation: `post ${project}/experiment_holdouts/`,
    table: newHoldoutTable,
    body: () => ({ name: "x", filters: [{ rollout_percentage: 10 }] }),
    beyond: { filters: ["Filters are required to create an holdout group"] }
  },
  {
    operation: `patch ${project}/experiment_holdouts/{id}/`,
    table: holdoutTable,
    id: "holdout",
    beyond: { filters: ["Filters are required to create an holdout group"] }
  },
  {
    operation: `post ${project}/experiment_saved_metrics/`,
    table: newSavedMetricTable,
    body: () => ({ name: "x", query: aMetric })
  },
  {
    operation: `patch ${project}/experiment_saved_metrics/{id}/`,
    table: savedMetricTable,
    id: "saved_metric"
  }
]

export const bodyEndpoints: ReadonlyArray<BodyEndpoint> = [
  ...ofIdentity,
  ...ofData,
  ...ofFlags,
  ...ofSurveys,
  ...ofExperiments
]

/** Operations whose handlers read their bodies by other means than a table, or which can be done once. */
export const otherBodies: ReadonlySet<string> = new Set([
  "post /api/login/",
  "post /api/setup/",
  "post /api/reset/complete/",
  "post /api/users/@me/password/",
  `post ${organization}/invites`,
  "post /api/login/complete/",
  "post /api/invites/read/",
  "post /api/invites/accept/",
  "post /api/users/@me/join/",
  ...["", "/confirm/", "/backup_codes/", "/turn_off/"].map((path) => `post /api/users/@me/second_factor${path}`),
  "post /api/oidc/start/",
  "post /api/oidc/complete/",
  `post ${project}/change_requests/{id}/reject/`,
  `post ${project}/query/`,
  `post ${project}/query/upgrade/`,
  `post ${project}/max_tools/create_and_query_insight/`,
  ...["e", "capture", "track", "engage", "batch", "i/v0/e", "flags", "decide"].map((path) => `post /${path}/`),
  ...["", "{key}/"].map((path) => `post /ofrep/v1/evaluate/flags/${path}`),
  ...["bulk_keys", "bulk_delete", "user_blast_radius"].map((path) => `post ${project}/feature_flags/${path}/`)
])
