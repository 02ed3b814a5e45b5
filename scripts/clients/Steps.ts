/** A call of a program: its arguments are texts of expressions, which name the answers of earlier steps. */
export interface Step {
  readonly operation: string
  /** The name of the answer for later steps. */
  readonly as?: string
  readonly path?: Readonly<Record<string, string>>
  readonly query?: string
  readonly body?: string
}

const step = (operation: string, rest: Omit<Step, "operation"> = {}): Step => ({ operation, ...rest })

const one = (name: string) => ({ id: `String(${name}.id)` })

/** The life of a record: made, listed, read, changed, its log read, and removed where it can be. */
const life = (group: string, name: string, body: string, change: string, isRemoved = false): ReadonlyArray<Step> => [
  step(`${group}.create`, { as: name, body }),
  step(`${group}.list`, { query: "{ limit: 2 }" }),
  step(`${group}.read`, { path: one(name) }),
  step(`${group}.update`, { path: one(name), body: change }),
  ...isRemoved ? [step(`${group}.remove`, { path: one(name) })] : []
]

const events = `{ api_key: process.env["HEDGEROW_TOKEN"] ?? "", batch: [
  { event: "page seen", distinct_id: "ada" },
  { event: "order paid", distinct_id: "ada", properties: { price: 12.5 } }
] }`

const sql = (text: string) => `{ query: { kind: "ServiceSqlQuery", query: ${JSON.stringify(text)} } }`

const orders = "{ kind: \"EventsNode\", event: \"order paid\" }"

/** The calls that the programs of all generated clients make. */
export const steps: ReadonlyArray<Step> = [
  step("health.health"),
  step("health.ready"),
  step("identity.me"),
  step("identity.currentKey"),
  step("identity.projects", { query: "{ limit: 1 }" }),
  step("identity.organizations", { query: "{ limit: 1 }" }),
  step("project.project"),
  step("project.updateProject", { body: "{ name: \"Meadow\" }" }),
  step("capture.batch", { body: events }),
  step("query.run", { body: sql("SELECT event, count() FROM events GROUP BY event") }),
  step("query.run", { body: `{ query: { kind: "TrendsQuery", series: [${orders}] } }` }),
  step("queryPreparation.upgrade", { body: sql("SELECT 1") }),
  step("definitions.events", { query: "{ search: \"paid\" }" }),
  step("definitions.properties", { query: "{ search: \"price\" }" }),
  step("definitions.eventByName", { query: "{ name: \"order paid\" }" }),
  step("featureFlags.create", {
    as: "flag",
    body: "{ key: \"checkout\", filters: { groups: [{ properties: [], rollout_percentage: 100 }] } }"
  }),
  step("featureFlags.list", { query: "{ limit: 2, search: \"check\" }" }),
  step("featureFlags.read", { path: one("flag") }),
  step("featureFlags.update", { path: one("flag"), body: "{ name: \"The new checkout\" }" }),
  step("featureFlags.status", { path: one("flag") }),
  step("featureFlags.activity"),
  step("featureFlags.activityOfOne", { path: one("flag") }),
  step("featureFlagActions.bulkKeys", { body: "{ ids: [flag.id] }" }),
  step("featureFlagActions.matchingIds", { query: "{ search: \"check\" }" }),
  step("featureFlagActions.dependents", { path: one("flag") }),
  step("featureFlagAnswers.myFlags"),
  step("featureFlagAnswers.evaluationReasons", { query: "{ distinct_id: \"ada\" }" }),
  step("featureFlagAnswers.explain", { path: one("flag"), query: "{ distinct_id: \"ada\" }" }),
  step("flags.evaluate", {
    query: "{ v: \"2\" }",
    body: "{ token: process.env[\"HEDGEROW_TOKEN\"] ?? \"\", distinct_id: \"ada\" }"
  }),
  ...life(
    "actions",
    "action",
    "{ name: \"Paid\", steps: [{ event: \"order paid\" }] }",
    "{ description: \"An order\" }"
  ),
  ...life("cohorts", "cohort", "{ name: \"Friends\", is_static: true }", "{ name: \"Good friends\" }"),
  ...life("dashboards", "dashboard", "{ name: \"Sales\" }", "{ pinned: true }"),
  ...life(
    "insights",
    "insight",
    `{ name: "Orders", dashboards: [dashboard.id], query: { kind: "TrendsQuery", series: [${orders}] } }`,
    "{ name: \"All orders\" }"
  ),
  ...life("insightVariables", "variable", "{ name: \"Country\", type: \"String\" }", "{ default_value: \"FR\" }", true),
  ...life(
    "surveys",
    "survey",
    "{ name: \"Happy?\", type: \"api\", questions: [{ type: \"open\", question: \"How was it?\" }] }",
    "{ start_date: \"2026-01-01T00:00:00Z\" }"
  ),
  step("surveyResponses.stats", { path: one("survey") }),
  step("surveyResponses.counts"),
  step("surveys.remove", { path: one("survey") }),
  ...life(
    "holdouts",
    "holdout",
    "{ name: \"Held\", filters: [{ rollout_percentage: 10 }] }",
    "{ name: \"Held back\" }",
    true
  ),
  ...life(
    "savedMetrics",
    "metric",
    `{ name: "Orders", query: { kind: "ExperimentMetric", metric_type: "mean", source: ${orders} } }`,
    "{ description: \"Money\" }"
  ),
  ...life(
    "experiments",
    "experiment",
    "{ name: \"Button\", feature_flag_key: \"button\", saved_metrics_ids: [{ id: metric.id }] }",
    "{ description: \"A greener button\" }"
  ),
  step("experimentActions.launch", { path: one("experiment") }),
  step("experimentResults.results", { path: one("experiment") }),
  step("experimentActions.stats"),
  step("experimentActions.eligibleFlags", { query: "{ search: \"but\" }" }),
  step("activity.project", { query: "{ limit: 5 }" })
]
