/** The method of an experiment's results: its settings as they are applied, and what they mean for a reader. */
import { type StatisticsSettings, statisticsSettings } from "@hedgerow/statistics/engine/StatisticsSettings"
import { type JsonRecord, recordOrEmpty } from "../../shared/JsonRecord.ts"
import { type Experiment, stateOf } from "../Experiment.ts"

const defaultLookbackDays = 14

/** The days before the exposure that covariates are taken from; undefined: there are none. */
export const lookbackDays = (statsConfig: unknown): number | undefined => {
  if (!statisticsSettings(statsConfig).cuped) return undefined
  const { lookback_days: days } = recordOrEmpty(recordOrEmpty(statsConfig)["cuped"])
  return typeof days === "number" && days >= 1 && days <= 30 ? Math.floor(days) : defaultLookbackDays
}

/** The method of all results of an experiment. */
export interface AnalysisMethod {
  readonly method: StatisticsSettings["method"]
  readonly engine: StatisticsSettings["engine"]
  /** The level of each test; 1 less the level of its interval. */
  readonly alpha: number
  readonly interval_level: number
  /** Whether the results may be read at any time; a Bayesian or a fixed test is made to be read once. */
  readonly sequential: boolean
  readonly difference_type: StatisticsSettings["differenceType"]
  /** The tests that verdicts are made among. */
  readonly multiple_testing: {
    readonly method: StatisticsSettings["adjustment"]
    readonly family: string
    readonly size: number
  }
  readonly cuped: { readonly enabled: boolean; readonly lookback_days: number | null }
  /** All of it in sentences. */
  readonly text: ReadonlyArray<string>
}

/** The tests of an experiment that verdicts are made among. */
export const familyOfAll = "variants of all metrics but guardrails"

const percent = (share: number): string => `${Number((share * 100).toPrecision(6))} %`

const testText = ({ alpha, engine, method, prior, tuning }: StatisticsSettings): string => {
  const level = percent(1 - alpha)
  const name = engine === "reference" ? " with the reference service's figures" : ""
  if (method === "bayesian") {
    return `Bayesian${name}: ${level} credible intervals, ${prior === undefined ? "a flat prior" : "a normal prior"}.`
  }
  return tuning === undefined
    ? `Frequentist${name}: tests at ${percent(alpha)}, ${level} confidence intervals.`
    : `Frequentist${name}, sequential: tests at ${percent(alpha)} and ${level} confidence sequences.`
}

const readingText = ({ tuning }: StatisticsSettings, isRunning: boolean): ReadonlyArray<string> => {
  if (tuning !== undefined) return ["The results may be read at any time and as often as one likes."]
  return isRunning
    ? [
      "The experiment is running, and these results are made to be read once, at its end: stopping at the first of 20 "
      + "looks that finds an effect is wrong in 21 to 26 % of experiments without one, where a single look at the end "
      + "is wrong in 5 %. To read at any time, choose the sequential test: method frequentist with "
      + "sequential_testing_enabled."
    ]
    : []
}

const familyText = ({ adjustment, alpha, method }: StatisticsSettings, size: number): ReadonlyArray<string> => {
  if (size < 2) return []
  const name = adjustment === "holm" ? "Holm" : "Benjamini and Hochberg"
  const of = method === "bayesian" ? "posterior chances" : "p-values"
  const promise = adjustment === "holm"
    ? `of experiments without any effect at most ${percent(alpha)} have a single metric called`
    : `at most ${percent(alpha)} of those called are expected to be wrong`
  return [
    `Better and worse are said among all ${size} tests (${familyOfAll}), by ${name} on their ${of}: ${promise}. `
    + "Intervals and p-values beside them are each by itself."
  ]
}

const cupedText = (days: number | undefined): ReadonlyArray<string> =>
  days === undefined
    ? []
    : [`CUPED: values are adjusted by the same metric in the ${days} days before the exposure, where it was counted.`]

/** The method of an experiment whose verdicts are made among `size` tests. */
export const analysisMethod = (
  experiment: Pick<Experiment, "end_date" | "start_date" | "stats_config">,
  size: number
): AnalysisMethod => {
  const settings = statisticsSettings(experiment.stats_config)
  const days = lookbackDays(experiment.stats_config)
  return {
    method: settings.method,
    engine: settings.engine,
    alpha: settings.alpha,
    interval_level: 1 - settings.alpha,
    sequential: settings.tuning !== undefined,
    difference_type: settings.differenceType,
    multiple_testing: { method: settings.adjustment, family: familyOfAll, size },
    cuped: { enabled: settings.cuped, lookback_days: days ?? null },
    text: [
      testText(settings),
      ...readingText(settings, stateOf(experiment) === "running"),
      ...familyText(settings, size),
      ...cupedText(days)
    ]
  }
}

/** The share of entities whose values are moved to a percentile, of one number of a metric. */
export interface CutOutliers {
  readonly of: "value" | "numerator" | "denominator"
  readonly below: number
  readonly above: number
  readonly ignore_zeros: boolean
}

const cutOf = (of: CutOutliers["of"], bounds: JsonRecord): ReadonlyArray<CutOutliers> => {
  const { ignore_zeros: ignoresZeros, lower_bound_percentile: lower, upper_bound_percentile: upper } = bounds
  const rounded = (share: number) => Number(share.toPrecision(12))
  return typeof lower !== "number" && typeof upper !== "number" ? [] : [{
    of,
    below: typeof lower === "number" ? rounded(lower) : 0,
    above: typeof upper === "number" ? rounded(1 - upper) : 0,
    ignore_zeros: ignoresZeros === true
  }]
}

/** The outliers that a metric cuts; none where it cuts none. */
export const cutOutliers = (metric: JsonRecord): ReadonlyArray<CutOutliers> => [
  ...metric["metric_type"] === "mean" ? cutOf("value", metric) : [],
  ...metric["metric_type"] === "ratio"
    ? (["numerator", "denominator"] as const).flatMap((of) =>
      cutOf(of, recordOrEmpty(metric[`${of}_outlier_handling`]))
    )
    : []
]

/** The cut outliers of a metric in words. */
export const outliersText = (outliers: ReadonlyArray<CutOutliers>): string =>
  outliers.map(({ above, below, ignore_zeros: ignoresZeros, of }) => {
    const sides = [
      ...below > 0 ? [`the lowest ${percent(below)}`] : [],
      ...above > 0 ? [`the highest ${percent(above)}${ignoresZeros ? " of those that are not 0" : ""}`] : []
    ]
    return sides.length === 0 ? "" : `Of the ${of}s, ${sides.join(" and ")} are moved to the percentile there.`
  }).filter((text) => text !== "").join(" ")
