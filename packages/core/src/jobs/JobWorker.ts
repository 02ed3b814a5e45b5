import { Clock, DateTime, Duration, Effect, FiberMap, Layer, Option, Queue, Schema, type Scope, Stream } from "effect"
import { makeUuid7 } from "../shared/Uuid.ts"
import type { JobId } from "./Job.ts"
import { defineJob, type JobHandler } from "./JobKind.ts"
import { recordCounts } from "./JobMetrics.ts"
import { JobRepository } from "./JobRepository.ts"
import { makeJobRun, scheduleKey } from "./JobRun.ts"
import { Jobs } from "./Jobs.ts"
import { JobSettings } from "./JobSettings.ts"
import { nextRun } from "./JobTimes.ts"

/** A job that another worker was just about to take is looked for again after this time. */
const shortestWaitMillis = 100

/** How often a worker, when it is awake anyway, counts jobs and looks for those that nobody knows. */
const lookAroundMillis = 15_000

const pauseAfterFailure = Duration.seconds(1)

const unknownKind = "No worker knows this kind of job"

/** Makes sure that each scheduled kind has its one job. */
const ensureSchedules = (jobs: Jobs["Service"], handlers: ReadonlyArray<JobHandler>) =>
  Effect.forEach(
    handlers,
    Effect.fnUntraced(function*({ maxAttempts, name, schedule }) {
      if (schedule === undefined) return
      yield* jobs.enqueue(defineJob({ name, maxAttempts, payload: Schema.Struct({}) }), {
        project: null,
        payload: {},
        uniqueKey: scheduleKey,
        runAt: nextRun(schedule, yield* DateTime.now)
      })
    }),
    { discard: true }
  )

/** Now and then: what the metrics show, and jobs whose kind is gone. */
const makeLookAround = (
  repository: JobRepository["Service"],
  kinds: ReadonlyArray<string>,
  unknownAfter: Duration.Duration
): Effect.Effect<void> => {
  let lookedAt = -Infinity
  return Effect.gen(function*() {
    const now = yield* DateTime.now
    if (DateTime.toEpochMillis(now) - lookedAt < lookAroundMillis) return
    lookedAt = DateTime.toEpochMillis(now)
    const failed = yield* repository.failUnknown(kinds, DateTime.subtractDuration(now, unknownAfter), unknownKind)
    if (failed > 0) yield* Effect.logWarning("Jobs of unknown kinds have failed", { failed })
    yield* recordCounts(yield* repository.counts("all"))
  })
}

/** Logs a failure, waits and tries again: a worker outlives its storage's troubles. */
const untilItWorks = <A, R>(effect: Effect.Effect<A, never, R>): Effect.Effect<A, never, R> =>
  Effect.catchCause(effect, (cause) =>
    Effect.logWarning("The job worker could not work", cause).pipe(
      Effect.andThen(Effect.sleep(pauseAfterFailure)),
      Effect.andThen(untilItWorks(effect))
    ))

/**
 * Runs jobs of these handlers' kinds, some at once, until the scope closes; then it takes no more, lets what runs finish
 * for a while, and gives the rest back. It sleeps until the next job is due or something wakes it.
 */
export const start = Effect.fnUntraced(function*(
  handlers: ReadonlyArray<JobHandler>
): Effect.fn.Return<void, never, JobRepository | Jobs | Scope.Scope> {
  const repository = yield* JobRepository
  const settings = yield* JobSettings
  const jobs = yield* Jobs
  const node = yield* makeUuid7
  const handlersByKind = new Map(handlers.map((handler) => [handler.name, handler]))
  const kinds = [...handlersByKind.keys()]
  const run = yield* makeJobRun
  const lookAround = makeLookAround(repository, kinds, settings.unknownAfter)
  const running = yield* FiberMap.make<JobId, void, never>()
  const wake = yield* Queue.sliding<void>(1)
  let free = settings.concurrency

  const giveBackSlot = Effect.suspend(() => {
    free++
    return Queue.offer(wake, undefined)
  })

  const claim = Effect.fnUntraced(function*() {
    if (free === 0) return
    const now = yield* DateTime.now
    const until = DateTime.addDuration(now, settings.lease)
    const claimed = yield* repository.claim({ kinds, node, now, until, limit: free })
    for (const job of claimed) {
      const handler = handlersByKind.get(job.kind)
      if (handler === undefined) continue
      free--
      // A run of the same job that this worker has lost is interrupted.
      yield* FiberMap.run(running, job.id, Effect.ensuring(run(job, handler), giveBackSlot))
    }
  }, Effect.uninterruptible)

  const untilDue = Effect.fnUntraced(function*() {
    const next = Option.getOrUndefined(yield* repository.nextDue(kinds))
    const longest = Duration.toMillis(settings.unknownAfter)
    if (next === undefined) return longest
    const millis = DateTime.toEpochMillis(next) - (yield* Clock.currentTimeMillis)
    return Math.min(Math.max(millis, shortestWaitMillis), longest)
  })

  const step = Effect.gen(function*() {
    yield* claim()
    yield* lookAround
    const woken = Queue.take(wake)
    yield* free === 0 ? woken : Effect.timeoutOption(woken, yield* untilDue())
  })

  yield* Effect.addFinalizer(() =>
    FiberMap.awaitEmpty(running).pipe(
      Effect.interruptible,
      Effect.timeoutOption(settings.grace),
      Effect.andThen(FiberMap.clear(running))
    )
  )
  yield* Effect.forkScoped(Stream.runForEach(jobs.wakes, () => Queue.offer(wake, undefined)))
  yield* Effect.forkScoped(
    Effect.andThen(untilItWorks(ensureSchedules(jobs, handlers)), Effect.forever(untilItWorks(step)))
  )
})

/** A worker that lives as long as the layer. */
export const layer = <R>(
  handlers: Effect.Effect<ReadonlyArray<JobHandler>, never, R>
): Layer.Layer<never, never, Exclude<R, Scope.Scope> | JobRepository | Jobs> =>
  Layer.effectDiscard(Effect.flatMap(handlers, start))
