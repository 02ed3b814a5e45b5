import { assert, it } from "@effect/vitest"
import { defineJob, handle } from "@hedgerow/core/jobs/JobKind"
import { JobRepository } from "@hedgerow/core/jobs/JobRepository"
import { Jobs } from "@hedgerow/core/jobs/Jobs"
import { backOff } from "@hedgerow/core/jobs/JobTimes"
import { DateTime, Duration, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { allJobs, enqueue, mow, mowing, project, settle, startWorker, world } from "./JobWorld.ts"

class Stung extends Schema.TaggedError<Stung>()("Stung", { by: Schema.String }) {
  override get message(): string {
    return `stung by a ${this.by}`
  }
}

const fates = [
  ["a failure", Effect.fail(new Stung({ by: "wasp" })), "Stung: stung by a wasp"],
  ["a defect", Effect.die(new TypeError("no blade")), "TypeError: no blade"],
  ["a failure without a name", Effect.fail("rain"), "rain"],
  ["an interruption of its own", Effect.interrupt, /interrupt/i]
] as const

for (const [what, fate, message] of fates) {
  it.effect(`${what} is tried again with growing pauses, then stays visible`, () =>
    Effect.gen(function*() {
      const seen: Array<string> = []
      const jobs = yield* Jobs
      yield* startWorker([mowing<unknown>(seen, () => fate)])
      const id = yield* enqueue("north")
      yield* settle
      const [waiting] = yield* allJobs
      assert.deepStrictEqual([seen.length, waiting?.state, waiting?.attempts], [1, "ready", 1])
      assert.match(waiting?.last_error ?? "", new RegExp(message))
      yield* TestClock.adjust("2499 millis")
      assert.lengthOf(seen, 1)
      yield* TestClock.adjust("2501 millis")
      assert.lengthOf(seen, 2)
      yield* TestClock.adjust("10 seconds")
      assert.lengthOf(seen, 3)
      yield* TestClock.adjust("1 day")
      assert.lengthOf(seen, 3)
      const failures = yield* jobs.list(project, { failed: true, limit: 10, offset: 0 })
      assert.deepStrictEqual(
        failures.items.map((job) => [job.id, job.state, job.attempts, job.leased_by]),
        [[id, "failed", 3, null]]
      )
      assert.match(failures.items[0]?.last_error ?? "", new RegExp(message))
    }).pipe(Effect.scoped, Effect.provide(world)))
}

it.effect("a job that fails and then succeeds is gone", () =>
  Effect.gen(function*() {
    const seen: Array<string> = []
    yield* startWorker([mowing(seen, (_, job) => job.attempts < 3 ? Effect.fail("rain") : Effect.void)])
    yield* enqueue("north")
    yield* settle
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual([seen.length, yield* allJobs], [3, []])
  }).pipe(Effect.scoped, Effect.provide(world)))

it.effect("a failed job that is retried has all its attempts again; one that is unknown or done is not found", () =>
  Effect.gen(function*() {
    const seen: Array<string> = []
    let isDry = false
    const jobs = yield* Jobs
    yield* startWorker([mowing(seen, () => isDry ? Effect.void : Effect.fail("rain"))])
    const id = yield* enqueue("north")
    yield* settle
    yield* TestClock.adjust("1 day")
    assert.strictEqual(yield* jobs.retry(project, id), id)
    yield* settle
    yield* TestClock.adjust("1 day")
    assert.lengthOf(seen, 6)
    isDry = true
    yield* jobs.retry("all", id)
    yield* settle
    assert.deepStrictEqual([seen.length, yield* allJobs], [7, []])
    assert.strictEqual((yield* Effect.flip(jobs.retry(project, id)))._tag, "JobNotFound")
  }).pipe(Effect.scoped, Effect.provide(world)))

it.effect("a long message is cut, and holds nothing that a storage refuses", () =>
  Effect.gen(function*() {
    yield* startWorker([mowing([], () => Effect.fail({ message: `NUL \0 half \ud83e ${"x".repeat(5000)}` }))])
    yield* enqueue("north")
    yield* settle
    const text = (yield* allJobs)[0]?.last_error ?? ""
    assert.strictEqual(text.length, 2000)
    assert.match(text, /^Failure: NUL \ufffd half \ufffd x+…$/)
  }).pipe(Effect.scoped, Effect.provide(world)))

it.effect("a payload that its kind cannot read fails at once, with the reason", () =>
  Effect.gen(function*() {
    const seen: Array<number> = []
    const changed = defineJob({ name: mow.name, payload: Schema.Struct({ field: Schema.Int }) })
    yield* startWorker([
      handle(changed, ({ field }) =>
        Effect.sync(() => {
          seen.push(field)
        }))
    ])
    yield* enqueue("north")
    yield* settle
    const [job] = yield* allJobs
    assert.deepStrictEqual([seen, job?.state, job?.attempts], [[], "failed", 1])
    assert.match(job?.last_error ?? "", /^The payload cannot be read: .*field/s)
  }).pipe(Effect.scoped, Effect.provide(world)))

it.effect("a job that takes its process down each time has failed after its last attempt", () =>
  Effect.gen(function*() {
    const seen: Array<string> = []
    const repository = yield* JobRepository
    const id = yield* enqueue("north")
    for (let attempt = 1; attempt <= mow.maxAttempts; attempt++) {
      const now = yield* DateTime.now
      const until = DateTime.addDuration(now, Duration.seconds(30))
      const claimed = yield* repository.claim({ kinds: [mow.name], node: "crashing", now, until, limit: 1 })
      assert.deepStrictEqual(claimed.map((job) => job.id), [id])
      yield* TestClock.adjust("30 seconds")
    }
    yield* startWorker([mowing(seen)])
    const [job] = yield* allJobs
    assert.deepStrictEqual([seen, job?.state], [[], "failed"])
    assert.match(job?.last_error ?? "", /process/)
  }).pipe(Effect.scoped, Effect.provide(world)))

it.effect("back-off doubles up to its bound and is never shorter than the half", () =>
  Effect.gen(function*() {
    const kind = { firstBackOff: Duration.seconds(5) }
    for (let attempts = 1; attempts < 40; attempts++) {
      const longest = Math.min(5000 * 2 ** (attempts - 1), 3_600_000)
      const millis = Duration.toMillis(yield* backOff(kind, attempts, Duration.hours(1)))
      assert.isAtMost(millis, longest)
      assert.isAtLeast(millis, longest / 2)
    }
  }))
