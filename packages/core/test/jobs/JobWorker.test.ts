import { assert, it } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { defineJob, handle } from "@hedgerow/core/jobs/JobKind"
import { JobRepository } from "@hedgerow/core/jobs/JobRepository"
import { Jobs } from "@hedgerow/core/jobs/Jobs"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { DateTime, Deferred, Duration, Effect, Layer, Metric, Schema } from "effect"
import { TestClock } from "effect/testing"
import { allJobs, enqueue, mow, mowing, project, settle, startWorker, world } from "./JobWorld.ts"

const inTime = (time: Duration.Duration) => Effect.map(DateTime.now, (now) => DateTime.addDuration(now, time))

it.effect("an enqueued job runs at once, with its payload, and is gone", () =>
  Effect.gen(function*() {
    const seen: Array<string> = []
    yield* startWorker([mowing(seen)])
    yield* enqueue("north")
    yield* settle
    assert.deepStrictEqual(seen, ["north"])
    assert.deepStrictEqual(yield* allJobs, [])
  }).pipe(Effect.scoped, Effect.provide(world)))

it.effect("jobs enqueued before the worker started run when it starts", () =>
  Effect.gen(function*() {
    const seen: Array<string> = []
    yield* enqueue("north")
    yield* TestClock.adjust("1 day")
    yield* startWorker([mowing(seen)])
    assert.deepStrictEqual(seen, ["north"])
  }).pipe(Effect.scoped, Effect.provide(world)))

it.effect("jobs run at their time, in its order, not before", () =>
  Effect.gen(function*() {
    const seen: Array<string> = []
    yield* startWorker([mowing(seen)])
    yield* enqueue("late", { runAt: yield* inTime(Duration.hours(2)) })
    yield* enqueue("soon", { runAt: yield* inTime(Duration.minutes(1)) })
    yield* TestClock.adjust("59 seconds")
    assert.deepStrictEqual(seen, [])
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(seen, ["soon"])
    yield* TestClock.adjust("3 hours")
    assert.deepStrictEqual(seen, ["soon", "late"])
  }).pipe(Effect.scoped, Effect.provide(world)))

it.effect("a job enqueued in a transaction runs after the commit, and never when that is rolled back", () =>
  Effect.gen(function*() {
    const { run } = yield* Transaction
    const seen: Array<string> = []
    const committing = yield* Deferred.make<void>()
    yield* startWorker([mowing(seen)])
    yield* run(Effect.andThen(enqueue("undone"), Effect.fail("no"))).pipe(Effect.ignore)
    yield* Effect.forkChild(run(Effect.andThen(enqueue("kept"), Deferred.await(committing))))
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(seen, [])
    yield* Deferred.succeed(committing, undefined)
    yield* settle
    assert.deepStrictEqual(seen, ["kept"])
    yield* TestClock.adjust("1 day")
    assert.deepStrictEqual(seen, ["kept"])
  }).pipe(Effect.scoped, Effect.provide(world)))

it.effect("long jobs of one project take the slots of their kind, and its spare slots are those of other projects", () =>
  Effect.gen(function*() {
    const jobs = yield* Jobs
    const scythe = defineJob({ name: "meadow.scythe", payload: Schema.Struct({ field: Schema.String }), spare: 2 })
    const seen: Array<string> = []
    const ends = yield* Deferred.make<void>()
    const scything = handle(
      scythe,
      ({ field }) => Effect.andThen(Effect.sync(() => seen.push(field)), Deferred.await(ends))
    )
    yield* startWorker([scything, mowing(seen)], { concurrency: 3 })
    const cut = (owner: number, field: string) =>
      Effect.andThen(
        jobs.enqueue(scythe, { project: owner as ProjectId, payload: { field } }),
        TestClock.adjust(1)
      )
    for (const field of ["a1", "a2", "a3", "a4"]) yield* cut(1, field)
    assert.deepStrictEqual(seen, ["a1", "a2"])
    for (const [owner, field] of [[2, "b1"], [2, "b2"], [3, "c1"], [4, "d1"]] as const) yield* cut(owner, field)
    assert.deepStrictEqual(seen, ["a1", "a2", "b1", "c1"])
    yield* enqueue("north")
    yield* settle
    assert.deepStrictEqual(seen, ["a1", "a2", "b1", "c1", "north"])
    yield* Deferred.succeed(ends, undefined)
    yield* settle
    assert.sameMembers(seen, ["a1", "a2", "a3", "a4", "b1", "b2", "c1", "d1", "north"])
  }).pipe(Effect.scoped, Effect.provide(world)))

it.effect("a worker runs at most its number of jobs at once and the next one as soon as one ends", () =>
  Effect.gen(function*() {
    const seen: Array<string> = []
    const gates = new Map<string, Deferred.Deferred<void>>()
    for (const field of "abcdef") gates.set(field, yield* Deferred.make<void>())
    const gateOf = (field: string) => gates.get(field) ?? Deferred.makeUnsafe<void>()
    const open = (field: string) => Deferred.succeed(gateOf(field), undefined)
    const waiting = mowing(seen, (field) => Deferred.await(gateOf(field)))
    yield* startWorker([waiting], { concurrency: 3 })
    yield* Effect.forEach(gates.keys(), (field) => Effect.andThen(TestClock.adjust(1), enqueue(field)), {
      discard: true
    })
    yield* settle
    assert.deepStrictEqual(seen, ["a", "b"])
    yield* open("b")
    yield* settle
    assert.deepStrictEqual(seen, ["a", "b", "c"])
    yield* open("a")
    yield* open("c")
    yield* settle
    assert.deepStrictEqual(seen, ["a", "b", "c", "d", "e"])
    yield* Effect.forEach("def", open, { discard: true })
    yield* settle
    assert.deepStrictEqual([seen, yield* allJobs], [["a", "b", "c", "d", "e", "f"], []])
  }).pipe(Effect.scoped, Effect.provide(world)))

it.effect("a job asked for again while it runs runs once more; while it waits it stays one", () =>
  Effect.gen(function*() {
    const seen: Array<string> = []
    const gate = yield* Deferred.make<void>()
    yield* startWorker([mowing(seen, () => Deferred.await(gate))])
    const first = yield* enqueue("a", { uniqueKey: "field a" })
    yield* settle
    assert.strictEqual(yield* enqueue("b", { uniqueKey: "field a" }), first)
    assert.strictEqual(yield* enqueue("c", { uniqueKey: "field a" }), first)
    yield* settle
    assert.deepStrictEqual(seen, ["a"])
    yield* Deferred.succeed(gate, undefined)
    yield* settle
    assert.deepStrictEqual(seen, ["a", "a"])
    assert.deepStrictEqual(yield* allJobs, [])
  }).pipe(Effect.scoped, Effect.provide(world)))

it.effect("a job of a kind that no handler knows waits, and has failed visibly an hour after its time", () =>
  Effect.gen(function*() {
    yield* startWorker([])
    yield* enqueue("north")
    yield* TestClock.adjust("59 minutes")
    assert.deepStrictEqual((yield* allJobs).map((job) => job.state), ["ready"])
    yield* TestClock.adjust("2 hours")
    const [job] = yield* allJobs
    assert.deepStrictEqual([job?.state, job?.last_error], ["failed", "No worker knows this kind of job"])
    const jobs = yield* Jobs
    assert.deepStrictEqual(yield* jobs.counts(project), [{ kind: mow.name, state: "failed", count: 1 }])
  }).pipe(Effect.scoped, Effect.provide(world)))

it.effect("the worker outlives a storage that fails, and goes on when it is back", () =>
  Effect.gen(function*() {
    const seen: Array<string> = []
    const repository = yield* JobRepository
    let failures = 3
    const troubled = JobRepository.of({
      ...repository,
      claim: (options) => failures-- > 0 ? Effect.die("the storage is away") : repository.claim(options)
    })
    yield* enqueue("north")
    yield* startWorker([mowing(seen)]).pipe(Effect.provideService(JobRepository, troubled))
    assert.deepStrictEqual(seen, [])
    yield* TestClock.adjust("5 seconds")
    assert.deepStrictEqual(seen, ["north"])
  }).pipe(Effect.scoped, Effect.provide(world)))

it.effect("a worker with nothing to look after leaves the storage alone, for as long as that is so", () =>
  Effect.gen(function*() {
    const repository = yield* JobRepository
    let claims = 0
    const counted = JobRepository.of({
      ...repository,
      claim: (options) => {
        claims++
        return repository.claim(options)
      }
    })
    yield* startWorker([mowing([])]).pipe(Effect.provideService(JobRepository, counted))
    yield* settle
    claims = 0
    yield* TestClock.adjust("365 days")
    assert.isAtMost(claims, 1)
  }).pipe(Effect.scoped, Effect.provide(world)))

it.effect("a hundred jobs enqueued one after the other cost far fewer looks at the storage", () =>
  Effect.gen(function*() {
    const seen: Array<string> = []
    const repository = yield* JobRepository
    const calls = { claim: 0, nextDue: 0 }
    const counted = JobRepository.of({
      ...repository,
      claim: (options) => {
        calls.claim++
        return repository.claim(options)
      },
      nextDue: (kinds) => {
        calls.nextDue++
        return repository.nextDue(kinds)
      }
    })
    yield* startWorker([mowing(seen)]).pipe(Effect.provideService(JobRepository, counted))
    calls.claim = calls.nextDue = 0
    yield* Effect.forEach(Array.from({ length: 100 }), () => enqueue("north"))
    yield* settle
    assert.lengthOf(seen, 100)
    assert.isAtMost(calls.claim, 50)
    assert.isAtMost(calls.nextDue, 20)
  }).pipe(Effect.scoped, Effect.provide(world)))

it.effect("runs and waiting jobs show in the metrics", () =>
  Effect.gen(function*() {
    yield* startWorker([mowing([])])
    yield* enqueue("north")
    yield* enqueue("south", { runAt: yield* inTime(Duration.days(1)) })
    yield* settle
    yield* TestClock.adjust("1 hour")
    const snapshot = yield* Metric.snapshot
    const find = (id: string) => snapshot.find((metric) => metric.id === id)
    assert.include(find("hedgerow_jobs_total"), { type: "Counter" })
    assert.deepStrictEqual(find("hedgerow_jobs_total")?.attributes, { kind: mow.name, outcome: "done" })
    assert.deepStrictEqual(find("hedgerow_jobs_total")?.state, { count: 1, incremental: true })
    assert.deepStrictEqual(find("hedgerow_jobs_waiting")?.state, { value: 1 })
    assert.deepStrictEqual(find("hedgerow_jobs_failed")?.state, { value: 0 })
  }).pipe(
    Effect.scoped,
    Effect.provide([world, Layer.fresh(Layer.sync(Metric.MetricRegistry, () => new Map()))])
  ))
