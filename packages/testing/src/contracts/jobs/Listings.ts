import { assert } from "@effect/vitest"
import { JobId } from "@hedgerow/core/jobs/Job"
import { JobRepository } from "@hedgerow/core/jobs/JobRepository"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { Effect, Option } from "effect"
import { makeTwoProjects } from "../fixtures.ts"
import { at, claim, claimOne, enqueue, freshKind, type It, jobsOf, shortlyOf } from "./JobFixtures.ts"

const all = { limit: 1000, offset: 0 }

/** What an operator sees and does. */
export const listings = (it: It): void => {
  it.effect("a failed job stays, is listed, never claimed, and runs again when it is retried", () =>
    Effect.gen(function*() {
      const jobs = yield* JobRepository
      const kind = yield* freshKind
      const id = yield* enqueue(kind)
      assert.isTrue(yield* jobs.fail(yield* claimOne(kind), "rain"))
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
      yield* Effect.forEach(failed, (job) => jobs.fail(job, "rain"))
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
        yield* jobs.fail(yield* claimOne(kind), "rain")
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

  it.effect("overdue jobs of kinds that nobody knows fail, others do not", () =>
    Effect.gen(function*() {
      const jobs = yield* JobRepository
      const [known, unknown] = yield* Effect.all([freshKind, freshKind])
      const others = (yield* jobs.counts("all")).map((count) => count.kind)
      yield* enqueue(known, { run_at: at(-10) })
      yield* enqueue(unknown, { run_at: at(-30) })
      yield* claimOne(unknown, -20)
      yield* enqueue(unknown, { run_at: at(-10) })
      yield* enqueue(unknown, { run_at: at(0) })
      assert.strictEqual(yield* jobs.failUnknown([...others, known], at(0), "unknown"), 1)
      assert.deepStrictEqual(yield* shortlyOf(known), [["ready", 0, -10, null]])
      assert.sameDeepMembers([...(yield* shortlyOf(unknown))], [
        ["running", 1, -30, null],
        ["failed", 0, -10, "unknown"],
        ["ready", 0, 0, null]
      ])
    }))
}
