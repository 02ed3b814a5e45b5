import { noTypes } from "@hedgerow/core/definitions/TypedProperties"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ExperimentMetric } from "@hedgerow/core/experiments/metrics/ExperimentMetric"
import type { AnalysedExperiment } from "@hedgerow/core/experiments/results/AnalysedExperiment"
import { analyseExperiment } from "@hedgerow/core/experiments/results/ExperimentAnalysis"
import { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { defaultLimits } from "@hedgerow/core/query/QueryLimits"
import { everything } from "@hedgerow/sql/planning/Abilities"
import { analyseMetric } from "@hedgerow/statistics/engine/AnalyseMetric"
import { statisticsSettings } from "@hedgerow/statistics/engine/StatisticsSettings"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import { Duration, Effect } from "effect"
import { cpuInTurns, cpuPer, load, onEmbedded, projectOne } from "./clickHouse.ts"
import { merged, nativePerson } from "./clickHouseQueries.ts"
import type { Comparison, Measured } from "./Comparison.ts"
import { lastMicros } from "./generatedEvents.ts"

const rounds = 10
const start = Date.UTC(2026, 4, 31) * 1000 as EventTime
const end = lastMicros as EventTime

const experiment: AnalysedExperiment = {
  flag_key: "checkout",
  variants: [{ key: "control", rollout_percentage: 50 }, { key: "test", rollout_percentage: 50 }],
  group_type_index: undefined,
  holdout_id: undefined,
  start,
  end,
  exposure_criteria: { exposure_config: { event: "$pageview" } },
  stats_config: { method: "frequentist" },
  only_matured: false
}

const within =
  "project_id = 1 AND timestamp >= toDateTime64('2026-05-31 00:00:00', 6, 'UTC') AND timestamp <= toDateTime64('2026-06-30 00:00:00', 6, 'UTC')"

const nativeExposures = `SELECT ${nativePerson} AS person, min(timestamp) AS first,
    min(pj.\`$feature%2Fcheckout\`.:String) AS variant
  FROM events AS e ${merged}
  WHERE event = '$pageview' AND ${within} AND pj.\`$feature%2Fcheckout\`.:String IN ('control', 'test')
  GROUP BY person HAVING min(pj.\`$feature%2Fcheckout\`.:String) = max(pj.\`$feature%2Fcheckout\`.:String)`

const nativeValues = `SELECT x.person AS person, any(x.variant) AS variant, sum(m.price) AS value
  FROM exposures AS x LEFT JOIN (
    SELECT ${nativePerson} AS person, timestamp, toFloat64OrNull(pj.price.:String) AS price FROM events AS e ${merged}
    WHERE event = 'purchase' AND ${within}
  ) AS m ON m.person = x.person AND m.timestamp >= x.first GROUP BY person`

/** A mean by hand: exposures, the purchases after them, and the sums. */
const nativeMean = `WITH exposures AS (${nativeExposures})
  SELECT variant, count(), sum(value), sum(value * value) FROM (${nativeValues}) GROUP BY variant ORDER BY variant`

const nativePairs =
  `SELECT x.person AS person, any(x.variant) AS variant, sum(m.price) AS value, countIf(m.person = x.person) AS purchases
  FROM exposures AS x LEFT JOIN (
    SELECT ${nativePerson} AS person, timestamp, toFloat64OrNull(pj.price.:String) AS price FROM events AS e ${merged}
    WHERE event = 'purchase' AND ${within}
  ) AS m ON m.person = x.person AND m.timestamp >= x.first GROUP BY person`

/** A ratio by hand: the same, with the number of purchases beside their sum. */
const nativeRatio = `WITH exposures AS (${nativeExposures})
  SELECT variant, count(), sum(value), sum(value * value), sum(purchases), sum(purchases * purchases), sum(value * purchases)
  FROM (${nativePairs}) GROUP BY variant ORDER BY variant`

const nativeFunnel = `WITH exposures AS (${nativeExposures})
  SELECT variant, count(), countIf(level >= 1), countIf(level >= 2) FROM (
    SELECT x.person AS person, any(x.variant) AS variant,
      windowFunnel(1000000000000000)(toUInt64(toUnixTimestamp64Micro(m.timestamp)), m.event = 'add to cart', m.event = 'purchase') AS level
    FROM exposures AS x LEFT JOIN (
      SELECT ${nativePerson} AS person, timestamp, event FROM events AS e ${merged}
      WHERE event IN ('add to cart', 'purchase') AND ${within}
    ) AS m ON m.person = x.person AND m.timestamp >= x.first GROUP BY person
  ) GROUP BY variant ORDER BY variant`

/** The first addition to a cart after the exposure, and a purchase one to seven days later. */
const nativeRetention = `WITH exposures AS (${nativeExposures}), starts AS (
    SELECT x.person AS person, any(x.variant) AS variant, min(m.timestamp) AS started
    FROM exposures AS x INNER JOIN (
      SELECT ${nativePerson} AS person, timestamp FROM events AS e ${merged} WHERE event = 'add to cart' AND ${within}
    ) AS m ON m.person = x.person WHERE m.timestamp >= x.first GROUP BY person
  )
  SELECT variant, count(), countIf(came) FROM (
    SELECT s.person AS person, any(s.variant) AS variant,
      countIf(r.person = s.person AND r.timestamp >= s.started AND dateDiff('day', s.started, r.timestamp) BETWEEN 1 AND 7) > 0 AS came
    FROM starts AS s LEFT JOIN (
      SELECT ${nativePerson} AS person, timestamp FROM events AS e ${merged} WHERE event = 'purchase' AND ${within}
    ) AS r ON r.person = s.person GROUP BY person
  ) GROUP BY variant ORDER BY variant`

const mean: ExperimentMetric = {
  kind: "ExperimentMetric",
  metric_type: "mean",
  source: { kind: "EventsNode", event: "purchase", math: "sum", math_property: "price" }
}

const ratio: ExperimentMetric = {
  kind: "ExperimentMetric",
  metric_type: "ratio",
  numerator: { kind: "EventsNode", event: "purchase", math: "sum", math_property: "price" },
  denominator: { kind: "EventsNode", event: "purchase" }
}

const funnel: ExperimentMetric = {
  kind: "ExperimentMetric",
  metric_type: "funnel",
  series: [{ kind: "EventsNode", event: "add to cart" }, { kind: "EventsNode", event: "purchase" }]
}

const retention: ExperimentMetric = {
  kind: "ExperimentMetric",
  metric_type: "retention",
  start_event: { kind: "EventsNode", event: "add to cart" },
  completion_event: { kind: "EventsNode", event: "purchase" },
  retention_window_start: 1,
  retention_window_end: 7,
  retention_window_unit: "day",
  start_handling: "first_seen"
}

const ours = Effect.fnUntraced(function*(metric: ExperimentMetric, samplesSessions: boolean) {
  const engine = yield* QueryEngine
  const limits = { ...defaultLimits, timeout: Duration.minutes(5) }
  const run = {
    engine,
    abilities: everything("ClickHouse"),
    limits,
    now: end,
    project: projectOne,
    types: noTypes,
    cohorts: Effect.succeed([])
  }
  return (yield* analyseExperiment(experiment, metric, end, run, samplesSessions)).result
})

const native = Effect.fnUntraced(function*(sql: string) {
  return (yield* (yield* ClickHouse).query({ sql })).rows
})

const compare = Effect.fnUntraced(
  function*(name: string, metric: ExperimentMetric, sql: string, field: "sum" | "steps", samplesSessions = false) {
    const [mine, theirs] = [yield* ours(metric, samplesSessions), yield* native(sql)]
    const found = [mine.baseline, ...mine.variant_results].map((one) =>
      field === "sum"
        ? [one.key, one.number_of_samples, one.sum]
        : [one.key, one.number_of_samples].concat(one.step_counts ?? [])
    )
    const known = theirs.map((row) => row.slice(0, field === "sum" ? 3 : 4))
    const shown = (rows: ReadonlyArray<ReadonlyArray<unknown>>) =>
      JSON.stringify(rows.map((row) => row.map((cell) => Number.isNaN(Number(cell)) ? cell : Math.round(Number(cell)))))
    if (shown(found) !== shown(known)) return yield* Effect.die(`${name}: ${shown(found)} is not ${shown(known)}`)
    const repeat = <E, R>(work: Effect.Effect<unknown, E, R>) => Effect.repeat(work, { times: rounds - 1 })
    yield* repeat(ours(metric, samplesSessions))
    const works: ReadonlyArray<Effect.Effect<unknown, unknown, ClickHouse | QueryEngine>> = [
      ours(metric, samplesSessions),
      native(sql)
    ]
    const [own = 0, baseline = 0] = yield* cpuInTurns(rounds, works)
    const comparison: Comparison = { name: `experiment: ${name}`, unit: "query", ours: own, baseline }
    return comparison
  }
)

/** The statistics of one metric, from given sums. */
const statistics = Effect.gen(function*() {
  const counts = { number_of_samples: 5_000, sum: 1_500, sum_squares: 4_500 }
  const metric = {
    type: "mean",
    goal: "increase",
    baseline: { key: "control", ...counts },
    variants: [{ key: "test", ...counts, sum: 1_600 }]
  } as const
  const notes: Array<string> = []
  for (
    const config of [{ method: "frequentist" }, {
      method: "frequentist",
      frequentist: { sequential_testing_enabled: true }
    }, {}]
  ) {
    const settings = statisticsSettings(config)
    const runs = 10_000
    const micros = yield* cpuPer(
      runs,
      Effect.sync(() => {
        for (let run = 0; run < runs; run++) analyseMetric(metric, settings)
      })
    )
    notes.push(
      `experiment: the statistics of a metric of two variants take ${micros.toFixed(1)} CPU µs (${
        JSON.stringify(config)
      }).`
    )
  }
  return notes
})

/** Metrics of an experiment on that many events, beside SQL for the same sums written by hand. */
export const benchExperiments = (count: number): Promise<Measured> =>
  onEmbedded(Effect.gen(function*() {
    yield* load(count, "$feature/checkout")
    const rows = [
      yield* compare("mean of purchases", mean, nativeMean, "sum"),
      yield* compare("ratio of the sum of purchases to their number", ratio, nativeRatio, "sum"),
      yield* compare("funnel of two steps", funnel, nativeFunnel, "steps"),
      yield* compare("the same with sessions of each step", funnel, nativeFunnel, "steps", true),
      yield* compare("retention of one to seven days", retention, nativeRetention, "sum")
    ]
    return { rows, notes: [`experiment: ${count} events.`, ...yield* statistics] }
  }))
