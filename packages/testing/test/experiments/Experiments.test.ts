import { assert, describe, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call, create as createFlag, FlagApi, good } from "../flags/FlagApi.ts"
import { create, mean, part, patch, read, refusedWith, shares, variants } from "./ExperimentApi.ts"

const world = Effect.provide(FlagApi.layer)

const start = "2021-12-01T10:23"
const began = "2021-12-01T10:23:00Z"

const flagOf = (experiment: JsonRecord) =>
  good("GET", `feature_flags/${String(part(experiment, "feature_flag")["id"])}/`)

const listed = Effect.fnUntraced(function*(query: string) {
  const { results } = yield* good("GET", `experiments/${query}`)
  return (results as ReadonlyArray<JsonRecord>).map(({ name }) => name)
})

describe("experiments", () => {
  it.effect("a name and a key make a draft with an inactive flag of two variants", () =>
    Effect.gen(function*() {
      const made = yield* create("checkout-button", { name: "Checkout button" })
      assert.deepInclude(made, {
        name: "Checkout button",
        description: "",
        start_date: null,
        end_date: null,
        feature_flag_key: "checkout-button",
        holdout: null,
        holdout_id: null,
        exposure_cohort: null,
        parameters: {},
        secondary_metrics: [],
        saved_metrics: [],
        saved_metrics_ids: null,
        filters: {},
        archived: false,
        deleted: false,
        type: "product",
        exposure_criteria: null,
        metrics: [],
        metrics_secondary: [],
        stats_config: { method: "bayesian" },
        conclusion: null,
        conclusion_comment: null,
        primary_metrics_ordered_uuids: [],
        secondary_metrics_ordered_uuids: [],
        status: "draft",
        user_access_level: "manager"
      })
      assert.deepInclude(part(made, "feature_flag"), {
        key: "checkout-button",
        name: "Feature Flag for Experiment Checkout button",
        active: false,
        ensure_experience_continuity: false,
        version: 1,
        has_experiment: true,
        filters: {
          groups: [{ properties: [], rollout_percentage: 100 }],
          multivariate: {
            variants: [
              { key: "control", name: "Control Group", rollout_percentage: 50 },
              { key: "test", name: "Test Variant", rollout_percentage: 50 }
            ]
          },
          aggregation_group_type_index: null,
          holdout_groups: null
        }
      })
      const flag = yield* flagOf(made)
      assert.deepInclude(flag, { creation_context: "experiments", usage_dashboard: null })
      assert.deepStrictEqual(flag["experiment_set"], [made["id"]])
      assert.deepStrictEqual(yield* read(made), made)
    }).pipe(world))

  it.effect("one that is created with a start runs, and its flag is active", () =>
    Effect.gen(function*() {
      const made = yield* create("a-b-tests", { start_date: start, parameters: null, filters: {} })
      assert.deepInclude(made, {
        start_date: began,
        status: "running",
        parameters: null,
        stats_config: { method: "bayesian" }
      })
      assert.deepStrictEqual([part(made, "feature_flag")["active"], ...shares(made)], [true, "control 50", "test 50"])
    }).pipe(world))

  it.effect("variants, share, group and continuity come from the parameters", () =>
    Effect.gen(function*() {
      const parameters = {
        ...variants({ control: 34, test_1: 33, test_2: 33 }),
        rollout_percentage: 40,
        aggregation_group_type_index: 1,
        ensure_experience_continuity: true,
        recommended_sample_size: 1200
      }
      const filters = { aggregation_group_type_index: 3 }
      const made = yield* create("many", { parameters, filters })
      assert.deepStrictEqual(made["parameters"], parameters)
      assert.deepStrictEqual(shares(made), ["control 34", "test_1 33", "test_2 33"])
      const flag = part(made, "feature_flag")
      assert.deepInclude(part(flag, "filters"), {
        groups: [{ properties: [], rollout_percentage: 40 }],
        aggregation_group_type_index: 1
      })
      assert.isTrue(flag["ensure_experience_continuity"])
      const web = yield* create("on-a-page", { type: "web", parameters: variants({ control: 10, test: 90 }) })
      assert.deepStrictEqual(part(web, "parameters")["variants"], {
        control: { rollout_percentage: 10 },
        test: { rollout_percentage: 90 }
      })
    }).pipe(world))

  it.effect("a flag that has the key is linked and not changed", () =>
    Effect.gen(function*() {
      const filters = {
        groups: [{ properties: [], rollout_percentage: 20 }],
        multivariate: {
          variants: [{ key: "control", rollout_percentage: 10 }, { key: "test", rollout_percentage: 90 }]
        }
      }
      const flag = yield* createFlag("mine", { filters })
      const made = yield* create("mine", { start_date: start, parameters: variants({ control: 50, other: 50 }) })
      assert.strictEqual(part(made, "feature_flag")["id"], flag["id"])
      assert.deepInclude(part(made, "feature_flag"), { filters, version: 1, active: true })
    }).pipe(world))

  it.effect("launched, ended, taken up again, reset and archived; the flag is turned on and stays so", () =>
    Effect.gen(function*() {
      const made = yield* create("lived")
      const states = (experiment: JsonRecord) => [experiment["status"], part(experiment, "feature_flag")["active"]]
      assert.deepStrictEqual(states(yield* patch(made, { start_date: start })), ["running", true])
      assert.deepStrictEqual(states(yield* patch(made, { end_date: "2021-12-10T00:00:00Z" })), ["complete", true])
      assert.deepStrictEqual(states(yield* patch(made, { end_date: null })), ["running", true])
      const ended = yield* patch(made, {
        end_date: "2021-12-11T00:00:00Z",
        conclusion: "won",
        conclusion_comment: "+4 %"
      })
      assert.deepInclude(ended, { conclusion: "won", conclusion_comment: "+4 %" })
      assert.deepStrictEqual(states(yield* patch(made, { archived: true })), ["complete", true])
      const reset = yield* patch(made, { start_date: null, end_date: null, archived: false, conclusion: null })
      assert.deepStrictEqual(states(reset), ["draft", true])
    }).pipe(world))

  it.effect("the flag follows the parameters of a draft, and keeps parts that they leave out", () =>
    Effect.gen(function*() {
      const made = yield* create("followed", { parameters: variants({ control: 50, test: 50 }) })
      const path = `feature_flags/${String(part(made, "feature_flag")["id"])}/`
      const filters = part(part(made, "feature_flag"), "filters")
      yield* good("PATCH", path, { filters: { ...filters, payloads: { test: "\"blue\"" } } })
      const quarters = variants({ control: 25, test: 25, test_2: 25, test_3: 25 })
      const changed = yield* patch(made, { parameters: { ...quarters, rollout_percentage: 10 } })
      assert.deepStrictEqual(shares(changed), ["control 25", "test 25", "test_2 25", "test_3 25"])
      assert.deepInclude(part(part(changed, "feature_flag"), "filters"), {
        payloads: { test: "\"blue\"" },
        groups: [{ properties: [], rollout_percentage: 10 }]
      })
      const kept = yield* patch(made, { parameters: { recommended_running_time: 12 } })
      assert.deepStrictEqual(kept["parameters"], { recommended_running_time: 12 })
      assert.deepStrictEqual(part(kept, "feature_flag"), part(changed, "feature_flag"))
    }).pipe(world))

  it.effect("other shares of a running experiment are stored, and reach the flag when that is asked for", () =>
    Effect.gen(function*() {
      const first = variants({ control: 34, test_1: 33, test_2: 33 })
      const made = yield* create("running", { start_date: start, parameters: first })
      const second = variants({ control: 35, test_1: 33, test_2: 32 })
      const stored = yield* patch(made, { parameters: second })
      assert.deepStrictEqual(stored["parameters"], second)
      assert.deepStrictEqual(shares(stored), ["control 34", "test_1 33", "test_2 33"])
      const synced = yield* patch(made, { parameters: second, update_feature_flag_params: true })
      assert.deepStrictEqual(shares(synced), ["control 35", "test_1 33", "test_2 32"])
    }).pipe(world))

  it.effect("PUT changes its fields only, as PATCH does", () =>
    Effect.gen(function*() {
      const made = yield* create("put", { description: "stays" })
      const path = `experiments/${String(made["id"])}/`
      const changed = yield* good("PUT", path, { name: "Put", feature_flag_key: "put" })
      assert.deepInclude(changed, { id: made["id"], name: "Put", description: "stays" })
      assert.deepStrictEqual(yield* refusedWith("PUT", path, { feature_flag_key: "other" }), [
        "invalid_input",
        "Can't update keys: get_feature_flag_key on Experiment",
        null
      ])
    }).pipe(world))

  it.effect("DELETE is refused without a body; a change deletes and restores", () =>
    Effect.gen(function*() {
      const made = yield* create("gone")
      const path = `experiments/${String(made["id"])}/`
      const refused = yield* call("DELETE", path)
      assert.deepStrictEqual([refused.status, refused.text], [405, ""])
      assert.strictEqual((yield* patch(made, { deleted: true }))["deleted"], true)
      assert.deepStrictEqual(yield* listed(""), [])
      for (const [method, body] of [["GET"], ["PATCH", { name: "x" }], ["PATCH", { deleted: true }]] as const) {
        const { body: error, status } = yield* call(method, path, body)
        assert.deepStrictEqual([status, error["code"]], [404, "not_found"])
      }
      assert.strictEqual((yield* call("GET", `${path}activity/`)).status, 404)
      assert.strictEqual((yield* patch(made, { deleted: false }))["deleted"], false)
      assert.deepStrictEqual(yield* read(made), { ...made, updated_at: (yield* read(made))["updated_at"] })
      const { results } = yield* good("GET", `${path}activity/`)
      assert.deepStrictEqual(
        (results as ReadonlyArray<JsonRecord>).map(({ activity }) => activity),
        ["restored", "deleted", "created"]
      )
    }).pipe(world))

  it.effect("metrics get a uuid and a fingerprint, which follows start, method, exposure and maturity", () =>
    Effect.gen(function*() {
      const made = yield* create("measured", { metrics: [mean("purchase", { uuid: "m1" }), mean("signup")] })
      const [first, second] = made["metrics"] as ReadonlyArray<JsonRecord>
      assert.deepStrictEqual(made["primary_metrics_ordered_uuids"], ["m1", second?.["uuid"]])
      assert.match(String(first?.["fingerprint"]), /^[0-9a-f]{64}$/)
      const prints = new Set([first?.["fingerprint"]])
      const changes = [
        { start_date: start },
        { stats_config: { method: "frequentist" } },
        { exposure_criteria: { filterTestAccounts: true } },
        { parameters: { only_count_matured_users: true } }
      ]
      for (const change of changes) {
        const [metric] = (yield* patch(made, change))["metrics"] as ReadonlyArray<JsonRecord>
        prints.add(metric?.["fingerprint"])
      }
      assert.strictEqual(prints.size, 5)
    }).pipe(world))

  it.effect("the order of metrics follows those that come and go", () =>
    Effect.gen(function*() {
      const order = "primary_metrics_ordered_uuids"
      const [a, b, c] = ["a", "b", "c"].map((uuid) => mean("x", { uuid }))
      const made = yield* create("ordered", { metrics: [a, b] })
      assert.deepStrictEqual((yield* patch(made, { metrics: [c, a, b] }))[order], ["a", "b", "c"])
      assert.deepStrictEqual((yield* patch(made, { [order]: ["c", "b", "a"] }))[order], ["c", "b", "a"])
      assert.deepStrictEqual((yield* patch(made, { metrics: [a, c] }))[order], ["c", "a"])
      const { results } = yield* good("GET", `experiments/${String(made["id"])}/activity/`)
      const fields = (results as ReadonlyArray<JsonRecord>).map(({ detail }) =>
        ((detail as JsonRecord)["changes"] as ReadonlyArray<JsonRecord> | null)?.map(({ field }) => field)
      )
      assert.deepStrictEqual(fields.slice(0, 3), [["metrics"], [order], ["metrics"]], "what follows is not logged")
    }).pipe(world))

  it.effect("metrics of the older form are read with the dates of the experiment", () =>
    Effect.gen(function*() {
      const metric = {
        kind: "ExperimentTrendsQuery",
        count_query: { kind: "TrendsQuery", series: [], dateRange: { date_from: "-7d", date_to: null } }
      }
      const made = yield* create("old", { start_date: "2025-02-01T00:00:00Z", metrics: [metric] })
      const [read] = made["metrics"] as ReadonlyArray<JsonRecord>
      assert.deepStrictEqual(part(read ?? {}, "count_query")["dateRange"], {
        date_from: "2025-02-01T00:00:00Z",
        date_to: "",
        explicitDate: true
      })
    }).pipe(world))

  it.effect("lists are filtered and ordered", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.parse("2022-01-01T00:00:00Z"))
      yield* create("a", { name: "draft" })
      yield* TestClock.adjust("1 second")
      const running = yield* create("b", { name: "running", start_date: "2021-12-01T00:00:00Z" })
      yield* TestClock.adjust("1 second")
      const dates = { start_date: "2021-12-01T00:00:00Z", end_date: "2021-12-03T00:00:00Z" }
      yield* create("c", { name: "Complete 100%", ...dates })
      yield* create("d", { name: "archived", ...dates, archived: true })
      const flag = String(part(running, "feature_flag")["id"])
      const cases: ReadonlyArray<readonly [query: string, names: ReadonlyArray<string>]> = [
        ["", ["Complete 100%", "running", "draft"]],
        ["?status=draft", ["draft"]],
        ["?status=running", ["running"]],
        ["?status=complete", ["Complete 100%"]],
        ["?status=stopped", ["Complete 100%"]],
        ["?status=all", ["Complete 100%", "running", "draft"]],
        ["?status=nonsense", ["Complete 100%", "running", "draft"]],
        ["?archived=true", ["archived"]],
        ["?archived=x", ["Complete 100%", "running", "draft"]],
        ["?search=0%25", ["Complete 100%"]],
        ["?search=UNN", ["running"]],
        [`?feature_flag_id=${flag}`, ["running"]],
        ["?feature_flag_id=99999999999", []],
        ["?created_by_id=99", []],
        ["?created_by_id=x", []],
        ["?created_by_id=1&limit=1&offset=1", ["running"]],
        ["?order=duration", ["Complete 100%", "running", "draft"]],
        ["?order=-duration", ["draft", "running", "Complete 100%"]],
        ["?order=duration&limit=1&offset=1", ["running"]],
        ["?order=status", ["draft", "running", "Complete 100%"]],
        ["?order=-status", ["Complete 100%", "running", "draft"]],
        ["?order=name", ["Complete 100%", "draft", "running"]],
        ["?order=start_date", ["running", "Complete 100%", "draft"]],
        ["?order=metrics", ["Complete 100%", "running", "draft"]]
      ]
      for (const [query, names] of cases) assert.deepStrictEqual(yield* listed(query), [...names], query)
      assert.strictEqual((yield* good("GET", "experiments/?order=duration&limit=1"))["count"], 3)
      const { body: { detail }, status } = yield* call("GET", "experiments/?feature_flag_id=x")
      assert.deepStrictEqual([status, detail], [400, "feature_flag_id must be an integer"])
    }).pipe(world))

  it.effect("a flag of an experiment is not deleted under it, and its key and variants stay while it runs", () =>
    Effect.gen(function*() {
      const made = yield* create("held")
      const path = `feature_flags/${String(part(made, "feature_flag")["id"])}/`
      const remove = call("PATCH", path, { deleted: true })
      const { body, status } = yield* remove
      assert.deepStrictEqual([status, body["detail"]], [
        400,
        `Cannot delete a feature flag that is linked to active experiment(s) with ID(s): ${String(made["id"])}. `
        + "Please delete the experiment(s) before deleting the flag."
      ])
      yield* good("PATCH", path, { key: "held-still" })
      yield* patch(made, { start_date: start })
      const renaming = yield* call("PATCH", path, { key: "renamed" })
      assert.deepStrictEqual([renaming.status, renaming.body["attr"], renaming.body["detail"]], [
        400,
        "key",
        `The key cannot be changed: it is used by running experiment(s) with ID(s): ${String(made["id"])}.`
      ])
      const filters = part(part(made, "feature_flag"), "filters")
      const bare = { ...filters, multivariate: { variants: [{ key: "control", rollout_percentage: 100 }] } }
      const kept = yield* call("PATCH", path, { filters: bare })
      assert.match(String(kept.body["detail"]), /Variant 'test' cannot be removed: it is used by running experiment/)
      yield* patch(made, { deleted: true })
      assert.strictEqual((yield* remove).status, 200)
      const restoring = yield* call("PATCH", `experiments/${String(made["id"])}/`, { deleted: false })
      assert.deepStrictEqual([restoring.status, restoring.body["detail"]], [
        400,
        "Cannot restore experiment: the linked feature flag has been deleted. Restore the feature flag first, "
        + "then restore the experiment."
      ])
    }).pipe(world))

  it.effect("a cohort that a metric goes by is not deleted under it", () =>
    Effect.gen(function*() {
      const cohort = yield* good("POST", "cohorts/", { name: "Pros", is_static: true })
      const source = {
        kind: "EventsNode",
        event: "purchase",
        properties: [{ type: "cohort", key: "id", value: cohort["id"] }]
      }
      const made = yield* create("by-cohort", { metrics: [{ kind: "ExperimentMetric", metric_type: "mean", source }] })
      const remove = call("PATCH", `cohorts/${String(cohort["id"])}/`, { deleted: true })
      const refused = yield* remove
      assert.deepStrictEqual([refused.status, String(refused.body["detail"]).includes("experiments")], [400, true])
      yield* patch(made, { metrics: [] })
      assert.strictEqual((yield* remove).status, 200)
    }).pipe(world))

  it.effect("another organisation sees and changes none of it", () =>
    Effect.gen(function*() {
      const { keyOf } = yield* FlagApi
      const made = yield* create("private")
      const reader = yield* keyOf("reader", ["experiment:read"])
      const stranger = yield* keyOf("stranger", ["experiment:write"], "another organisation")
      const path = `experiments/${String(made["id"])}/`
      assert.strictEqual((yield* call("GET", path, undefined, { key: reader })).status, 200)
      assert.strictEqual((yield* call("PATCH", path, { name: "x" }, { key: reader })).status, 403)
      assert.include([403, 404], (yield* call("GET", path, undefined, { key: stranger })).status)
      assert.include([403, 404], (yield* call("PATCH", path, { name: "x" }, { key: stranger })).status)
    }).pipe(world))
})
