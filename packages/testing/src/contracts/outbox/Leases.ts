import { assert, type Vitest } from "@effect/vitest"
import type { Outbox } from "@hedgerow/core/outbox/Outbox"
import { OutboxConsumerRepository } from "@hedgerow/core/outbox/OutboxConsumerRepository"
import { Effect } from "effect"
import { makeProject, makeTwoProjects } from "../fixtures.ts"
import { append, lease, leaseOf, makeConsumer, type OutboxPorts, paths, position, second } from "./OutboxWorld.ts"

/** One worker at a time has a consumer's place in a project. */
export const leaseTests = (it: Vitest.MethodsNonLive<Outbox | OutboxPorts>): void => {
  it.effect("only projects with rows for the consumer are leased, each to one worker", () =>
    Effect.gen(function*() {
      const [one, two] = yield* makeTwoProjects
      const foreign = yield* makeProject
      const name = yield* makeConsumer({ startAt: "head" })
      yield* append(one.id, ["a"])
      yield* append(two.id, ["b"])
      yield* append(foreign.id, ["p"], paths)
      const workers = Array.from({ length: 12 }, (_, number) => `worker-${number}`)
      const given = yield* Effect.forEach(workers, (worker) => lease(name, { worker }), { concurrency: "unbounded" })
      const leases = given.flat()
      assert.deepStrictEqual(leases.map(({ project }) => project).toSorted((left, right) => left - right), [
        one.id,
        two.id
      ])
    }))

  it.effect("a lease is for its consumer and its project alone", () =>
    Effect.gen(function*() {
      const consumers = yield* OutboxConsumerRepository
      const [here, there] = yield* makeTwoProjects
      const [first, second_] = [yield* makeConsumer(), yield* makeConsumer()]
      yield* append(here.id, ["a"])
      yield* append(there.id, ["x"])
      const held = yield* leaseOf(first, here.id)
      yield* consumers.advance(held, { position: position(1), now: second(0), until: null })
      assert.strictEqual(yield* consumers.position(first, there.id), 0)
      assert.strictEqual(yield* consumers.position(second_, here.id), 0)
      assert.strictEqual((yield* leaseOf(second_, here.id)).position, 0)
      assert.strictEqual((yield* leaseOf(first, there.id)).position, 0)
    }))

  it.effect("a lease that is over is taken over, and its holder can change nothing any more", () =>
    Effect.gen(function*() {
      const consumers = yield* OutboxConsumerRepository
      const { id } = yield* makeProject
      const name = yield* makeConsumer()
      yield* append(id, ["a", "b"])
      const old = yield* leaseOf(name, id)
      assert.deepStrictEqual(yield* lease(name, { projects: [id], worker: "two", now: second(29) }), [])
      const taken = yield* leaseOf(name, id, { worker: "two", now: second(30), until: second(60) })
      assert.isAbove(taken.token, old.token)
      assert.strictEqual(yield* consumers.advance(old, { position: position(2), now: second(30), until: null }), "lost")
      assert.isFalse(yield* consumers.renew(old, second(90)))
      assert.isFalse(yield* consumers.fail(old, { error: "late", retryAt: second(90) }))
      yield* consumers.release(old)
      assert.deepStrictEqual(yield* lease(name, { projects: [id], worker: "three", now: second(59) }), [])
      assert.strictEqual(yield* consumers.position(name, id), 0)
      assert.strictEqual(
        yield* consumers.advance(taken, { position: position(2), now: second(31), until: null }),
        "done"
      )
      assert.strictEqual(yield* consumers.position(name, id), 2)
    }))

  it.effect("renewing and advancing hold the lease for longer; a lease that is over but not taken still counts", () =>
    Effect.gen(function*() {
      const consumers = yield* OutboxConsumerRepository
      const { id } = yield* makeProject
      const name = yield* makeConsumer()
      yield* append(id, ["a", "b"])
      const held = yield* leaseOf(name, id)
      const tryAt = (at: number) =>
        lease(name, { projects: [id], worker: "two", now: second(at), until: second(at + 30) })
      assert.isTrue(yield* consumers.renew(held, second(50)))
      assert.deepStrictEqual(yield* tryAt(49), [])
      assert.strictEqual(
        yield* consumers.advance(held, { position: position(1), now: second(40), until: second(70) }),
        "more"
      )
      assert.deepStrictEqual(yield* tryAt(69), [])
      assert.strictEqual(
        yield* consumers.advance(held, { position: position(2), now: second(99), until: second(129) }),
        "done"
      )
      assert.deepStrictEqual(yield* tryAt(128), [])
    }))

  it.effect("a lease that was given back is free at once and cannot be renewed", () =>
    Effect.gen(function*() {
      const consumers = yield* OutboxConsumerRepository
      const { id } = yield* makeProject
      const name = yield* makeConsumer()
      yield* append(id, ["a", "b"])
      const first = yield* leaseOf(name, id)
      yield* consumers.release(first)
      assert.isFalse(yield* consumers.renew(first, second(90)))
      const next = yield* leaseOf(name, id, { worker: "two" })
      yield* consumers.advance(next, { position: position(1), now: second(1), until: null })
      assert.isFalse(yield* consumers.renew(next, second(90)))
      assert.strictEqual((yield* leaseOf(name, id, { worker: "three" })).position, 1)
    }))

  it.effect("a failed batch waits for its retry and counts its attempts, in its project alone", () =>
    Effect.gen(function*() {
      const consumers = yield* OutboxConsumerRepository
      const [failing, fine] = yield* makeTwoProjects
      const name = yield* makeConsumer()
      yield* append(failing.id, ["a"])
      yield* append(fine.id, ["x"])
      yield* consumers.fail(yield* leaseOf(name, failing.id), { error: "no", retryAt: second(5) })
      const projectsAt = (at: number) =>
        Effect.map(
          lease(name, { projects: [failing.id, fine.id], now: second(at), until: second(at + 1) }),
          (leases) => leases.map(({ attempts, project }) => [project, attempts] as const)
        )
      assert.deepStrictEqual(yield* projectsAt(4), [[fine.id, 0]])
      assert.deepStrictEqual((yield* projectsAt(5)).toSorted(([left], [right]) => left - right), [
        [failing.id, 1],
        [fine.id, 0]
      ])
    }))

  it.effect("those nobody has worked on for longest come first", () =>
    Effect.gen(function*() {
      const consumers = yield* OutboxConsumerRepository
      const [one, two] = yield* makeTwoProjects
      const name = yield* makeConsumer({ startAt: "head" })
      yield* append(one.id, ["a", "b"])
      yield* append(two.id, ["x"])
      const [first] = yield* lease(name, { limit: 1 })
      if (first === undefined) return yield* Effect.die(new Error("nothing leased"))
      yield* consumers.advance(first, { position: position(0), now: second(1), until: null })
      const [next] = yield* lease(name, { limit: 1, now: second(2) })
      assert.notStrictEqual(next?.project, first.project)
    }))
}
