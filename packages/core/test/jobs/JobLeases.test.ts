import { assert, it } from "@effect/vitest"
import { defineJob, handle } from "@hedgerow/core/jobs/JobKind"
import { JobRepository } from "@hedgerow/core/jobs/JobRepository"
import { Jobs } from "@hedgerow/core/jobs/Jobs"
import { Cron, DateTime, Deferred, Duration, Effect, Fiber, Schema } from "effect"
import { TestClock } from "effect/testing"
import { allJobs, enqueue, mow, mowing, settle, startWorker, world } from "./JobWorld.ts"

it.effect("heartbeats keep a long job with its worker", () =>
  Effect.gen(function*() {
    const seen: Array<string> = []
    const long = mowing(seen, () => Effect.sleep("10 minutes"))
    yield* startWorker([long])
    yield* startWorker([long])
    yield* enqueue("north")
    yield* TestClock.adjust("9 minutes")
    assert.deepStrictEqual([seen.length, (yield* allJobs).length], [1, 1])
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual([seen, yield* allJobs], [["north"], []])
  }).pipe(Effect.scoped, Effect.provide(world)))

it.effect("a silent worker's job is taken over when its lease ends; reports of the first one no longer count", () =>
  Effect.gen(function*() {
    const seen: Array<string> = []
    const done: Array<string> = []
    const slow = (name: string, time: Duration.Duration) =>
      mowing(seen, () =>
        // It does not heed the interruption that the end of its lease is.
        Effect.uninterruptible(Effect.andThen(
          Effect.sleep(time),
          Effect.sync(() => {
            done.push(name)
          })
        )))
    yield* startWorker([slow("first", Duration.seconds(40))], {
      concurrency: 1,
      heartbeat: Duration.hours(1)
    })
    yield* enqueue("north")
    yield* settle
    yield* startWorker([slow("second", Duration.minutes(2))])
    yield* TestClock.adjust("29 seconds")
    assert.lengthOf(seen, 1)
    yield* TestClock.adjust("1 second")
    assert.lengthOf(seen, 2)
    yield* TestClock.adjust("20 seconds")
    const [job] = yield* allJobs
    assert.deepStrictEqual([done, job?.state, job?.attempts], [["first"], "running", 2])
    yield* TestClock.adjust("100 seconds")
    assert.deepStrictEqual([done, seen.length, yield* allJobs], [["first", "second"], 2, []])
  }).pipe(Effect.scoped, Effect.provide(world)))

/** A `mow` that never ends, and whether it was interrupted. */
const hanging = (seen: Array<string>, interrupted: Array<string>) =>
  mowing(seen, (field) =>
    Effect.onInterrupt(Effect.never, () =>
      Effect.sync(() => {
        interrupted.push(field)
      })))

it.effect("a handler is interrupted once its worker learns that another one has the job", () =>
  Effect.gen(function*() {
    const seen: Array<string> = []
    const interrupted: Array<string> = []
    const repository = yield* JobRepository
    yield* startWorker([hanging(seen, interrupted)])
    yield* enqueue("north")
    yield* settle
    // A worker whose clock is ahead.
    const ahead = DateTime.add(yield* DateTime.now, { minutes: 1 })
    const until = DateTime.add(ahead, { minutes: 1 })
    assert.lengthOf(yield* repository.claim({ kinds: [mow.name], node: "ahead", now: ahead, until, limit: 1 }), 1)
    yield* TestClock.adjust("9 seconds")
    assert.deepStrictEqual(interrupted, [])
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual([seen, interrupted], [["north"], ["north"]])
    assert.deepStrictEqual((yield* allJobs).map((job) => [job.leased_by, job.lease]), [["ahead", 2]])
  }).pipe(Effect.scoped, Effect.provide(world)))

it.effect.each(
  [
    ["fails", Effect.die("the storage is away")],
    ["does not answer", Effect.never]
  ] as const
)("a handler is interrupted when its storage %s for a whole lease", ([, answer]) =>
  Effect.gen(function*() {
    const seen: Array<string> = []
    const interrupted: Array<string> = []
    const repository = yield* JobRepository
    const away = JobRepository.of({ ...repository, heartbeat: () => answer })
    yield* startWorker([hanging(seen, interrupted)], { concurrency: 1 }).pipe(
      Effect.provideService(JobRepository, away)
    )
    yield* enqueue("north")
    yield* settle
    yield* TestClock.adjust("29 seconds")
    assert.deepStrictEqual(interrupted, [])
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(interrupted, ["north"])
  }).pipe(Effect.scoped, Effect.provide(world)))

it.effect("a stopping worker takes nothing new and lets a running job finish", () =>
  Effect.gen(function*() {
    const seen: Array<string> = []
    const gate = yield* Deferred.make<void>()
    const worker = yield* startWorker([mowing(seen, () => Deferred.await(gate))], { grace: Duration.seconds(20) })
    yield* enqueue("running")
    yield* settle
    const stopping = yield* Effect.forkChild(worker.stop)
    yield* settle
    yield* enqueue("late")
    yield* TestClock.adjust("19 seconds")
    assert.deepStrictEqual([seen, stopping.pollUnsafe()], [["running"], undefined])
    yield* Deferred.succeed(gate, undefined)
    yield* Fiber.join(stopping)
    assert.deepStrictEqual([seen.length, (yield* allJobs).map((job) => [job.state, job.payload])], [1, [[
      "ready",
      { field: "late" }
    ]]])
  }).pipe(Effect.scoped, Effect.provide(world)))

it.effect("a job that still runs when the grace is over is interrupted and given back; that attempt does not count", () =>
  Effect.gen(function*() {
    const seen: Array<string> = []
    const worker = yield* startWorker([mowing(seen, () => Effect.never)], { grace: Duration.seconds(20) })
    yield* enqueue("north")
    yield* settle
    const stopping = yield* Effect.forkChild(worker.stop)
    yield* TestClock.adjust("20 seconds")
    yield* Fiber.join(stopping)
    const [job] = yield* allJobs
    assert.deepStrictEqual([job?.state, job?.attempts, job?.leased_until, job?.last_error], ["ready", 0, null, null])
    yield* startWorker([mowing(seen)])
    assert.deepStrictEqual([seen.length, yield* allJobs], [2, []])
  }).pipe(Effect.scoped, Effect.provide(world)))

const empty = Schema.Struct({})

it.effect("a scheduled kind has one job over all workers, run again after each run, failed ones included", () =>
  Effect.gen(function*() {
    const times: Array<number> = []
    const water = defineJob({ name: "meadow.water", payload: empty, maxAttempts: 2, schedule: Duration.hours(1) })
    const start = DateTime.toEpochMillis(yield* DateTime.now)
    const watering = handle(water, () =>
      Effect.flatMap(DateTime.now, (now) => {
        times.push((DateTime.toEpochMillis(now) - start) / 60_000)
        return times.length === 2 || times.length === 3 ? Effect.fail("dry") : Effect.void
      }))
    yield* startWorker([watering])
    yield* startWorker([watering])
    assert.lengthOf(yield* allJobs, 1)
    yield* TestClock.adjust("59 minutes")
    assert.deepStrictEqual(times, [])
    yield* TestClock.adjust("62 minutes")
    assert.deepStrictEqual([times[0], times[1], times.length], [60, 120, 3])
    const jobs = yield* Jobs
    const failures = yield* jobs.list(null, { failed: true, limit: 10, offset: 0 })
    assert.deepStrictEqual(failures.items.map((job) => [job.kind, job.state, job.last_error]), [
      [water.name, "ready", "dry"]
    ])
    yield* TestClock.adjust("60 minutes")
    assert.lengthOf(times, 4)
    assert.deepStrictEqual((yield* allJobs).map((job) => [job.state, job.attempts, job.last_error]), [[
      "ready",
      0,
      null
    ]])
  }).pipe(Effect.scoped, Effect.provide(world)))

it.effect("a calendar's times are kept, and those missed while nothing ran are made up for once", () =>
  Effect.gen(function*() {
    const times: Array<string> = []
    const daily = defineJob({
      name: "meadow.daily",
      payload: empty,
      schedule: Cron.parseUnsafe("30 4 * * *", "UTC")
    })
    const noting = handle(daily, () =>
      Effect.map(DateTime.now, (now) => {
        times.push(DateTime.formatIso(now))
      }))
    yield* TestClock.setTime(Date.UTC(2026, 0, 1))
    const worker = yield* startWorker([noting])
    yield* TestClock.adjust("2 days")
    yield* worker.stop
    yield* TestClock.adjust("3 days")
    yield* startWorker([noting])
    yield* TestClock.adjust("1 day")
    assert.deepStrictEqual(times, [
      "2026-01-01T04:30:00.000Z",
      "2026-01-02T04:30:00.000Z",
      "2026-01-06T00:00:00.000Z",
      "2026-01-06T04:30:00.000Z"
    ])
  }).pipe(Effect.scoped, Effect.provide(world)))
