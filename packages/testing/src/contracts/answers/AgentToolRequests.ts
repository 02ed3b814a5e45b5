/** The requests of the 42 tools of `@posthog/agent-toolkit` 0.2.4, in the shapes that its sources have. */
import { Schema } from "effect"

/** A request of a tool: `{name}` in its path and in texts of its body is an id that an earlier answer had. */
export interface ToolRequest {
  readonly tool: string
  readonly method: "DELETE" | "GET" | "PATCH" | "POST"
  readonly path: string
  readonly body?: object
  /** What the tool demands of the answer; a deletion is looked at by its status alone. */
  readonly demands?: Schema.Decoder<unknown>
  /** The name under which later requests know the id of the answer. */
  readonly keeps?: string
}

const text = Schema.String
const number = Schema.Number
const flag = Schema.Boolean
const maybe = <A>(schema: Schema.Decoder<A>) => Schema.optional(Schema.NullOr(schema))
const listOf = (schema: Schema.Decoder<unknown>) => Schema.Struct({ results: Schema.Array(schema) })

const Flag = Schema.Struct({
  id: number,
  key: text,
  name: text,
  description: Schema.optional(text),
  filters: Schema.optional(Schema.Unknown),
  active: flag,
  tags: Schema.optional(Schema.Array(text))
})
const Named = Schema.Struct({ id: number, name: text, description: maybe(text) })
const Insight = Schema.Struct({ id: number, name: text, short_id: text, description: maybe(text) })
const Organization = Schema.Struct({ id: text, name: text })
const Project = Schema.Struct({ id: number, name: text, organization: text })

const Experiment = Schema.Struct({
  id: number,
  name: text,
  type: maybe(Schema.Literals(["web", "product"])),
  description: maybe(text),
  feature_flag_key: text,
  feature_flag: maybe(Flag),
  exposure_cohort: maybe(number),
  exposure_criteria: maybe(Schema.Struct({
    filterTestAccounts: maybe(flag),
    multiple_variant_handling: maybe(Schema.Literals(["exclude", "first_seen"]))
  })),
  metrics: maybe(Schema.Array(Schema.Unknown)),
  metrics_secondary: maybe(Schema.Array(Schema.Unknown)),
  saved_metrics: maybe(Schema.Array(Schema.Unknown)),
  saved_metrics_ids: Schema.NullOr(Schema.Array(Schema.Unknown)),
  parameters: maybe(Schema.Struct({
    feature_flag_variants: Schema.Array(
      Schema.Struct({ key: text, name: maybe(text), rollout_percentage: maybe(number) })
    ),
    minimum_detectable_effect: maybe(number)
  })),
  start_date: maybe(text),
  end_date: maybe(text),
  archived: flag,
  deleted: flag,
  created_at: text,
  updated_at: text,
  holdout_id: maybe(number),
  conclusion: maybe(Schema.Literals(["won", "lost", "inconclusive", "stopped_early", "invalid"])),
  conclusion_comment: maybe(text)
})

const Exposures = Schema.Struct({
  kind: Schema.Literal("ExperimentExposureQuery"),
  timeseries: Schema.Array(
    Schema.Struct({ variant: text, days: Schema.Array(text), exposure_counts: Schema.Array(number) })
  ),
  total_exposures: Schema.Record(text, number),
  date_range: Schema.Struct({ date_from: text, date_to: Schema.NullOr(text) })
})

const optionalText = Schema.optional(text)
const Survey = Schema.Struct({
  id: text,
  name: text,
  type: Schema.Literals(["popover", "api", "widget", "external_survey"]),
  questions: Schema.Array(
    Schema.Struct({ type: text, descriptionContentType: Schema.optional(Schema.Literals(["html", "text"])) })
  ),
  conditions: maybe(Schema.Struct({
    url: optionalText,
    selector: optionalText,
    seenSurveyWaitPeriodInDays: Schema.optional(number),
    urlMatchType: optionalText
  })),
  appearance: maybe(Schema.Struct({ backgroundColor: optionalText, maxWidth: optionalText, zIndex: optionalText })),
  created_at: text,
  created_by: maybe(Schema.Struct({ id: number, uuid: text, distinct_id: text, first_name: text, email: text }))
})

const Counts = Schema.Struct({
  total_count: Schema.optional(number),
  unique_persons: Schema.optional(number),
  first_seen: maybe(text),
  last_seen: maybe(text)
})
const SurveyStats = Schema.Struct({
  stats: Schema.Struct({ "survey shown": Counts, "survey dismissed": Counts, "survey sent": Counts }),
  rates: Schema.Struct({
    response_rate: Schema.optional(number),
    dismissal_rate: Schema.optional(number),
    unique_users_response_rate: Schema.optional(number),
    unique_users_dismissal_rate: Schema.optional(number)
  })
})

const get = (tool: string, path: string, demands: Schema.Decoder<unknown>, keeps?: string): ToolRequest => ({
  tool,
  method: "GET",
  path,
  demands,
  ...(keeps === undefined ? {} : { keeps })
})
const post = (tool: string, path: string, body: object, demands: Schema.Decoder<unknown>, keeps?: string) => ({
  ...get(tool, path, demands, keeps),
  method: "POST" as const,
  body
})
const patch = (tool: string, path: string, body: object, demands?: Schema.Decoder<unknown>): ToolRequest => ({
  tool,
  method: "PATCH",
  path,
  body,
  ...(demands === undefined ? {} : { demands })
})

/** Those that ask which organisation, project and names there are. Switching keeps an id, and looks at who asks. */
const identity: ReadonlyArray<ToolRequest> = [
  get("organizations-get", "/api/organizations/", listOf(Organization)),
  get("organization-details-get", "/api/organizations/{organization}/", Organization),
  get("switch-organization", "/api/users/@me/", Schema.Struct({ distinct_id: text, organization: Organization })),
  get(
    "switch-project",
    "/api/personal_api_keys/@current",
    Schema.Struct({
      scopes: Schema.Array(text),
      scoped_teams: Schema.Array(number),
      scoped_organizations: Schema.Array(text)
    })
  ),
  get("projects-get", "/api/organizations/{organization}/projects/", listOf(Project)),
  get("event-definitions-list", "event_definitions/", listOf(Schema.Struct({ name: text }))),
  get(
    "properties-list",
    "property_definitions/?event_names=%5B%22%24pageview%22%5D&exclude_core_properties=false&filter_by_event_names=true"
      + "&is_feature_flag=false&limit=100&offset=0&type=event&exclude_hidden=true",
    listOf(Schema.Struct({ name: text, property_type: maybe(text) }))
  )
]

const groups = [{ properties: [], rollout_percentage: 50 }]

const flags: ReadonlyArray<ToolRequest> = [
  post(
    "create-feature-flag",
    "feature_flags/",
    {
      key: "agent",
      name: "Agent",
      description: "Made by an agent",
      active: true,
      filters: { groups }
    },
    Flag,
    "flag"
  ),
  get("feature-flag-get-all", "feature_flags/", listOf(Flag)),
  get("feature-flag-get-definition", "feature_flags/{flag}/", Flag),
  patch("update-feature-flag", "feature_flags/{flag}/", { key: "agent", name: "Agents", active: false }, Flag),
  patch("delete-feature-flag", "feature_flags/{flag}/", { deleted: true })
]

const query = (source: object) => ({ query: source })
const series = [{ kind: "EventsNode", event: "$pageview", custom_name: "Views", math: "total" }]
const trends = { kind: "InsightVizNode", source: { kind: "TrendsQuery", series, interval: "day" } }
const sql = {
  kind: "DataVisualizationNode",
  source: {
    kind: "HogQLQuery",
    query: "SELECT event, count() FROM events WHERE {filters} GROUP BY event",
    filters: { dateRange: { date_from: "-7d", date_to: null } }
  }
}
const Results = Schema.Struct({ results: Schema.Array(Schema.Unknown) })
const environment = "/api/environments/{project}/"

const queries: ReadonlyArray<ToolRequest> = [
  post("query-run", `${environment}query/`, query(trends), Schema.Struct({ results: Schema.Unknown })),
  post("query-run", `${environment}query/`, query(sql), Results),
  post("query-generate-hogql-from-question", `${environment}max_tools/create_and_query_insight/`, {
    query: "how many events were there in the last 7 days?",
    insight_type: "sql"
  }, Schema.Array(Schema.Unknown)),
  post(
    "get-llm-total-costs-for-project",
    `${environment}query/`,
    query({
      kind: "TrendsQuery",
      dateRange: { date_from: "-6d", date_to: null },
      filterTestAccounts: true,
      series: [{
        event: "$ai_generation",
        name: "$ai_generation",
        math: "sum",
        math_property: "$ai_total_cost_usd",
        kind: "EventsNode"
      }],
      breakdownFilter: { breakdown_type: "event", breakdown: "$ai_model" }
    }),
    Results
  ),
  ...Object.entries({
    "list-errors": { status: "active", volumeResolution: 1, orderDirection: "DESC", filterTestAccounts: true },
    "error-details": { issueId: "01939ee1-4f3a-7e0c-9b1f-000000000000", volumeResolution: 0 }
  }).map(([tool, more]) =>
    post(
      tool,
      `${environment}query/`,
      query(Object.assign({
        kind: "ErrorTrackingQuery",
        orderBy: "occurrences",
        dateRange: { date_from: "1969-12-25T00:00:00.000Z", date_to: "1970-01-01T12:00:00.000Z" }
      }, more)),
      Results
    )
  )
]

const insightsAndDashboards: ReadonlyArray<ToolRequest> = [
  post(
    "insight-create-from-query",
    "insights/",
    { name: "Views", query: trends, favorited: false },
    Insight,
    "insight"
  ),
  get("insights-get-all", "insights/?limit=10&saved=true&search=Views", listOf(Insight)),
  get("insight-get", "insights/{insight}/", Insight),
  patch("insight-update", "insights/{insight}/", { description: "Of pages", query: sql }, Insight),
  get("insight-query", "insights/{insight}/", Schema.Struct({ ...Insight.fields, query: Schema.Unknown })),
  post("insight-query", `${environment}query/`, query(sql), Results),
  post(
    "dashboard-create",
    "dashboards/",
    { name: "Board", description: "", pinned: false, tags: ["a"] },
    Named,
    "board"
  ),
  get("dashboards-get-all", "dashboards/?limit=10&search=Board", listOf(Named)),
  patch("add-insight-to-dashboard", "insights/{insight}/", { dashboards: ["{board}"] }, Schema.Unknown),
  get(
    "dashboard-get",
    "dashboards/{board}/",
    Schema.Struct({
      ...Named.fields,
      tiles: Schema.Array(
        Schema.Struct({ insight: Schema.Struct({ short_id: text, name: text, query: Schema.Unknown }) })
      )
    })
  ),
  patch("dashboard-update", "dashboards/{board}/", { name: "Boards", pinned: true }, Named),
  patch("dashboard-delete", "dashboards/{board}/", { deleted: true }),
  patch("insight-delete", "insights/{insight}/", { deleted: true })
]

const metric = {
  kind: "ExperimentMetric",
  uuid: "01939ee1-4f3a-7e0c-9b1f-000000000001",
  name: "Views",
  metric_type: "mean",
  source: { kind: "EventsNode", event: "$pageview", properties: {} }
}

const experiments: ReadonlyArray<ToolRequest> = [
  post(
    "experiment-create",
    "experiments/",
    {
      name: "Agents",
      type: "product",
      description: "By an agent",
      feature_flag_key: "agents",
      metrics: [metric],
      metrics_secondary: [{ kind: metric.kind, name: "Viewed", metric_type: "funnel", series: [metric.source] }],
      parameters: {
        feature_flag_variants: [{ key: "control", rollout_percentage: 50 }, { key: "test", rollout_percentage: 50 }],
        minimum_detectable_effect: 30
      },
      holdout_id: null
    },
    Experiment,
    "experiment"
  ),
  get("experiment-get-all", "experiments/", listOf(Experiment)),
  get("experiment-get", "experiments/{experiment}/", Experiment),
  ...[
    {},
    { start_date: "1969-12-30T00:00:00Z" },
    { end_date: "1970-01-01T00:00:00Z", conclusion: "stopped_early", conclusion_comment: "Enough" },
    { start_date: null, end_date: null, conclusion: null, conclusion_comment: null },
    { start_date: "1969-12-30T00:00:00Z" },
    { archived: false, name: "Agents' experiment", description: "" }
  ].map((body) => patch("experiment-update", "experiments/{experiment}/", body, Experiment)),
  post(
    "experiment-results-get",
    `${environment}query/`,
    query({
      kind: "ExperimentExposureQuery",
      experiment_id: "{experiment}",
      experiment_name: "Agents",
      exposure_criteria: { filterTestAccounts: true },
      start_date: "1970-01-01T00:00:00Z",
      end_date: null,
      holdout: null
    }),
    Exposures
  ),
  post(
    "experiment-results-get",
    `${environment}query/`,
    { ...query({ kind: "ExperimentQuery", experiment_id: "{experiment}", metric }), refresh: "blocking" },
    Schema.Struct({ baseline: Schema.Unknown, variant_results: Schema.Array(Schema.Unknown) })
  ),
  patch("experiment-delete", "experiments/{experiment}/", { deleted: true })
]

const targeting = {
  groups: [{
    properties: [{ key: "email", value: "@", operator: "icontains", type: "person" }],
    rollout_percentage: 100
  }]
}

const surveys: ReadonlyArray<ToolRequest> = [
  post(
    "survey-create",
    "surveys/",
    {
      name: "Agents ask",
      description: "",
      type: "popover",
      questions: [
        { type: "open", question: "Why?", descriptionContentType: "text" },
        { type: "rating", question: "How?", display: "number", scale: 5, lowerBoundLabel: "a", upperBoundLabel: "b" }
      ],
      start_date: null,
      appearance: { backgroundColor: "#fff", maxWidth: "300px", zIndex: "10" },
      responses_limit: 10,
      targeting_flag_filters: targeting
    },
    Survey,
    "survey"
  ),
  get("surveys-get-all", "surveys/?search=Agents", listOf(Schema.Struct({ id: text, name: text, created_at: text }))),
  get("survey-get", "surveys/{survey}/", Survey),
  patch("survey-update", "surveys/{survey}/", { conditions: { url: "/shop", urlMatchType: "icontains" } }, Survey),
  patch("survey-update", "surveys/{survey}/", {
    schedule: "recurring",
    start_date: "1970-01-01T00:00:00Z",
    iteration_count: 2,
    iteration_frequency_days: 7,
    responses_limit: 20
  }, Survey),
  get(
    "surveys-global-stats",
    "surveys/stats/?date_from=1970-01-01T00%3A00%3A00.000Z&date_to=1970-01-02T00%3A00%3A00.000Z",
    SurveyStats
  ),
  get("survey-stats", "surveys/{survey}/stats/?survey_id={survey}", SurveyStats),
  { tool: "survey-delete", method: "DELETE", path: "surveys/{survey}/" }
]

/** All of them, in an order in which each finds what it asks for. */
export const agentToolRequests: ReadonlyArray<ToolRequest> = [
  ...identity,
  ...flags,
  ...queries,
  ...insightsAndDashboards,
  ...experiments,
  ...surveys
]
