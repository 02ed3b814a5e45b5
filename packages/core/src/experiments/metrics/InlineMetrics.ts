import { type FingerprintInput, metricFingerprint } from "@hedgerow/statistics/comparison/MetricFingerprint"
import { statisticsSettings } from "@hedgerow/statistics/engine/StatisticsSettings"
import { DateTime, Effect } from "effect"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import { makeUuid7 } from "../../shared/Uuid.ts"
import { type Experiment, onlyMatured } from "../Experiment.ts"

type Metrics = ReadonlyArray<JsonRecord> | null

/** The part of an experiment that the results of every metric depend on. */
type Analysed = Pick<Experiment, "exposure_criteria" | "parameters" | "start_date" | "stats_config">

/** The uuid of a metric; undefined when it has none. */
export const uuidOf = ({ uuid }: JsonRecord): string | undefined =>
  typeof uuid === "string" && uuid !== "" ? uuid : undefined

/** The metrics, each with a uuid. */
export const withUuids = Effect.fnUntraced(function*(metrics: ReadonlyArray<JsonRecord>) {
  return yield* Effect.forEach(
    metrics,
    (metric) =>
      uuidOf(metric) === undefined
        ? Effect.map(makeUuid7, (uuid): JsonRecord => ({ ...metric, uuid }))
        : Effect.succeed(metric)
  )
})

/** The fingerprint of a metric in an experiment. */
export const fingerprintIn = (experiment: Analysed, metric: JsonRecord): string => {
  const { exposure_criteria, start_date, stats_config } = experiment
  return metricFingerprint({
    metric: metric as FingerprintInput["metric"],
    start_date: start_date === null ? null : DateTime.formatIso(start_date),
    stats_method: statisticsSettings(stats_config).method,
    exposure_criteria: exposure_criteria as FingerprintInput["exposure_criteria"],
    only_count_matured_users: onlyMatured(experiment)
  })
}

/** A metric with its fingerprint in an experiment. */
export const fingerprinted = (experiment: Analysed, metric: JsonRecord): JsonRecord => ({
  ...metric,
  fingerprint: fingerprintIn(experiment, metric)
})

/** The metrics of an experiment, each with its fingerprint as of now. */
export const allFingerprinted = (experiment: Analysed, metrics: Metrics) =>
  metrics === null ? null : metrics.map((metric) => fingerprinted(experiment, metric))

/** A uuid that two metrics have. */
export const repeatedUuid = (...lists: ReadonlyArray<Metrics>): string | undefined => {
  const seen = new Set<string>()
  for (const uuid of lists.flatMap((metrics) => (metrics ?? []).flatMap((metric) => uuidOf(metric) ?? []))) {
    if (seen.has(uuid)) return uuid
    seen.add(uuid)
  }
  return undefined
}
