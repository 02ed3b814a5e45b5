import { assert, describe, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { TestApi, type TestEvent } from "@hedgerow/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call } from "../definitions/Call.ts"
import { mean, part } from "./ExperimentApi.ts"

const start = Date.UTC(2026, 0, 5)
const day = 86_400_000
const iso = (time: number) => new Date(time).toISOString().replace(".000Z", "Z")

const user = (index: number, variant: string): ReadonlyArray<TestEvent> => {
  const distinct_id = `${variant}-${index}`
  const timestamp = iso(start + (index % 3) * day + 3_600_000)
  const called = { $feature_flag: "checkout", $feature_flag_response: variant }
  const buys = index % (variant === "control" ? 8 : 2) === 0
  return [
    { event: "$feature_flag_called", distinct_id, timestamp, properties: called },
    ...(buys ? [{ event: "purchase", distinct_id, timestamp }] : [])
  ]
}

const metric = (uuid: string, event: string, more: object = {}) => mean(event, { uuid, name: `Of ${event}`, ...more })

const makeWorld = Effect.fnUntraced(function*(fields: object = {}) {
  const { capture } = yield* TestApi
  yield* TestClock.setTime(start + 10 * day)
  for (const variant of ["control", "test"]) {
    yield* capture(...Array.from({ length: 120 }, (_, index) => user(index, variant)).flat())
  }
  const { body, status } = yield* call("POST", "experiments/", {
    name: "Checkout",
    feature_flag_key: "checkout",
    start_date: iso(start),
    stats_config: { method: "frequentist" },
    metrics: [metric("m1", "purchase"), metric("m2", "purchase", { goal: "decrease" })],
    metrics_secondary: [metric("m3", "nothing"), metric("m4", "purchase", { guardrail: { margin: 0.1 } })],
    ...fields
  })
  assert.strictEqual(status, 201, JSON.stringify(body))
  return body
})

const results = (experiment: JsonRecord, query = "") =>
  call("GET", `experiments/${String(experiment["id"])}/results/${query}`)

const metricsIn = (body: JsonRecord) => body["metrics"] as ReadonlyArray<JsonRecord>
const variantOf = (one: JsonRecord | undefined): JsonRecord =>
  (part(one ?? {}, "result")["variant_results"] as ReadonlyArray<JsonRecord>)[0] ?? {}

const planOf = (experiment: JsonRecord, body: object = {}) =>
  call("POST", `experiments/${String(experiment["id"])}/running_time/`, body)

describe("GET /experiments/{id}/results/", () => {
  it.effect("computes metrics with clients' own fields, and reports the ones that are not computed", () =>
    Effect.gen(function*() {
      const marked = { kind: "EventsNode", event: "purchase", order: 0, type: "events", extra: { a: 1 } }
      const experiment = yield* makeWorld({
        metrics: [
          metric("m1", "purchase"),
          metric("m2", "purchase", { isNew: true, source: marked }),
          { kind: "ExperimentTrendsQuery", uuid: "m3", name: "Older", count_query: { kind: "TrendsQuery" } }
        ],
        metrics_secondary: []
      })
      const [plain, extended, older] = metricsIn((yield* results(experiment)).body)
      assert.deepStrictEqual(part(extended ?? {}, "result")["baseline"], part(plain ?? {}, "result")["baseline"])
      assert.isNull(extended?.["error"])
      assert.deepStrictEqual([older?.["kind"], older?.["result"], older?.["error"]], [
        "ExperimentTrendsQuery",
        null,
        "A metric of the kind ExperimentTrendsQuery is kept and shown, and not computed: make it an ExperimentMetric."
      ])
      const { status } = yield* planOf(experiment, { metric_uuid: "m2" })
      assert.strictEqual(status, 200)
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("has every metric, the exposures, the split and their interpretation", () =>
    Effect.gen(function*() {
      const experiment = yield* makeWorld()
      const { body, status } = yield* results(experiment)
      assert.strictEqual(status, 200)
      const metrics = metricsIn(body)
      assert.deepStrictEqual(
        metrics.map(({ error, kind, metric_uuid, name, role }) => [metric_uuid, name, kind, role, error]),
        [
          ["m1", "Of purchase", "mean", "primary", null],
          ["m2", "Of purchase", "mean", "primary", null],
          ["m3", "Of nothing", "mean", "secondary", null],
          ["m4", "Of purchase", "mean", "guardrail", null]
        ]
      )
      const asked = yield* call("POST", "query/", {
        query: { kind: "ExperimentQuery", experiment_id: experiment["id"], metric: metric("m1", "purchase") },
        refresh: "force_blocking"
      })
      assert.deepStrictEqual(part(metrics[0] ?? {}, "result")["baseline"], asked.body["baseline"])
      const [first, second, third, guardrail] = metrics.map(variantOf)
      assert.deepStrictEqual(first?.["adjustment"], {
        method: "holm",
        family: "variants of all metrics but guardrails",
        size: 2
      })
      assert.approximately(Number(first?.["adjusted_p_value"]), 2 * Number(first?.["p_value"]), 1e-12)
      assert.strictEqual(second?.["p_value"], first?.["p_value"])
      assert.isNull(third?.["p_value"])
      assert.strictEqual(part(guardrail ?? {}, "guardrail")["status"], "safe")
      const verdicts = metrics.map((one) =>
        (part(one, "interpretation")["variants"] as ReadonlyArray<JsonRecord>).map(({ verdict }) => verdict)
      )
      assert.deepStrictEqual(verdicts, [["better"], ["worse"], ["not_enough_data"], ["guardrail_safe"]])
      assert.include(String(part(metrics[0] ?? {}, "interpretation")["text"]), "test is better than control: +300 % (")
      assert.deepStrictEqual(part(body, "exposures")["total_exposures"], { control: 120, test: 120 })
      assert.deepStrictEqual(body["srm"], { expected: { control: 120, test: 120 }, p_value: 1 })
      assert.include(String(body["interpretation"]), "The split of exposures is the one of the flag.")
      assert.strictEqual(body["generated_at"], iso(start + 10 * day))
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("by dates counts those exposed in that time", () =>
    Effect.gen(function*() {
      const experiment = yield* makeWorld()
      const samples = (query: string) =>
        Effect.map(results(experiment, query), ({ body }) =>
          part(part(metricsIn(body)[0] ?? {}, "result"), "baseline")["number_of_samples"])
      assert.strictEqual(yield* samples(""), 120)
      assert.strictEqual(yield* samples("?date_to=2026-01-05"), 40)
      assert.strictEqual(yield* samples("?date_from=2026-01-06&date_to=2026-01-06"), 40)
      assert.strictEqual(yield* samples("?date_from=2026-01-06"), 80)
      assert.strictEqual(yield* samples("?date_from=-30d"), 120)
      const wrong = yield* results(experiment, "?date_from=soon")
      assert.deepStrictEqual([wrong.status, wrong.body["attr"]], [400, "date_from"])
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("a metric that cannot be computed says why, beside the others; a draft has counts of 0", () =>
    Effect.gen(function*() {
      const experiment = yield* makeWorld({
        start_date: null,
        metrics: [metric("m1", "purchase"), mean("a", { uuid: "m9", source: { kind: "ActionsNode", id: 1 } })],
        metrics_secondary: []
      })
      const { body, status } = yield* results(experiment)
      assert.strictEqual(status, 200)
      const [good, bad] = metricsIn(body)
      assert.strictEqual(part(part(good ?? {}, "result"), "baseline")["number_of_samples"], 0)
      assert.deepStrictEqual([bad?.["result"], bad?.["interpretation"]], [null, null])
      assert.include(String(bad?.["error"]), "There is no action with the id 1.")
      assert.include(String(body["interpretation"]), "There is no action with the id 1.")
      assert.strictEqual((yield* results({ id: 999 })).status, 404)
      assert.strictEqual((yield* results({ id: "x" })).status, 404)
    }).pipe(Effect.provide(TestApi.layer)))
})

describe("POST /experiments/{id}/running_time/", () => {
  it.effect("plans from the measured variance and the exposures a day", () =>
    Effect.gen(function*() {
      const experiment = yield* makeWorld()
      const { body, status } = yield* planOf(experiment, { minimum_detectable_effect: 20, metric_uuid: "m1" })
      assert.strictEqual(status, 200)
      assert.deepInclude(body, { minimum_detectable_effect: 20, power: 0.8, alpha: 0.05, exposures: 240, mean: 0.125 })
      assert.approximately(Number(body["variance"]), 120 / 119 * 0.125 * 0.875, 1e-12)
      // (z of 0.975 + z of 0.8)² (v + v) / d² for each variant.
      const expected = 7.8489 * 2 * Number(body["variance"]) / 0.025 ** 2
      assert.approximately(Number(body["samples_per_variant"]), expected, 4)
      assert.strictEqual(body["recommended_sample_size"], 2 * Number(body["samples_per_variant"]))
      const perDay = Number(body["exposures_per_day"])
      assert.strictEqual(perDay, 240 / 11)
      assert.strictEqual(body["recommended_running_time"], Math.ceil(Number(body["recommended_sample_size"]) / perDay))
      const larger = yield* planOf(experiment, { minimum_detectable_effect: 50 })
      assert.isBelow(Number(larger.body["samples_per_variant"]), Number(body["samples_per_variant"]))
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("an uneven split takes longer, and so does a metric that few of the exposed count in", () =>
    Effect.gen(function*() {
      const retention = {
        kind: "ExperimentMetric",
        metric_type: "retention",
        uuid: "back",
        start_event: { kind: "EventsNode", event: "purchase" },
        completion_event: { kind: "EventsNode", event: "purchase" },
        retention_window_start: 0,
        retention_window_end: 1,
        retention_window_unit: "day",
        start_handling: "first_seen"
      }
      const later: ReadonlyArray<TestEvent> = Array.from({ length: 60 }, (_, index) => ({
        event: "purchase",
        distinct_id: `control-${index}`,
        timestamp: iso(start + (index % 3) * day + 7_200_000)
      }))
      const experiment = yield* makeWorld({
        metrics: [metric("m1", "purchase"), retention],
        metrics_secondary: [],
        parameters: {
          feature_flag_variants: [
            { key: "control", rollout_percentage: 90 },
            { key: "test", rollout_percentage: 10 }
          ]
        }
      })
      const { capture } = yield* TestApi
      yield* capture(...later)
      const { body } = yield* planOf(experiment, { minimum_detectable_effect: 20, metric_uuid: "m1" })
      const [mean, variance] = [Number(body["mean"]), Number(body["variance"])]
      const expected = 7.8489 * variance * (1 / 0.9 + 1 / 0.1) / (0.2 * mean) ** 2
      assert.approximately(Number(body["recommended_sample_size"]), expected, 4)
      assert.approximately(Number(body["samples_per_variant"]), expected / 10, 2)
      const back = (yield* planOf(experiment, { minimum_detectable_effect: 20, metric_uuid: "back" })).body
      const asked = yield* call("POST", "query/", {
        query: { kind: "ExperimentQuery", experiment_id: experiment["id"], metric: retention },
        refresh: "force_blocking"
      })
      const counted = [part(asked.body, "baseline"), ...asked.body["variant_results"] as ReadonlyArray<JsonRecord>]
        .reduce((sum, { number_of_samples }) => sum + Number(number_of_samples), 0)
      assert.isBelow(counted, 240)
      const size = Number(back["recommended_sample_size"])
      assert.strictEqual(back["recommended_running_time"], Math.ceil(size / (counted / 11)))
      assert.strictEqual(back["remaining_running_time"], Math.ceil((size - counted) / (counted / 11)))
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("without measured numbers there is no plan; a fault is refused", () =>
    Effect.gen(function*() {
      const experiment = yield* makeWorld({ start_date: null })
      const { body } = yield* planOf(experiment)
      assert.deepStrictEqual([body["mean"], body["recommended_sample_size"], body["exposures"]], [null, null, 0])
      const unknown = yield* planOf(experiment, { metric_uuid: "m77" })
      assert.deepStrictEqual([unknown.status, unknown.body["attr"]], [400, "metric_uuid"])
      const effect = yield* planOf(experiment, { minimum_detectable_effect: 0 })
      assert.deepStrictEqual([effect.status, effect.body["attr"]], [400, "minimum_detectable_effect"])
      const wrong = yield* planOf(experiment, { metric: { kind: "ExperimentMetric", metric_type: "mean" } })
      assert.strictEqual(wrong.status, 400)
      const long = yield* planOf(experiment, { metric: { ...metric("x", "y"), note: "x".repeat(262_144) } })
      assert.deepStrictEqual([long.status, long.body["code"], long.body["attr"]], [400, "max_length", "metric"])
      assert.strictEqual((yield* planOf({ id: 999 })).status, 404)
    }).pipe(Effect.provide(TestApi.layer)))
})
