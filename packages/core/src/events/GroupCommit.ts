import { Clock, Deferred, Effect, Fiber, FiberSet, Queue } from "effect"
import type { Cause, Scope } from "effect"
import { CaptureRejected, IngestionUnavailable } from "./Capture.ts"
import type { EventStoreUnavailable } from "./EventStore.ts"
import type { EventsLeased } from "./EventWriter.ts"
import { type IngestionBounds, IngestionLimits } from "./IngestionLimits.ts"
import { measureWrite, observeHeld } from "./IngestionMetrics.ts"
import { Lingering } from "./Lingering.ts"

/** The events that one request wants written, all of them or nothing acknowledged. */
export interface Submission<A> {
  readonly items: ReadonlyArray<A>
  /** The size of the items in characters of text, or in as much memory. */
  readonly chars: number
}

/** The reasons for which a submission was not written. */
type Refusal = CaptureRejected | IngestionUnavailable

interface Job<A> extends Submission<A> {
  readonly done: Deferred.Deferred<void, Refusal>
}

/** A rejection means that the items are more than may be written at a time. */
type Outcome = "stored" | "leased" | "unavailable" | "defect" | CaptureRejected

/**
 * The number of requests that fail alone before any succeeds, after which the storage is the cause and no other is
 * tried.
 */
const maxFailuresAtFirst = 3

const unavailable = (reason: IngestionUnavailable["reason"], retryAfterSeconds: number) =>
  new IngestionUnavailable({ reason, retryAfterSeconds })

const queueFull = () => unavailable("queue_full", 1)
/** The storage failed; a retry is safe. */
export const storeUnavailable = () => unavailable("store_unavailable", 5)
const eventsLeased = () => unavailable("events_leased", 5)
const shuttingDown = () => unavailable("shutting_down", 5)

/** Jobs in order, cut so that each part stays within the limits of items and characters unless it is one job. */
export const cutJobs = <J extends Submission<unknown>>(
  jobs: ReadonlyArray<J>,
  { maxBatchChars, maxBatchEvents }: Pick<IngestionBounds, "maxBatchChars" | "maxBatchEvents">
): ReadonlyArray<ReadonlyArray<J>> => {
  const parts: Array<Array<J>> = []
  let [items, chars] = [0, 0]
  for (const job of jobs) {
    items += job.items.length
    chars += job.chars
    const last = parts.at(-1)
    if (last !== undefined && items <= maxBatchEvents && chars <= maxBatchChars) {
      last.push(job)
      continue
    }
    parts.push([job])
    items = job.items.length
    chars = job.chars
  }
  return parts
}

const halvesOf = <J>(jobs: ReadonlyArray<J>): ReadonlyArray<ReadonlyArray<J>> => {
  const middle = Math.ceil(jobs.length / 2)
  return [jobs.slice(0, middle), jobs.slice(middle)]
}

/**
 * Writes the submissions of many requests in few writes: those that wait during a write share the next one, so an idle
 * server adds no delay unless `linger` asks for it. A submission succeeds once its own items are written. It keeps
 * running when its requester is interrupted. When a joint write fails, each submission is tried alone, and one that is
 * too large at a time in halves: so a submission fails for its own fault only.
 *
 * When the scope closes, new submissions are refused and all waiting ones are written first.
 */
export const makeGroupCommit = Effect.fnUntraced(function*<A>(
  write: (items: ReadonlyArray<A>) => Effect.Effect<void, CaptureRejected | EventsLeased | EventStoreUnavailable>
): Effect.fn.Return<
  (submission: Submission<A>) => Effect.Effect<void, Refusal>,
  never,
  Scope.Scope
> {
  const limits = yield* IngestionLimits
  const queue = yield* Queue.unbounded<Job<A>, Cause.Done>()
  const lingering = new Lingering(queue, limits.linger)
  const waiting = yield* FiberSet.make<void>()
  const held = { events: 0, chars: 0 }
  yield* observeHeld(held)

  const settle = (job: Job<A>, answer: Effect.Effect<void, Refusal>): Effect.Effect<void> =>
    Effect.sync(() => {
      if (Deferred.isDoneUnsafe(job.done)) return
      held.events -= job.items.length
      held.chars -= job.chars
      Deferred.doneUnsafe(job.done, answer)
    })

  const attempt = (jobs: ReadonlyArray<Job<A>>): Effect.Effect<Outcome> => {
    const items = jobs.flatMap((job) => job.items)
    return write(items).pipe(
      measureWrite(items.length),
      Effect.as<Outcome>("stored"),
      Effect.catchTags({
        CaptureRejected: (rejected) => Effect.succeed<Outcome>(rejected),
        EventsLeased: () => Effect.succeed<Outcome>("leased"),
        EventStoreUnavailable: (error) =>
          Effect.as(Effect.logWarning("The event store takes no events", error.cause), "unavailable" as const)
      }),
      Effect.catchCause((cause) => Effect.as(Effect.logError("Events could not be written", cause), "defect" as const))
    )
  }

  const awaitLease = Effect.fnUntraced(function*(job: Job<A>) {
    for (let round = 0; round < limits.leaseRetries; round++) {
      const outcome = yield* attempt([job])
      if (outcome === "stored") return yield* settle(job, Effect.void)
      if (outcome !== "leased") return yield* conclude([job], outcome)
      yield* Effect.sleep(limits.leaseRetryMillis)
    }
    yield* settle(job, Effect.fail(eventsLeased()))
  }, (effect, job) => Effect.onInterrupt(effect, () => settle(job, Effect.fail(shuttingDown()))))

  const commitAlone = Effect.fnUntraced(function*(jobs: ReadonlyArray<Job<A>>) {
    let failures = 0
    let isStorageSound = false
    for (const job of jobs) {
      const outcome = isStorageSound || failures < maxFailuresAtFirst ? yield* attempt([job]) : "unavailable"
      if (outcome === "defect" || outcome === "unavailable") failures++
      else isStorageSound = true
      yield* conclude([job], outcome)
    }
  })

  const conclude = (jobs: ReadonlyArray<Job<A>>, outcome: Outcome): Effect.Effect<void> => {
    if (outcome === "stored") return Effect.forEach(jobs, (job) => settle(job, Effect.void), { discard: true })
    if (outcome === "leased") {
      return Effect.forEach(jobs, (job) => FiberSet.run(waiting, awaitLease(job)), { discard: true })
    }
    if (outcome === "defect" && jobs.length > 1) return commitAlone(jobs)
    if (outcome instanceof CaptureRejected && jobs.length > 1) {
      return Effect.forEach(halvesOf(jobs), commit, { discard: true })
    }
    const refusal = outcome instanceof CaptureRejected ? outcome : storeUnavailable()
    return Effect.forEach(jobs, (job) => settle(job, Effect.fail(refusal)), { discard: true })
  }

  const commit = (jobs: ReadonlyArray<Job<A>>): Effect.Effect<void> =>
    Effect.flatMap(attempt(jobs), (outcome) => conclude(jobs, outcome))

  const worker = yield* lingering.take.pipe(
    Effect.flatMap((jobs) => Effect.forEach(cutJobs(jobs, limits), commit, { discard: true })),
    Effect.forever,
    Effect.ignore,
    Effect.forkScoped
  )
  yield* Effect.addFinalizer(() =>
    Queue.end(queue).pipe(
      Effect.andThen(lingering.finish),
      Effect.andThen(Fiber.await(worker)),
      Effect.andThen(FiberSet.awaitEmpty(waiting))
    )
  )

  const isFull = ({ chars, items }: Submission<A>): boolean =>
    held.events > 0 &&
    (held.events + items.length > limits.maxQueuedEvents || held.chars + chars > limits.maxQueuedChars)

  return (submission) =>
    Clock.clockWith((clock) => {
      if (isFull(submission)) return Effect.fail(queueFull())
      const job: Job<A> = { ...submission, done: Deferred.makeUnsafe() }
      lingering.note(job.items.length, clock.currentTimeMillisUnsafe())
      if (!Queue.offerUnsafe(queue, job)) return Effect.fail(shuttingDown())
      held.events += job.items.length
      held.chars += job.chars
      return Deferred.await(job.done)
    })
})
