import { assert } from "@effect/vitest"
import { JobId } from "@hedgerow/core/jobs/Job"
import { JobRepository } from "@hedgerow/core/jobs/JobRepository"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { Effect, Equal, Option } from "effect"
import { makeTwoProjects } from "../fixtures.ts"
import { at, claim, claimOne, enqueue, freshKind, type It, jobsOf, shortly, shortlyOf } from "./JobFixtures.ts"

const all = { limit: 1000, offset: 0 }

/** Tests of an operator's lists and actions. */
export const listings = (it: It): void => {
  it.effect("a failed job stays, is listed, never claimed, and runs again when it is retried", () =>
    Effect.gen(function*() {
      const jobs = yield* JobRepository
      const kind = yield* freshKind
      const id = yield* enqueue(kind)
      assert.isTrue(yield* jobs.fail(yield* claimOne(kind), "rain", at(1)))
      assert.deepStrictEqual(yield* claim(kind, 1_000_000), [])
      assert.deepStrictEqual(yield* shortlyOf(kind), [["failed", 1, 0, "rain"]])
      assert.deepStrictEqual(yield* jobs.retry("all", id, at(7)), Option.some(id))
      assert.deepStrictEqual(yield* shortlyOf(kind), [["ready", 0, 7, "rain"]])
      assert.deepStrictEqual((yield* claimOne(kind, 7)).attempts, 1)
    }))

  it.effect("a waiting job can be made due; a running, done or unknown one cannot", () =>
    Effect.gen(function*() {
      const jobs = yield* JobRepository
      const kind = yield* freshKind
      const id = yield* enqueue(kind, { run_at: at(1000) })
      assert.deepStrictEqual(yield* jobs.retry("all", id, at(1)), Option.some(id))
      const running = yield* claimOne(kind, 1)
      assert.isTrue(Option.isNone(yield* jobs.retry("all", id, at(2))))
      yield* jobs.complete(running)
      assert.isTrue(Option.isNone(yield* jobs.retry("all", id, at(2))))
      assert.isTrue(Option.isNone(yield* jobs.retry("all", JobId.make(yield* makeUuid7), at(2))))
    }))

  it.effect("jobs are listed by age, a page at a time, and the failing ones alone", () =>
    Effect.gen(function*() {
      const jobs = yield* JobRepository
      const kind = yield* freshKind
      const [{ id: project }] = yield* makeTwoProjects
      const ids = yield* Effect.forEach([1, 2, 3, 4], () => enqueue(kind, { project_id: project }))
      const byAge = ids.toSorted()
      const claimed = yield* claim(kind)
      const failed = claimed.filter((job) => job.id === byAge[0] || job.id === byAge[2])
      yield* Effect.forEach(failed, (job) => jobs.fail(job, "rain", at(1)))
      const page = yield* jobs.list(project, false, { limit: 2, offset: 1 })
      assert.deepStrictEqual([page.items.map((job) => job.id), page.count], [byAge.slice(1, 3), 4])
      const failing = yield* jobs.list(project, true, { limit: 1, offset: 1 })
      assert.deepStrictEqual([failing.items.map((job) => job.id), failing.count], [[byAge[2]], 2])
      assert.deepStrictEqual(yield* jobs.counts(project), [
        { kind, state: "failed", count: 2 },
        { kind, state: "running", count: 2 }
      ])
    }))

  it.effect("a project sees, counts and retries its own jobs alone, and so does the installation", () =>
    Effect.gen(function*() {
      const jobs = yield* JobRepository
      const kind = yield* freshKind
      const [here, there] = yield* makeTwoProjects
      const owners = [here.id, there.id, null] as const
      for (const owner of owners) {
        yield* enqueue(kind, { project_id: owner })
        yield* jobs.fail(yield* claimOne(kind), "rain", at(1))
      }
      const ids = yield* Effect.forEach(
        owners,
        (owner) => Effect.map(jobs.list(owner, true, all), (page) => page.items.filter((job) => job.kind === kind))
      )
      assert.deepStrictEqual(ids.map((own) => own.map((job) => job.project_id)), [[here.id], [there.id], [null]])
      assert.deepStrictEqual(yield* jobs.counts(here.id), [{ kind, state: "failed", count: 1 }])
      const count = (yield* jobs.counts("all")).find((each) => each.kind === kind)
      assert.deepStrictEqual(count, { kind, state: "failed", count: 3 })
      for (const [owner, foreign] of [[here.id, 1], [here.id, 2], [null, 0]] as const) {
        const [job] = ids[foreign] ?? []
        assert.isDefined(job)
        assert.isTrue(Option.isNone(yield* jobs.retry(owner, job.id, at(1))))
      }
      assert.deepStrictEqual((yield* jobsOf(kind)).map((job) => job.state), ["failed", "failed", "failed"])
      const [own] = ids[2] ?? []
      assert.isDefined(own)
      assert.deepStrictEqual(yield* jobs.retry(null, own.id, at(1)), Option.some(own.id))
    }))

  it.effect("overdue jobs fail, waiting or left by a dead worker, if nobody has named their kind since", () =>
    Effect.gen(function*() {
      const jobs = yield* JobRepository
      const [known, unknown] = yield* Effect.all([freshKind, freshKind])
      yield* jobs.nameKinds((yield* jobs.counts("all")).map(({ kind }) => kind), at(1e9))
      yield* jobs.nameKinds([unknown, known], at(-100))
      yield* jobs.nameKinds([known], at(0))
      yield* enqueue(known, { run_at: at(-10) })
      yield* enqueue(unknown, { run_at: at(-60), unique_key: "k" })
      yield* claimOne(unknown, -60)
      yield* enqueue(unknown, { run_at: at(-50) })
      yield* jobs.heartbeat([yield* claimOne(unknown, -31)], at(10))
      yield* enqueue(unknown, { run_at: at(-10) })
      yield* enqueue(unknown, { run_at: at(0) })
      assert.strictEqual(yield* jobs.failUnknown(at(0), "unknown", at(5)), 2)
      assert.deepStrictEqual(yield* shortlyOf(known), [["ready", 0, -10, null]])
      const found = yield* jobsOf(unknown)
      assert.sameDeepMembers(found.map(shortly), [
        ["failed", 1, -60, "unknown"],
        ["running", 1, -50, null],
        ["failed", 0, -10, "unknown"],
        ["ready", 0, 0, null]
      ])
      const left = found.find(({ unique_key }) => unique_key === "k")
      assert.deepStrictEqual([left?.leased_by, left?.leased_until], [null, null])
      assert.isTrue(Equal.equals(left?.failed_at, at(5)))
      assert.notStrictEqual(yield* enqueue(unknown, { unique_key: "k" }), left?.id)
    }))

  it.effect("what failed for good is removed after its time, some at once, nothing else", () =>
    Effect.gen(function*() {
      const jobs = yield* JobRepository
      const kind = yield* freshKind
      for (const seconds of [-1e9 - 2, -1e9 - 1, -1e9]) {
        yield* enqueue(kind, { run_at: at(-2e9) })
        yield* jobs.fail(yield* claimOne(kind), `at ${seconds}`, at(seconds))
      }
      yield* enqueue(kind, { run_at: at(-2e9) })
      yield* jobs.retryAt(yield* claimOne(kind), "again", at(-2e9))
      assert.strictEqual(yield* jobs.removeFailed(at(-1e9), 1), 1)
      assert.strictEqual(yield* jobs.removeFailed(at(-1e9), 10), 1)
      assert.strictEqual(yield* jobs.removeFailed(at(-1e9), 10), 0)
      assert.sameDeepMembers((yield* jobsOf(kind)).map(({ last_error }) => last_error), ["at -1000000000", "again"])
    }))

  it.effect("a tally says how many there are in each state, up to a bound", () =>
    Effect.gen(function*() {
      const jobs = yield* JobRepository
      const kind = yield* freshKind
      const before = yield* jobs.tally(1_000_000)
      yield* Effect.forEach([1, 2, 3, 4], () => enqueue(kind))
      const [failing] = yield* claim(kind, 0, 2)
      assert.isDefined(failing)
      yield* jobs.fail(failing, "rain", at(1))
      assert.deepStrictEqual(yield* jobs.tally(1_000_000), {
        ready: before.ready + 2,
        running: before.running + 1,
        failed: before.failed + 1
      })
      assert.deepStrictEqual(yield* jobs.tally(1), { ready: 1, running: 1, failed: 1 })
    }))

  it.effect("a running job can be made due once its lease is over; its worker's word no longer counts", () =>
    Effect.gen(function*() {
      const jobs = yield* JobRepository
      const kind = yield* freshKind
      const id = yield* enqueue(kind)
      const lapsed = yield* claimOne(kind)
      assert.isTrue(Option.isNone(yield* jobs.retry("all", id, at(29))))
      assert.deepStrictEqual(yield* jobs.retry("all", id, at(30)), Option.some(id))
      assert.deepStrictEqual(yield* shortlyOf(kind), [["ready", 0, 30, null]])
      assert.isFalse(yield* jobs.complete(lapsed))
      assert.strictEqual((yield* claimOne(kind, 30)).lease, 2)
      assert.isFalse(yield* jobs.complete(lapsed))
    }))

  it.effect("retries of a failed job and calls with its key meet without failing, and one job has the key", () =>
    Effect.gen(function*() {
      const jobs = yield* JobRepository
      for (let round = 0; round < 10; round++) {
        const kind = yield* freshKind
        const id = yield* enqueue(kind, { unique_key: "k" })
        yield* jobs.fail(yield* claimOne(kind), "rain", at(1))
        yield* Effect.all([
          jobs.retry("all", id, at(1)),
          enqueue(kind, { unique_key: "k" }),
          jobs.retry("all", id, at(1)),
          enqueue(kind, { unique_key: "k" })
        ], { concurrency: "unbounded" })
        const open = (yield* jobsOf(kind)).filter(({ state }) => state !== "failed")
        assert.lengthOf(open, 1)
      }
    }))
}
