import { assert, describe, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { TestApi, type TestEvent } from "@hedgerow/testing"
import { Effect } from "effect"
import { call } from "../definitions/Call.ts"
import { mean, part } from "./ExperimentApi.ts"
import {
  ask,
  day,
  exposuresOf,
  iso,
  makeWorld,
  metricOf,
  patch,
  purchase,
  purchases,
  ratio,
  start,
  user,
  variant,
  view
} from "./ExperimentQueryWorld.ts"

describe("ExperimentQuery", () => {
  it.effect("compares the variants of a metric, in the reference's fields and more", () =>
    Effect.gen(function*() {
      const experiment = yield* makeWorld()
      const { body, status } = yield* metricOf(experiment, purchases)
      assert.strictEqual(status, 200)
      const { baseline, breakdown_results, hogql, is_precomputed, clickhouse_sql: engineSql } = body
      assert.deepStrictEqual([breakdown_results, is_precomputed, engineSql], [null, false, null])
      assert.include(String(hogql), "WITH")
      assert.deepStrictEqual(baseline, {
        key: "control",
        number_of_samples: 90,
        sum: 18,
        sum_squares: 18,
        minimum: 0,
        covariances: [0.16],
        validation_failures: []
      })
      const test = variant(body)
      assert.deepInclude(test, { key: "test", method: "frequentist", number_of_samples: 90, sum: 30, sum_squares: 30 })
      assert.approximately(test["lift"] as number, (30 - 18) / 18, 1e-12)
      const [low, high] = test["confidence_interval"] as readonly [number, number]
      assert.strictEqual(test["significant"], low > 0 || high < 0)
      assert.strictEqual((test["p_value"] as number) < 0.05, test["significant"])
      assert.deepStrictEqual(test["adjustment"], { method: "holm", family: "variants of this metric", size: 1 })
      assert.strictEqual(test["adjusted_p_value"], test["p_value"])
      assert.sameMembers(Object.keys(part(test, "risk")), ["choosing_control", "choosing_treatment"])
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("is Bayesian by default, with the reference's figures on request", () =>
    Effect.gen(function*() {
      const experiment = yield* makeWorld({ stats_config: null })
      const bayesian = variant((yield* metricOf(experiment, purchases)).body)
      assert.strictEqual(bayesian["method"], "bayesian")
      assert.isAbove(Number(bayesian["chance_to_win"]), 0.95)
      yield* patch(experiment, { stats_config: { method: "bayesian", engine: "reference" } })
      const reference = variant((yield* metricOf(experiment, purchases)).body)
      assert.isBelow(Number(reference["chance_to_win"]), Number(bayesian["chance_to_win"]))
      assert.notDeepEqual(reference["credible_interval"], bayesian["credible_interval"])
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("actions stand for events, in every metric and in the exposure", () =>
    Effect.gen(function*() {
      const experiment = yield* makeWorld()
      const made = yield* call("POST", "actions/", {
        name: "Bought",
        steps: [{ event: "purchase", properties: [{ key: "amount", type: "event", operator: "gt", value: 5 }] }]
      })
      assert.strictEqual(made.status, 201, JSON.stringify(made.body))
      const { id } = made.body
      const bought = { kind: "ActionsNode", id }
      const sums = Effect.fnUntraced(function*(metric: object) {
        const { body, status } = yield* metricOf(experiment, { kind: "ExperimentMetric", ...metric })
        assert.strictEqual(status, 200, JSON.stringify(body))
        return [part(body, "baseline")["sum"], variant(body)["sum"]]
      })
      const mathed = { ...bought, math: "sum", math_property: "amount" }
      assert.deepStrictEqual(yield* sums({ metric_type: "mean", source: bought }), [18, 30])
      assert.deepStrictEqual(yield* sums({ metric_type: "ratio", numerator: mathed, denominator: bought }), [180, 300])
      const funnel = { metric_type: "funnel", series: [{ kind: "EventsNode", event: "view" }, bought] }
      assert.deepStrictEqual(yield* sums(funnel), [18, 30])

      const changed = yield* call("PATCH", `actions/${String(id)}/`, { steps: [{ event: "nothing" }] })
      assert.strictEqual(changed.status, 200)
      const again = yield* ask({
        kind: "ExperimentQuery",
        experiment_id: experiment["id"],
        metric: { kind: "ExperimentMetric", metric_type: "mean", source: bought }
      }, { refresh: "blocking" })
      assert.strictEqual(part(again.body, "baseline")["sum"], 0)
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("an action may expose, by the property of the flag", () =>
    Effect.gen(function*() {
      const { capture } = yield* TestApi
      const { body: { id } } = yield* call("POST", "actions/", { name: "Seen", steps: [{ event: "seen" }] })
      const experiment = yield* makeWorld({
        exposure_criteria: { exposure_config: { kind: "ActionsNode", id } }
      })
      const seen = (distinct_id: string, name: string) => ({
        event: "seen",
        distinct_id,
        timestamp: iso(start),
        properties: { "$feature/checkout": name }
      })
      yield* capture(seen("a", "control"), seen("b", "test"), seen("c", "test"), seen("d", "other"))
      const { body } = yield* exposuresOf(experiment)
      assert.deepStrictEqual(body["total_exposures"], { control: 1, test: 2 })
      yield* call("PATCH", `actions/${String(id)}/`, { deleted: true })
      const gone = yield* exposuresOf(experiment)
      assert.deepStrictEqual(
        [gone.status, gone.body["detail"]],
        [400, `There is no action with the id ${String(id)}.`]
      )
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("funnels, ratios and retention have their own counts", () =>
    Effect.gen(function*() {
      const experiment = yield* makeWorld()
      const common = { kind: "ExperimentMetric" }
      const funnel = yield* metricOf(experiment, { ...common, metric_type: "funnel", series: [view, purchase] })
      assert.deepInclude(funnel.body["baseline"], { sum: 18, sum_squares: 18, step_counts: [90, 18] })
      const ratio = yield* metricOf(experiment, {
        ...common,
        metric_type: "ratio",
        numerator: { ...purchase, math: "sum", math_property: "amount" },
        denominator: purchase
      })
      assert.deepInclude(ratio.body["baseline"], {
        sum: 180,
        denominator_sum: 18,
        numerator_denominator_sum_product: 180
      })
      const retention = yield* metricOf(experiment, {
        ...common,
        metric_type: "retention",
        start_event: view,
        completion_event: purchase,
        retention_window_start: 0,
        retention_window_end: 1,
        retention_window_unit: "day",
        start_handling: "first_seen"
      })
      assert.deepInclude(retention.body["baseline"], { number_of_samples: 90, sum: 18, denominator_sum: 90 })
      assert.strictEqual(variant(retention.body)["sum"], 30)
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("a funnel has sessions of those who came to each step and no further, unless one does not want them", () =>
    Effect.gen(function*() {
      const { capture } = yield* TestApi
      const experiment = yield* makeWorld()
      const metric = { kind: "ExperimentMetric", metric_type: "funnel", series: [view, purchase] }
      const sessionsOf = (record: JsonRecord) => record["step_sessions"] as ReadonlyArray<ReadonlyArray<JsonRecord>>
      const { body } = yield* metricOf(experiment, metric)
      const counted = (record: JsonRecord, counts: ReadonlyArray<number>) => {
        const found = sessionsOf(record).map((all) => all.length)
        assert.strictEqual(found.length, counts.length)
        // Those who share the end of their ids are sampled once.
        for (const [step, count] of counts.entries()) assert.isTrue((found[step] ?? 0) > count - 4, String(found))
      }
      counted(part(body, "baseline"), [0, 72, 18])
      counted(variant(body), [0, 60, 30])

      const [called, seen] = user(0, "late")
      const inSession = (event: TestEvent | undefined, session: string): TestEvent => ({
        event: event?.event ?? "",
        distinct_id: "late",
        timestamp: event?.timestamp ?? "",
        properties: { ...event?.properties, $feature_flag_response: "test", $session_id: session }
      })
      yield* capture(inSession(called, "s1"))
      const only = yield* metricOf(experiment, { ...metric, series: [purchase, view] })
      const exposed = sessionsOf(variant(only.body))[0] ?? []
      const late = exposed.find(({ session_id: session }) => session === "s1")
      assert.deepInclude(late, { timestamp: "2026-01-05T01:00:00Z" })
      assert.sameMembers(Object.keys(late ?? {}), ["person_id", "session_id", "event_uuid", "timestamp"])
      yield* capture(inSession(seen, "s2"))
      const again = yield* metricOf(experiment, metric)
      const came = (sessionsOf(variant(again.body))[1] ?? []).find(({ session_id: session }) => session === "s2")
      assert.deepStrictEqual([came?.["person_id"], came?.["timestamp"]], [late?.["person_id"], "2026-01-05T01:00:01Z"])

      const ask2 = { kind: "ExperimentQuery", experiment_id: experiment["id"], metric }
      const without = yield* ask({ ...ask2, step_sessions: false })
      assert.isFalse(Object.hasOwn(variant(without.body), "step_sessions"))
      yield* patch(experiment, { parameters: { funnel_steps_data_disabled: true } })
      assert.isFalse(Object.hasOwn(variant((yield* ask(ask2)).body), "step_sessions"))
      const wanted = yield* ask({ ...ask2, step_sessions: true })
      assert.isTrue(Object.hasOwn(variant(wanted.body), "step_sessions"))
      const cut = { ...metric, breakdownFilter: { breakdowns: [{ property: "$browser" }] } }
      const parts = (yield* ask({ ...ask2, metric: cut, step_sessions: true })).body
      const [first = {}] = parts["breakdown_results"] as ReadonlyArray<JsonRecord>
      assert.isFalse(Object.hasOwn(part(first, "baseline"), "step_sessions"))
      counted(part(parts, "baseline"), [0, 72, 18])
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("numbers of sessions count once for each, and users without sessions not at all", () =>
    Effect.gen(function*() {
      const { capture } = yield* TestApi
      const experiment = yield* makeWorld()
      const seen = (index: number, seconds: number): TestEvent => ({
        event: "view",
        distinct_id: `test-${index}`,
        timestamp: iso(start + 5 * day + seconds * 1000),
        properties: { $session_id: `session-${index}` }
      })
      yield* capture(...[1, 2, 3].flatMap((index) => [seen(index, 0), seen(index, 10 * index)]))
      const duration = { ...view, math: "sum", math_property: "$session_duration" }
      const mean = { kind: "ExperimentMetric", metric_type: "mean", source: duration }
      const { body } = yield* metricOf(experiment, mean)
      assert.deepInclude(variant(body), { number_of_samples: 3, sum: 60, sum_squares: 1_400 })
      assert.deepInclude(body["baseline"], { number_of_samples: 0, sum: 0 })
      const perSession = { ...ratio, numerator: duration, denominator: { ...view, math: "unique_session" } }
      const of = variant((yield* metricOf(experiment, perSession)).body)
      assert.deepInclude(of, { number_of_samples: 90, sum: 60, denominator_sum: 3 })
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("cuts by a property of the first exposure; the whole is the sum", () =>
    Effect.gen(function*() {
      const experiment = yield* makeWorld()
      const cut = { ...purchases, breakdownFilter: { breakdowns: [{ property: "$browser", type: "event" }] } }
      const { body } = yield* metricOf(experiment, cut)
      const results = body["breakdown_results"] as ReadonlyArray<JsonRecord>
      assert.deepStrictEqual(results.map(({ breakdown_value: value }) => value), [["Chrome"], ["Firefox"]])
      assert.deepStrictEqual(results.map((one) => part(one, "baseline")["sum"]), [9, 9])
      assert.strictEqual(part(body, "baseline")["sum"], 18)
      const variants = results.map((one) => one["variants"] as ReadonlyArray<JsonRecord>)
      assert.deepStrictEqual(variants.map((all) => all.map(({ key }) => key)), [["test"], ["test"]])
      const one = yield* metricOf(experiment, {
        ...cut,
        breakdownFilter: { ...cut.breakdownFilter, breakdown_limit: 1 }
      })
      const values = (one.body["breakdown_results"] as ReadonlyArray<JsonRecord>).map(({ breakdown_value: value }) =>
        value
      )
      assert.deepStrictEqual(values, [["Chrome"], ["$$_posthog_breakdown_other_$$"]])
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("too little data has counts and no statistics; a variant without exposures has zeros", () =>
    Effect.gen(function*() {
      const experiment = yield* makeWorld({}, 10)
      const small = variant((yield* metricOf(experiment, purchases)).body)
      assert.deepInclude(small, { number_of_samples: 10, sum: 4, p_value: null, confidence_interval: null })
      assert.deepStrictEqual(small["validation_failures"], ["not-enough-exposures"])
      yield* patch(experiment, { start_date: iso(start + 9 * day) })
      const none = (yield* metricOf(experiment, purchases)).body
      assert.deepInclude(none["baseline"], { number_of_samples: 0, sum: 0, sum_squares: 0 })
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("a draft has no results, and a cached answer is not one of another state of the experiment", () =>
    Effect.gen(function*() {
      const experiment = yield* makeWorld({ start_date: null })
      const kept = { refresh: "blocking" }
      const draft = (yield* metricOf(experiment, purchases, kept)).body
      assert.deepStrictEqual([part(draft, "baseline")["number_of_samples"], draft["hogql"]], [0, null])
      yield* patch(experiment, { start_date: iso(start) })
      const running = (yield* metricOf(experiment, purchases, kept)).body
      assert.strictEqual(part(running, "baseline")["number_of_samples"], 90)
      yield* patch(experiment, { end_date: iso(start + day) })
      const ended = (yield* metricOf(experiment, purchases, kept)).body
      assert.deepStrictEqual([part(ended, "baseline")["number_of_samples"], ended["is_cached"]], [30, false])
      assert.isTrue((yield* metricOf(experiment, purchases, kept)).body["is_cached"])
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("a guardrail is tested at its margin, and a covariate adjusts", () =>
    Effect.gen(function*() {
      const experiment = yield* makeWorld({ stats_config: { method: "frequentist", cuped: { enabled: true } } }, 120)
      const { body } = yield* metricOf(experiment, { ...purchases, guardrail: { margin: 0.2 } })
      const test = variant(body)
      assert.strictEqual(part(test, "guardrail")["status"], "safe")
      assert.deepInclude(test, { covariate_sum: 0, covariate_sum_squares: 0, covariate_sum_product: 0 })
      assert.deepStrictEqual(test["cuped"], { theta: 0 })
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("a fault is refused with its place", () =>
    Effect.gen(function*() {
      const experiment = yield* makeWorld({}, 1)
      const refused = Effect.fnUntraced(function*(query: object) {
        const { body, status } = yield* ask({ kind: "ExperimentQuery", experiment_id: experiment["id"], ...query })
        return [status, body["attr"], body["detail"]]
      })
      const metric = "query__metric"
      const action = mean("a", { source: { kind: "ActionsNode", id: 1 } })
      const cases: ReadonlyArray<readonly [object, string, string]> = [
        [{ metric: purchases, experiment_id: undefined }, "query__experiment_id", "experiment_id is required"],
        [{ metric: purchases, experiment_id: 999 }, "query__experiment_id", "Experiment with id 999 not found"],
        [{}, metric, "This field is required."],
        [{ metric: { ...purchases, surprise: 1 } }, `${metric}__surprise`, "Extra inputs are not permitted"],
        [
          { metric: mean("a", { source: { kind: "EventsNode", math: "p90" } }) },
          `${metric}__source__math`,
          "The math 'p90' is not supported in experiments."
        ],
        [
          { metric: mean("a", { source: { kind: "EventsNode", math: "sum" } }) },
          `${metric}__source__math_property`,
          "The math 'sum' needs a property."
        ],
        [
          {
            metric: mean("a", {
              source: {
                kind: "EventsNode",
                math: "avg",
                math_property: "$length",
                math_property_type: "session_properties"
              }
            })
          },
          `${metric}__source__math_property`,
          "Sessions have no column '$length'."
        ],
        [
          { metric: { ...ratio, numerator_outlier_handling: { lower_bound_percentile: 2 } } },
          `${metric}__numerator_outlier_handling__lower_bound_percentile`,
          "Expected a value between 0 and 1"
        ],
        [
          { metric: { ...purchases, conversion_window: -1 } },
          `${metric}__conversion_window`,
          "Expected a value between 0 and 100000"
        ],
        [
          {
            metric: {
              ...purchases,
              breakdownFilter: { breakdowns: ["a", "b", "c", "d"].map((property) => ({ property })) }
            }
          },
          `${metric}__breakdownFilter__breakdowns`,
          "Maximum of 3 breakdowns are supported for experiment metrics"
        ],
        [{ metric: {} }, `${metric}__kind`, "This field is required."],
        [{ metric: { kind: "EventsNode" } }, `${metric}__kind`, "\"EventsNode\" is not a valid choice."],
        [
          { metric: { kind: "ExperimentMetric", metric_type: "sum" } },
          `${metric}__metric_type`,
          "\"sum\" is not a valid choice."
        ],
        [
          { metric: { kind: "ExperimentFunnelsQuery" } },
          `${metric}__kind`,
          "A metric of the kind ExperimentFunnelsQuery is kept and shown, and not computed"
        ],
        [
          { metric: action },
          `${metric}__source__id`,
          "There is no action with the id 1."
        ]
      ]
      for (const [query, attr, detail] of cases) {
        const [status, at, text] = yield* refused(query)
        assert.deepStrictEqual([status, at], [400, attr], String(text))
        assert.include(String(text), detail)
      }
    }).pipe(Effect.provide(TestApi.layer)))
})
