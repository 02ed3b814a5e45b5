import { assert, describe, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { senselessStatistics } from "@hedgerow/testing/contracts"
import { Effect } from "effect"
import { call, create as createFlag, FlagApi, good } from "../flags/FlagApi.ts"
import { create, mean, patch, refusedChange, refusedNew, variants } from "./ExperimentApi.ts"

const world = Effect.provide(FlagApi.layer)

type Case = readonly [fields: object, code: string, detail: string, attr: string | null]

const many = (count: number) => ({
  feature_flag_variants: Array.from({ length: count }, (_, place) => ({
    key: place === 0 ? "control" : `test_${place}`,
    rollout_percentage: 100 / count
  }))
})

const metricCase = (metric: unknown, code: string, detail: string): Case => [
  { metrics: [metric] },
  code,
  detail,
  "metrics"
]

const required = "This field is required."
const source = { kind: "EventsNode", event: "x" }
const retention = {
  kind: "ExperimentMetric",
  metric_type: "retention",
  start_event: source,
  completion_event: source,
  retention_window_start: 7,
  retention_window_end: 14,
  retention_window_unit: "day",
  start_handling: "first_seen"
}

const warehouse = {
  table_name: "t",
  timestamp_field: "at",
  events_join_key: "distinct_id",
  data_warehouse_join_key: "id"
}

const ratio = { kind: "ExperimentMetric", metric_type: "ratio", numerator: source, denominator: source }

/** Metrics that are well formed at first sight, and would never have a result. */
const neverComputed: ReadonlyArray<readonly [metric: object, code: string, detail: string]> = [
  [
    mean("x", { source: { ...source, math: "p90" } }),
    "invalid_input",
    "The math 'p90' is not supported in experiments."
  ],
  [mean("x", { source: { ...source, math: "sum" } }), "invalid_input", "The math 'sum' needs a property."],
  [
    mean("x", { source: { ...source, properties: [{ key: "plan", type: "event", operator: "near", value: "pro" }] } }),
    "invalid_input",
    "The operator 'near' is unknown."
  ],
  [mean("x", { guardrail: { margin: -1 } }), "invalid_input", "Expected a value greater than 0"],
  [
    { kind: "ExperimentMetric", metric_type: "funnel", series: Array.from({ length: 21 }, () => source) },
    "invalid_input",
    "Expected a value with a length of at most 20"
  ],
  [
    mean("x", { conversionWindow: 14 }),
    "extra_forbidden",
    "Unknown name \"conversionWindow\". Did you mean \"conversion_window\"?"
  ],
  [
    mean("x", { source: { ...source, propertis: [{ key: "plan", value: "pro" }] } }),
    "extra_forbidden",
    "Unknown name \"propertis\". Did you mean \"properties\"?"
  ],
  [
    mean("x", { source: { ...source, properties: [{ key: "plan", type: "event", op: "is_set" }] } }),
    "extra_forbidden",
    "Unknown name \"op\". Did you mean \"operator\"?"
  ],
  [
    mean("x", { properties: [{ key: "plan", value: "pro", type: "event" }] }),
    "extra_forbidden",
    "Unknown name \"properties\". Did you mean \"source.properties\"?"
  ]
]

const unknownMetric = "Saved metric does not exist"

/** Refused of a new experiment and of a change of a draft. */
const both: ReadonlyArray<Case> = [
  [{ name: "" }, "blank", "This field may not be blank.", "name"],
  [{ name: "x".repeat(401) }, "max_length", "Ensure this field has no more than 400 characters.", "name"],
  [{ description: "x".repeat(401) }, "max_length", "Ensure this field has no more than 400 characters.", "description"],
  [{ parameters: many(21) }, "invalid_input", "Feature flag variants must be less than 21", "parameters"],
  [
    { parameters: variants({ test_0: 33, test_1: 33, test_2: 34 }) },
    "invalid_input",
    "Feature flag variants must contain a control variant",
    "parameters"
  ],
  [
    { parameters: variants({ control: 100 }) },
    "invalid_input",
    "Feature flag must have at least 2 variants (control and at least one test variant)",
    "parameters"
  ],
  [
    { parameters: variants({ control: 50, test: 49 }) },
    "invalid_input",
    "Invalid variant definitions: Variant rollout percentages must sum to 100.",
    "parameters"
  ],
  [
    { parameters: { feature_flag_variants: {} } },
    "not_a_list",
    "Expected a list of items but got type \"dict\".",
    "parameters"
  ],
  [
    { parameters: { feature_flag_variants: ["control"] } },
    "not_a_dict",
    "Expected a dictionary of items but got type \"str\".",
    "parameters"
  ],
  [
    { parameters: { rollout_percentage: 101 } },
    "invalid_input",
    "Rollout percentages must be numbers between 0 and 100.",
    "parameters"
  ],
  [{ parameters: [] }, "not_a_dict", "Expected a dictionary of items but got type \"list\".", "parameters"],
  [
    { parameters: { aggregation_group_type_index: 9 } },
    "invalid_input",
    "Invalid group type index.",
    "parameters"
  ],
  [
    { start_date: "2026-01-02T00:00:00Z", end_date: "2026-01-02T00:00:00Z" },
    "invalid_input",
    "End date must be after start date",
    null
  ],
  [
    { start_date: "2026-01-02T00:00:00Z", end_date: "2026-01-01T00:00:00Z" },
    "invalid_input",
    "End date must be after start date",
    null
  ],
  [{ saved_metrics_ids: {} }, "not_a_list", "Expected a list of items but got type \"dict\".", "saved_metrics_ids"],
  [{ saved_metrics_ids: [1] }, "invalid_input", "Saved metric must be an object", "saved_metrics_ids"],
  [{ saved_metrics_ids: [{}] }, "invalid_input", "Saved metric must have an id", "saved_metrics_ids"],
  [
    { saved_metrics_ids: [{ id: 1, metadata: "x" }] },
    "invalid_input",
    "Metadata must be an object",
    "saved_metrics_ids"
  ],
  [
    { saved_metrics_ids: [{ id: 1, metadata: {} }] },
    "invalid_input",
    "Metadata must have a type key",
    "saved_metrics_ids"
  ],
  [{ saved_metrics_ids: [{ id: 12 }] }, "invalid_input", unknownMetric, "saved_metrics_ids"],
  [{ saved_metrics_ids: [{ id: "x" }] }, "invalid_input", unknownMetric, "saved_metrics_ids"],
  [
    { exposure_criteria: { filterTestAccounts: "yes" } },
    "invalid_input",
    "filterTestAccounts must be a boolean",
    "exposure_criteria"
  ],
  [
    { exposure_criteria: { exposure_config: { kind: "ExperimentEventExposureConfig" } } },
    "invalid_input",
    "Invalid exposure criteria",
    "exposure_criteria"
  ],
  [
    { exposure_criteria: { exposure_config: { kind: "ActionsNode", id: "x" } } },
    "invalid_input",
    "Invalid exposure criteria",
    "exposure_criteria"
  ],
  [
    { exposure_criteria: { exposure_config: { event: "seen", properties: [{ key: "plan", type: "nonsense" }] } } },
    "invalid_input",
    "Invalid exposure criteria",
    "exposure_criteria"
  ],
  [
    { exposure_criteria: { multiple_variant_handling: "last_seen" } },
    "invalid_input",
    "Invalid exposure criteria",
    "exposure_criteria"
  ],
  [
    { filters: { properties: [{ key: "plan" }] } },
    "invalid_input",
    "Experiments do not support global filter properties",
    null
  ],
  [{ conclusion: "maybe" }, "invalid_choice", "\"maybe\" is not a valid choice.", "conclusion"],
  [{ holdout_id: 123456 }, "does_not_exist", "Invalid pk \"123456\" - object does not exist.", "holdout_id"],
  [{ holdout_id: "x" }, "does_not_exist", "Invalid pk \"x\" - object does not exist.", "holdout_id"],
  [
    { metrics: [mean("x", { uuid: "a" })], metrics_secondary: [mean("y", { uuid: "a" })] },
    "invalid_input",
    "Duplicate metric UUID: 'a'. Each metric must have a unique UUID.",
    null
  ],
  [
    { metrics: [mean("x", { uuid: "a" })], primary_metrics_ordered_uuids: null },
    "invalid_input",
    "primary_metrics_ordered_uuids is null but primary metrics exist. This is likely a frontend bug - please refresh and "
    + "try again.",
    null
  ],
  [
    { metrics_secondary: [mean("x", { uuid: "a" })], secondary_metrics_ordered_uuids: null },
    "invalid_input",
    "secondary_metrics_ordered_uuids is null but secondary metrics exist. This is likely a frontend bug - please refresh "
    + "and try again.",
    null
  ],
  [{ holdoutId: 1 }, "extra_forbidden", "Unknown name \"holdoutId\". Did you mean \"holdout_id\"?", "holdoutId"],
  [
    { feature_flag_variants: [] },
    "extra_forbidden",
    "Unknown name \"feature_flag_variants\". Did you mean \"parameters.feature_flag_variants\"?",
    "feature_flag_variants"
  ],
  metricCase("x", "not_a_dict", "Expected a dictionary of items but got type \"str\"."),
  metricCase({}, "required", required),
  metricCase({ kind: "TrendsQuery" }, "invalid_choice", "\"TrendsQuery\" is not a valid choice."),
  metricCase({ kind: "ExperimentMetric" }, "required", required),
  metricCase({ kind: "ExperimentMetric", metric_type: "sum" }, "invalid_choice", "\"sum\" is not a valid choice."),
  metricCase({ kind: "ExperimentMetric", metric_type: "mean" }, "required", required),
  metricCase(
    mean("x", { source: { kind: "TrendsQuery" } }),
    "invalid_choice",
    "\"TrendsQuery\" is not a valid choice."
  ),
  metricCase(mean("x", { goal: "more" }), "invalid_choice", "\"more\" is not a valid choice."),
  metricCase(
    mean("x", { conversion_window: 0 }),
    "min_value",
    "Ensure this value is greater than or equal to 1."
  ),
  metricCase(
    mean("x", { lower_bound_percentile: 5 }),
    "invalid_value",
    "A percentile must be a number between 0 and 1."
  ),
  metricCase(
    mean("x", { breakdownFilter: { breakdowns: [{}, {}, {}, {}] } }),
    "max_length",
    "Maximum of 3 breakdowns are supported for experiment metrics"
  ),
  metricCase(
    { kind: "ExperimentMetric", metric_type: "funnel", series: [], funnel_order_type: "none" },
    "invalid_choice",
    "\"none\" is not a valid choice."
  ),
  metricCase(
    mean("x", { source: { kind: "EventsNode", event: "x", properties: { key: "page", value: "/checkout" } } }),
    "not_a_list",
    "Expected a list of items but got type \"dict\"."
  ),
  metricCase({ kind: "ExperimentMetric", metric_type: "ratio", numerator: source }, "required", required),
  metricCase(
    { ...ratio, numerator_outlier_handling: { upper_bound_percentile: 95 } },
    "invalid_value",
    "A percentile must be a number between 0 and 1."
  ),
  metricCase(
    { ...ratio, denominator_outlier_handling: { lower_bound_percentile: 0.9, upper_bound_percentile: 0.1 } },
    "invalid_value",
    "The upper percentile must not be below the lower one."
  ),
  metricCase(mean("x", { ignore_zeros: "yes" }), "invalid_input", "Must be a valid boolean."),
  metricCase({ ...retention, start_handling: undefined }, "required", required),
  metricCase(
    { ...retention, retention_window_end: 1 },
    "invalid_value",
    "The retention window must not end before it begins."
  ),
  [{ metrics_secondary: [{}] }, "required", required, "metrics_secondary"],
  [
    { metrics: [mean("x", { propertis: [], note: "x".repeat(262_144) })] },
    "max_length",
    "Must not be longer than 262144 characters.",
    "metrics"
  ],
  ...neverComputed.map(([metric, code, detail]) => metricCase(metric, code, detail)),
  [
    { exposure_criteria: { filter_test_accounts: true } },
    "extra_forbidden",
    "Unknown name \"filter_test_accounts\". Did you mean \"filterTestAccounts\"?",
    "exposure_criteria"
  ],
  [
    { exposure_criteria: { exposure_config: { event: "seen", propertis: [] } } },
    "extra_forbidden",
    "Unknown name \"propertis\". Did you mean \"properties\"?",
    "exposure_criteria"
  ],
  [
    { stats_config: { methode: "frequentist" } },
    "extra_forbidden",
    "Unknown name \"methode\". Did you mean \"method\"?",
    "stats_config"
  ],
  [
    { stats_config: { method: "frequentist", alpha: 5 } },
    "extra_forbidden",
    "Unknown name \"alpha\". Did you mean \"frequentist.alpha\"?",
    "stats_config"
  ],
  [
    { stats_config: { lookback_days: 99 } },
    "extra_forbidden",
    "Unknown name \"lookback_days\". Did you mean \"cuped.lookback_days\"?",
    "stats_config"
  ],
  [
    { stats_config: { method: "frequentist", frequentist: { aplha: 0.1 } } },
    "extra_forbidden",
    "Unknown name \"aplha\". Did you mean \"alpha\"?",
    "stats_config"
  ]
]

/** Taken of a new experiment and of a change. */
const taken: ReadonlyArray<object> = [
  { start_date: null, end_date: null },
  { end_date: "2026-01-02T00:00:00Z" },
  { description: null },
  { conclusion: "", holdout_id: "" },
  { parameters: null },
  { parameters: many(20) },
  { exposure_criteria: { kind: "ExperimentExposureCriteria", exposure_config: { event: "seen", properties: {} } } },
  { exposure_criteria: { exposure_config: { kind: "ActionsNode", id: 1, properties: [] } } },
  { metrics: [mean("x", { source: { ...source, properties: {} } })] },
  { metrics: [retention] },
  { metrics: [{ kind: "ExperimentMetric", metric_type: "funnel", series: [source, source] }] },
  { metrics: [ratio] },
  { metrics: [{ ...ratio, numerator_outlier_handling: { upper_bound_percentile: 0.99, ignore_zeros: true } }] },
  { metrics: [{ ...ratio, denominator_outlier_handling: null }] },
  { metrics: [{ kind: "ExperimentFunnelsQuery", funnels_query: {} }] },
  { metrics: [mean("x", { isNew: true, source: { ...source, order: 0, type: "events", id: null } })] },
  { metrics: [mean("x", { source: { kind: "ExperimentDataWarehouseNode", ...warehouse } })] },
  { stats_config: { baseline_variant_key: "control", bayesian: { ci_level: 0.9, difference_type: "ABSOLUTE" } } },
  { stats_config: { bayesian: { prior: { mean: 0, variance: 0.1, scale: "relative" } }, multiple_testing: null } },
  { stats_config: { frequentist: { alpha: 0.1 }, cuped: { lookback_days: 7 }, baseline_variant_key: null } },
  { stats_config: { version: 2, method: "bayesian", timeseries: true, migrated_from: 7 } },
  { filters: { properties: [], events: [{ id: "$pageview" }] } },
  { saved_metrics_ids: null },
  { metrics: null, primary_metrics_ordered_uuids: null }
]

describe("refusals of an experiment", () => {
  it.effect("of settings of statistics that make no sense, new and changed, with their place", () =>
    Effect.gen(function*() {
      const experiment = yield* create("sensible")
      for (const [stats_config, path, code] of senselessStatistics) {
        const asked = [
          yield* call("POST", "experiments/", { name: "New", feature_flag_key: "new", stats_config }),
          yield* call("PATCH", `experiments/${String(experiment["id"])}/`, { stats_config })
        ]
        for (const { body, status, text } of asked) {
          assert.deepStrictEqual([status, body["code"], body["attr"]], [400, code, "stats_config"], text)
          const [first] = body["errors"] as ReadonlyArray<JsonRecord>
          assert.strictEqual(first?.["attr"], ["stats_config", ...path].join("__"), text)
        }
      }
      // A refused experiment leaves no flag behind.
      assert.strictEqual((yield* good("GET", "feature_flags/?search=new"))["count"], 0)
    }).pipe(world))

  it.effect("of a new one", () =>
    Effect.gen(function*() {
      for (const [fields, code, detail, attr] of both) {
        assert.deepStrictEqual(yield* refusedNew(fields), [code, detail, attr], JSON.stringify(fields).slice(0, 200))
      }
      const { body, status } = yield* call("POST", "experiments/", { name: "x" })
      assert.deepStrictEqual([status, body["code"], body["detail"], body["attr"]], [
        400,
        "required",
        required,
        "feature_flag_key"
      ])
    }).pipe(world))

  it.effect("of a change of a draft, which stays as it was", () =>
    Effect.gen(function*() {
      const draft = yield* create("draft")
      for (const [fields, code, detail, attr] of both) {
        const text = JSON.stringify(fields).slice(0, 200)
        assert.deepStrictEqual(yield* refusedChange(draft, fields), [code, detail, attr], text)
      }
      const { updated_at } = yield* patch(draft, {})
      assert.strictEqual(updated_at, draft["updated_at"])
    }).pipe(world))

  it.effect("of flags that exist, as they are", () =>
    Effect.gen(function*() {
      const refused = (key: string) => refusedNew({ feature_flag_key: key })
      const none = ["invalid_input", "Feature flag is not eligible for experiments.", null]
      const multivariate = (...keys: ReadonlyArray<string>) => ({
        filters: {
          groups: [],
          multivariate: { variants: keys.map((key) => ({ key, rollout_percentage: 100 / keys.length })) }
        }
      })
      yield* createFlag("plain")
      yield* createFlag("one", multivariate("control"))
      yield* createFlag("second", multivariate("test", "control"))
      assert.deepStrictEqual(yield* refused("plain"), none)
      assert.deepStrictEqual(yield* refused("one"), none)
      assert.deepStrictEqual(yield* refused("second"), [
        "invalid_input",
        "Feature flag must have control as the first variant.",
        null
      ])
      assert.deepStrictEqual(yield* refused("not a key"), [
        "invalid_key",
        "Only letters, numbers, hyphens (-) & underscores (_) are allowed.",
        "feature_flag_key"
      ])
    }).pipe(world))

  it.effect("of fixed fields, at once or when it has begun", () =>
    Effect.gen(function*() {
      const draft = yield* create("fixed")
      yield* patch(draft, { feature_flag_key: "fixed", type: "product" })
      assert.isNull((yield* create("typeless", { type: "" }))["type"])
      const keys: ReadonlyArray<readonly [object, string]> = [
        [{ feature_flag_key: "other" }, "get_feature_flag_key"],
        [{ type: "web" }, "type"],
        [{ type: "web", feature_flag_key: "other" }, "get_feature_flag_key, type"]
      ]
      for (const [fields, names] of keys) {
        assert.deepStrictEqual(yield* refusedChange(draft, fields), [
          "invalid_input",
          `Can't update keys: ${names} on Experiment`,
          null
        ])
      }
      for (const dates of [{ start_date: "2026-01-01T00:00:00Z" }, { end_date: "2026-01-09T00:00:00Z" }]) {
        const begun = yield* patch(draft, dates)
        const others: ReadonlyArray<JsonRecord> = [
          variants({ control: 25, test: 25, more: 50 }),
          variants({ control: 50, renamed: 50 }),
          { feature_flag_variants: [] }
        ]
        for (const parameters of others) {
          assert.deepStrictEqual(yield* refusedChange(begun, { parameters }), [
            "invalid_input",
            "Can't update feature_flag_variants on Experiment",
            null
          ])
        }
        yield* patch(begun, { parameters: variants({ control: 35, test: 65 }) })
        yield* patch(begun, { holdout_id: null })
      }
    }).pipe(world))

  it.effect("no sound field, at either time", () =>
    Effect.gen(function*() {
      const draft = yield* create("sound")
      for (const [place, fields] of taken.entries()) {
        yield* create(`sound-${place}`, fields)
        yield* patch(draft, fields)
      }
    }).pipe(world))

  it.effect("an order without some of the metrics", () =>
    Effect.gen(function*() {
      const made = yield* create("listed", { metrics: [mean("x", { uuid: "b" }), mean("y", { uuid: "a" })] })
      assert.deepStrictEqual(yield* refusedChange(made, { primary_metrics_ordered_uuids: [] }), [
        "invalid_input",
        "primary_metrics_ordered_uuids is missing UUIDs: ['a', 'b']. This is likely a frontend bug - please refresh and "
        + "try again.",
        null
      ])
    }).pipe(world))
})
