import { isJsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Struct } from "effect"
import { json, page } from "./ShapedSource.ts"

const flag = {
  id: 31,
  name: "The new checkout",
  key: "new-checkout",
  filters: {
    groups: [{
      properties: [{ key: "id", type: "cohort", value: 7, operator: "in" }],
      rollout_percentage: 100,
      variant: null
    }],
    payloads: {},
    multivariate: null
  },
  deleted: false,
  active: true,
  created_by: { id: 1, uuid: "0190c7a5-0000-0000-0000-000000000001", email: "ann@example.com" },
  created_at: "2025-03-01T10:00:00.000000Z",
  version: 4,
  is_simple_flag: false,
  rollout_percentage: null,
  ensure_experience_continuity: false,
  experiment_set: [],
  surveys: [],
  features: [],
  rollback_conditions: [],
  performed_rollback: false,
  can_edit: true,
  tags: ["shop"],
  evaluation_tags: [],
  usage_dashboard: 4,
  analytics_dashboards: [4],
  has_enriched_analytics: false,
  user_access_level: "editor",
  creation_context: "feature_flags",
  is_remote_configuration: false,
  has_encrypted_payloads: false,
  status: "ACTIVE",
  evaluation_runtime: "all"
}

const survey = (id: string, more: object = {}) => ({
  id,
  name: "How was it?",
  description: "",
  type: "popover",
  schedule: "once",
  linked_flag: null,
  linked_flag_id: null,
  linked_insight_id: null,
  targeting_flag: null,
  internal_targeting_flag: { id: 90, key: `survey-targeting-${id}`, filters: { groups: [] } },
  questions: [{ id: `question-${id}`, type: "open", question: "How was it?", description: "" }],
  conditions: null,
  appearance: null,
  created_at: `2025-04-0${id}T10:00:00Z`,
  created_by: null,
  start_date: null,
  end_date: null,
  archived: false,
  responses_limit: null,
  feature_flag_keys: [{ linked_flag_key: null }, { targeting_flag_key: null }],
  iteration_count: null,
  enable_partial_responses: true,
  ...more
})

const person = (number: number) => ({
  id: number,
  name: `person-${number}`,
  uuid: `0190c7a5-0000-0000-0001-${String(number).padStart(12, "0")}`,
  distinct_ids: [`person-${number}`, `device-${number}`],
  properties: { email: `person-${number}@example.com`, rank: number },
  created_at: "2025-02-01T00:00:00Z"
})

const cohort = {
  id: 7,
  name: "Example people",
  description: "",
  groups: [],
  deleted: false,
  filters: {
    properties: {
      type: "OR",
      values: [{
        type: "OR",
        values: [{ key: "email", type: "person", value: "example.com", negation: false, operator: "icontains" }]
      }]
    }
  },
  query: null,
  is_calculating: false,
  created_at: "2025-01-01T00:00:00Z",
  errors_calculating: 0,
  count: 250,
  is_static: false,
  experiment_set: []
}

const dashboard = {
  id: 4,
  name: "Shop",
  description: "",
  pinned: false,
  filters: { date_from: "-30d" },
  variables: {},
  tags: [],
  deleted: false,
  tiles: [
    {
      id: 1,
      layouts: { sm: { h: 5, w: 6, x: 0, y: 0 } },
      color: null,
      text: null,
      insight: { id: 12, short_id: "Ab12Cd34" }
    },
    {
      id: 2,
      layouts: { sm: { h: 2, w: 6, x: 6, y: 0 } },
      color: null,
      insight: null,
      text: { id: 1, body: "Numbers of the shop" }
    }
  ]
}

const insight = {
  id: 12,
  short_id: "Ab12Cd34",
  name: "Orders",
  derived_name: null,
  description: "",
  query: {
    kind: "InsightVizNode",
    source: { kind: "TrendsQuery", series: [{ kind: "EventsNode", event: "order placed", math: "total" }], version: 2 }
  },
  filters: {},
  deleted: false,
  dashboards: [4],
  dashboard_tiles: [{ id: 1, dashboard_id: 4, deleted: null }],
  tags: [],
  favorited: false,
  saved: true
}

/** The lists of a project as the reference service answers them. */
const lists: Readonly<Record<string, ReadonlyArray<object>>> = {
  feature_flags: [flag, {
    ...flag,
    id: 32,
    key: "gone-cohort",
    name: "",
    filters: {
      groups: [{ properties: [{ key: "id", type: "cohort", value: 99 }], rollout_percentage: 100 }]
    }
  }],
  cohorts: [cohort],
  // The list has a part of each dashboard: neither its tiles nor its filters.
  dashboards: [Struct.omit(dashboard, ["tiles", "filters", "variables"])],
  insights: [insight],
  surveys: [survey("1"), survey("2"), survey("3", { name: "Alone", linked_insight_id: 98 })],
  persons: Array.from({ length: 250 }, (_, index) => person(index + 1)),
  annotations: [{ id: 1, content: "Release", date_marker: "2025-03-01T00:00:00Z", scope: "project" }]
}

const groups = [{
  group_type_index: 0,
  group_key: "acme",
  group_properties: { name: "Acme" },
  created_at: "2025-02-01T00:00:00Z"
}]

/** A project of the reference service, which refuses each `every`th request for the time being. */
export const makeReference = (every: number) => {
  const asked: Array<string> = []
  const fetch = (input: string, init: RequestInit): Promise<Response> => {
    asked.push(input)
    if (asked.length % every === 0) {
      const detail = "Request was throttled. Expected available in 0 seconds."
      return Promise.resolve(
        json({ type: "throttled_error", code: "throttled", detail, attr: null }, 429, { "retry-after": "0" })
      )
    }
    const url = new URL(input)
    const [, name = "", id = ""] = /^\/api\/projects\/1\/([a-z_]*)\/?(\d*)/.exec(url.pathname) ?? []
    const headers = isJsonRecord(init.headers) ? init.headers : {}
    if (headers["authorization"] !== "Bearer phx_of_reference") return Promise.resolve(json({ detail: "No." }, 401))
    if (name === "groups_types") return Promise.resolve(json([{ group_type: "company", group_type_index: 0 }]))
    if (name === "groups") return Promise.resolve(json({ next: null, previous: null, results: groups }))
    if (name === "dashboards" && id !== "") return Promise.resolve(json(dashboard))
    const all = lists[name]
    if (all !== undefined) return Promise.resolve(page(url, all))
    const detail = "You do not have permission to perform this action."
    return Promise.resolve(json({ type: "authentication_error", code: "permission_denied", detail, attr: null }, 403))
  }
  return { asked, fetch }
}
