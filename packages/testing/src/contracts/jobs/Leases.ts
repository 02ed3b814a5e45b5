import { assert } from "@effect/vitest"
import type { Job } from "@hedgerow/core/jobs/Job"
import { JobRepository } from "@hedgerow/core/jobs/JobRepository"
import { Effect, Equal, Option } from "effect"
import { at, claim, claimOne, enqueue, freshKind, type It, jobsOf, shortlyOf } from "./JobFixtures.ts"

const everyWord = [
  ["complete", (job: Job) => Effect.flatMap(JobRepository, (jobs) => jobs.complete(job))],
  ["retryAt", (job: Job) => Effect.flatMap(JobRepository, (jobs) => jobs.retryAt(job, "rain", at(60)))],
  ["fail", (job: Job) => Effect.flatMap(JobRepository, (jobs) => jobs.fail(job, "rain", at(1)))],
  ["release", (job: Job) => Effect.flatMap(JobRepository, (jobs) => jobs.release(job))],
  ["rearm", (job: Job) => Effect.flatMap(JobRepository, (jobs) => jobs.rearm(job, at(60), null))]
] as const

/** Tests of leases: the holder alone runs a job and reports on it. */
export const leases = (it: It): void => {
  it.effect("due jobs are claimed in the order they became due, as many as asked for, of the kinds asked for", () =>
    Effect.gen(function*() {
      const jobs = yield* JobRepository
      const [kind, other, third] = yield* Effect.all([freshKind, freshKind, freshKind])
      const c = yield* enqueue(kind, { run_at: at(3) })
      const a = yield* enqueue(other, { run_at: at(1) })
      const b = yield* enqueue(kind, { run_at: at(2) })
      const d = yield* enqueue(kind, { run_at: at(4) })
      yield* enqueue(third, { run_at: at(0) })
      yield* enqueue(kind, { run_at: at(4.001) })
      const take = (limit: number) =>
        Effect.map(
          jobs.claim({ kinds: [kind, other], node: "one", now: at(4), until: at(34), limit }),
          (claimed) => claimed.map((job) => job.id)
        )
      assert.deepStrictEqual(yield* take(3), [a, b, c])
      assert.deepStrictEqual(yield* take(3), [d])
      assert.deepStrictEqual(yield* take(3), [])
      assert.deepStrictEqual(yield* jobs.claim({ kinds: [], node: "one", now: at(9), until: at(39), limit: 9 }), [])
    }))

  it.effect("a claim counts as an attempt and shows who holds the job until when", () =>
    Effect.gen(function*() {
      const kind = yield* freshKind
      yield* enqueue(kind)
      const job = yield* claimOne(kind, 1)
      assert.deepStrictEqual([job.state, job.attempts, job.lease, job.leased_by], ["running", 1, 1, "one"])
      assert.isTrue(Equal.equals(job.leased_until, at(31)))
      assert.isTrue(Equal.equals((yield* jobsOf(kind))[0], job))
    }))

  it.effect("a job is claimed again when its lease is over, not before", () =>
    Effect.gen(function*() {
      const kind = yield* freshKind
      yield* enqueue(kind)
      yield* claimOne(kind)
      assert.deepStrictEqual(yield* claim(kind, 29.999), [])
      const again = yield* claimOne(kind, 30)
      assert.deepStrictEqual([again.attempts, again.lease], [2, 2])
    }))

  it.effect("a heartbeat lengthens held leases and names them", () =>
    Effect.gen(function*() {
      const jobs = yield* JobRepository
      const kind = yield* freshKind
      yield* enqueue(kind)
      yield* enqueue(kind, { run_at: at(-1) })
      const [lost, held] = yield* claim(kind)
      assert.isDefined(lost)
      assert.isDefined(held)
      yield* jobs.heartbeat([held], at(60))
      assert.deepStrictEqual((yield* claim(kind, 30)).map((job) => job.id), [lost.id])
      assert.deepStrictEqual(yield* jobs.heartbeat([lost, held], at(90)), [held.id])
      assert.deepStrictEqual((yield* claim(kind, 89)).map((job) => job.id), [lost.id])
      assert.deepStrictEqual(yield* jobs.heartbeat([], at(90)), [])
    }))

  it.effect.each(everyWord)(
    "%s is refused after another worker took the job over",
    ([, say]) =>
      Effect.gen(function*() {
        const kind = yield* freshKind
        yield* enqueue(kind)
        const first = yield* claimOne(kind)
        const second = yield* claimOne(kind, 30)
        assert.isFalse(yield* say(first))
        assert.isTrue(Equal.equals((yield* jobsOf(kind))[0], second))
        assert.isTrue(yield* say(second))
        assert.isFalse(yield* say(second))
      })
  )

  it.effect("a lease that nobody took over still counts after its end", () =>
    Effect.gen(function*() {
      const jobs = yield* JobRepository
      const kind = yield* freshKind
      yield* enqueue(kind)
      const job = yield* claimOne(kind)
      assert.deepStrictEqual(yield* jobs.heartbeat([job], at(100)), [job.id])
      assert.isTrue(yield* jobs.complete(job))
    }))

  it.effect("a job that is retried waits, keeps its attempts and says why", () =>
    Effect.gen(function*() {
      const jobs = yield* JobRepository
      const kind = yield* freshKind
      yield* enqueue(kind)
      assert.isTrue(yield* jobs.retryAt(yield* claimOne(kind), "rain", at(5)))
      assert.deepStrictEqual(yield* shortlyOf(kind), [["ready", 1, 5, "rain"]])
      assert.deepStrictEqual(yield* claim(kind, 4.999), [])
      assert.strictEqual((yield* claimOne(kind, 5)).attempts, 2)
    }))

  it.effect("a released job is due as before and its attempt does not count", () =>
    Effect.gen(function*() {
      const jobs = yield* JobRepository
      const kind = yield* freshKind
      yield* enqueue(kind)
      assert.isTrue(yield* jobs.release(yield* claimOne(kind, 3)))
      assert.deepStrictEqual(yield* shortlyOf(kind), [["ready", 0, 0, null]])
      assert.strictEqual((yield* claimOne(kind, 3)).lease, 2)
    }))

  it.effect("a scheduled job is armed anew, with its attempts and what the run said", () =>
    Effect.gen(function*() {
      const jobs = yield* JobRepository
      const kind = yield* freshKind
      yield* enqueue(kind, { unique_key: "schedule" })
      assert.isTrue(yield* jobs.rearm(yield* claimOne(kind), at(60), "rain"))
      assert.deepStrictEqual(yield* shortlyOf(kind), [["ready", 0, 60, "rain"]])
      assert.isTrue(yield* jobs.rearm(yield* claimOne(kind, 60), at(120), null))
      assert.deepStrictEqual(yield* shortlyOf(kind), [["ready", 0, 120, null]])
    }))

  it.effect("a scheduled job that was asked for earlier meanwhile is armed for that time", () =>
    Effect.gen(function*() {
      const jobs = yield* JobRepository
      const kind = yield* freshKind
      yield* enqueue(kind, { unique_key: "schedule" })
      const running = yield* claimOne(kind)
      yield* enqueue(kind, { unique_key: "schedule", run_at: at(9) })
      assert.isTrue(yield* jobs.rearm(running, at(60), null))
      assert.deepStrictEqual(yield* shortlyOf(kind), [["ready", 0, 9, null]])
    }))

  it.effect("of each kind no more are claimed than its limit, and the first due ones of all", () =>
    Effect.gen(function*() {
      const jobs = yield* JobRepository
      const [kind, other] = yield* Effect.all([freshKind, freshKind])
      const first = yield* enqueue(kind, { run_at: at(1) })
      yield* enqueue(kind, { run_at: at(2) })
      const second = yield* enqueue(other, { run_at: at(3) })
      yield* enqueue(other, { run_at: at(4) })
      const limits = new Map([[kind, 1]])
      const wanted = { kinds: [kind, other], limits, node: "one", now: at(4), until: at(34) }
      const claimed = yield* jobs.claim({ ...wanted, limit: 2 })
      assert.deepStrictEqual(claimed.map((job) => job.id), [first, second])
    }))

  it.effect("the next due time is that of the first waiting job or of the first lease to end", () =>
    Effect.gen(function*() {
      const jobs = yield* JobRepository
      const kind = yield* freshKind
      assert.isTrue(Option.isNone(yield* jobs.nextDue([kind])))
      yield* enqueue(kind, { run_at: at(50) })
      yield* enqueue(kind, { run_at: at(5) })
      const next = Effect.map(jobs.nextDue([kind]), Option.getOrUndefined)
      assert.isTrue(Equal.equals(yield* next, at(5)))
      const [running] = yield* claim(kind, 6)
      assert.isTrue(Equal.equals(yield* next, at(36)))
      if (running !== undefined) yield* jobs.fail(running, "rain", at(1))
      assert.isTrue(Equal.equals(yield* next, at(50)))
    }))

  it.effect("of concurrent claims each job goes to one", () =>
    Effect.gen(function*() {
      const kind = yield* freshKind
      yield* Effect.forEach(Array.from({ length: 60 }), () => enqueue(kind), { concurrency: 8 })
      const taken = yield* Effect.all(Array.from({ length: 20 }, () => claim(kind, 0, 7)), { concurrency: "unbounded" })
      const ids = taken.flat().map((job) => job.id)
      const rest = yield* claim(kind, 0, 100)
      assert.deepStrictEqual(new Set([...ids, ...rest.map((job) => job.id)]).size, 60)
      assert.strictEqual(ids.length + rest.length, 60)
    }))
}
