import { Context, DateTime, Effect, Layer, Option } from "effect"
import { ProjectRepository } from "../../access/AccessRepository.ts"
import type { Project, ProjectId } from "../../access/Project.ts"
import { Jobs } from "../../jobs/Jobs.ts"
import type { QueryError } from "../../query/QueryKind.ts"
import { readFields } from "../../shared/Fields.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { makeUuid7 } from "../../shared/Uuid.ts"
import { type Experiment, type ExperimentId, stateOf } from "../Experiment.ts"
import type { ExperimentNotFound } from "../ExperimentErrors.ts"
import { ExperimentRepository } from "../ExperimentRepository.ts"
import { Experiments } from "../Experiments.ts"
import { fingerprinted, uuidOf } from "../metrics/InlineMetrics.ts"
import type { ExperimentAnalysis } from "../results/ExperimentAnalysis.ts"
import { makeDayComputing, type Question } from "./ComputeDay.ts"
import { DailyResult, resultsOf } from "./DailyResult.ts"
import { DailyResultRepository } from "./DailyResultRepository.ts"
import { type ExperimentDay, experimentDays } from "./ExperimentDays.ts"
import { activeRecalculation, Recalculation, type RecalculationId } from "./Recalculation.ts"
import { RecalculationRepository } from "./RecalculationRepository.ts"
import { type Timeseries, timeseriesOf } from "./Timeseries.ts"
import { recalculationFields, withMissing } from "./TimeseriesFields.ts"
import { recalculating } from "./TimeseriesJobs.ts"

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

/** So many of the last days are made up for, when nobody computed them in time. */
const followedDays = 7

const isOver = ({ status }: Recalculation): boolean => status === "completed" || status === "failed"

/** The daily results of experiments: what there is, and how it is computed. */
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
      const repository = yield* ExperimentRepository
      const projects = yield* ProjectRepository
      const jobs = yield* Jobs
      const transaction = yield* Transaction
      const compute = yield* makeDayComputing

      const projectOf = (id: ProjectId) => Effect.orDie(Effect.flatMap(projects.find(id), Effect.fromOption))

      const recalculate = Effect.fnUntraced(function*(project: Project, id: string, body: unknown) {
        const experiment = yield* experiments.find(project.id, id)
        const { fingerprint, metric } = yield* readFields(recalculationFields, withMissing(body))
        if (experiment.start_date === null) {
          return yield* refused("Cannot recalculate timeseries for experiment that hasn't started")
        }
        yield* recalculations.lock(project.id)
        const active = yield* recalculations.first(project.id, activeRecalculation(experiment.id, fingerprint))
        if (Option.isSome(active)) return active.value
        const metricUuid = uuidOf(metric) ?? ""
        for (const { id: row } of yield* results.all(project.id, resultsOf({ experiment, fingerprint, metricUuid }))) {
          yield* results.remove(project.id, row)
        }
        const now = yield* DateTime.now
        const made = new Recalculation({
          project_id: project.id,
          id: (yield* makeUuid7) as RecalculationId,
          experiment_id: experiment.id,
          metric,
          metric_uuid: metricUuid,
          fingerprint,
          status: "pending",
          done_until: null,
          created_at: now,
          updated_at: now
        })
        yield* recalculations.insert(made)
        yield* jobs.enqueue(recalculating, {
          project: project.id,
          payload: { recalculation: made.id },
          uniqueKey: made.id
        })
        return made
      }, transaction.run)

      const locked = Effect.fnUntraced(function*(project: ProjectId, id: RecalculationId) {
        return Option.getOrUndefined(yield* recalculations.findForUpdate(project, id))
      })

      const mark = Effect.fnUntraced(function*(recalculation: Recalculation, changes: Partial<Recalculation>) {
        yield* recalculations.update(
          new Recalculation({ ...recalculation, ...changes, updated_at: yield* DateTime.now })
        )
      })

      /** The next day of a recalculation, which is marked as begun; none when it is over. */
      const nextDay = Effect.fnUntraced(function*(project: Project, id: RecalculationId) {
        const request = yield* locked(project.id, id)
        if (request === undefined || isOver(request)) return undefined
        const found = yield* repository.find(project.id, request.experiment_id)
        const experiment = Option.getOrUndefined(Option.filter(found, ({ deleted }) => !deleted))
        const { done_until: until } = request
        const days = experiment === undefined ? [] : experimentDays(experiment, project, yield* DateTime.now)
        const day = days.find(({ end }) => until === null || DateTime.isGreaterThan(end, until))
        if (experiment === undefined || day === undefined) {
          yield* mark(request, { status: experiment === undefined ? "failed" : "completed" })
          return undefined
        }
        if (request.status === "pending") yield* mark(request, { status: "in_progress" })
        const question: Question = {
          project,
          experiment,
          metric: request.metric,
          metricUuid: request.metric_uuid,
          fingerprint: request.fingerprint
        }
        return { question, day }
      }, transaction.run)

      /** Keeps the result of a day in place of an earlier one. */
      const keep = Effect.fnUntraced(function*(row: DailyResult) {
        const before = Option.getOrUndefined(yield* results.findForUpdate(row.project_id, row.id))
        if (before === undefined) yield* results.insert(row)
        else yield* results.update(new DailyResult({ ...row, created_at: before.created_at }))
      })

      /** Keeps a day and notes it as done, unless somebody else has done so meanwhile. */
      const finishDay = Effect.fnUntraced(function*(project: ProjectId, id: RecalculationId, row: DailyResult) {
        const request = yield* locked(project, id)
        if (request === undefined || isOver(request)) return
        const { done_until: until } = request
        if (until !== null && DateTime.isGreaterThanOrEqualTo(until, row.query_to)) return
        yield* keep(row)
        yield* mark(request, { done_until: row.query_to })
      }, transaction.run)

      const giveUp = Effect.fnUntraced(function*(project: ProjectId, id: RecalculationId) {
        const request = yield* locked(project, id)
        if (request !== undefined && !isOver(request)) yield* mark(request, { status: "failed" })
      }, transaction.run)

      const run = Effect.fnUntraced(function*(projectId: ProjectId, id: RecalculationId) {
        const project = yield* projectOf(projectId)
        let next = yield* nextDay(project, id)
        while (next !== undefined) {
          yield* finishDay(projectId, id, yield* compute(next.question, next.day))
          next = yield* nextDay(project, id)
        }
      })

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

      const follow = Effect.fnUntraced(function*(projectId: ProjectId, id: ExperimentId) {
        const experiment = Option.getOrUndefined(yield* repository.find(projectId, id))
        if (experiment === undefined || experiment.deleted || stateOf(experiment) !== "running") return
        const project = yield* projectOf(projectId)
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
