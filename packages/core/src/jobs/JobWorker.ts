import { Clock, DateTime, Duration, Effect, Fiber, FiberSet, Layer, Option, Queue, type Scope, Stream } from "effect"
import { Stopping } from "../shared/Stopping.ts"
import { untilItWorks } from "../shared/UntilItWorks.ts"
import { makeUuid7 } from "../shared/Uuid.ts"
import type { Job, JobId } from "./Job.ts"
import type { JobHandler } from "./JobKind.ts"
import { makeMaintenance, scheduledJobs } from "./JobMaintenance.ts"
import { JobRepository } from "./JobRepository.ts"
import { makeJobRun } from "./JobRun.ts"
import { Jobs } from "./Jobs.ts"
import { JobSettings } from "./JobSettings.ts"
import { type JobPool, JobSlots } from "./JobSlots.ts"

/** A due job that could not be leased is looked for again after this time, then after twice as long, up to a second. */
const shortestWaitMillis = 100
const longestFruitlessWaitMillis = 1000

/** A worker outlives its storage's troubles. */
const working = untilItWorks("The job worker could not work")

/** Runs claimed jobs, each in a fiber of the set; `ended` runs after each. */
const makeRunner = Effect.fnUntraced(function*(
  handlers: ReadonlyArray<JobHandler>,
  running: FiberSet.FiberSet<void>,
  ended: Effect.Effect<unknown>
) {
  const { concurrency } = yield* JobSettings
  const stopping = yield* Stopping
  const { giveBack, runJob } = yield* makeJobRun
  const handlersByKind = new Map(handlers.map((handler) => [handler.name, handler]))
  const slots = new JobSlots(handlers, concurrency)
  const latest = new Map<JobId, Fiber.Fiber<void>>()

  /** A run of the same job that this worker has lost comes to its end before the new one begins. */
  const runAfter = (previous: Fiber.Fiber<void> | undefined, job: Job, handler: JobHandler, pool: JobPool) =>
    runJob(job, handler, previous === undefined ? Effect.void : Fiber.interrupt(previous)).pipe(
      Effect.ensuring(Effect.suspend(() => {
        slots.giveBack(job.kind, pool)
        return ended
      }))
    )

  const begin = Effect.fnUntraced(function*(job: Job, pool: JobPool) {
    const handler = handlersByKind.get(job.kind)
    const now = yield* Clock.currentTimeMillis
    const isOver = job.leased_until === null || DateTime.toEpochMillis(job.leased_until) <= now
    if (handler === undefined || isOver || stopping.isOpen()) {
      yield* FiberSet.run(running, Effect.asVoid(Effect.uninterruptible(giveBack(job))))
      return
    }
    slots.take(job.kind, pool)
    const fiber = yield* FiberSet.run(running, runAfter(latest.get(job.id), job, handler, pool))
    latest.set(job.id, fiber)
    fiber.addObserver(() => {
      if (latest.get(job.id) === fiber) latest.delete(job.id)
    })
  })

  return { slots, begin }
})

/** Waits, no longer than a number of milliseconds. */
const waitAtMost = (woken: Effect.Effect<void>, millis: number) =>
  millis === Infinity ? woken : Effect.timeoutOption(woken, millis)

/**
 * Runs jobs of these handlers' kinds, some at once, until the process stops or the scope closes; then it takes
 * no more, lets what runs finish for a while, and gives the rest back. It sleeps until the next job is due or something
 * wakes it.
 */
export const start = Effect.fnUntraced(function*(
  handlers: ReadonlyArray<JobHandler>
): Effect.fn.Return<void, never, JobRepository | Jobs | Scope.Scope> {
  const repository = yield* JobRepository
  const { grace, lease } = yield* JobSettings
  const jobs = yield* Jobs
  const stopping = yield* Stopping
  const node = yield* makeUuid7
  const upkeep = yield* makeMaintenance(handlers)
  const wake = yield* Queue.sliding<void>(1)
  const running = yield* FiberSet.make<void>()
  const noteChange = Effect.suspend(() => {
    upkeep.noteChange()
    return Queue.offer(wake, undefined)
  })
  const { begin, slots } = yield* makeRunner(handlers, running, noteChange)
  let stoppedAt = Infinity
  let fruitless = 0

  /** Returns whether it got any. Jobs that a silent storage leased are taken over when that lease ends. */
  const claimInto = Effect.fnUntraced(function*(pool: JobPool, limits: ReadonlyMap<string, number>, limit: number) {
    if (limits.size === 0) return false
    const now = yield* DateTime.now
    const until = DateTime.addDuration(now, lease)
    const wanted = { kinds: [...limits.keys()], limits, limit, node, now, until, ofIdleProjects: pool === "spare" }
    const claimed = yield* Effect.orDie(Effect.timeout(repository.claim(wanted), Duration.divideUnsafe(lease, 3)))
    yield* Effect.forEach(claimed, (job) => begin(job, pool), { discard: true })
    return claimed.length > 0
  })

  const claim = Effect.fnUntraced(function*() {
    const hasClaimed = yield* claimInto("common", slots.open, slots.free)
    const spare = slots.openSpare
    const most = [...spare.values()].reduce((sum, more) => sum + more, 0)
    return (yield* claimInto("spare", spare, most)) || hasClaimed
  }, Effect.uninterruptible)

  /** While another worker holds the due jobs, they are not asked for all the time. */
  const untilDue = Effect.fnUntraced(function*(hasClaimed: boolean) {
    const kinds = [...slots.open.keys()]
    const next = kinds.length === 0 ? undefined : Option.getOrUndefined(yield* repository.nextDue(kinds))
    const now = yield* Clock.currentTimeMillis
    const dueIn = next === undefined ? Infinity : DateTime.toEpochMillis(next) - now
    fruitless = dueIn <= 0 && !hasClaimed ? fruitless + 1 : 0
    const shortest = Math.min(shortestWaitMillis * 2 ** Math.max(0, fruitless - 1), longestFruitlessWaitMillis)
    return Math.max(Math.min(dueIn, upkeep.nextLook() - now), shortest)
  })

  const step = Effect.gen(function*() {
    const hasClaimed = yield* claim()
    yield* upkeep.look
    if (Option.isSome(yield* Queue.poll(wake))) return
    yield* waitAtMost(Queue.take(wake), yield* untilDue(hasClaimed))
    yield* Queue.clear(wake)
  })

  const work = working(Effect.flatMap(scheduledJobs(handlers), Effect.forEach(repository.enqueue))).pipe(
    Effect.andThen(Effect.forever(working(step)))
  )

  yield* Effect.addFinalizer(Effect.fnUntraced(function*() {
    const now = yield* Clock.currentTimeMillis
    const left = Duration.toMillis(grace) - Math.max(0, now - stoppedAt)
    yield* Effect.timeoutOption(FiberSet.awaitEmpty(running), Math.max(0, left))
    yield* FiberSet.clear(running)
  }))
  yield* Effect.forkScoped(Stream.runForEach(jobs.wakes, () => noteChange))
  yield* Effect.forkScoped(Effect.gen(function*() {
    yield* stopping.await
    stoppedAt = yield* Clock.currentTimeMillis
  }))
  yield* Effect.forkScoped(Effect.raceFirst(work, stopping.await))
})

/** A worker that lives as long as the layer. */
export const layer = <R>(
  handlers: Effect.Effect<ReadonlyArray<JobHandler>, never, R>
): Layer.Layer<never, never, Exclude<R, Scope.Scope> | JobRepository | Jobs> =>
  Layer.effectDiscard(Effect.flatMap(handlers, start))
