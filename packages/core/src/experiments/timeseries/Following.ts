import { DateTime, Effect, Option } from "effect"
import { ProjectRepository } from "../../access/AccessRepository.ts"
import type { ProjectId } from "../../identity/Project.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { type Experiment, type ExperimentId, stateOf } from "../Experiment.ts"
import { ExperimentRepository } from "../ExperimentRepository.ts"
import { Experiments } from "../Experiments.ts"
import { fingerprinted, uuidOf } from "../metrics/InlineMetrics.ts"
import { makeDayComputing, type Question } from "./ComputeDay.ts"
import { resultsOf } from "./DailyResult.ts"
import { DailyResultRepository } from "./DailyResultRepository.ts"
import { type ExperimentDay, experimentDays } from "./ExperimentDays.ts"
import { makeResultKeeping } from "./KeepResult.ts"

/** At most this many of the last days are computed later, when nobody computed them in time. */
const followedDays = 7

/** Computes the results of running experiments for each day that is over. */
export const makeFollowing = Effect.gen(function*() {
  const results = yield* DailyResultRepository
  const experiments = yield* Experiments
  const repository = yield* ExperimentRepository
  const projects = yield* ProjectRepository
  const transaction = yield* Transaction
  const compute = yield* makeDayComputing
  const keep = yield* makeResultKeeping

  /** All metrics of an experiment, inline and saved ones, with their fingerprints as of now. */
  const metricsOf = Effect.fnUntraced(function*(experiment: Experiment) {
    const { savedMetrics } = yield* experiments.named(experiment.project_id, [experiment])
    return [
      ...(experiment.metrics ?? []),
      ...(experiment.metrics_secondary ?? []),
      ...[...savedMetrics.values()].map(({ query }) => query)
    ].map((metric) => fingerprinted(experiment, metric))
  })

  /** The days that are over and have no result since then. */
  const dueDays = Effect.fnUntraced(function*(question: Question, days: ReadonlyArray<ExperimentDay>) {
    const known = yield* results.all(question.project.id, resultsOf(question))
    const done = new Set(
      known.filter(({ query_to, updated_at }) => DateTime.isGreaterThanOrEqualTo(updated_at, query_to))
        .map(({ query_to }) => DateTime.toEpochMillis(query_to))
    )
    return days.filter(({ end }) => !done.has(DateTime.toEpochMillis(end)))
  })

  return Effect.fnUntraced(function*(projectId: ProjectId, id: ExperimentId) {
    const experiment = Option.getOrUndefined(yield* repository.find(projectId, id))
    if (experiment === undefined || experiment.deleted || stateOf(experiment) !== "running") return
    const project = yield* Effect.orDie(Effect.flatMap(projects.find(projectId), Effect.fromOption))
    const now = yield* DateTime.now
    const over = experimentDays(experiment, project, now).filter(({ end }) => !DateTime.isGreaterThan(end, now))
    for (const metric of yield* metricsOf(experiment)) {
      const question: Question = {
        project,
        experiment,
        metric,
        metricUuid: uuidOf(metric) ?? "",
        fingerprint: String(metric["fingerprint"])
      }
      for (const day of yield* dueDays(question, over.slice(-followedDays))) {
        const row = yield* compute(question, day)
        yield* transaction.run(keep(row))
      }
    }
  })
})
