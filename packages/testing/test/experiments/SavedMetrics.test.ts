import { assert, describe, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { call, FlagApi, good } from "../flags/FlagApi.ts"
import { create, mean, part, patch, read, refusedWith } from "./ExperimentApi.ts"

const world = Effect.provide(FlagApi.layer)

const make = (name: string, more: object = {}) =>
  good("POST", "experiment_saved_metrics/", { name, query: mean("purchase", more) })

const linked = (experiment: JsonRecord) =>
  (experiment["saved_metrics"] as ReadonlyArray<JsonRecord>).map(({ metadata, name }) => [name, metadata])

const order = "primary_metrics_ordered_uuids"

describe("saved metrics", () => {
  it.effect("are made, listed, read, changed, removed and logged", () =>
    Effect.gen(function*() {
      const made = yield* make("Purchases", { uuid: "m1" })
      const path = `experiment_saved_metrics/${String(made["id"])}/`
      assert.deepInclude(made, {
        name: "Purchases",
        description: null,
        query: mean("purchase", { uuid: "m1" }),
        tags: []
      })
      assert.deepStrictEqual(yield* good("GET", path), made)
      assert.deepInclude(yield* good("GET", "experiment_saved_metrics/"), { count: 1, results: [made] })
      const changed = yield* good("PATCH", path, { query: mean("signup"), tags: ["Big", "big"], description: "x" })
      assert.deepInclude(changed, { query: mean("signup", { uuid: "m1" }), tags: ["big"], description: "x" })
      const { total_count } = yield* good("GET", `${path}activity/`)
      assert.strictEqual(total_count, 2)
      assert.strictEqual((yield* call("DELETE", path)).status, 204)
      assert.strictEqual((yield* call("GET", path)).status, 404)
      assert.isString(part(yield* make("Unnamed"), "query")["uuid"])
    }).pipe(world))

  it.effect("refuse a value that is no metric", () =>
    Effect.gen(function*() {
      const required = ["required", "This field is required.", "query"]
      const invalid = (detail: string) => ["invalid_input", detail, "query"]
      const kinds = "Metric query kind must be 'ExperimentMetric', 'ExperimentTrendsQuery' or 'ExperimentFunnelsQuery'"
      const cases: ReadonlyArray<readonly [query: unknown, error: ReadonlyArray<unknown>]> = [
        [undefined, required],
        [null, ["null", "This field may not be null.", "query"]],
        [[], ["not_a_dict", "Expected a dictionary of items but got type \"list\".", "query"]],
        [{}, invalid("Query is required to create a saved metric")],
        [{ "not-kind": "x" }, invalid(kinds)],
        [{ kind: "TrendsQuery" }, invalid(kinds)],
        [{ kind: "ExperimentMetric" }, invalid("ExperimentMetric requires a metric_type")],
        [
          { kind: "ExperimentMetric", metric_type: "sum" },
          invalid("ExperimentMetric metric_type must be 'mean', 'funnel', 'ratio', or 'retention'")
        ],
        [{ kind: "ExperimentMetric", metric_type: "mean" }, required]
      ]
      for (const [query, error] of cases) {
        assert.deepStrictEqual(yield* refusedWith("POST", "experiment_saved_metrics/", { name: "x", query }), [
          ...error
        ])
      }
    }).pipe(world))

  it.effect("are linked, replaced, cleared, and gone from experiments when they go: acceptance case 21", () =>
    Effect.gen(function*() {
      const [one, two] = [yield* make("One", { uuid: "u1" }), yield* make("Two", { uuid: "u2" })]
      const made = yield* create("linked", { saved_metrics_ids: [{ id: one["id"] }] })
      assert.deepStrictEqual([linked(made), made[order]], [[["One", {}]], ["u1"]])
      const [link] = made["saved_metrics"] as ReadonlyArray<JsonRecord>
      assert.deepInclude(link, { experiment: made["id"], saved_metric: one["id"] })
      assert.match(String(part(link ?? {}, "query")["fingerprint"]), /^[0-9a-f]{64}$/)
      const both = yield* patch(made, {
        saved_metrics_ids: [{ id: one["id"], metadata: { type: "primary" } }, {
          id: two["id"],
          metadata: { type: "secondary" }
        }]
      })
      assert.deepStrictEqual(linked(both), [["One", { type: "primary" }], ["Two", { type: "secondary" }]])
      assert.deepStrictEqual([both[order], both["secondary_metrics_ordered_uuids"]], [["u1"], ["u2"]])
      assert.strictEqual((both["saved_metrics"] as ReadonlyArray<JsonRecord>)[0]?.["id"], link?.["id"])
      assert.lengthOf(linked(yield* patch(made, { name: "x" })), 2)
      assert.deepStrictEqual(linked(yield* patch(made, { saved_metrics_ids: [] })), [])
      yield* patch(made, { saved_metrics_ids: [{ id: one["id"] }, { id: two["id"] }] })
      const cleared = yield* patch(made, { saved_metrics_ids: null })
      assert.deepStrictEqual([linked(cleared), cleared[order]], [[], []])
      yield* patch(made, { saved_metrics_ids: [{ id: one["id"] }, { id: two["id"] }] })
      assert.strictEqual((yield* call("DELETE", `experiment_saved_metrics/${String(one["id"])}/`)).status, 204)
      const left = yield* read(made)
      assert.deepStrictEqual([linked(left), left[order]], [[["Two", {}]], ["u2"]])
      const twice = { saved_metrics_ids: [{ id: two["id"] }, { id: two["id"] }] }
      assert.deepStrictEqual(yield* refusedWith("PATCH", `experiments/${String(made["id"])}/`, twice), [
        "invalid_input",
        "Saved metric does not exist",
        "saved_metrics_ids"
      ])
      const { results } = yield* good("GET", `experiments/${String(made["id"])}/activity/`)
      const [last] = results as ReadonlyArray<JsonRecord>
      assert.strictEqual(part(last ?? {}, "detail")["type"], "saved_metric_config")
    }).pipe(world))

  it.effect("ask for a scope of their own", () =>
    Effect.gen(function*() {
      const { keyOf } = yield* FlagApi
      const experiments = yield* keyOf("experiments", ["experiment:write"])
      const metrics = yield* keyOf("metrics", ["experiment_saved_metric:write"])
      const path = "experiment_saved_metrics/"
      assert.strictEqual((yield* call("GET", path, undefined, { key: experiments })).status, 403)
      assert.strictEqual((yield* call("GET", path, undefined, { key: metrics })).status, 200)
    }).pipe(world))
})
