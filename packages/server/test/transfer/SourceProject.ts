import type { StartedTestApi } from "@hedgerow/testing"

/** A record as the API answers it. */
export interface Made {
  readonly id: number
  readonly [field: string]: unknown
}

const event = (name: string) => ({ kind: "EventsNode", event: name })

/** Makes a record in the project of an API. */
export const make = (api: StartedTestApi, path: string, body: object): Promise<Made> =>
  api.send("POST", `/api/projects/@current/${path}`, body) as Promise<Made>

const makePeople = async (api: StartedTestApi) => {
  await api.capture(
    {
      event: "$identify",
      distinct_id: "ada",
      properties: { $anon_distinct_id: "anon-1", $set: { plan: "pro", age: 36 } }
    },
    { event: "signed up", distinct_id: "bob", properties: { $set: { plan: "free" } } },
    { event: "paid", distinct_id: "ada", properties: { amount: 5 } }
  )
}

/** Makes a project in which records of every kind name each other, and answers what tests look for. */
export const makeSource = async (api: StartedTestApi) => {
  await makePeople(api)
  const action = await make(api, "actions/", { name: "Payment", steps: [{ event: "paid" }] })
  const payers = await make(api, "cohorts/", {
    name: "Payers",
    filters: {
      properties: {
        type: "OR",
        values: [{
          type: "AND",
          values: [{
            type: "behavioral",
            key: action.id,
            value: "performed_event",
            event_type: "actions",
            time_value: 30,
            time_interval: "day"
          }]
        }]
      }
    }
  })
  const pros = await make(api, "cohorts/", {
    name: "Pros",
    filters: { properties: { type: "AND", values: [{ type: "person", key: "plan", operator: "exact", value: "pro" }] } }
  })
  await make(api, "cohorts/", { name: "Listed", is_static: true, _create_static_person_ids: ["ada", "bob"] })
  const variable = await make(api, "insight_variables/", { name: "Country", type: "String", default_value: "NL" })
  const holdout = await make(api, "experiment_holdouts/", {
    name: "Tenth",
    filters: [{ properties: [], rollout_percentage: 10 }]
  })
  const metric = await make(api, "experiment_saved_metrics/", {
    name: "Payments",
    query: { kind: "ExperimentMetric", metric_type: "mean", source: { kind: "ActionsNode", id: action.id } }
  })
  const base = await make(api, "feature_flags/", {
    key: "base",
    name: "Base",
    filters: {
      groups: [{ properties: [{ key: "id", type: "cohort", value: pros.id }], rollout_percentage: 100 }]
    },
    _should_create_usage_dashboard: false
  })
  await make(api, "feature_flags/", {
    key: "above",
    filters: {
      groups: [{
        properties: [{ key: String(base.id), type: "flag", operator: "flag_evaluates_to", value: true }],
        rollout_percentage: 50
      }]
    },
    _should_create_usage_dashboard: false
  })
  await make(api, "feature_flags/", {
    key: "sealed",
    is_remote_configuration: true,
    filters: { groups: [{ rollout_percentage: 100 }], payloads: { true: "\"secret\"" } },
    _should_create_usage_dashboard: false
  })
  const experiment = await make(api, "experiments/", {
    name: "Prices",
    feature_flag_key: "prices",
    holdout_id: holdout.id,
    saved_metrics_ids: [{ id: metric.id, metadata: { type: "secondary" } }],
    start_date: "2026-01-02T00:00:00Z",
    metrics: [{ kind: "ExperimentMetric", metric_type: "funnel", series: [{ kind: "ActionsNode", id: action.id }] }]
  })
  const { feature_flag: flag } = experiment as unknown as { readonly feature_flag: Made }
  await api.send("PATCH", `/api/projects/@current/feature_flags/${flag.id}/`, { active: false })
  const dashboard = await make(api, "dashboards/", { name: "Growth", pinned: true })
  const insight = await make(api, "insights/", {
    name: "Paid by cohort",
    saved: true,
    dashboards: [dashboard.id],
    query: {
      kind: "InsightVizNode",
      source: {
        kind: "TrendsQuery",
        series: [{ kind: "ActionsNode", id: action.id }],
        breakdownFilter: { breakdown_type: "cohort", breakdown: [pros.id, payers.id] }
      }
    }
  })
  await make(api, "insights/", {
    query: {
      kind: "DataTableNode",
      source: {
        kind: "HogQLQuery",
        query:
          `SELECT count() FROM events WHERE person_id IN COHORT ${pros.id} AND properties.country = {variables.country}`,
        variables: { [String(variable.id)]: { variableId: variable.id, code_name: "country", value: "BE" } }
      }
    }
  })
  await make(api, "insights/", { query: { kind: "TrendsQuery", series: [event("paid")] } })
  const { tiles } = await api.send("GET", `/api/projects/@current/dashboards/${dashboard.id}/`) as {
    readonly tiles: ReadonlyArray<{ readonly id: number }>
  }
  await api.send("PATCH", `/api/projects/@current/dashboards/${dashboard.id}/`, {
    tiles: [
      { id: tiles[0]?.id, layouts: { sm: { x: 0, y: 1, w: 6, h: 5 } }, color: "blue" },
      { text: { body: "# Hello" }, layouts: { sm: { x: 0, y: 0, w: 12, h: 1 } } }
    ]
  })
  await make(api, "surveys/", {
    name: "Why?",
    type: "popover",
    linked_flag_id: base.id,
    linked_insight_id: insight.id,
    targeting_flag_filters: {
      groups: [{ properties: [{ key: "id", type: "cohort", value: pros.id }], rollout_percentage: 100 }]
    },
    conditions: { actions: { values: [{ id: action.id, name: "Payment" }] } },
    questions: [{ id: "q-1", type: "open", question: "Why?" }]
  })
  const { results } = await api.send("GET", "/api/projects/@current/event_definitions/?search=paid") as {
    readonly results: ReadonlyArray<{ readonly id: string }>
  }
  await api.send("PATCH", `/api/projects/@current/event_definitions/${results[0]?.id}/`, {
    description: "Somebody paid",
    tags: ["money"]
  })
}
