import { assert, it } from "@effect/vitest"
import { defineJob, handle } from "@hedgerow/core/jobs/JobKind"
import { JobRepository } from "@hedgerow/core/jobs/JobRepository"
import { Jobs } from "@hedgerow/core/jobs/Jobs"
import { Stopping } from "@hedgerow/core/shared/Stopping"
import { DateTime, Duration, Effect, Fiber, Latch, Schema } from "effect"
import { TestClock } from "effect/testing"
import { allJobs, enqueue, mow, mowing, project, settle, startWorker as start, world } from "./JobWorld.ts"

/** A storage that differs in this. */
const storageWith = (change: (repository: JobRepository["Service"]) => Partial<JobRepository["Service"]>) =>
  Effect.map(JobRepository, (repository) => JobRepository.of({ ...repository, ...change(repository) }))

/** Time goes on while the test ends, as what waits for a silent storage waits by the clock. */
const startWorker = (...options: Parameters<typeof start>) =>
  Effect.tap(
    start(...options),
    Effect.addFinalizer(() => Effect.forkDetach(Effect.repeat(TestClock.adjust("1 minute"), { times: 1000 })))
  )

/** A `mow` that never ends, notes when it is interrupted, and takes a while to clean up. */
const hanging = (seen: Array<string>, cleanup: Duration.Duration = Duration.zero) =>
  mowing(seen, () =>
    Effect.onInterrupt(Effect.never, () =>
      Effect.andThen(
        Effect.sync(() => {
          seen.push("interrupted")
        }),
        Effect.andThen(
          Effect.sleep(cleanup),
          Effect.sync(() => {
            seen.push("cleaned up")
          })
        )
      )))

it.effect("a lease counts from when it was asked for, not from when the storage gave it", () =>
  Effect.gen(function*() {
    const seen: Array<string> = []
    const slow = yield* storageWith(({ claim }) => ({
      claim: (options) => Effect.tap(claim(options), Effect.sleep("9 seconds")),
      heartbeat: () => Effect.never
    }))
    yield* enqueue("north")
    yield* startWorker([hanging(seen)], { concurrency: 1 }).pipe(Effect.provideService(JobRepository, slow))
    yield* TestClock.adjust("29 seconds")
    assert.deepStrictEqual(seen, ["north"])
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(seen.slice(0, 2), ["north", "interrupted"])
  }).pipe(Effect.scoped, Effect.provide(world)))

it.effect("a job whose lease was over when it came is given back, and was no attempt", () =>
  Effect.gen(function*() {
    const seen: Array<string> = []
    let isLate = true
    const late = yield* storageWith(({ claim }) => ({
      claim: (options) => claim(isLate ? { ...options, until: options.now } : options)
    }))
    yield* enqueue("north")
    yield* startWorker([mowing(seen)]).pipe(Effect.provideService(JobRepository, late))
    assert.deepStrictEqual([seen, (yield* allJobs).map(({ attempts, state }) => [state, attempts])], [[], [[
      "ready",
      0
    ]]])
    isLate = false
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual([seen, yield* allJobs], [["north"], []])
  }).pipe(Effect.scoped, Effect.provide(world)))

it.effect("a worker that gets its own lapsed job again lets the old run come to its end before the new one begins", () =>
  Effect.gen(function*() {
    const seen: Array<string> = []
    const away = yield* storageWith(() => ({ heartbeat: () => Effect.never }))
    yield* enqueue("north")
    yield* startWorker([hanging(seen, Duration.seconds(5))]).pipe(Effect.provideService(JobRepository, away))
    yield* TestClock.adjust("34 seconds")
    assert.deepStrictEqual(seen, ["north", "interrupted"])
    assert.deepStrictEqual((yield* allJobs).map(({ lease }) => lease), [2])
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(seen, ["north", "interrupted", "cleaned up", "north"])
  }).pipe(Effect.scoped, Effect.provide(world)))

it.effect.each(
  [
    ["claim", { claim: () => Effect.never }, 10],
    ["end of a job", { complete: () => Effect.never }, 30],
    ["return of a job", { release: () => Effect.never }, 2]
  ] as const
)("a worker stops though its storage never answers the %s", ([what, silent, seconds]) =>
  Effect.gen(function*() {
    const repository = yield* JobRepository
    const away = JobRepository.of({ ...repository, ...silent })
    yield* enqueue("north")
    const worker = yield* startWorker([mowing([], () => what === "return of a job" ? Effect.never : Effect.void)]).pipe(
      Effect.provideService(JobRepository, away)
    )
    const stopping = yield* Effect.forkChild(worker.stop)
    yield* TestClock.adjust(Duration.seconds(seconds - 1))
    assert.isUndefined(stopping.pollUnsafe())
    yield* TestClock.adjust("1 second")
    assert.isDefined(stopping.pollUnsafe())
  }).pipe(Effect.scoped, Effect.provide(world)))

it.effect("a job whose end could not be stored at first does not run again", () =>
  Effect.gen(function*() {
    const seen: Array<string> = []
    let failures = 3
    const troubled = yield* storageWith(({ complete }) => ({
      complete: (lease) => Effect.suspend(() => failures-- > 0 ? Effect.die("the storage is away") : complete(lease))
    }))
    yield* enqueue("north")
    yield* startWorker([mowing(seen)]).pipe(Effect.provideService(JobRepository, troubled))
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual([seen, yield* allJobs], [["north"], []])
  }).pipe(Effect.scoped, Effect.provide(world)))

it.effect("from the signal to stop on no job is taken, and running jobs have their grace", () =>
  Effect.gen(function*() {
    const seen: Array<string> = []
    const told = Latch.makeUnsafe(false)
    const worker = yield* startWorker([mowing(seen, () => Effect.never)], { grace: Duration.seconds(20) }).pipe(
      Effect.provideService(Stopping, told)
    )
    yield* enqueue("running")
    yield* settle
    yield* told.open
    yield* settle
    yield* enqueue("late")
    yield* TestClock.adjust("15 seconds")
    assert.deepStrictEqual(seen, ["running"])
    // Requests have been answered; the rest of the grace is left.
    const stopping = yield* Effect.forkChild(worker.stop)
    yield* TestClock.adjust("4 seconds")
    assert.isUndefined(stopping.pollUnsafe())
    yield* TestClock.adjust("1 second")
    yield* Fiber.join(stopping)
    assert.deepStrictEqual((yield* allJobs).map(({ attempts, state }) => [state, attempts]), [["ready", 0], [
      "ready",
      0
    ]])
  }).pipe(Effect.scoped, Effect.provide(world)))

it.effect("jobs claimed after the signal to stop are given back", () =>
  Effect.gen(function*() {
    const seen: Array<string> = []
    const told = Latch.makeUnsafe(false)
    const slow = yield* storageWith(({ claim }) => ({
      claim: (options) => Effect.tap(claim(options), Effect.sleep("5 seconds"))
    }))
    yield* enqueue("north")
    yield* startWorker([mowing(seen)]).pipe(
      Effect.provideService(JobRepository, slow),
      Effect.provideService(Stopping, told)
    )
    yield* told.open
    yield* TestClock.adjust("5 seconds")
    assert.deepStrictEqual([seen, (yield* allJobs).map(({ attempts, state }) => [state, attempts])], [[], [[
      "ready",
      0
    ]]])
  }).pipe(Effect.scoped, Effect.provide(world)))

const rake = defineJob({ name: "meadow.rake", payload: Schema.Struct({}) })
const fell = defineJob({ name: "meadow.fell", payload: Schema.Struct({}), concurrency: 1 })

it.effect("long jobs of one kind leave a slot for the others; a kind may have fewer", () =>
  Effect.gen(function*() {
    const jobs = yield* Jobs
    const seen: Array<string> = []
    const noting = (name: string) =>
      Effect.suspend(() => {
        seen.push(name)
        return Effect.never
      })
    yield* Effect.forEach("abcdef", (field) => Effect.andThen(TestClock.adjust(1), enqueue(field)))
    yield* jobs.enqueue(rake, { project, payload: {} })
    yield* startWorker([mowing(seen, () => Effect.never), handle(rake, () => noting("raked"))], { concurrency: 4 })
    assert.sameMembers(seen, ["a", "b", "c", "raked"])
    yield* Effect.forEach([1, 2], () => jobs.enqueue(fell, { project, payload: {} }))
    yield* startWorker([handle(fell, () => noting("felled"))], { concurrency: 4 })
    assert.deepStrictEqual(seen.slice(4), ["felled"])
  }).pipe(Effect.scoped, Effect.provide(world)))

it.effect("a due job that nobody can be given is asked for less and less often", () =>
  Effect.gen(function*() {
    let claims = 0
    const locked = yield* storageWith(() => ({ claim: () => Effect.as(Effect.sync(() => claims++), []) }))
    yield* enqueue("north")
    yield* startWorker([mowing([])]).pipe(Effect.provideService(JobRepository, locked))
    yield* TestClock.adjust("1 minute")
    assert.isAtLeast(claims, 60)
    assert.isAtMost(claims, 66)
  }).pipe(Effect.scoped, Effect.provide(world)))

it.effect("a scheduled job that was failed is armed again by a worker that knows it", () =>
  Effect.gen(function*() {
    const repository = yield* JobRepository
    const seen: Array<string> = []
    const water = defineJob({ name: "meadow.water", payload: Schema.Struct({}), schedule: Duration.hours(1) })
    const watering = handle(water, () =>
      Effect.sync(() => {
        seen.push("watered")
      }))
    yield* startWorker([watering, mowing(seen)])
    const later = DateTime.add(yield* DateTime.now, { hours: 2 })
    const [job] = yield* repository.claim({ kinds: [water.name], node: "n", now: later, until: later, limit: 1 })
    assert.isDefined(job)
    yield* repository.fail(job, "No worker knows this kind of job", later)
    yield* TestClock.adjust("1 minute")
    yield* enqueue("north")
    yield* settle
    yield* TestClock.adjust("61 minutes")
    assert.deepStrictEqual(seen, ["north", "watered"])
  }).pipe(Effect.scoped, Effect.provide(world)))

it.effect("a worker that has just started fails no job: a server with its handler may still be starting", () =>
  Effect.gen(function*() {
    yield* enqueue("north")
    yield* TestClock.adjust("1 day")
    yield* startWorker([])
    yield* TestClock.adjust("59 minutes")
    assert.deepStrictEqual((yield* allJobs).map(({ state }) => state), ["ready"])
    yield* TestClock.adjust("16 minutes")
    assert.deepStrictEqual((yield* allJobs).map(({ state }) => state), ["failed"])
  }).pipe(Effect.scoped, Effect.provide(world)))

it.effect("a kind that another worker names is left alone for as long as it does; then it fails", () =>
  Effect.gen(function*() {
    const repository = yield* JobRepository
    yield* startWorker([])
    yield* enqueue("north")
    for (let hour = 0; hour < 10; hour++) {
      yield* repository.nameKinds([mow.name], yield* DateTime.now)
      yield* TestClock.adjust("1 hour")
    }
    assert.deepStrictEqual((yield* allJobs).map(({ state }) => state), ["ready"])
    yield* TestClock.adjust("2 hours")
    assert.deepStrictEqual((yield* allJobs).map(({ state }) => state), ["failed"])
    yield* TestClock.adjust("31 days")
    assert.deepStrictEqual(yield* allJobs, [])
  }).pipe(Effect.scoped, Effect.provide(world)))
