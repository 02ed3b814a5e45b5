import { Cause, Effect, Exit, Option, Schema } from "effect"
import { ProjectRepository } from "../../access/AccessRepository.ts"
import { type EventTime, now as currentTime } from "../../events/EventTime.ts"
import type { ProjectId } from "../../identity/Project.ts"
import { JobAttemptFailed } from "../../jobs/JobErrors.ts"
import { defineJob } from "../../jobs/JobKind.ts"
import { Jobs } from "../../jobs/Jobs.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { describeQuery, type LoggedWork, loggingEnd, noWork } from "../log/LoggedQuery.ts"
import { QueryLog } from "../log/QueryLog.ts"
import { makeReading } from "../PrepareQuery.ts"
import { QueryKinds } from "../QueryKinds.ts"
import { QueryLimits } from "../QueryLimits.ts"
import { returnedText } from "./CachedAnswer.ts"
import { type Computed, computedWork, type Computing } from "./Computing.ts"
import { ExecutionLimits } from "./ExecutionLimits.ts"
import { QueryCancelled } from "./QueryExecutionErrors.ts"
import {
  defectText,
  failureDetails,
  type FailureText,
  failureText,
  lostText,
  type QueryFailure
} from "./QueryFailureText.ts"
import { backgroundTimeHint } from "./QueryHints.ts"
import { keptFor, type QueryRun, QueryRunId } from "./QueryRun.ts"
import { QueryRunRepository } from "./QueryRunRepository.ts"
import type { WatchedRuns } from "./WatchedRuns.ts"

/** Runs a query in the background. */
export const running = defineJob({
  name: "queries.run",
  payload: Schema.Struct({ id: QueryRunId }),
  maxAttempts: 4,
  spare: 12
})

/** The end of a run that failed, by its text. */
export const failedBy = ({ code, hint, message, retryable }: FailureText) =>
  ({ state: "failed", error_code: code, error_message: message, error_extra: { hint, retryable } }) as const

/** The end of a run by a defect; the log has its cause. */
const defectEnd = failedBy(defectText)

/** The end of a run that no server works on any more. */
export const lostEnd = failedBy(lostText)

/** The end of a run; undefined after a passing failure, which may be tried again. */
const endOf = (exit: Exit.Exit<Computed, QueryFailure>, isLastAttempt: boolean) => {
  if (Exit.isSuccess(exit)) return { state: "done", results: returnedText(exit.value.text, false, undefined) } as const
  const failure = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
  if (failure === undefined) return isLastAttempt ? defectEnd : undefined
  if (failure._tag === "QueryCancelled") return { state: "cancelled" } as const
  const { code, message, retryable } = failureText(failure)
  return retryable && !isLastAttempt
    ? undefined
    : { state: "failed", error_code: code, error_message: message, error_extra: failureDetails(failure) } as const
}

/** The end of a run in the background, where no query has more time. */
const endInBackground = (exit: Exit.Exit<Computed, QueryFailure>, isLastAttempt: boolean) => {
  const end = endOf(exit, isLastAttempt)
  return end?.state === "failed" && end.error_code === "query_timed_out"
    ? { ...end, error_extra: { ...end.error_extra, hint: backgroundTimeHint } }
    : end
}

/** The run of an id is that of one query until it has ended. */
const otherQuery = Effect.fail(
  InvalidInput.at(["client_query_id"], "unique", "Another query with this id has not ended: wait for it, or cancel it.")
)

const workOf = (exit: Exit.Exit<Computed, QueryFailure>): LoggedWork =>
  Exit.isSuccess(exit) ? computedWork(exit.value) : noWork

/** Runs of queries that nobody waits for. */
export const makeBackgroundRuns = Effect.fnUntraced(function*(computing: Computing, { watched }: WatchedRuns) {
  const read = yield* makeReading
  const limits = yield* QueryLimits
  const { backgroundTimeout } = yield* ExecutionLimits
  const projects = yield* ProjectRepository
  const runs = yield* QueryRunRepository
  const jobs = yield* Jobs
  const transaction = yield* Transaction
  const log = yield* QueryLog
  const kinds = yield* QueryKinds

  /** Logs the end of a run. */
  const logEnd = (run: QueryRun, startTime: EventTime, exit: Exit.Exit<Computed, QueryFailure>) => {
    const described = describeQuery(kinds, run.request)
    if (described === undefined) return Effect.void
    const { created_by, endpoint, id, is_key_request, project_id } = run
    return loggingEnd(
      log,
      {
        ...described,
        project_id,
        query_id: id,
        endpoint,
        created_by,
        is_personal_api_key_request: is_key_request,
        is_async: true,
        query_start_time: startTime
      },
      () => workOf(exit)
    )(exit)
  }

  /** Nobody works on a run that was cancelled before its turn. */
  const logCancelled = Effect.fnUntraced(function*(project: ProjectId, id: QueryRunId, now: EventTime) {
    const run = Option.getOrUndefined(yield* runs.findState(project, id, now))
    if (run?.state === "cancelled" && run.pickup_time === null) {
      yield* logEnd(run, run.start_time, Exit.fail(new QueryCancelled()))
    }
  })

  /** Stores a run and the job that does it, unless one of its id stands, which is returned then. */
  const queue = Effect.fnUntraced(function*(run: QueryRun, replaces: boolean) {
    const begun = yield* runs.begin(run, replaces)
    if (begun.isNew) {
      yield* jobs.enqueue(running, { project: run.project_id, payload: { id: run.id }, uniqueKey: run.id })
    }
    return begun.run
  })

  const computed = Effect.fnUntraced(function*(run: QueryRun, now: EventTime) {
    const project = Option.getOrUndefined(yield* projects.find(run.project_id))
    if (project === undefined) return yield* new QueryCancelled()
    const { prepared } = yield* read(run.request, { project, now })
    const computation = { project, prepared, now, isWatched: true }
    return yield* watched(
      run.project_id,
      run.id,
      computing.compute(computation),
      () => computing.progressOf(computation)
    )
  }, Effect.provideService(QueryLimits, { ...limits, timeout: backgroundTimeout }))

  return {
    /** Ends a run that somebody waited for; when the waiting was given up, it was cancelled. */
    settle: Effect.fnUntraced(function*(project: ProjectId, id: QueryRunId, exit: Exit.Exit<Computed, QueryFailure>) {
      const isLeft = Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)
      const end = isLeft ? { state: "cancelled" } as const : endOf(exit, true) ?? defectEnd
      yield* runs.end(project, id, end, yield* currentTime)
    }),

    /**
     * Queues a run, unless one of its id and query stands (`QueryRunRepository.begin`), which is returned then. The end of
     * another query is replaced.
     */
    enqueue: Effect.fnUntraced(function*(run: QueryRun, replaces: boolean) {
      const standing = yield* queue(run, replaces)
      const begun = standing.cache_key === run.cache_key ? standing : yield* queue(run, true)
      return begun.cache_key === run.cache_key ? begun : yield* otherQuery
    }, transaction.run),

    /** Queues a run once more that is over; returns the one that stands then. */
    again: (run: QueryRun, now: EventTime) =>
      transaction.run(queue({
        ...run,
        state: "queued",
        start_time: now,
        pickup_time: null,
        end_time: null,
        expiration_time: now + keptFor as EventTime,
        results: null,
        progress: null
      }, true)),

    /** Does `running`: a run that was cancelled meanwhile is left alone. */
    runQueued: Effect.fn("QueryExecution.runQueued")(
      function*(project: ProjectId, id: QueryRunId, isLastAttempt: boolean) {
        const now = yield* currentTime
        const run = yield* runs.pickUp(project, id, now)
        if (run === undefined) return yield* logCancelled(project, id, now)
        const exit = yield* Effect.exit(computed(run, now))
        if (Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)) return yield* Effect.interrupt
        const end = endInBackground(exit, isLastAttempt)
        if (end !== undefined) {
          yield* logEnd(run, now, exit)
          yield* runs.end(project, id, end, yield* currentTime)
        }
        if (Exit.isFailure(exit) && (end === undefined || end === defectEnd)) {
          return yield* new JobAttemptFailed({ reason: Cause.pretty(exit.cause).slice(0, 500) })
        }
      }
    )
  }
})

/** The result of `makeBackgroundRuns`. */
export type BackgroundRuns = Effect.Success<ReturnType<typeof makeBackgroundRuns>>
