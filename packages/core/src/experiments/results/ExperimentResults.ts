import type { SqlSemanticError, SqlSyntaxError } from "@hedgerow/sql/ast/SqlErrors"
import { statisticsSettings } from "@hedgerow/statistics/engine/StatisticsSettings"
import { Context, DateTime, Effect, Layer, Option, Struct } from "effect"
import { FeatureFlagRepository } from "../../flags/model/FeatureFlagRepository.ts"
import { QueryExecution } from "../../query/execution/QueryExecution.ts"
import type { QueryFailure } from "../../query/execution/QueryFailureText.ts"
import type { Asking } from "../../query/execution/Question.ts"
import type { DateRange } from "../../query/structured/DateRange.ts"
import { readFields } from "../../shared/Fields.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import { isoText } from "../../shared/IsoText.ts"
import { isJsonRecord, type JsonRecord, recordOrEmpty } from "../../shared/JsonRecord.ts"
import type { Experiment } from "../Experiment.ts"
import type { ExperimentNotFound } from "../ExperimentErrors.ts"
import { Experiments } from "../Experiments.ts"
import { withoutRemarks } from "../metrics/MetricNames.ts"
import { flagPart } from "./AnalysedOf.ts"
import { type AnalysisMethod, analysisMethod } from "./AnalysisMethod.ts"
import type { ExposureResult } from "./ExposureResult.ts"
import { splitText } from "./Interpretation.ts"
import type { MetricResult } from "./MetricResult.ts"
import { familySize, inOneFamily, type NamedResult, withResult } from "./NamedResults.ts"
import { type PlannedTime, plannedTime } from "./PlannedTime.ts"
import { metricsOf, type ResultMetric, unknownMetric } from "./ResultMetrics.ts"
import { runningTimeFields } from "./RunningTimeFields.ts"

/** The results of all metrics of an experiment. */
export interface AllResults {
  readonly metrics: ReadonlyArray<NamedResult>
  readonly exposures: ExposureResult
  readonly srm: ExposureResult["sample_ratio_mismatch"]
  /** The method of all of them. */
  readonly method: AnalysisMethod
  /** The results in words. */
  readonly interpretation: string
  readonly generated_at: string
}

const noMetric = InvalidInput.at(["metric"], "required", "The experiment has no metric: name one as `metric`.")

/** The most metrics that one request computes. */
const mostMetrics = 50

const resultFields = ["baseline", "variant_results", "breakdown_results"] as const
const exposureFields = [
  "timeseries",
  "total_exposures",
  "date_range",
  "sample_ratio_mismatch",
  "sample_ratio_over_time",
  "sample_ratio_by_source",
  "bias_risk"
] as const

/** Answers about whole experiments, each part of which is a query of its own. */
export class ExperimentResults extends Context.Service<ExperimentResults, {
  /** Every metric, the exposures and their interpretation; with dates: of those exposed in that time. */
  readonly all: (
    asking: Asking,
    id: string,
    range: DateRange
  ) => Effect.Effect<AllResults, ExperimentNotFound | QueryFailure>
  /** The time that the experiment has to run for a metric, from the numbers measured so far. */
  readonly runningTime: (
    asking: Asking,
    id: string,
    body: unknown
  ) => Effect.Effect<PlannedTime, ExperimentNotFound | QueryFailure>
}>()("@hedgerow/core/experiments/results/ExperimentResults") {
  static readonly layer: Layer.Layer<
    ExperimentResults,
    never,
    Experiments | FeatureFlagRepository | QueryExecution
  > = Layer.effect(
    ExperimentResults,
    Effect.gen(function*() {
      const experiments = yield* Experiments
      const execution = yield* QueryExecution
      const flags = yield* FeatureFlagRepository

      const ask = Effect.fnUntraced(function*(asking: Asking, query: JsonRecord) {
        const { json } = yield* execution.ask(asking, { query })
        return JSON.parse(json.text) as unknown
      }, Effect.scoped)

      const exposuresOf = (asking: Asking, { id }: Experiment, dateRange: DateRange) =>
        Effect.map(
          ask(asking, { kind: "ExperimentExposureQuery", experiment_id: id, dateRange }),
          (body): ExposureResult => Struct.pick(body as ExposureResult, exposureFields)
        )

      const resultOf = (asking: Asking, { id }: Experiment, metric: JsonRecord, dateRange: DateRange) =>
        Effect.map(
          ask(asking, {
            kind: "ExperimentQuery",
            experiment_id: id,
            metric: withoutRemarks(metric),
            dateRange,
            step_sessions: false
          }),
          (body): MetricResult => Struct.pick(body as MetricResult, resultFields)
        )

      const namedResult = Effect.fnUntraced(
        function*(asking: Asking, experiment: Experiment, one: ResultMetric, range: DateRange) {
          const refused = (error: InvalidInput | SqlSemanticError | SqlSyntaxError) =>
            Effect.succeed(withResult(one, null, "detail" in error ? error.detail : error.message))
          return yield* resultOf(asking, experiment, one.metric, range).pipe(
            Effect.map((result) => withResult(one, result, null)),
            Effect.catchTags({ InvalidInput: refused, SqlSemanticError: refused, SqlSyntaxError: refused })
          )
        }
      )

      const known = Effect.fnUntraced(function*({ project }: Asking, experiment: Experiment) {
        const { savedMetrics } = yield* experiments.named(project.id, [experiment])
        return metricsOf(experiment, savedMetrics)
      })

      const all = Effect.fn("ExperimentResults.all")(function*(asking: Asking, id: string, range: DateRange) {
        // Many requests that come together would do all of their first steps at once.
        yield* Effect.yieldNow
        const experiment = yield* experiments.find(asking.project.id, id)
        const metrics = yield* known(asking, experiment)
        yield* Effect.yieldNow
        const exposures = yield* exposuresOf(asking, experiment, range)
        const found = yield* Effect.forEach(
          metrics.slice(0, mostMetrics),
          (one) => Effect.andThen(Effect.yieldNow, namedResult(asking, experiment, one, range)),
          { concurrency: 2 }
        )
        const left = metrics.slice(mostMetrics).map((one) =>
          withResult(one, null, `The results of ${mostMetrics} metrics are computed at once.`)
        )
        const results = inOneFamily([...found, ...left], experiment)
        const srm = exposures.sample_ratio_mismatch
        const method = analysisMethod(experiment, familySize(results))
        const texts = results.slice(0, mostMetrics).flatMap(({ error, interpretation: said, name }) => {
          const text = said?.text ?? error
          return text === null ? [] : [`${name ?? "A metric"}: ${text}`]
        })
        const answer: AllResults = {
          metrics: results,
          exposures,
          srm,
          method,
          interpretation: [splitText(srm), ...method.text, ...texts].join(" "),
          generated_at: isoText(yield* DateTime.now)
        }
        return answer
      })

      const runningTime = Effect.fn("ExperimentResults.runningTime")(
        function*(asking: Asking, id: string, body: unknown) {
          const experiment = yield* experiments.find(asking.project.id, id)
          const fields = yield* readFields(runningTimeFields, isJsonRecord(body) ? body : {})
          const metrics = yield* known(asking, experiment)
          const chosen = metrics.find(({ uuid }) => fields.metric_uuid === undefined || uuid === fields.metric_uuid)
          const metric = fields.metric ?? chosen?.metric
          if (metric === undefined) return yield* fields.metric_uuid === undefined ? noMetric : unknownMetric
          const flag = Option.getOrUndefined(yield* flags.find(asking.project.id, experiment.feature_flag_id))
          const exposures = yield* exposuresOf(asking, experiment, {})
          const result = yield* resultOf(asking, experiment, metric, {})
          return plannedTime({
            metric: recordOrEmpty(metric),
            result,
            exposures,
            variants: flag === undefined ? [] : flagPart(flag.key, flag.filters).variants,
            settings: statisticsSettings(experiment.stats_config),
            effect: fields.minimum_detectable_effect,
            power: fields.power
          })
        }
      )

      return ExperimentResults.of({ all, runningTime })
    })
  )
}
