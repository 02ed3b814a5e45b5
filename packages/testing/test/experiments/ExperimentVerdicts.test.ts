import { assert, describe, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { TestApi, type TestEvent } from "@hedgerow/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call } from "../definitions/Call.ts"
import { mean, part } from "./ExperimentApi.ts"

const start = Date.UTC(2026, 0, 5)
const day = 86_400_000
const iso = (time: number) => new Date(time).toISOString()

/** The number of people of each variant that have an event. */
type Conversions = Readonly<Record<string, Readonly<Record<string, number>>>>

const people = (variant: string, size: number, conversions: Conversions) =>
  Array.from({ length: size }, (_, index): ReadonlyArray<TestEvent> => {
    const at = { distinct_id: `${variant} ${index}`, timestamp: iso(start + 3_600_000) }
    const called = { $feature_flag: "checkout", $feature_flag_response: variant }
    return [
      { event: "$feature_flag_called", ...at, properties: called },
      ...Object.keys(conversions).filter((event) => index < (conversions[event]?.[variant] ?? 0))
        .map((event) => ({ event, distinct_id: at.distinct_id, timestamp: iso(start + 7_200_000) }))
    ]
  }).flat()

const named = (event: string, more: object = {}) => mean(event, { uuid: `${event}-${JSON.stringify(more)}`, ...more })

/** Ten metrics: one differs as one in thirty does by chance, nine do not differ. */
const byChance = { maybe: { control: 30, test: 45 }, same: { control: 40, test: 40 } }
const ten = [named("maybe"), ...Array.from({ length: 9 }, (_, index) => mean("same", { uuid: `same-${index}` }))]

const makeWorld = Effect.fnUntraced(function*(conversions: Conversions, size: number, fields: object) {
  const { capture } = yield* TestApi
  yield* TestClock.setTime(start + 10 * day)
  for (const variant of ["control", "test"]) yield* capture(...people(variant, size, conversions))
  const { body, status } = yield* call("POST", "experiments/", {
    name: "Checkout",
    feature_flag_key: "checkout",
    start_date: iso(start),
    ...fields
  })
  assert.strictEqual(status, 201, JSON.stringify(body))
  return body
})

const results = (experiment: JsonRecord) => call("GET", `experiments/${String(experiment["id"])}/results/`)

const page = Effect.fnUntraced(function*(experiment: JsonRecord) {
  const { project, request } = yield* TestApi
  const response = yield* request(`/api/projects/${project.id}/experiments/${String(experiment["id"])}/report/`)
  return { text: yield* Effect.promise(() => response.text()) }
})

const metricsIn = (body: JsonRecord) => body["metrics"] as ReadonlyArray<JsonRecord>
const variantOf = (one: JsonRecord | undefined): JsonRecord =>
  (part(one ?? {}, "result")["variant_results"] as ReadonlyArray<JsonRecord>)[0] ?? {}
const verdictOf = (one: JsonRecord | undefined): JsonRecord =>
  (part(one ?? {}, "interpretation")["variants"] as ReadonlyArray<JsonRecord>)[0] ?? {}

describe("verdicts", () => {
  for (const stats_config of [{ method: "frequentist" }, { method: "bayesian" }]) {
    it.effect(`are made among all tests of the experiment: ${stats_config.method}`, () =>
      Effect.gen(function*() {
        const experiment = yield* makeWorld(byChance, 120, { stats_config, metrics: ten })
        const { body } = yield* results(experiment)
        const [first] = metricsIn(body)
        const { adjusted_difference_interval: wide, adjusted_significant, adjustment, difference_interval: own } =
          variantOf(first) as {
            adjusted_difference_interval: readonly [number, number]
            difference_interval: readonly [number, number]
          } & JsonRecord
        assert.isTrue(variantOf(first)["significant"])
        assert.isFalse(adjusted_significant)
        assert.deepStrictEqual(adjustment, {
          method: "holm",
          family: "variants of all metrics but guardrails",
          size: 10
        })
        assert.isAbove(own[0], 0)
        assert.isBelow(wide[0], 0)
        assert.isAbove(wide[1], own[1])
        assert.strictEqual(verdictOf(first)["verdict"], "undecided")
        assert.include(String(verdictOf(first)["text"]), "By itself it would count as better; among 10 tests")
        const { text: html } = yield* page(experiment)
        assert.notMatch(html, /class="better"|class="worse"/)
        assert.include(html, "among 10 tests one such result is often chance")
      }).pipe(Effect.provide(TestApi.layer)))

    it.effect(`of one test are those of the test itself: ${stats_config.method}`, () =>
      Effect.gen(function*() {
        const [only] = ten
        const experiment = yield* makeWorld(byChance, 120, { stats_config, metrics: [only] })
        const [first] = metricsIn((yield* results(experiment)).body)
        const { adjusted_difference_interval, difference_interval } = variantOf(first)
        assert.deepStrictEqual(adjusted_difference_interval, difference_interval)
        assert.strictEqual(verdictOf(first)["verdict"], "better")
      }).pipe(Effect.provide(TestApi.layer)))
  }
})

const funnel = (event: string) => ({
  kind: "ExperimentMetric",
  metric_type: "funnel",
  uuid: `funnel-${event}`,
  series: [{ kind: "EventsNode", event }]
})

describe("an arm without events", () => {
  for (const stats_config of [{ method: "frequentist" }, { method: "bayesian" }]) {
    it.effect(`has its verdict: ${stats_config.method}`, () =>
      Effect.gen(function*() {
        const conversions = { killed: { control: 40, test: 0 }, born: { control: 0, test: 40 } }
        const metrics = [named("killed"), funnel("killed"), named("born"), funnel("born"), funnel("nothing")]
        const experiment = yield* makeWorld(conversions, 440, { stats_config, metrics })
        const { body } = yield* results(experiment)
        const found = metricsIn(body)
        assert.deepStrictEqual(found.map((one) => verdictOf(one)["verdict"]), [
          "worse",
          "worse",
          "better",
          "better",
          "not_enough_data"
        ])
        for (const one of found.slice(0, 2)) {
          const interval = variantOf(one)["lift_interval"] as readonly [number, number]
          assert.strictEqual(interval[0], -1)
          assert.isAbove(interval[1], -0.98)
        }
        assert.strictEqual(part(part(found[0] ?? {}, "result"), "baseline")["minimum"], 0)
        for (const one of found.slice(2, 4)) {
          assert.deepInclude(variantOf(one), { lift: null, difference_type: "absolute" })
        }
        assert.include(String(verdictOf(found[3])["text"]), "test is better than control: +0.09091 (")
        assert.include(
          String(verdictOf(found[4])["text"]),
          "cannot be compared with control yet: 0 of control and 0 of test reached the goal, fewer than 5."
        )
        const { text } = yield* page(experiment)
        const [low, high] = stats_config.method === "bayesian"
          ? ["&lt; 0.01 % to win", "&gt; 99.99 % to win"]
          : ["p &lt; 0.001", "p &lt; 0.001"]
        assert.include(text, low)
        assert.include(text, high)
      }).pipe(Effect.provide(TestApi.layer)))
  }
})

describe("the method of results", () => {
  it.effect("says that a sequential test may be read at any time, and nothing of reading once it is over", () =>
    Effect.gen(function*() {
      const frequentist = { sequential_testing_enabled: true }
      const experiment = yield* makeWorld(byChance, 120, {
        stats_config: { method: "frequentist", frequentist },
        metrics: ten
      })
      const { body } = yield* results(experiment)
      assert.isTrue(part(body, "method")["sequential"])
      assert.include(String(body["interpretation"]), "may be read at any time")
      assert.notInclude(String(body["interpretation"]), "made to be read once")
      const changed = yield* call("PATCH", `experiments/${String(experiment["id"])}/`, {
        stats_config: { method: "bayesian" },
        end_date: iso(start + 9 * day)
      })
      assert.strictEqual(changed.status, 200)
      const ended = (yield* results(experiment)).body
      assert.include(String(ended["interpretation"]), "Bayesian: 95 % credible intervals, a flat prior.")
      assert.notInclude(String(ended["interpretation"]), "made to be read once")
    }).pipe(Effect.provide(TestApi.layer)))
})
