import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import type { Random } from "./Random.ts"
import { known, type State, watchedInsights } from "./State.ts"
import { guarded } from "./Tenants.ts"

/** A value that gives the request a meaning: the schema alone does not know the existing ids. */
export type Hint = (state: State, random: Random) => unknown

/** The field is left out. */
export const absent = Symbol("absent")

const flagKey: Hint = (state, random) => random.oneOf([...state.activeKeys.values()]) ?? "gate"

const statements = [
  "select 1",
  "select event, count() from events group by event order by event",
  "select properties.plan, person.properties.plan from events limit 10",
  "select distinct_id from events where timestamp > now() - interval 7 day limit 3"
] as const

const variableName: Hint = (_state, random) => `variable ${random.pick(["a", "b", "c", "d", "e", "f", "g", "h"])}`

const person = (random: Random): JsonRecord => ({
  key: random.pick(["plan", "email", "age"]),
  type: "person",
  operator: random.pick(["exact", "icontains", "is_not"]),
  value: random.pick(["pro", "a@b.test", "7"])
})

const conditions: Hint = (state, random) => {
  const properties = random.chance(0.5) ? [person(random)] : []
  const cohort = known(state, random, "cohorts")
  return random.chance(0.1) && cohort !== undefined
    ? [...properties, { key: "id", type: "cohort", value: cohort }]
    : properties
}

const group: Hint = (state, random) => ({
  properties: conditions(state, random),
  rollout_percentage: random.pick([0, 50, 100])
})

const flagFilters: Hint = (state, random) => {
  const groups = [group(state, random)]
  if (random.chance(0.6)) return { groups, ...(random.chance(0.3) ? { payloads: { true: "{\"a\":1}" } } : undefined) }
  const variants = [{ key: "control", rollout_percentage: 50 }, { key: "test", rollout_percentage: 50 }]
  return { groups, multivariate: { variants }, payloads: { test: "[1]" } }
}

const cohortFilters: Hint = (_state, random) => ({
  properties: { type: "OR", values: [{ type: "AND", values: [person(random)] }] }
})

const unique = (prefix: string): Hint => (state) => `${prefix}-${state.counter++}`

const now: Hint = (state) => new Date(Date.UTC(2026, 0, 1) + state.counter * 1000).toISOString()

const nothing: Hint = () => absent

const tags: Hint = (_state, random) => random.pick([[], ["web"], ["web", "beta"]])

const record: Hint = (_state, random) =>
  random.pick<JsonRecord>([{}, { plan: "pro" }, { age: 7, nested: { list: [1, "a", null] } }])

const event: Hint = (state, random) => ({
  event: random.pick(["seen", "bought"]),
  // Others come and are removed; who is asked for stays.
  distinct_id: random.chance(0.5) ? "ada" : `visitor-${state.counter++}`,
  properties: record(state, random)
})

const survey: Hint = (state) => ({
  name: `survey-${state.counter++}`,
  type: "popover",
  questions: [{ type: "open", question: "Why?" }]
})

/** The fields of a new survey that name other things, or must fit the rest of it. */
const fittingOfSurveys = [
  "appearance",
  "base_language",
  "conditions",
  "current_iteration",
  "current_iteration_start_date",
  "enable_iframe_embedding",
  "end_date",
  "iteration_count",
  "iteration_frequency_days",
  "iteration_start_dates",
  "linked_flag_id",
  "linked_insight_id",
  "remove_targeting_flag",
  "response_sampling_daily_limits",
  "response_sampling_interval",
  "response_sampling_interval_type",
  "response_sampling_limit",
  "response_sampling_start_date",
  "responses_limit",
  "targeting_flag_filters",
  "targeting_flag_id",
  "translations"
]

/** The field is mostly left out, so that what is sent fits now and then. */
const seldom: Hint = (_state, random) => random.chance(0.9) ? absent : undefined

const plainSurveys: Readonly<Record<string, Hint>> = Object.fromEntries(
  fittingOfSurveys.flatMap((field) => [[`NewSurvey.${field}`, nothing], [`SurveyChanges.${field}`, seldom]])
)

/** The fields of an experiment that name other things, or must fit the rest of it. */
const fittingOfExperiments = [
  "conclusion",
  "end_date",
  "exposure_criteria",
  "filters",
  "holdout_id",
  "metrics_secondary",
  "parameters",
  "primary_metrics_ordered_uuids",
  "saved_metrics_ids",
  "secondary_metrics",
  "secondary_metrics_ordered_uuids",
  "start_date",
  "stats_config",
  "type"
]

const plainExperiments: Readonly<Record<string, Hint>> = Object.fromEntries(
  ["NewExperiment", "ExperimentChanges"].flatMap((body) =>
    fittingOfExperiments.map((field) => [`${body}.${field}`, nothing])
  )
)

const shares: Hint = (_state, random) => [{ properties: [], rollout_percentage: random.pick([0, 10, 100]) }]

const metric: Hint = (_state, random) => ({
  kind: "ExperimentMetric",
  metric_type: "mean",
  source: { kind: "EventsNode", event: random.pick(["seen", "bought"]) }
})

const metrics: Hint = (state, random) => [metric(state, random)]

const series: ReadonlyArray<JsonRecord> = [{ kind: "EventsNode", event: "seen" }]

const drawnQueries = [
  { kind: "TrendsQuery", series },
  { kind: "FunnelsQuery", series: [...series, { kind: "EventsNode", event: "bought" }] },
  { kind: "RetentionQuery", retentionFilter: {} },
  { kind: "LifecycleQuery", series },
  { kind: "StickinessQuery", series }
] as const

const insightQuery: Hint = (_state, random) =>
  random.chance(0.4)
    ? { kind: "InsightVizNode", source: random.pick<JsonRecord>(drawnQueries) }
    : {
      kind: "DataTableNode",
      source: random.pick<JsonRecord>([
        { kind: "EventsQuery", select: ["event", "count()"] },
        { kind: "ActorsQuery", select: ["id", "properties.plan"] },
        { kind: "HogQLQuery", query: random.pick(statements) }
      ])
    }

const insightDashboards: Hint = (state, random) => {
  const dashboard = known(state, random, "dashboards")
  return dashboard === undefined || random.chance(0.5) ? [] : [dashboard]
}

const watches: Readonly<Record<string, Hint>> = Object.fromEntries(
  ["NewAlert", "AlertChanges"].flatMap((body) => [
    [`${body}.condition`, () => ({ type: "absolute_value" })],
    [`${body}.config`, () => ({ type: "TrendsAlertConfig", series_index: 0 })],
    [`${body}.insight`, (state: State, random: Random) => known(state, random, watchedInsights)],
    [`${body}.snoozed_until`, (_: State, random: Random) => random.pick([null, "2d"])],
    [`${body}.subscribed_users`, () => []],
    [`${body}.threshold`, () => ({ configuration: { type: "absolute", bounds: { lower: 10 } } })]
  ])
)

const sendings: Readonly<Record<string, Hint>> = Object.fromEntries(
  ["NewSubscription", "SubscriptionChanges"].flatMap((body) => [
    [`${body}.bysetpos`, () => null],
    [`${body}.byweekday`, () => ["monday"]],
    [`${body}.count`, () => null],
    [`${body}.dashboard`, () => null],
    [`${body}.dashboard_export_insights`, () => []],
    [`${body}.insight`, (state: State, random: Random) => known(state, random, watchedInsights)],
    [`${body}.start_date`, () => "2026-01-05T09:00:00Z"],
    [`${body}.target_type`, () => "webhook"],
    [`${body}.target_value`, () => "https://hooks.example.com/reports"],
    [`${body}.until_date`, () => null]
  ])
)

const hooks: Readonly<Record<string, Hint>> = Object.fromEntries(
  ["NewWebhook", "WebhookChanges"].flatMap((body) => [
    [`${body}.filters`, () => ({})],
    [`${body}.url`, () => "https://hooks.example.com/changes"]
  ])
)

const actionSteps: Hint = (_state, random) => [
  random.pick<JsonRecord>([
    { event: "seen" },
    { event: "$pageview", url: "/done", url_matching: "contains" },
    { event: "$autocapture", selector: "a.nav > span", text: "Buy" },
    { properties: [person(random)] }
  ])
]

/** By the name of a field, or of a component and a field. */
export const hints: Readonly<Record<string, Hint>> = {
  "ActionChanges.steps": actionSteps,
  "InsightVariableChanges.default_value": () => null,
  "InsightVariableChanges.name": variableName,
  "NewInsightVariable.default_value": () => null,
  "NewInsightVariable.name": variableName,
  "BlastRadiusRequest.condition": group,
  "CohortChanges.filters": cohortFilters,
  "CohortChanges.is_static": nothing,
  "DashboardChanges.filters": () => ({}),
  "DashboardChanges.tiles": (_, random) => random.chance(0.5) ? [] : [{ text: { body: "# Growth" }, color: "blue" }],
  "DashboardTileMove.tile": ({ tile }) => ({ id: tile?.id ?? 1 }),
  "DashboardTileMove.toDashboard": (state, random) =>
    random.chance(0.7) ? state.tile?.dashboard ?? 1 : known(state, random, "dashboards"),
  "InsightChanges.dashboards": insightDashboards,
  "InsightChanges.query": insightQuery,
  "NewDashboard.filters": () => ({}),
  "NewDashboard.use_dashboard": () => null,
  "NewDashboard.use_template": () => "",
  "NewInsight.dashboards": insightDashboards,
  "NewInsight.query": insightQuery,
  "AskedQuestion.query": () => "how many events per day",
  ...watches,
  ...hooks,
  ...sendings,
  "BulkDeletion.distinct_ids": () => ["bob"],
  "BulkDeletion.ids": nothing,
  "NewDataExport.date_from": nothing,
  "NewDataExport.date_to": nothing,
  "NewDataExport.export_context": nothing,
  "NewDataExport.model": () => "persons",
  "NewDataDeletion.date_from": nothing,
  "NewDataDeletion.date_to": nothing,
  "NewDataDeletion.distinct_ids": () => ["bob"],
  "NewDataDeletion.dry_run": (_state, random) => random.chance(0.8),
  "NewDataDeletion.events": () => ["bought"],
  "NewDataDeletion.person_ids": nothing,
  "FeatureFlagBulkDeletion.filters": nothing,
  "FeatureFlagBulkDeletion.ids": (state, random) => [known(state, random, "feature_flags")],
  "FeatureFlagChanges._approval_scheduled_at": () => null,
  "FeatureFlagChanges.key": unique("flag"),
  "FeatureFlagChanges.filters": flagFilters,
  "FlagsRequest.flag_keys_to_evaluate": (state, random) => [flagKey(state, random)],
  "FlagsRequest.groups": () => ({ company: "acme" }),
  "FlagsRequest.group_properties": () => ({ company: { plan: "pro" } }),
  "NewAction.steps": actionSteps,
  "NewCohort.filters": cohortFilters,
  "NewFeatureFlag.filters": flagFilters,
  "SplitPerson.main_distinct_id": (_state, random) => random.chance(0.7) ? null : random.pick(["ada", "bob"]),
  "NewOrganizationInvite.target_email": (state) => `guest-${state.counter++}@example.com`,
  "NewProject.flag_approvals": () => null,
  // One caller cannot approve what they ask for: others ask for changes of such flags.
  "ProjectChanges.flag_approvals": () => guarded,
  // Of a sample, or beyond a quota, there would be few persons.
  "ProjectChanges.events_monthly_quota": () => null,
  "ProjectChanges.events_sample_rate": () => 1,
  "NewGroup.group_key": unique("group"),
  "NewGroup.group_type_index": () => 0,
  "NewProjectSecretApiKey.scopes": () => ["feature_flag:read"],
  ...plainExperiments,
  "ExperimentChanges.feature_flag_key": nothing,
  "ExperimentChanges.metrics": metrics,
  "ExperimentDuplication.feature_flag_key": nothing,
  "HoldoutChanges.filters": shares,
  "RecalculationRequest.fingerprint": ({ measured }) => measured?.metric["fingerprint"] ?? "f",
  "RecalculationRequest.metric": ({ measured }) => measured?.metric ?? {},
  "NewHoldout.filters": shares,
  "NewSavedMetric.query": metric,
  "SavedMetricChanges.query": metric,
  "VariantShipping.variant_key": (_state, random) => random.pick(["control", "test"]),
  "NewExperiment.feature_flag_key": unique("experiment"),
  "NewExperiment.metrics": metrics,
  ...plainSurveys,
  "NewSurvey.questions": () => [{ type: "open", question: "Why?" }],
  "NewSurvey.start_date": () => "2020-01-01T00:00:00Z",
  "NewSurvey.type": (_state, random) => random.pick(["popover", "external_survey"]),
  "ProjectSecretApiKeyChanges.scopes": () => ["feature_flag:read"],
  "QueryRequest.client_query_id": unique("query"),
  "QueryRequest.refresh": (_state, random) => random.pick(["blocking", "force_async"]),
  "RunningTimeRequest.metric": metric,
  "RunningTimeRequest.metric_uuid": nothing,
  "SurveyImport.survey": survey,
  "SurveyImport.version": () => 1,
  _create_in_folder: nothing,
  _create_static_person_ids: () => [],
  analytics_dashboards: () => [],
  api_key: (state) => state.token,
  async: () => false,
  batch: (state, random) => [event(state, random), event(state, random)],
  context: (_state, random) => ({ targetingKey: random.pick(["ada", "bob"]), plan: "pro" }),
  date_from: (_state, random) => random.pick(["-7d", "2026-01-01", "all"]),
  date_to: (_state, random) => random.pick(["-1d", "2026-02-01"]),
  deleted: (_state, random) => random.chance(0.1),
  distinct_id: (_state, random) => random.pick(["ada", "bob"]),
  dry_run: () => false,
  email: (state, random) => random.oneOf(state.emails),
  evaluation_contexts: nothing,
  evaluation_tags: tags,
  event: (_state, random) => random.pick(["seen", "bought"]),
  feature_flag_key: flagKey,
  filters_override: () => null,
  from_project: (state) => state.project,
  group_type_index: () => null,
  groups: () => [],
  has_encrypted_payloads: () => false,
  has_enriched_analytics: (_state, random) => random.chance(0.5),
  ids: (state, random) => [known(state, random, "feature_flags")],
  is_remote_configuration: (_state, random) => random.chance(0.5),
  key: unique("flag"),
  label: (_state, random) => random.pick(["CI", "Checkout"]),
  level: (_state, random) => random.pick([1, 8]),
  model_name: () => "FeatureFlag",
  name: unique("name"),
  offset: (_state, random) => random.below(3),
  on_conflict: () => "update",
  original_flag: nothing,
  owner: () => null,
  payload: (_state, random) => ({ operation: "update_status", value: random.chance(0.5) }),
  person_properties: () => ({ plan: "pro" }),
  properties: record,
  query: (_state, random) =>
    random.pick<JsonRecord>([
      {
        kind: "HogQLQuery",
        query: random.pick(statements),
        ...random.chance(0.2) ? { after: random.pick([null, "", "eyJ9"]) } : {}
      },
      { kind: "EventsQuery", select: ["event", "count()"] },
      { kind: "ActorsQuery", search: "a" }
    ]),
  test_account_filters: (_state, random) => [person(random)],
  "CohortChanges.query": () => null,
  "NewCohort.query": () => null,
  record_id: (state, random) => known(state, random, "feature_flags"),
  refresh: () => "blocking",
  rollback_conditions: () => [],
  scheduled_at: () => "2099-01-01T00:00:00Z",
  scoped_organizations: () => [],
  scoped_teams: (state) => [state.project],
  scopes: () => ["feature_flag:read"],
  sent_at: now,
  set_current_organization: (state) => state.organization,
  set_current_team: (state) => state.project,
  tags,
  target_project_ids: (state) => [state.sibling],
  target_team_ids: (state) => [state.sibling],
  timestamp: now,
  timezone: (_state, random) => random.pick(["UTC", "Europe/Berlin"]),
  token: (state) => state.token,
  uuid: nothing,
  variables_override: () => null,
  version: nothing
}

const json = (hint: Hint): Hint => (state, random) => JSON.stringify(hint(state, random))

const listDate: Hint = (_state, random) => random.pick(["", "-7d", "2026-01-05", "all"])

/** By the name of a parameter of the query, or of an operation and a parameter. */
export const parameterHints: Readonly<Record<string, Hint>> = {
  "experimentActions.requiresFlagImplementation.events": () => "[{\"id\":\"seen\"}]",
  "experimentTimeseries.results.fingerprint": ({ measured }) => measured?.metric["fingerprint"] ?? "f",
  "experimentTimeseries.results.metric_uuid": ({ measured }) => measured?.metric["uuid"] ?? "m",
  "groups.deleteProperty.group_key": () => "seen",
  "groups.find.group_key": () => "seen",
  "groups.list.cursor": nothing,
  "groups.updateProperty.group_key": () => "seen",
  "insights.list.date_from": listDate,
  "insights.list.order": (_state, random) => random.pick(["name", "-created_at"]),
  "insights.list.date_to": listDate,
  "insights.list.created_date_from": listDate,
  "insights.list.created_date_to": listDate,
  "insights.list.refresh": (_state, random) => random.pick(["", "", "false", "force_cache"]),
  "insights.list.insight": (_state, random) => random.pick(["TRENDS", "SQL"]),
  "insightCharts.chart.refresh": (_state, random) => random.pick(["blocking", "force_blocking", "force_cache"]),
  "experimentReport.show.chart": (_state, random) => random.pick(["forest", "lift_over_time", "exposures"]),
  "experimentReport.show.format": (_state, random) => random.pick(["html", "svg"]),
  "experimentReport.show.metric_uuid": nothing,
  _: () => "1767225600000",
  active: (_state, random) => random.pick(["true", "false", "STALE"]),
  activity: () => "created",
  api_key: (state) => state.token,
  beacon: () => "1",
  compression: nothing,
  config: () => "true",
  current_query: nothing,
  created_by_id: () => "1",
  date_from: () => "2024-01-01T00:00:00Z",
  date_to: () => "2100-01-01T00:00:00Z",
  data: (state, random) => JSON.stringify({ ...event(state, random) as JsonRecord, token: state.token }),
  device_id: () => "device",
  distinct_id: () => "ada",
  end_date: () => "2099-01-01",
  from_dashboard: nothing,
  evaluation_runtime: (_state, random) => random.pick(["all", "client", "server"]),
  event_names: () => "[\"seen\"]",
  excluded_properties: () => "[\"a\"]",
  group_properties: json(() => ({ company: { plan: "pro" } })),
  group_type_index: () => "0",
  groups: json(() => ({ company: "acme" })),
  item_id: (state, random) => String(known(state, random, "feature_flags")),
  limit: (_state, random) => String(1 + random.below(50)),
  name: (state, random) => random.oneOf(["seen", "bought"]) ?? state.token,
  offset: (_state, random) => String(random.below(3)),
  page: () => "1",
  person_properties: json(() => ({ plan: "pro" })),
  prompt: () => "how many events per day",
  question_id: nothing,
  question_index: () => "0",
  refresh: (_state, random) => random.pick(["", "blocking", "true"]),
  scope: () => "FeatureFlag",
  scopes: () => "FeatureFlag,Cohort",
  sent_at: now,
  start_date: () => "2020-01-01",
  token: (state) => state.token,
  "surveyResponses.list.archived": (_state, random) => random.pick(["true", "false"]),
  "surveyResponses.list.format": (_state, random) => random.pick(["json", "csv"]),
  "definitions.properties.type": () => "event",
  type: () => "boolean",
  user: () => "1",
  v: (_state, random) => random.pick(["1", "2", "3"])
}
