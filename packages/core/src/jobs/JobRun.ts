import { Cause, Clock, DateTime, Duration, Effect, Exit } from "effect"
import type { Job } from "./Job.ts"
import { JobAttemptFailed, type JobPayloadRefused } from "./JobErrors.ts"
import type { JobHandler } from "./JobKind.ts"
import { type JobOutcome, recordRun } from "./JobMetrics.ts"
import { JobRepository } from "./JobRepository.ts"
import { JobSettings } from "./JobSettings.ts"
import { backOff, nextRun } from "./JobTimes.ts"

/** The unique key of the one job of a scheduled kind. */
export const scheduleKey = "schedule"

type RunError = JobAttemptFailed | JobPayloadRefused

const lastProcessEnded = new JobAttemptFailed({ reason: "The process that ran the last attempt ended without a word" })

/** When the job's schedule runs it next, if it has one. */
const nextOf = (job: Job, handler: JobHandler, now: DateTime.Utc): DateTime.Utc | undefined =>
  job.unique_key === scheduleKey && job.project_id === null && handler.schedule !== undefined
    ? nextRun(handler.schedule, now)
    : undefined

/**
 * Runs claimed jobs to their end. While the handler works the lease is lengthened; when it is lost all the same, the
 * handler is interrupted and nothing it says counts. An interruption from outside gives the lease back.
 */
export const makeJobRun = Effect.gen(function*() {
  const repository = yield* JobRepository
  const settings = yield* JobSettings

  /** Ends when the lease is lost: another worker has it, or the storage has not answered for the whole of it. */
  const keepLease = Effect.fnUntraced(function*(job: Job) {
    let until = Duration.toMillis(settings.lease) + (yield* Clock.currentTimeMillis)
    while (true) {
      yield* Effect.sleep(settings.heartbeat)
      const next = DateTime.addDuration(yield* DateTime.now, settings.lease)
      const held = yield* repository.heartbeat([job], next).pipe(
        Effect.map((ids) => ids.includes(job.id)),
        Effect.timeout(settings.heartbeat),
        Effect.catchCause((cause) =>
          Effect.as(Effect.logWarning("A job's lease could not be lengthened", cause), undefined)
        )
      )
      if (held === true) until = DateTime.toEpochMillis(next)
      if (held === false || until <= (yield* Clock.currentTimeMillis)) return "lost" as const
    }
  })

  const settleFailure = Effect.fnUntraced(function*(job: Job, handler: JobHandler, error: RunError) {
    const now = yield* DateTime.now
    const next = nextOf(job, handler, now)
    yield* Effect.logWarning("A job failed", {
      job: job.id,
      kind: job.kind,
      attempt: job.attempts,
      error: error.message
    })
    if (error._tag === "JobAttemptFailed" && job.attempts < job.max_attempts) {
      const runAt = DateTime.addDuration(now, yield* backOff(handler, job.attempts, settings.maxBackOff))
      return (yield* repository.retryAt(job, error.message, runAt)) ? "retried" : "lost"
    }
    const settled = next === undefined
      ? repository.fail(job, error.message)
      : repository.rearm(job, next, error.message)
    return (yield* settled) ? "failed" : "lost"
  })

  const settleSuccess = Effect.fnUntraced(function*(job: Job, handler: JobHandler) {
    const next = nextOf(job, handler, yield* DateTime.now)
    const settled = next === undefined ? repository.complete(job) : repository.rearm(job, next, null)
    return (yield* settled) ? "done" : "lost"
  })

  const settle = (
    job: Job,
    handler: JobHandler,
    exit: Exit.Exit<"lost" | void, RunError>
  ): Effect.Effect<JobOutcome> => {
    if (Exit.isSuccess(exit)) {
      return exit.value === "lost" ? Effect.succeed("lost") : settleSuccess(job, handler)
    }
    if (Cause.hasInterruptsOnly(exit.cause)) {
      return Effect.map(repository.release(job), (released) => released ? "released" : "lost")
    }
    const error = Cause.findErrorOption(exit.cause)
    return settleFailure(job, handler, error._tag === "Some" ? error.value : unexpected(exit.cause))
  }

  return Effect.fn("JobWorker.run")(function*(job: Job, handler: JobHandler) {
    yield* Effect.annotateCurrentSpan({ kind: job.kind, job: job.id })
    const started = yield* Clock.currentTimeMillis
    yield* Effect.uninterruptibleMask((restore) => {
      const attempt = job.attempts > job.max_attempts
        ? Effect.fail(lastProcessEnded)
        : Effect.raceFirst(handler.run(job), keepLease(job))
      return restore(attempt).pipe(
        Effect.exit,
        Effect.flatMap((exit) => settle(job, handler, exit)),
        Effect.tap((outcome) =>
          outcome === "lost" ? Effect.logWarning("A job's lease was lost", { job: job.id }) : Effect.void
        ),
        Effect.flatMap((outcome) =>
          Effect.flatMap(Clock.currentTimeMillis, (ended) => recordRun(job.kind, outcome, ended - started))
        ),
        Effect.catchCause((cause) => Effect.logWarning("A job's end could not be stored; it will run again", cause))
      )
    })
  })
})

const unexpected = (cause: Cause.Cause<RunError>) => new JobAttemptFailed({ reason: Cause.pretty(cause) })
