import { assert, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { call, create, FlagApi, good, listed, onPerson, when } from "./FlagApi.ts"

const inWorld = <A, E>(test: Effect.Effect<A, E, FlagApi>) => Effect.provide(test, FlagApi.layer)

const onPro = onPerson("pro", "exact", "plan")
const halves = [{ key: "a", rollout_percentage: 50 }, { key: "b", rollout_percentage: 50 }]
const filters = (value: object) => ({ filters: value })
const condition = (value: object) => filters({ groups: [value] })

/** The sent body, the place of the fault, the name that was meant. */
type Case = readonly [body: object, place: string, meant: string]

const misspelt: ReadonlyArray<Case> = [
  [filters({ group: [{ properties: [onPro] }] }), "filters__group", "groups"],
  [condition({ property: [onPro], rollout: 40 }), "filters__groups__0__property", "properties"],
  [condition({ rollout: 40 }), "filters__groups__0__rollout", "rollout_percentage"],
  [condition({ rolloutPercentage: 40 }), "filters__groups__0__rolloutPercentage", "rollout_percentage"],
  [condition({ users: ["ada"] }), "filters__groups__0__users", "properties"],
  [{ rollout_percentage: 40 }, "rollout_percentage", "filters.groups[].rollout_percentage"],
  [{ rollout: 40 }, "rollout", "filters.groups[].rollout_percentage"],
  [{ filter: { groups: [{ rollout_percentage: 0 }] } }, "filter", "filters"],
  [{ groups: [{ rollout_percentage: 0 }] }, "groups", "filters.groups"],
  [{ variants: halves }, "variants", "filters.multivariate.variants"],
  [{ enabled: false }, "enabled", "active"],
  [{ evaluationRuntime: "server" }, "evaluationRuntime", "evaluation_runtime"],
  [filters({ rollout_percentage: 40 }), "filters__rollout_percentage", "groups[].rollout_percentage"],
  [filters({ conditions: [{ rollout_percentage: 0 }] }), "filters__conditions", "groups"],
  [filters({ groups: [], variants: halves }), "filters__variants", "multivariate.variants"],
  [filters({ groups: [{}], properties: [onPro] }), "filters__properties", "groups[].properties"],
  [
    filters({ groups: [], multivariate: { variant: halves } }),
    "filters__multivariate__variant",
    "variants"
  ],
  [
    filters({ groups: [], multivariate: { variants: [{ key: "a", percentage: 100 }] } }),
    "filters__multivariate__variants__0__percentage",
    "rollout_percentage"
  ],
  [{ data: { filters: { groups: [] } } }, "data", "filters"],
  [{ feature_flag: { filters: {} } }, "feature_flag", "filters"],
  [{ flag: { active: false } }, "flag", "active"],
  [{ config: { groups: [] } }, "config", "filters.groups"],
  [{ segments: [onPro] }, "segments", "filters.groups"],
  [{ condition: [onPro] }, "condition", "filters.groups"],
  [{ rollout_pct: 10 }, "rollout_pct", "filters.groups[].rollout_percentage"],
  [{ enabledd: false }, "enabledd", "active"],
  [filters({ multivariate: null, payloads: {}, segments: [onPro] }), "filters__segments", "groups"],
  [filters({ holdout_groups: null, rollouts: 40 }), "filters__rollouts", "groups[].rollout_percentage"],
  [filters({ aggregation_group_type_index: null, audience: [onPro] }), "filters__audience", "groups"],
  [
    filters({ groups: [], aggregation_group_type: 0 }),
    "filters__aggregation_group_type",
    "aggregation_group_type_index"
  ],
  [condition({ description: "x", when: [onPro] }), "filters__groups__0__when", "properties"],
  [condition({ variant: null, segment: [onPro] }), "filters__groups__0__segment", "properties"],
  [condition({ rollout_pct: 40 }), "filters__groups__0__rollout_pct", "rollout_percentage"],
  [condition({ percents: 40 }), "filters__groups__0__percents", "rollout_percentage"],
  [condition({ traffic: 40 }), "filters__groups__0__traffic", "rollout_percentage"],
  [condition({ property_filters: [onPro] }), "filters__groups__0__property_filters", "properties"],
  [condition({ propertyFilters: [onPro] }), "filters__groups__0__propertyFilters", "properties"],
  [
    filters({ groups: [], holdout: { id: 1, exclusion_percent: 10 } }),
    "filters__holdout__exclusion_percent",
    "exclusion_percentage"
  ],
  [
    filters({ groups: [], holdout: { id: 1, exclude_percentage: 10 } }),
    "filters__holdout__exclude_percentage",
    "exclusion_percentage"
  ],
  [
    filters({ groups: [], holdout: { id: 1, percentage: 10 } }),
    "filters__holdout__percentage",
    "exclusion_percentage"
  ],
  [
    condition({ properties: [{ key: "plan", type: "person", value: "pro", operater: "is_not" }] }),
    "filters__groups__0__properties__0__operater",
    "operator"
  ],
  [
    condition({ properties: [{ key: "plan", typ: "person", value: "pro" }] }),
    "filters__groups__0__properties__0__typ",
    "type"
  ]
]

const errorsOf = (body: JsonRecord) => body["errors"] as ReadonlyArray<JsonRecord>

it.effect("a misspelt body is refused with its place and the name that was meant, and changes nothing", () =>
  inWorld(Effect.gen(function*() {
    const { id } = yield* create("kept", condition({ properties: [onPro], rollout_percentage: 50 }))
    const before = yield* good("GET", `feature_flags/${String(id)}/`)
    for (const [body, place, meant] of misspelt) {
      for (const [method, path] of [["POST", ""], ["PATCH", `${String(id)}/`], ["PUT", `${String(id)}/`]] as const) {
        const answer = yield* call(method, `feature_flags/${path}`, { key: "other", ...body })
        const what = `${method} ${JSON.stringify(body)}: ${answer.text}`
        assert.strictEqual(answer.status, 400, what)
        assert.strictEqual(answer.body["code"], place === "filters__properties" ? "invalid_input" : "extra_forbidden")
        const found = errorsOf(answer.body).find(({ attr }) => attr === place)
        assert.include(found?.["detail"], `Did you mean "${meant}"?`, what)
      }
    }
    assert.deepStrictEqual(yield* listed(), ["kept"])
    assert.deepStrictEqual(yield* good("GET", `feature_flags/${String(id)}/`), before)
  })))

it.effect("filters and conditions that say something by unknown names alone are refused", () =>
  inWorld(Effect.gen(function*() {
    const { id } = yield* create("kept", condition({ properties: [onPro] }))
    for (
      const [body, place] of [
        [filters({ who: 1 }), "filters__who"],
        [filters({ multivariate: null, payloads: {}, who: "ada" }), "filters__who"],
        [filters({ groups: [{}], who: ["ada"] }), "filters__who"],
        [filters({ groups: [], holdout: { id: 1 } }), "filters__holdout__exclusion_percentage"],
        [condition({ who: ["ada"] }), "filters__groups__0__who"],
        [condition({ description: "x", who: "ada" }), "filters__groups__0__who"],
        [condition({ properties: [], rollout_percentage: 100, who: ["ada"] }), "filters__groups__0__who"]
      ] as const
    ) {
      for (const [method, path] of [["POST", ""], ["PATCH", `${String(id)}/`]] as const) {
        const answer = yield* call(method, `feature_flags/${path}`, { key: "new", ...body })
        assert.deepStrictEqual([answer.status, errorsOf(answer.body)[0]?.["attr"]], [400, place], answer.text)
      }
    }
  })))

it.effect("bodies that say nothing, and names that come near nothing, are taken", () =>
  inWorld(Effect.gen(function*() {
    const sound = [
      {},
      filters({}),
      filters({ groups: [] }),
      condition({}),
      condition({ description: "all", sort_key: "x" }),
      { description: "of an MCP client", owner: "growth", rollout_percentage: null },
      { rollout_percentage: 100 },
      { ...condition({ rollout_percentage: 40 }), rollout_percentage: 40 },
      filters({ groups: [{ note: "x", properties: [{ ...onPro, note: 1 }] }], remark: "x" })
    ]
    for (const [index, body] of sound.entries()) {
      const { id } = yield* create(`k${index}`, body)
      yield* good("PATCH", `feature_flags/${String(id)}/`, body)
    }
  })))

it.effect("a missing type is reported with its place and the possible values", () =>
  inWorld(Effect.gen(function*() {
    const place = "filters__groups__0__properties__0__type"
    const untyped = { key: "plan", value: "pro" }
    const ofPerson = yield* call("POST", "feature_flags/", { key: "new", ...when(untyped) })
    assert.deepInclude(errorsOf(ofPerson.body)[0], {
      code: "required",
      attr: place,
      detail: "This field is required: \"type\" must be \"person\", \"cohort\" or \"flag\"."
    })
    const groups = { filters: { ...when(untyped).filters, aggregation_group_type_index: 0 } }
    const ofGroup = yield* call("POST", "feature_flags/", { key: "new", ...groups })
    assert.deepInclude(errorsOf(ofGroup.body)[0], {
      attr: place,
      detail: "This field is required: \"type\" must be \"group\" or \"flag\"."
    })
    const unnumbered = { filters: { ...when({ ...untyped, type: "group" }).filters, aggregation_group_type_index: 2 } }
    const noIndex = yield* call("POST", "feature_flags/", { key: "new", ...unnumbered })
    assert.deepInclude(errorsOf(noIndex.body)[0], {
      attr: "filters__groups__0__properties__0__group_type_index",
      detail: "This field is required: \"group_type_index\" must be 2."
    })
  })))

/** A record as the reference service sends it, with fields of several of its versions. */
const ofReference = {
  id: 7,
  name: "Alpha feature",
  key: "alpha-feature",
  filters: {
    groups: [{
      properties: [onPro],
      rollout_percentage: 50,
      variant: null,
      description: null,
      sort_key: "a",
      users_affected: 3
    }],
    multivariate: null,
    payloads: {},
    aggregation_group_type_index: null,
    super_groups: null,
    holdout_groups: null,
    holdout: null,
    feature_enrollment: null,
    early_exit: false
  },
  deleted: false,
  active: true,
  created_by: { id: 1, uuid: "u", email: "a@x.io", hedgehog_config: null },
  created_at: "2026-01-05T10:00:00.123456Z",
  updated_at: "2026-01-05T10:00:00.123456Z",
  version: 1,
  last_modified_by: null,
  is_simple_flag: false,
  rollout_percentage: 50,
  ensure_experience_continuity: false,
  experiment_set: [],
  experiment_set_metadata: [],
  surveys: [],
  features: [],
  rollback_conditions: null,
  performed_rollback: false,
  can_edit: true,
  tags: [],
  evaluation_tags: [],
  evaluation_contexts: [],
  usage_dashboard: 12,
  analytics_dashboards: [],
  has_enriched_analytics: false,
  user_access_level: "manager",
  creation_context: "feature_flags",
  is_remote_configuration: false,
  has_encrypted_payloads: false,
  is_used_in_replay_settings: false,
  status: "ACTIVE",
  evaluation_runtime: "all",
  bucketing_identifier: "distinct_id",
  last_called_at: null,
  archived: false,
  _create_in_folder: "x",
  _should_create_usage_dashboard: false
}

it.effect("a record of this or of the reference service is accepted back whole, also with another rollout in its filters", () =>
  inWorld(Effect.gen(function*() {
    const sound = [
      filters({}),
      condition({}),
      condition({ rollout_percentage: 25.5 }),
      filters({ properties: [onPro] }),
      filters({ groups: [], multivariate: { variants: halves }, payloads: { a: "1" } }),
      filters({ ...when(onPro).filters, early_exit: true, holdout: { id: 1, exclusion_percentage: 5 } }),
      { ...filters({ payloads: { true: "1" } }), is_remote_configuration: true }
    ]
    for (const [index, body] of sound.entries()) {
      const { id } = yield* create(`k${index}`, body)
      const record = yield* good("GET", `feature_flags/${String(id)}/`)
      for (const method of ["PATCH", "PUT"]) {
        const again = yield* good(method, `feature_flags/${String(id)}/`, record)
        assert.deepStrictEqual(again["filters"], record["filters"])
      }
      yield* good("POST", "feature_flags/", { ...record, key: `copy${index}` })
    }
    const { id } = yield* good("POST", "feature_flags/", ofReference)
    yield* good("PATCH", `feature_flags/${String(id)}/`, ofReference)
    const simple = yield* create("simple", condition({ rollout_percentage: 40 }))
    const edited = { ...simple, ...condition({ rollout_percentage: 70 }) }
    assert.strictEqual(
      (yield* good("PATCH", `feature_flags/${String(simple["id"])}/`, edited))["rollout_percentage"],
      70
    )
  })))

it.effect("the count of a misspelt condition is refused, too", () =>
  inWorld(Effect.gen(function*() {
    const body = { condition: { property: [onPro] } }
    const answer = yield* call("POST", "feature_flags/user_blast_radius/", body)
    assert.strictEqual(answer.status, 400, answer.text)
    assert.strictEqual(errorsOf(answer.body)[0]?.["attr"], "condition__property")
  })))
