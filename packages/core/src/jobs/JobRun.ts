import { Cause, Clock, DateTime, Duration, Effect, Exit } from "effect"
import type { Job } from "./Job.ts"
import { JobAttemptFailed, type JobPayloadRefused } from "./JobErrors.ts"
import type { JobHandler } from "./JobKind.ts"
import { type HeldLease, holdLease, makeLeaseKeeper } from "./JobLeases.ts"
import { type JobOutcome, recordRun } from "./JobMetrics.ts"
import { JobRepository } from "./JobRepository.ts"
import { JobSettings } from "./JobSettings.ts"
import { backOff, nextRun } from "./JobTimes.ts"

/** The unique key of the one job of a scheduled kind. */
export const scheduleKey = "schedule"

type RunError = JobAttemptFailed | JobPayloadRefused

const lastProcessEnded = new JobAttemptFailed({ reason: "The process that ran the last attempt ended without a word" })

/** A lease that cannot be given back in this time ends by itself. */
const releaseWithin = Duration.seconds(2)

/** The next time of the job's schedule, if it has one. */
const nextOf = (job: Job, handler: JobHandler, now: DateTime.Utc): DateTime.Utc | undefined =>
  job.unique_key === scheduleKey && job.project_id === null && handler.schedule !== undefined
    ? nextRun(handler.schedule, now)
    : undefined

/**
 * Runs claimed jobs to their end. While the handler works the lease is lengthened; when it is lost all the same, the
 * handler is interrupted and its reports do not count. An interruption from outside gives the lease back. `runJob` lets
 * the handler begin once `ready` has ended; `giveBack` is for a job that is not to run here after all.
 */
export const makeJobRun = Effect.gen(function*() {
  const repository = yield* JobRepository
  const settings = yield* JobSettings
  const { insist, lost } = yield* makeLeaseKeeper

  const giveBack = (job: Job) =>
    repository.release(job).pipe(
      Effect.timeout(releaseWithin),
      Effect.catchCause((cause) => Effect.as(Effect.logWarning("A job could not be given back in time", cause), false))
    )

  const endFailed = Effect.fnUntraced(function*(held: HeldLease, handler: JobHandler, error: RunError) {
    const { job } = held
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
      return (yield* insist(held, repository.retryAt(job, error.message, runAt))) ? "retried" : "lost"
    }
    const ended = next === undefined
      ? repository.fail(job, error.message, now)
      : repository.rearm(job, next, error.message)
    return (yield* insist(held, ended)) ? "failed" : "lost"
  })

  const endSucceeded = Effect.fnUntraced(function*(held: HeldLease, handler: JobHandler) {
    const next = nextOf(held.job, handler, yield* DateTime.now)
    const ended = next === undefined ? repository.complete(held.job) : repository.rearm(held.job, next, null)
    return (yield* insist(held, ended)) ? "done" : "lost"
  })

  const end = (
    held: HeldLease,
    handler: JobHandler,
    exit: Exit.Exit<"lost" | void, RunError>
  ): Effect.Effect<JobOutcome> => {
    if (Exit.isSuccess(exit)) {
      return exit.value === "lost" ? Effect.succeed("lost") : endSucceeded(held, handler)
    }
    if (Cause.hasInterruptsOnly(exit.cause)) {
      return Effect.map(giveBack(held.job), (released) => released ? "released" : "lost")
    }
    const error = Cause.findErrorOption(exit.cause)
    return endFailed(held, handler, error._tag === "Some" ? error.value : unexpected(exit.cause))
  }

  const runJob = Effect.fn("JobWorker.run")(function*(job: Job, handler: JobHandler, ready: Effect.Effect<void>) {
    yield* Effect.annotateCurrentSpan({ kind: job.kind, job: job.id })
    const started = yield* Clock.currentTimeMillis
    const held = holdLease(job)
    yield* Effect.uninterruptibleMask((restore) => {
      const attempt = job.attempts > job.max_attempts
        ? Effect.fail(lastProcessEnded)
        : Effect.raceFirst(Effect.andThen(ready, handler.run(job)), lost(held))
      return restore(attempt).pipe(
        Effect.exit,
        Effect.flatMap((exit) => end(held, handler, exit)),
        Effect.tap((outcome) =>
          outcome === "lost" ? Effect.logWarning("A job's lease was lost", { job: job.id }) : Effect.void
        ),
        Effect.flatMap((outcome) =>
          Effect.flatMap(Clock.currentTimeMillis, (ended) => recordRun(job.kind, outcome, ended - started))
        )
      )
    })
  })

  return { runJob, giveBack }
})

const unexpected = (cause: Cause.Cause<RunError>) => new JobAttemptFailed({ reason: Cause.pretty(cause) })
