import { assert, type Vitest } from "@effect/vitest"
import type { DomainServices } from "@hedgerow/core/Domain"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { Effect } from "effect"
import { type AnswersApi, good } from "./AnswersApi.ts"
import { begin, day, greatDifference, iso, launched, type VerdictWorld } from "./VerdictWorld.ts"

const metric = (uuid: string, source: object, more: object = {}) => ({
  kind: "ExperimentMetric",
  metric_type: "mean",
  uuid,
  source: { kind: "EventsNode", ...source },
  ...more
})

/** One in thirty differs as `maybe` does by chance: by itself it counts, among four it does not. */
const coloured = ["maybe", "same", "killed", "born"].map((event) => metric(event, { event }))

const called = { event: "$feature_flag_called" }
const great = { ...called, math: "sum", math_property: "great" }
const beyond = { ...called, math: "hogql", math_hogql: "sum(toFloat(properties.great) * 1e158)" }
const greatMetrics = [
  metric("great", great),
  metric("great, cut", great, { upper_bound_percentile: 0.9 }),
  metric("beyond", beyond)
]

/** Every text that stands for no number: JSON has null for it, and words would show it. */
const noNumber = /NaN|Infinity|undefined/

const listIn = (record: JsonRecord | undefined, name: string) => (record?.[name] ?? []) as ReadonlyArray<JsonRecord>
const partOf = (record: JsonRecord | undefined, name: string) => (record?.[name] ?? {}) as JsonRecord
const variantIn = (result: JsonRecord) => listIn(result, "variant_results")[0] ?? {}

const ask = (query: JsonRecord) =>
  Effect.map(good("POST", "query/", { query, refresh: "force_blocking" }), ({ body }) => body)

/** The pages and answers of experiments, as clients ask for them. */
export const experimentPageTests = (
  it: Vitest.MethodsNonLive<AnswersApi | DomainServices | StoragePorts | VerdictWorld>
): void => {
  for (const method of ["frequentist", "bayesian"]) {
    it.effect(`the report has the colours of the verdicts among all tests: ${method}`, () =>
      Effect.gen(function*() {
        const { id } = yield* launched("checkout", { stats_config: { method }, metrics: coloured })
        const { text } = yield* good("GET", `experiments/${id}/report/`)
        const colours = [...text.matchAll(/<li><b>.*?<span class="(\w+)">/g)].map(([, colour]) => colour)
        assert.deepStrictEqual(colours, ["undecided", "undecided", "worse", "better"])
        assert.include(text, "among 4 tests one such result is often chance")
      }))
  }

  it.effect("the results and the report say level, family, correction, CUPED, cut outliers and the cost of early reading", () =>
    Effect.gen(function*() {
      const cut = metric("same", { event: "same" }, { lower_bound_percentile: 0.01, upper_bound_percentile: 0.95 })
      const stats_config = {
        method: "frequentist",
        frequentist: { alpha: 0.1 },
        cuped: { enabled: true, lookback_days: 7 },
        multiple_testing: { method: "benjamini-hochberg" }
      }
      const metrics = [metric("maybe", { event: "maybe" }), cut]
      const { id } = yield* launched("checkout", { stats_config, metrics })
      const { body } = yield* good("GET", `experiments/${id}/results/`)
      const { text, ...method } = partOf(body, "method")
      assert.deepStrictEqual(method, {
        method: "frequentist",
        engine: "default",
        alpha: 0.1,
        interval_level: 0.9,
        sequential: false,
        difference_type: "relative",
        multiple_testing: {
          method: "benjamini-hochberg",
          family: "variants of all metrics but guardrails",
          size: 2
        },
        cuped: { enabled: true, lookback_days: 7 }
      })
      assert.deepStrictEqual(listIn(body, "metrics")[1]?.["outliers"], [
        { of: "value", below: 0.01, above: 0.05, ignore_zeros: false }
      ])
      const words = [
        "Frequentist: tests at 10 %, 90 % confidence intervals.",
        "is wrong in 21 to 26 % of experiments without one",
        "among all 2 tests (variants of all metrics but guardrails), by Benjamini and Hochberg on their p-values",
        "CUPED: values are adjusted by the same metric in the 7 days before the exposure"
      ]
      const { text: html } = yield* good("GET", `experiments/${id}/report/`)
      for (const said of words) {
        assert.include((text as ReadonlyArray<string>).join(" "), said)
        assert.include(html, said)
      }
      assert.include(html, "Of the values, the lowest 1 % and the highest 5 % are moved to the percentile there.")
    }))

  it.effect("values near 1e150 have figures in the results and the report, those beyond the range a reason", () =>
    Effect.gen(function*() {
      const { id } = yield* launched("checkout", { stats_config: { method: "frequentist" }, metrics: greatMetrics })
      const report = yield* good("GET", `experiments/${id}/report/`)
      assert.notMatch(report.text.replaceAll(/<script[\s\S]*?<\/script>/g, ""), noNumber)
      const { body, text } = yield* good("GET", `experiments/${id}/results/`)
      assert.notMatch(text, noNumber)
      const [whole = {}, cut = {}, outside] = listIn(body, "metrics").map((one) => partOf(one, "result"))
      const [low = 0, high = 0] = variantIn(whole)["difference_interval"] as ReadonlyArray<number>
      assert.closeTo((low + high) / 2 / greatDifference, 1, 1e-6)
      assert.isAbove(low, 0)
      assert.isNotNull(variantIn(cut)["difference_interval"])
      assert.include(partOf(outside, "baseline")["validation_failures"] as ReadonlyArray<string>, "inconsistent-sums")
    }))

  it.effect("dates of a query and of results count whole days of exposure", () =>
    Effect.gen(function*() {
      const window = { conversion_window: 3, conversion_window_unit: "day" }
      const metrics = [metric("day", { event: "late" }), metric("window", { event: "late" }, window)]
      const { id: experiment_id } = yield* launched("checkout", { metrics })
      const second = iso(begin + day).slice(0, 10)
      const dateRange = { date_from: `${second}T15:00:00Z`, date_to: second }
      const counted = (result: JsonRecord) => {
        const { number_of_samples: samples, sum } = partOf(result, "baseline")
        return [samples, sum]
      }
      const asked = yield* Effect.forEach(metrics, (one) =>
        ask({ kind: "ExperimentQuery", experiment_id, metric: one, dateRange }))
      const range = `date_from=${dateRange.date_from}&date_to=${dateRange.date_to}`
      const { body } = yield* good("GET", `experiments/${experiment_id}/results/?${range}`)
      const shown = listIn(body, "metrics").map((one) =>
        partOf(one, "result")
      )
      for (const found of [asked, shown]) assert.deepStrictEqual(found.map(counted), [[100, 1], [100, 2]])
      const exposures = yield* ask({ kind: "ExperimentExposureQuery", experiment_id, dateRange })
      assert.deepStrictEqual(exposures["total_exposures"], { control: 100, test: 100 })
    }))

  it.effect("the query of exposures sees a split that is not the flag's, at every look, and blames no other", () =>
    Effect.gen(function*() {
      const lastLook = Effect.fnUntraced(function*(flag: string) {
        const { id: experiment_id } = yield* launched(flag, {})
        return listIn(yield* ask({ kind: "ExperimentExposureQuery", experiment_id }), "sample_ratio_over_time").at(-1)
      })
      const uneven = yield* lastLook("uneven")
      assert.isBelow(Number(uneven?.["always_valid_p_value"] ?? 1), 1e-6)
      assert.isBelow(Number(uneven?.["p_value"] ?? 1), 1e-6)
      assert.deepInclude(yield* lastLook("checkout"), { p_value: 1, always_valid_p_value: 1 })
    }))
}
