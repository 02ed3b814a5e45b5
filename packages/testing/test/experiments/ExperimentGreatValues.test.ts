import { assert, describe, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { TestApi, type TestEvent } from "@hedgerow/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call } from "../definitions/Call.ts"
import { mean, part } from "./ExperimentApi.ts"

const start = Date.UTC(2026, 0, 5)
const hour = 3_600_000
const iso = (time: number) => new Date(time).toISOString()

/** The value of a user, by place and by whether the user belongs to the test; one a second before the exposure too. */
type ValueOf = (place: number, isTest: boolean) => unknown

const events = (valueOf: ValueOf): ReadonlyArray<TestEvent> =>
  ["control", "test"].flatMap((variant) =>
    Array.from({ length: 60 }, (_, place): ReadonlyArray<TestEvent> => {
      const distinct_id = `${variant} ${place}`
      const purchase = (hours: number, by: number): TestEvent => ({
        event: "purchase",
        distinct_id,
        timestamp: iso(start + hours * hour),
        properties: { amount: valueOf(place * by, variant === "test"), plan: place % 2 === 0 ? "pro" : "free" }
      })
      return [
        purchase(1, 7),
        {
          event: "$feature_flag_called",
          distinct_id,
          timestamp: iso(start + 2 * hour),
          properties: { $feature_flag: "checkout", $feature_flag_response: variant }
        },
        purchase(3, 1)
      ]
    }).flat()
  )

const amount = { kind: "EventsNode", event: "purchase", math: "sum", math_property: "amount" }
const anyNumber = {
  kind: "EventsNode",
  event: "purchase",
  math: "hogql",
  math_hogql: "sum(toFloat(properties.amount))"
}

const metrics = [
  mean("purchase", { uuid: "sum", source: amount }),
  mean("purchase", { uuid: "cut", source: amount, upper_bound_percentile: 0.9, lower_bound_percentile: 0.1 }),
  mean("purchase", { uuid: "hogql", source: anyNumber }),
  mean("purchase", { uuid: "guarded", source: amount, guardrail: { margin: 0.1 } }),
  mean("purchase", {
    uuid: "broken down",
    source: amount,
    breakdownFilter: { breakdowns: [{ property: "plan", type: "event" }] }
  }),
  { kind: "ExperimentMetric", metric_type: "ratio", uuid: "ratio", numerator: amount, denominator: anyNumber }
]

const values: Readonly<Record<string, ValueOf>> = {
  "a mean of 1e9 deviations": (place, isTest) => 1e9 + place % 9 + (isTest ? 2 : 0),
  "values near 1e150": (place, isTest) => (1 + place % 9 + (isTest ? 4 : 0)) * 5e148,
  "negative values near 1e150": (place, isTest) => -(1 + place % 9 + (isTest ? 4 : 0)) * 5e148,
  "values of both signs near 1e150": (place) => (place % 4 - 1.5) * 5e149,
  "values near 1e308": (place) => (1 + place % 3) * 5e307,
  "negative values near 1e308": (place) => -(1 + place % 3) * 5e307,
  "values of both signs near 1e308": (place) => (place % 4 - 1.5) * 1e308,
  "values near 1e-308": (place) => (1 + place % 3) * 1e-308,
  "texts that look like numbers": (place) =>
    ["NaN", "nan", "Infinity", "-inf", "1e999", "-1e999", "1e-999", "1e150", "0x10", "", "12", null][place % 12]
}

const configs: ReadonlyArray<JsonRecord> = [
  { method: "frequentist" },
  { method: "bayesian" },
  { method: "frequentist", frequentist: { sequential_testing_enabled: true }, cuped: { enabled: true } },
  { method: "bayesian", cuped: { enabled: true }, bayesian: { prior: { mean: 0, variance: 0.25 } } }
]

/** Every text that stands for no number: JSON has null for it, and words would show it. */
const noNumber = /NaN|Infinity|undefined/

const variantOf = (one: JsonRecord): JsonRecord =>
  (part(one, "result")["variant_results"] as ReadonlyArray<JsonRecord>)[0] ?? {}

const isFiguresOrReason = (one: JsonRecord): boolean => {
  const { difference_interval: interval, validation_failures: failures } = variantOf(one)
  const baseline = part(part(one, "result"), "baseline")["validation_failures"] as ReadonlyArray<unknown>
  const reasons = [...failures as ReadonlyArray<unknown>, ...baseline]
  return interval === null
    ? reasons.length > 0
    : (interval as ReadonlyArray<unknown>).every((bound) => typeof bound === "number")
}

const answersOf = Effect.fnUntraced(function*(id: string, stats_config: JsonRecord) {
  const changed = yield* call("PATCH", `experiments/${id}/`, { stats_config })
  assert.strictEqual(changed.status, 200, JSON.stringify(changed.body))
  const { project, request } = yield* TestApi
  const report = yield* request(`/api/projects/${project.id}/experiments/${id}/report/`)
  const page = yield* Effect.promise(() => report.text())
  assert.strictEqual(report.status, 200, page)
  assert.notMatch(page.replaceAll(/<script[\s\S]*?<\/script>/g, ""), noNumber)
  const planned = yield* call("POST", `experiments/${id}/running_time/`, {})
  assert.strictEqual(planned.status, 200, JSON.stringify(planned.body))
  const { body, status } = yield* call("GET", `experiments/${id}/results/`)
  const text = JSON.stringify(body)
  assert.strictEqual(status, 200, text)
  assert.notMatch(text, noNumber)
  return body["metrics"] as ReadonlyArray<JsonRecord>
})

describe("results of great values", () => {
  for (const [name, valueOf] of Object.entries(values)) {
    it.effect(`have figures or a reason, whatever the method: ${name}`, () =>
      Effect.gen(function*() {
        const { capture } = yield* TestApi
        yield* TestClock.setTime(start + 10 * 24 * hour)
        yield* capture(...events(valueOf))
        const { body, status } = yield* call("POST", "experiments/", {
          name: "Checkout",
          feature_flag_key: "checkout",
          start_date: iso(start),
          metrics
        })
        assert.strictEqual(status, 201, JSON.stringify(body))
        const known = /1e9|1e150/.test(name)
        for (const config of configs) {
          for (const one of yield* answersOf(String(body["id"]), config)) {
            const shown = JSON.stringify({ config, one })
            assert.isNull(one["error"], shown)
            assert.isTrue(isFiguresOrReason(one), shown)
            if (known && one["kind"] !== "ratio") assert.isNotNull(variantOf(one)["difference_interval"], shown)
          }
        }
      }).pipe(Effect.provide(TestApi.layer)))
  }

  it.effect("tell a difference of two deviations that a sum of squares loses", () =>
    Effect.gen(function*() {
      const { capture } = yield* TestApi
      yield* TestClock.setTime(start + 10 * 24 * hour)
      yield* capture(...events(values["a mean of 1e9 deviations"] ?? (() => 0)))
      const { body } = yield* call("POST", "experiments/", {
        name: "Checkout",
        feature_flag_key: "checkout",
        start_date: iso(start),
        metrics: metrics.slice(0, 1)
      })
      const [one = {}] = yield* answersOf(String(body["id"]), { method: "frequentist" })
      const [lower = 0, upper = 0] = variantOf(one)["difference_interval"] as ReadonlyArray<number>
      // The values after the exposure are 0 to 8 and twice 0 to 5: their deviation is 2.6.
      assert.closeTo((lower + upper) / 2, 2, 1e-5)
      assert.closeTo(upper - lower, 1.9, 0.1)
    }).pipe(Effect.provide(TestApi.layer)))
})
