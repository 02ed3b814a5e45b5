import { assert, type Vitest } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Outbox } from "@hedgerow/core/outbox/Outbox"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { makeProject, makeTwoProjects } from "../fixtures.ts"
import { message, type OutboxPorts, paths, position } from "./OutboxWorld.ts"
import { concurrency, consumerOf, type Handled, keysIn, makeProcess, recording, whileTimePasses } from "./Processes.ts"

const keys = (from: number, to: number): ReadonlyArray<string> =>
  Array.from({ length: to - from + 1 }, (_, place) => String(from + place))

const withClock = Effect.provide(TestClock.layer())

/** Consumers run in one process or several. */
export const runningTests = (it: Vitest.MethodsNonLive<Outbox | OutboxPorts>): void => {
  it.effect("a consumer gets its rows in order, in batches, before and after it starts, with no time passing", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const { outbox, start } = yield* makeProcess
      const [here, there] = yield* makeTwoProjects
      const handled: Array<Handled> = []
      const sizes: Array<number> = []
      const consumer = yield* consumerOf((batch) =>
        Effect.andThen(Effect.sync(() => sizes.push(batch.rows.length)), recording("one", handled)(batch))
      )
      const appendAll = (project: ProjectId, from: number, to: number) =>
        run(outbox.append(keys(from, to).flatMap((key) => [message(project, key), message(project, "foreign", paths)])))
      yield* Effect.scoped(Effect.gen(function*() {
        const first = yield* makeProcess
        yield* first.start(consumer)
        yield* first.stop
      }))
      yield* appendAll(here.id, 1, 25)
      yield* start(consumer)
      yield* Effect.all([appendAll(here.id, 26, 40), appendAll(there.id, 1, 9)], { concurrency: "unbounded" })
      yield* appendAll(here.id, 41, 50)
      for (const { id } of [here, there]) {
        assert.isTrue(yield* outbox.waitUntilPassed(consumer.name, id, yield* outbox.head(id), "1 minute"))
      }
      assert.deepStrictEqual(keysIn(handled, here.id), keys(1, 50))
      assert.deepStrictEqual(keysIn(handled, there.id), keys(1, 9))
      assert.isAtMost(Math.max(...sizes), consumer.batchSize)
    }).pipe(withClock))

  it.effect("more projects than a consumer works on at once all get their turn, with no time passing", () =>
    Effect.gen(function*() {
      const { outbox, start } = yield* makeProcess
      const projects = yield* Effect.all(Array.from({ length: 7 }, () => makeProject))
      const handled: Array<Handled> = []
      const active = new Set<ProjectId>()
      let most = 0
      const consumer = yield* consumerOf((batch) =>
        Effect.gen(function*() {
          active.add(batch.project)
          most = Math.max(most, active.size)
          yield* Effect.yieldNow
          yield* recording("one", handled)(batch)
          active.delete(batch.project)
        })
      )
      yield* start(consumer)
      yield* outbox.append(projects.flatMap(({ id }) => keys(1, 5).map((key) => message(id, key))))
      for (const { id } of projects) {
        assert.isTrue(yield* outbox.waitUntilPassed(consumer.name, id, position(5), "1 minute"))
        assert.deepStrictEqual(keysIn(handled, id), keys(1, 5))
      }
      assert.isAtMost(most, concurrency)
    }).pipe(withClock))

  it.effect("a change that is taken back is never handled, one that commits late is not missed", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const { outbox, start } = yield* makeProcess
      const { id } = yield* makeProject
      const handled: Array<Handled> = []
      const consumer = yield* consumerOf(recording("one", handled))
      yield* start(consumer)
      yield* run(Effect.andThen(outbox.append([message(id, "lost")]), Effect.fail("no"))).pipe(Effect.ignore)
      const aWhile = TestClock.withLive(Effect.sleep("30 millis"))
      yield* run(Effect.andThen(outbox.append([message(id, "kept")]), aWhile))
      assert.isTrue(yield* outbox.waitUntilPassed(consumer.name, id, position(1), "1 minute"))
      assert.deepStrictEqual(keysIn(handled, id), ["kept"])
    }).pipe(withClock))

  it.effect("two processes share the projects, and each row is handled once, in order", () =>
    Effect.gen(function*() {
      const [one, two] = [yield* makeProcess, yield* makeProcess]
      const projects = yield* Effect.all(Array.from({ length: 8 }, () => makeProject))
      const handled: Array<Handled> = []
      const active = new Set<ProjectId>()
      const otherWorks = yield* Deferred.make<void>()
      const handler = (by: string, before: Effect.Effect<unknown>) =>
        consumerOf((batch) =>
          Effect.gen(function*() {
            assert.isFalse(active.has(batch.project), "one process at a time works on a project")
            active.add(batch.project)
            yield* before
            yield* Effect.yieldNow
            yield* recording(by, handled)(batch)
            active.delete(batch.project)
          }), { name: shared })
      const { name: shared } = yield* consumerOf(() => Effect.void)
      yield* one.start(yield* handler("one", Deferred.await(otherWorks)))
      yield* two.start(yield* handler("two", Deferred.succeed(otherWorks, undefined)))
      const appends = projects.flatMap(({ id }) =>
        keys(1, 10).map((key) => Effect.suspend(() => one.outbox.append([message(id, key)])))
      )
      yield* Effect.forEach(appends, (append) => append, { concurrency: 1 })
      yield* whileTimePasses(Effect.forEach(projects, ({ id }) =>
        Effect.flatMap(
          two.outbox.waitUntilPassed(shared, id, position(10), "10 hours"),
          (passed) => Effect.sync(() => assert.isTrue(passed))
        )))
      for (const { id } of projects) assert.deepStrictEqual(keysIn(handled, id), keys(1, 10))
      assert.deepStrictEqual([...new Set(handled.map(({ by }) => by))].toSorted(), ["one", "two"])
    }).pipe(withClock))

  it.effect("a process without consumers wakes those that have some, with no time passing", () =>
    Effect.gen(function*() {
      const [silent, running] = [yield* makeProcess, yield* makeProcess]
      const { id } = yield* makeProject
      const handled: Array<Handled> = []
      const consumer = yield* consumerOf(recording("running", handled))
      yield* running.start(consumer)
      const append = Effect.andThen(
        silent.outbox.append([message(id, "a")]),
        TestClock.withLive(Effect.sleep("5 millis"))
      )
      yield* Effect.repeat(append, { until: () => handled.length > 0 })
      const before = handled.length
      yield* Effect.repeat(append, { until: () => handled.length > before })
      assert.isAbove(handled.length, before)
    }).pipe(withClock))

  it.effect("a wait ends at the time-out, at once without such a consumer, and at once when all is passed", () =>
    Effect.gen(function*() {
      const { outbox, start } = yield* makeProcess
      const { id } = yield* makeProject
      const never = yield* consumerOf(() => Effect.never)
      yield* start(never)
      yield* outbox.append([message(id, "a")])
      const wait = yield* Effect.forkChild(outbox.waitUntilPassed(never.name, id, position(1), "2 seconds"))
      assert.isFalse(yield* whileTimePasses(Fiber.join(wait)))
      assert.isFalse(yield* outbox.waitUntilPassed("nobody", id, position(1), "1 hour"))
      assert.isTrue(yield* outbox.waitUntilPassed(never.name, id, position(0), "1 hour"))
      assert.isFalse(yield* outbox.waitUntilPassed(never.name, id, position(1), 0))
    }).pipe(withClock))

  it.effect("a wait inside of a transaction dies at once", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const { outbox, start } = yield* makeProcess
      const { id } = yield* makeProject
      const consumer = yield* consumerOf(() => Effect.void)
      yield* start(consumer)
      const exit = yield* Effect.exit(run(outbox.waitUntilPassed(consumer.name, id, position(0), "1 hour")))
      assert.isTrue(Exit.hasDies(exit))
    }).pipe(withClock))
}
