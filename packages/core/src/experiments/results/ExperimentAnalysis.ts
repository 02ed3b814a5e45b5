import { Context, type DateTime, Effect, Layer, Option } from "effect"
import { KnownActions } from "../../actions/KnownActions.ts"
import type { TypedProperties } from "../../definitions/TypedProperties.ts"
import type { EventTime } from "../../events/EventTime.ts"
import { FeatureFlagRepository } from "../../flags/model/FeatureFlagRepository.ts"
import type { Project } from "../../identity/Project.ts"
import { StatementSlots } from "../../query/execution/EngineSlots.ts"
import type { KnownCohorts } from "../../query/KnownCohorts.ts"
import type { QueryEngine } from "../../query/QueryEngine.ts"
import type { QueryError } from "../../query/QueryKind.ts"
import { momentOf } from "../../query/structured/Moments.ts"
import type { RanStatement, StatementRun } from "../../query/structured/RunStatement.ts"
import { makeStatementRuns } from "../../query/structured/StatementRuns.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import type { Experiment } from "../Experiment.ts"
import type { ExperimentMetric } from "../metrics/ExperimentMetric.ts"
import { withActions, withExposingAction } from "../metrics/MetricActions.ts"
import { readMetric } from "../metrics/ReadMetric.ts"
import { type AnalysedExperiment, windowOf } from "./AnalysedExperiment.ts"
import { analysedOf } from "./AnalysedOf.ts"
import { lookbackDays } from "./AnalysisMethod.ts"
import { type ExposureResult, exposureResult, noExposures } from "./ExposureResult.ts"
import { measureExposures } from "./MeasureExposures.ts"
import { measureMetric } from "./MeasureMetric.ts"
import { type MetricResult, metricResult } from "./MetricResult.ts"

/** A result, and the statement that it came from; undefined where nothing was asked of the engine. */
export interface Answered<A> {
  readonly result: A
  readonly ran: RanStatement | undefined
}

/** The seconds before the exposure that covariates are taken from; undefined: there are none. */
const lookbackOf = ({ stats_config }: AnalysedExperiment): number | undefined => {
  const days = lookbackDays(stats_config)
  return days === undefined ? undefined : days * 86_400
}

/** The result of a metric of an experiment, as of a time; with sessions of each step of a funnel, if they are asked for. */
export const analyseExperiment = Effect.fnUntraced(function*(
  experiment: AnalysedExperiment,
  metric: ExperimentMetric,
  asOf: EventTime,
  run: StatementRun,
  samplesSessions = false
) {
  const window = windowOf(experiment, asOf)
  if (window === undefined) {
    return { result: metricResult(experiment, metric), ran: undefined } satisfies Answered<MetricResult>
  }
  const { project } = run
  const lookback = lookbackOf(experiment)
  const measured = yield* measureMetric(
    { project, moment: momentOf(run), experiment, window, metric, lookback, samplesSessions },
    run
  )
  const answered: Answered<MetricResult> = { result: metricResult(experiment, metric, measured), ran: measured.ran }
  return answered
})

/** The exposures of an experiment, as of a time. */
export const analyseExposures = Effect.fnUntraced(function*(
  experiment: AnalysedExperiment,
  asOf: EventTime,
  run: StatementRun
) {
  const window = windowOf(experiment, asOf)
  if (window === undefined) {
    return { result: noExposures(experiment), ran: undefined } satisfies Answered<ExposureResult>
  }
  const { project } = run
  const { days, ran } = yield* measureExposures({ project, moment: momentOf(run), experiment, window }, run)
  const answered: Answered<ExposureResult> = { result: exposureResult(experiment, days, window, project.timezone), ran }
  return answered
})

const noFlag = InvalidInput.at(["feature_flag"], "does_not_exist", "The experiment has no feature flag.")

/** Finds the results of experiments. */
export class ExperimentAnalysis extends Context.Service<ExperimentAnalysis, {
  /** The result of one metric, as it was sent; exposures and events from `before` on (default: after now) do not count. */
  readonly compute: (
    project: Project,
    experiment: Experiment,
    metric: JsonRecord,
    before?: DateTime.Utc
  ) => Effect.Effect<MetricResult, QueryError>
  /** The number of entities exposed to each variant, day by day. */
  readonly exposures: (
    project: Project,
    experiment: Experiment
  ) => Effect.Effect<ExposureResult, QueryError>
}>()("@hedgerow/core/experiments/results/ExperimentAnalysis") {
  static readonly layer: Layer.Layer<
    ExperimentAnalysis,
    never,
    FeatureFlagRepository | KnownActions | KnownCohorts | QueryEngine | TypedProperties
  > = Layer.effect(
    ExperimentAnalysis,
    Effect.gen(function*() {
      const runOf = yield* makeStatementRuns
      const flags = yield* FeatureFlagRepository
      const actions = yield* KnownActions

      /** The parts that a result is computed from, and the time as of which it is computed. */
      const begin = Effect.fnUntraced(
        function*(project: Project, experiment: Experiment, asOf: EventTime | undefined) {
          const flag = Option.getOrUndefined(yield* flags.find(project.id, experiment.feature_flag_id))
          if (flag === undefined) return yield* noFlag
          const run = yield* runOf(project)
          const asked = { actions: actions.of(project.id) }
          const found = yield* Effect.fromResult(analysedOf(experiment, flag))
          return { analysed: yield* withExposingAction(found, asked), asked, run, asOf: asOf ?? run.now }
        }
      )

      return ExperimentAnalysis.of({
        compute: Effect.fn("ExperimentAnalysis.compute")(function*(project, experiment, sent, before) {
          const last = before === undefined ? undefined : before.epochMilliseconds * 1000 - 1 as EventTime
          const { analysed, asked, asOf, run } = yield* begin(project, experiment, last)
          const metric = yield* withActions(yield* readMetric(sent, ["metric"]), ["metric"], asked)
          return (yield* analyseExperiment(analysed, metric, asOf, run)).result
        }),
        exposures: Effect.fn("ExperimentAnalysis.exposures")(function*(project, experiment) {
          const { analysed, asOf, run } = yield* begin(project, experiment, undefined)
          return (yield* analyseExposures(analysed, asOf, run)).result
        })
      })
    })
  ).pipe(Layer.provide(StatementSlots.layer))
}
