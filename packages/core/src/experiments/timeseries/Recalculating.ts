import { DateTime, Effect, Option } from "effect"
import { ProjectRepository } from "../../access/AccessRepository.ts"
import type { Project, ProjectId } from "../../identity/Project.ts"
import { Jobs } from "../../jobs/Jobs.ts"
import { readFields } from "../../shared/Fields.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { makeUuid7 } from "../../shared/Uuid.ts"
import { ExperimentRepository } from "../ExperimentRepository.ts"
import { Experiments } from "../Experiments.ts"
import { uuidOf } from "../metrics/InlineMetrics.ts"
import { makeDayComputing, type Question } from "./ComputeDay.ts"
import { type DailyResult, resultsOf } from "./DailyResult.ts"
import { DailyResultRepository } from "./DailyResultRepository.ts"
import { experimentDays } from "./ExperimentDays.ts"
import { makeResultKeeping } from "./KeepResult.ts"
import { activeRecalculation, Recalculation, type RecalculationId } from "./Recalculation.ts"
import { RecalculationRepository } from "./RecalculationRepository.ts"
import { recalculationFields, withMissing } from "./TimeseriesFields.ts"
import { recalculating } from "./TimeseriesJobs.ts"

const notStarted = InvalidInput.at(
  [],
  "invalid_input",
  "Cannot recalculate timeseries for experiment that hasn't started"
)

const isOver = ({ status }: Recalculation): boolean => status === "completed" || status === "failed"

/** Recalculates all results of a metric, day by day, on request. */
export const makeRecalculating = Effect.gen(function*() {
  const results = yield* DailyResultRepository
  const recalculations = yield* RecalculationRepository
  const experiments = yield* Experiments
  const repository = yield* ExperimentRepository
  const projects = yield* ProjectRepository
  const jobs = yield* Jobs
  const transaction = yield* Transaction
  const compute = yield* makeDayComputing
  const keep = yield* makeResultKeeping

  const recalculate = Effect.fnUntraced(function*(project: Project, id: string, body: unknown) {
    const experiment = yield* experiments.find(project.id, id)
    const { fingerprint, metric } = yield* readFields(recalculationFields, withMissing(body))
    if (experiment.start_date === null) return yield* notStarted
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
    const project = yield* Effect.orDie(Effect.flatMap(projects.find(projectId), Effect.fromOption))
    let next = yield* nextDay(project, id)
    while (next !== undefined) {
      yield* finishDay(projectId, id, yield* compute(next.question, next.day))
      next = yield* nextDay(project, id)
    }
  })

  return { recalculate, run, giveUp }
})
