import { assert, type Vitest } from "@effect/vitest"
import type { DomainServices } from "@hedgerow/core/Domain"
import { Queries } from "@hedgerow/core/query/Queries"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { Effect, Schema } from "effect"
import { begin, day, iso, launched, resultsOf, variantOf, verdictOf, VerdictWorld } from "./VerdictWorld.ts"

/** The part of an answer that compares the variants with the baseline. */
const Variants = Schema.Struct({ variant_results: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)) })

type Interval = readonly [low: number, high: number]

const source = (event: string) => ({ kind: "EventsNode", event })
const common = { kind: "ExperimentMetric" }
const mean = (event: string, more: object = {}) => ({
  ...common,
  metric_type: "mean",
  source: source(event),
  ...more
})
const funnel = (event: string) => ({ ...common, metric_type: "funnel", series: [source(event)] })

/** The difference of amounts is so great that its p-value is 0 in numbers. */
const apart = mean("", { source: { ...source("$feature_flag_called"), math: "sum", math_property: "amount" } })

const metrics = [
  mean("maybe"),
  mean("same"),
  funnel("same"),
  mean("killed"),
  funnel("killed"),
  mean("born"),
  funnel("born"),
  apart,
  funnel("nothing"),
  { ...common, metric_type: "ratio", numerator: source("same"), denominator: source("killed") }
].map((metric, place) => Object.assign({ uuid: `metric-${place}` }, metric))

const verdicts = [
  "undecided",
  "undecided",
  "undecided",
  "worse",
  "worse",
  "better",
  "better",
  "better",
  "not_enough_data",
  "not_enough_data"
] as const

const tests = 8

const methods = {
  frequentist: { config: { method: "frequentist" }, isRead: false },
  Bayesian: { config: { method: "bayesian" }, isRead: false },
  sequential: {
    config: {
      method: "frequentist",
      frequentist: { sequential_testing_enabled: true, sequential_tuning_parameter: 400 }
    },
    isRead: true
  }
}

/** An interval among all tests holds the one of the test alone, and is no point. */
const checkIntervals = (own: Interval | null | undefined, wide: Interval | null | undefined, shown: string): void => {
  if (own === null || own === undefined || wide === null || wide === undefined) return assert.fail(shown)
  assert.isBelow(wide[0], own[0], shown)
  assert.isAbove(wide[1], own[1], shown)
  assert.isBelow(own[0], own[1], shown)
}

/** Verdicts, their intervals and their reasons in words, from events as clients send them. */
export const verdictTests = (it: Vitest.MethodsNonLive<DomainServices | StoragePorts | VerdictWorld>): void => {
  for (const [name, { config, isRead }] of Object.entries(methods)) {
    it.effect(`verdicts are made among all tests, and an arm without events has its own: ${name}`, () =>
      Effect.gen(function*() {
        const experiment = yield* launched("checkout", { stats_config: config, metrics })
        const { interpretation, method, metrics: found, srm } = yield* resultsOf(experiment)
        assert.deepStrictEqual(found.map((one) => verdictOf(one)?.verdict), [...verdicts])
        const compared = found.slice(0, tests).map(variantOf)
        for (const one of compared) {
          checkIntervals(one?.difference_interval, one?.adjusted_difference_interval, JSON.stringify(one))
        }
        const [first, , , killed, killedFunnel, born, , amounts] = compared
        // One in thirty differs so by chance: by itself it counts, unless it is read at every look.
        assert.deepStrictEqual([first?.significant, first?.adjusted_significant], [!isRead, false])
        assert.deepInclude(first?.adjustment, { method: "holm", size: tests })
        for (const one of [killed, killedFunnel]) assert.strictEqual(one?.lift_interval?.[0], -1)
        assert.deepInclude(born, { lift: null, difference_type: "absolute" })
        if (amounts?.method === "frequentist") assert.isBelow(amounts.p_value ?? 1, 1e-300)
        assert.deepStrictEqual(found.slice(tests).map((one) => verdictOf(one)?.text), [
          "test cannot be compared with control yet: 0 of control and 0 of test reached the goal, fewer than 5.",
          "test cannot be compared with control yet: the denominator of test is 0."
        ])
        assert.deepStrictEqual([method.sequential, method.multiple_testing.size], [isRead, tests])
        assert.include(interpretation, `among all ${tests} tests`)
        assert.include(interpretation, isRead ? "may be read at any time" : "is wrong in 21 to 26 % of experiments")
        assert.strictEqual(srm?.p_value, 1)
      }))
  }

  it.effect("the verdict of one test is that of the test itself", () =>
    Effect.gen(function*() {
      const { project } = yield* VerdictWorld
      const { id: experiment_id } = yield* launched("checkout", { stats_config: { method: "frequentist" } })
      const query = { kind: "ExperimentQuery", experiment_id, metric: mean("maybe") }
      const { variant_results: [one] } = yield* Schema.decodeUnknownEffect(Variants)(
        yield* (yield* Queries).run(project, { query })
      )
      assert.deepInclude(one, { key: "test", adjusted_significant: true, adjusted_p_value: one?.["p_value"] })
      assert.deepStrictEqual(one?.["adjusted_difference_interval"], one?.["difference_interval"])
    }))

  it.effect("a split that is not the flag's is seen, also by who reads it every day", () =>
    Effect.gen(function*() {
      const { exposures, interpretation } = yield* resultsOf(yield* launched("uneven", {}))
      assert.deepStrictEqual(exposures.total_exposures, { control: 600, test: 400 })
      assert.isBelow(exposures.sample_ratio_over_time.at(-1)?.always_valid_p_value ?? 1, 1e-6)
      assert.include(interpretation, "The split of exposures is not the one of the flag")
      const { metrics: [none] } = yield* resultsOf(yield* launched("nobody", { metrics: [mean("same")] }))
      assert.strictEqual(
        none === undefined ? undefined : verdictOf(none)?.text,
        "test cannot be compared with control yet: control has 0 exposed, fewer than 50, "
          + "test has 0 exposed, fewer than 50."
      )
    }))

  it.effect("dates count whole days of exposure, and events up to their end or to the end of the conversion window", () =>
    Effect.gen(function*() {
      const window = { conversion_window: 3, conversion_window_unit: "day" }
      const experiment = yield* launched("checkout", { metrics: [mean("late"), mean("late", window)] })
      const second = iso(begin + day).slice(0, 10)
      const { metrics: found } = yield* resultsOf(experiment, { date_from: `${second}T15:00:00Z`, date_to: second })
      const counted = found.map(({ result }) => [result?.baseline.number_of_samples, result?.baseline.sum])
      assert.deepStrictEqual(counted, [[100, 1], [100, 2]])
    }))
}
