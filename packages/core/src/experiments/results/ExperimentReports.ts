import { Context, Effect, Layer } from "effect"
import type { QueryFailure } from "../../query/execution/QueryFailureText.ts"
import type { Asking } from "../../query/execution/Question.ts"
import type { DateRange } from "../../query/structured/DateRange.ts"
import type { Experiment } from "../Experiment.ts"
import type { ExperimentNotFound } from "../ExperimentErrors.ts"
import { Experiments } from "../Experiments.ts"
import { fingerprintIn } from "../metrics/InlineMetrics.ts"
import { ExperimentTimeseries } from "../timeseries/ExperimentTimeseries.ts"
import type { Timeseries } from "../timeseries/Timeseries.ts"
import { type AllResults, ExperimentResults } from "./ExperimentResults.ts"
import { metricsOf, type ResultMetric, unknownMetric } from "./ResultMetrics.ts"

/** The results of a metric up to the end of each day. */
export interface DailyOfMetric extends Pick<ResultMetric, "name" | "uuid"> {
  readonly days: Timeseries["timeseries"]
}

/** The parts of an experiment's report. */
export interface ExperimentReport {
  readonly experiment: Experiment
  readonly results: AllResults
  /** Of the first primary metrics, or of the one that was asked for; none before the experiment has begun. */
  readonly daily: ReadonlyArray<DailyOfMetric>
}

/** At most this many metrics have their days in a report. */
const mostDaily = 6

/** Puts together what people look at. */
export class ExperimentReports extends Context.Service<ExperimentReports, {
  /** The results as `ExperimentResults.all` has them, of all metrics or of one, with their days. */
  readonly report: (
    asking: Asking,
    id: string,
    range: DateRange,
    metricUuid?: string
  ) => Effect.Effect<ExperimentReport, ExperimentNotFound | QueryFailure>
}>()("@hedgerow/core/experiments/results/ExperimentReports") {
  static readonly layer: Layer.Layer<
    ExperimentReports,
    never,
    ExperimentResults | Experiments | ExperimentTimeseries
  > = Layer.effect(
    ExperimentReports,
    Effect.gen(function*() {
      const experiments = yield* Experiments
      const results = yield* ExperimentResults
      const timeseries = yield* ExperimentTimeseries

      const dailyOf = Effect.fnUntraced(
        function*({ project }: Asking, experiment: Experiment, { metric, name, uuid }: ResultMetric) {
          const fingerprint = fingerprintIn(experiment, metric)
          const { timeseries: days } = yield* timeseries.results(
            project,
            String(experiment.id),
            uuid ?? "",
            fingerprint
          )
          return { name, uuid, days } satisfies DailyOfMetric
        }
      )

      const report = Effect.fn("ExperimentReports.report")(
        function*(asking: Asking, id: string, range: DateRange, metricUuid?: string) {
          yield* Effect.yieldNow
          const experiment = yield* experiments.find(asking.project.id, id)
          const { savedMetrics } = yield* experiments.named(asking.project.id, [experiment])
          const metrics = metricsOf(experiment, savedMetrics)
          const shown = metrics.filter(({ role, uuid }) =>
            metricUuid === undefined ? role === "primary" && uuid !== null : uuid === metricUuid
          )
          if (metricUuid !== undefined && shown.length === 0) return yield* unknownMetric
          const found = yield* results.all(asking, id, range)
          const daily = experiment.start_date === null
            ? []
            : yield* Effect.forEach(shown.slice(0, mostDaily), (metric) => dailyOf(asking, experiment, metric))
          const isShown = (uuid: string | null) => metricUuid === undefined || uuid === metricUuid
          return {
            experiment,
            results: { ...found, metrics: found.metrics.filter(({ metric_uuid: uuid }) => isShown(uuid)) },
            daily
          } satisfies ExperimentReport
        }
      )

      return ExperimentReports.of({ report })
    })
  )
}
