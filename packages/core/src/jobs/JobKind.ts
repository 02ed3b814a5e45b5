import { sanitizeText } from "@hedgerow/sql/types/CanonicalJson"
import { Cause, type Cron, Duration, Effect, Predicate, Schema } from "effect"
import { redact } from "../shared/Redaction.ts"
import type { Job } from "./Job.ts"
import { JobAttemptFailed, JobPayloadRefused } from "./JobErrors.ts"

/** The schedule of a kind: a time after each run, or a calendar's times. */
export type JobSchedule = Duration.Duration | Cron.Cron

/** A kind of job: its name in the storage, its payload, and its retries. */
export interface JobKind<P> {
  readonly name: string
  readonly payload: Schema.Codec<P, Schema.Json>
  /** The number of failed attempts after which it has failed for good. */
  readonly maxAttempts: number
  /** The longest wait after the first failure; each further one doubles it. */
  readonly firstBackOff: Duration.Duration
  readonly schedule: JobSchedule | undefined
  /** So many of it run at once in a process; undefined: all but one of what the process runs at once. */
  readonly concurrency: number | undefined
  /**
   * So many more at once in a process, beside all others, of projects of which none runs: long jobs hold up no project.
   */
  readonly spare: number
}

/** The handler of the jobs of one kind. */
export interface JobHandler extends Omit<JobKind<never>, "payload"> {
  readonly run: (job: Job) => Effect.Effect<void, JobAttemptFailed | JobPayloadRefused>
}

const defaultMaxAttempts = 8
const defaultFirstBackOff = Duration.seconds(5)

/** Longer messages are cut. */
const maxErrorLength = 2000

/**
 * A kind of job. The name is stored with every job: it never changes its meaning, and a payload that was once enqueued
 * stays readable. A kind with a schedule has one job for the whole installation, whose payload is `{}`.
 */
export const defineJob = <P>(options: {
  readonly name: string
  readonly payload: Schema.Codec<P, Schema.Json>
  readonly maxAttempts?: number
  readonly firstBackOff?: Duration.Duration
  readonly schedule?: JobSchedule
  readonly concurrency?: number
  readonly spare?: number
}): JobKind<P> => ({
  name: options.name,
  payload: options.payload,
  maxAttempts: options.maxAttempts ?? defaultMaxAttempts,
  firstBackOff: options.firstBackOff ?? defaultFirstBackOff,
  schedule: options.schedule,
  concurrency: options.concurrency,
  spare: options.spare ?? 0
})

const cut = (text: string): string => text.length > maxErrorLength ? `${text.slice(0, maxErrorLength - 1)}…` : text

/** The text as a job keeps it: short, storable, without secrets. */
const errorText = (text: string): string => sanitizeText(cut(redact(text)))

/** The failure in words: an error's name and message, never its stack. */
const describe = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  if (!Predicate.isObject(error)) return String(error)
  const name = Predicate.hasProperty(error, "_tag") && Predicate.isString(error._tag) ? error._tag : undefined
  const message = Predicate.hasProperty(error, "message") && Predicate.isString(error.message) ? error.message : ""
  return [name ?? (error instanceof Error ? error.name : "Failure"), message].filter((part) => part !== "").join(": ")
}

const attemptFailed = (cause: Cause.Cause<unknown>) =>
  Effect.fail(new JobAttemptFailed({ reason: errorText(describe(cause)) }))

/**
 * The work of jobs of a kind. A job runs at least once: `run` must be safe to repeat, and it is interrupted when its
 * lease is lost or the server stops.
 */
export const handle = <P, E, R>(
  kind: JobKind<P>,
  run: (payload: P, job: Job) => Effect.Effect<void, E, R>
): Effect.Effect<JobHandler, never, R> => {
  const decode = Schema.decodeEffect(kind.payload)
  return Effect.map(Effect.context<R>(), (context): JobHandler => ({
    name: kind.name,
    maxAttempts: kind.maxAttempts,
    firstBackOff: kind.firstBackOff,
    schedule: kind.schedule,
    concurrency: kind.concurrency,
    spare: kind.spare,
    run: Effect.fnUntraced(function*(job: Job) {
      const payload = yield* decode(job.payload).pipe(
        Effect.mapError((error) => new JobPayloadRefused({ reason: errorText(error.message) }))
      )
      yield* Effect.suspend(() => run(payload, job)).pipe(Effect.provide(context), Effect.catchCause(attemptFailed))
    })
  }))
}
