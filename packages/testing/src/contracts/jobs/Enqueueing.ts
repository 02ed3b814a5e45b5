import { assert } from "@effect/vitest"
import { JobRepository } from "@hedgerow/core/jobs/JobRepository"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { Deferred, Effect, Equal, Fiber, Option, Stream } from "effect"
import { makeProject, makeTwoProjects } from "../fixtures.ts"
import { at, claim, claimOne, enqueue, freshKind, type It, jobsOf, newJob, shortlyOf } from "./JobFixtures.ts"

/** Tests of adding jobs: unchanged, once for each key, in the caller's transaction. */
export const enqueueing = (it: It): void => {
  it.effect("a job is stored as it was given", () =>
    Effect.gen(function*() {
      const jobs = yield* JobRepository
      const kind = yield* freshKind
      const { id: project } = yield* makeProject
      const payload = { list: [1, null, "two", { three: true }], text: "ä🦔", nothing: null, big: 1e300 }
      const job = yield* newJob(kind, { project_id: project, payload, unique_key: "k", run_at: at(1.234) })
      assert.strictEqual(yield* jobs.enqueue(job), job.id)
      const [stored] = yield* jobsOf(kind)
      assert.deepStrictEqual(stored?.payload, payload)
      assert.deepInclude({ ...stored }, {
        id: job.id,
        project_id: project,
        unique_key: "k",
        state: "ready",
        attempts: 0,
        max_attempts: 3,
        lease: 0,
        again_at: null,
        leased_by: null,
        leased_until: null,
        last_error: null
      })
      assert.isTrue(Equal.equals(stored?.run_at, at(1.234)) && Equal.equals(stored?.created_at, at(0)))
    }))

  it.effect.each([["text"], ["[1,2]"], [null], [true], [7], [[]], [{}]])(
    "a payload may be any JSON: %j",
    (payload) =>
      Effect.gen(function*() {
        const kind = yield* freshKind
        yield* enqueue(kind, { payload })
        assert.deepStrictEqual((yield* claimOne(kind)).payload, payload)
      })
  )

  it.effect("while a job waits, its key is taken: its time only moves earlier, and its payload stays", () =>
    Effect.gen(function*() {
      const kind = yield* freshKind
      const id = yield* enqueue(kind, { unique_key: "k", run_at: at(10), payload: 1 })
      assert.strictEqual(yield* enqueue(kind, { unique_key: "k", run_at: at(20), payload: 2 }), id)
      assert.deepStrictEqual(yield* shortlyOf(kind), [["ready", 0, 10, null]])
      assert.strictEqual(yield* enqueue(kind, { unique_key: "k", run_at: at(5), payload: 3 }), id)
      assert.deepStrictEqual(yield* shortlyOf(kind), [["ready", 0, 5, null]])
      assert.strictEqual((yield* claimOne(kind, 5)).payload, 1)
    }))

  it.effect("a key belongs to a kind and a project, and jobs without one never meet", () =>
    Effect.gen(function*() {
      const [kind, other] = yield* Effect.all([freshKind, freshKind])
      const [here, there] = yield* makeTwoProjects
      const ids = yield* Effect.all([
        enqueue(kind, { unique_key: "k" }),
        enqueue(kind, { unique_key: "k", project_id: here.id }),
        enqueue(kind, { unique_key: "k", project_id: there.id }),
        enqueue(kind, { unique_key: "l" }),
        enqueue(other, { unique_key: "k" }),
        enqueue(kind),
        enqueue(kind)
      ])
      assert.strictEqual(new Set(ids).size, 7)
      assert.include(ids, yield* enqueue(kind, { unique_key: "k" }))
    }))

  it.effect("of concurrent calls with one key one makes the job, and all get its id", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const kind = yield* freshKind
      const { id: project } = yield* makeProject
      const calls = Array.from({ length: 20 }, () => run(enqueue(kind, { unique_key: "k", project_id: project })))
      const ids = yield* Effect.all(calls, { concurrency: "unbounded" })
      assert.deepStrictEqual([new Set(ids).size, (yield* jobsOf(kind)).length], [1, 1])
    }))

  it.effect("a running job that is asked for again runs once more, from the earliest time asked for", () =>
    Effect.gen(function*() {
      const jobs = yield* JobRepository
      const kind = yield* freshKind
      const id = yield* enqueue(kind, { unique_key: "k" })
      const running = yield* claimOne(kind)
      assert.strictEqual(yield* enqueue(kind, { unique_key: "k", run_at: at(9) }), id)
      assert.strictEqual(yield* enqueue(kind, { unique_key: "k", run_at: at(7) }), id)
      assert.strictEqual(yield* enqueue(kind, { unique_key: "k", run_at: at(8) }), id)
      assert.isTrue(yield* jobs.complete(running))
      assert.deepStrictEqual(yield* shortlyOf(kind), [["ready", 0, 7, null]])
      assert.isTrue(yield* jobs.complete(yield* claimOne(kind, 7)))
      assert.deepStrictEqual(yield* jobsOf(kind), [])
    }))

  it.effect("ensuring a job makes it, and leaves one that waits or runs as it is", () =>
    Effect.gen(function*() {
      const jobs = yield* JobRepository
      const kind = yield* freshKind
      yield* jobs.ensure(yield* newJob(kind, { unique_key: "k", run_at: at(9) }))
      yield* jobs.ensure(yield* newJob(kind, { unique_key: "k", run_at: at(3) }))
      assert.deepStrictEqual(yield* shortlyOf(kind), [["ready", 0, 9, null]])
      const running = yield* claimOne(kind, 9)
      yield* jobs.ensure(yield* newJob(kind, { unique_key: "k", run_at: at(3) }))
      assert.isTrue(yield* jobs.complete(running))
      assert.deepStrictEqual(yield* jobsOf(kind), [])
    }))

  it.effect("a job that fails after it was asked for again starts afresh", () =>
    Effect.gen(function*() {
      const jobs = yield* JobRepository
      const kind = yield* freshKind
      yield* enqueue(kind, { unique_key: "k" })
      const running = yield* claimOne(kind)
      yield* enqueue(kind, { unique_key: "k", run_at: at(9) })
      assert.isTrue(yield* jobs.fail(running, "rain", at(1)))
      assert.deepStrictEqual(yield* shortlyOf(kind), [["ready", 0, 9, "rain"]])
    }))

  it.effect("the key of a failed job is free", () =>
    Effect.gen(function*() {
      const jobs = yield* JobRepository
      const kind = yield* freshKind
      const first = yield* enqueue(kind, { unique_key: "k" })
      yield* jobs.fail(yield* claimOne(kind), "rain", at(1))
      const second = yield* enqueue(kind, { unique_key: "k" })
      assert.notStrictEqual(second, first)
      assert.deepStrictEqual(yield* jobs.retry("all", first, at(1)), Option.some(second))
      assert.deepStrictEqual((yield* jobsOf(kind)).map((job) => job.id), [second])
    }))

  it.effect("a job of a transaction that is rolled back never was, nor did it touch another one", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const kind = yield* freshKind
      yield* enqueue(kind, { unique_key: "k", run_at: at(10) })
      const both = Effect.andThen(enqueue(kind), enqueue(kind, { unique_key: "k", run_at: at(0) }))
      yield* run(Effect.andThen(both, Effect.fail("no"))).pipe(Effect.ignore)
      assert.deepStrictEqual(yield* shortlyOf(kind), [["ready", 0, 10, null]])
      yield* run(both)
      assert.deepStrictEqual((yield* shortlyOf(kind)).length, 2)
    }))

  it.effect("nobody gets a job before its transaction has committed; then the listeners are woken", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const jobs = yield* JobRepository
      const kind = yield* freshKind
      const found = yield* Deferred.make<number>()
      const look = Effect.flatMap(
        claim(kind),
        (claimed) => claimed.length > 0 ? Deferred.succeed(found, claimed.length) : Effect.void
      )
      const listener = yield* Effect.forkChild(Stream.runForEach(jobs.wakes, () => look))
      yield* run(Effect.andThen(enqueue(kind), Effect.sleep("30 millis")))
      assert.strictEqual(yield* Deferred.await(found), 1)
      yield* Fiber.interrupt(listener)
    }))
}
