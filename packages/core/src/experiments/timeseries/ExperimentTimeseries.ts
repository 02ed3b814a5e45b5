import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { ProjectRepository } from "../../access/AccessRepository.ts"
import type { Project, ProjectId } from "../../identity/Project.ts"
import type { Jobs } from "../../jobs/Jobs.ts"
import type { QueryError } from "../../query/QueryKind.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import type { Transaction } from "../../shared/Transaction.ts"
import type { Experiment, ExperimentId } from "../Experiment.ts"
import type { ExperimentNotFound } from "../ExperimentErrors.ts"
import type { ExperimentRepository } from "../ExperimentRepository.ts"
import { Experiments } from "../Experiments.ts"
import type { ExperimentAnalysis } from "../results/ExperimentAnalysis.ts"
import { resultsOf } from "./DailyResult.ts"
import { DailyResultRepository } from "./DailyResultRepository.ts"
import { experimentDays } from "./ExperimentDays.ts"
import { makeFollowing } from "./Following.ts"
import { makeRecalculating } from "./Recalculating.ts"
import { activeRecalculation, type Recalculation, type RecalculationId } from "./Recalculation.ts"
import { RecalculationRepository } from "./RecalculationRepository.ts"
import { type Timeseries, timeseriesOf } from "./Timeseries.ts"

type Ports =
  | DailyResultRepository
  | ExperimentAnalysis
  | ExperimentRepository
  | Experiments
  | Jobs
  | ProjectRepository
  | RecalculationRepository
  | Transaction

const refused = (message: string) => InvalidInput.at([], "invalid_input", message)

/** The daily results of experiments: reading them, and computing them. */
export class ExperimentTimeseries extends Context.Service<ExperimentTimeseries, {
  /** The results of a metric, day by day; both texts must be given. */
  readonly results: (
    project: Project,
    id: string,
    metricUuid: string | undefined,
    fingerprint: string | undefined
  ) => Effect.Effect<Timeseries & { readonly experiment: Experiment }, ExperimentNotFound | InvalidInput>
  /** Has all results of a metric computed anew; returns the request that waits or works already, if there is one. */
  readonly recalculate: (
    project: Project,
    id: string,
    body: unknown
  ) => Effect.Effect<Recalculation, ExperimentNotFound | InvalidInput>
  /** Goes on with a recalculation until it is over; jobs call it. `isLast`: nobody will try again. */
  readonly run: (project: ProjectId, id: RecalculationId, isLast: boolean) => Effect.Effect<void, QueryError>
  /** Computes the last days of an experiment that are over and have no result; jobs call it. */
  readonly follow: (project: ProjectId, id: ExperimentId) => Effect.Effect<void, QueryError>
}>()("@hedgerow/core/experiments/timeseries/ExperimentTimeseries") {
  static readonly layer: Layer.Layer<ExperimentTimeseries, never, Ports> = Layer.effect(
    ExperimentTimeseries,
    Effect.gen(function*() {
      const results = yield* DailyResultRepository
      const recalculations = yield* RecalculationRepository
      const experiments = yield* Experiments
      const { giveUp, recalculate, run } = yield* makeRecalculating
      const follow = yield* makeFollowing

      return ExperimentTimeseries.of({
        results: Effect.fn("ExperimentTimeseries.results")(function*(project, id, metricUuid, fingerprint) {
          const experiment = yield* experiments.find(project.id, id)
          if (metricUuid === undefined) return yield* refused("metric_uuid query parameter is required")
          if (fingerprint === undefined) return yield* refused("fingerprint query parameter is required")
          if (experiment.start_date === null) return yield* refused("Experiment has not been started yet")
          const days = experimentDays(experiment, project, yield* DateTime.now)
          const rows = yield* results.all(project.id, resultsOf({ experiment, fingerprint, metricUuid }))
          const active = yield* recalculations.first(project.id, activeRecalculation(experiment.id, fingerprint))
          return { experiment, ...timeseriesOf(days, rows, Option.getOrUndefined(active)) }
        }),
        recalculate: Effect.fn("ExperimentTimeseries.recalculate")(recalculate),
        run: Effect.fn("ExperimentTimeseries.run")(function*(project, id, isLast) {
          yield* run(project, id).pipe(Effect.tapError(() => isLast ? giveUp(project, id) : Effect.void))
        }),
        follow: Effect.fn("ExperimentTimeseries.follow")(follow)
      })
    })
  )
}
