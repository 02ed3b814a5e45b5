import { assert, type Vitest } from "@effect/vitest"
import { Outbox } from "@hedgerow/core/outbox/Outbox"
import { OutboxConsumerRepository } from "@hedgerow/core/outbox/OutboxConsumerRepository"
import { Effect } from "effect"
import { makeProject, makeTwoProjects } from "../fixtures.ts"
import {
  append,
  gates,
  lease,
  leaseOf,
  makeConsumer,
  type OutboxPorts,
  paths,
  position,
  second
} from "./OutboxWorld.ts"

/** Tests of the start, the position and the status of consumers. */
export const positionTests = (it: Vitest.MethodsNonLive<Outbox | OutboxPorts>): void => {
  it.effect("a new consumer starts behind what there is or before it, in a later project before everything", () =>
    Effect.gen(function*() {
      const outbox = yield* Outbox
      const [known, later] = yield* makeTwoProjects
      yield* append(known.id, ["a", "b"])
      const atHead = yield* makeConsumer({ startAt: "head" })
      const atFirst = yield* makeConsumer({ startAt: "earliest" })
      yield* append(later.id, ["x"])
      const positions = (project: typeof known) =>
        Effect.all([outbox.position(atHead, project.id), outbox.position(atFirst, project.id)])
      assert.deepStrictEqual(yield* positions(known), [position(2), position(0)])
      assert.deepStrictEqual(yield* positions(later), [position(0), position(0)])
      assert.deepStrictEqual(
        (yield* lease(atHead, { projects: [known.id, later.id] })).map(({ project }) => project),
        [later.id]
      )
    }))

  it.effect("registering again changes no position; topics are added and never taken away", () =>
    Effect.gen(function*() {
      const consumers = yield* OutboxConsumerRepository
      const { id } = yield* makeProject
      yield* append(id, ["a", "b"])
      const name = yield* makeConsumer()
      yield* consumers.advance(yield* leaseOf(name, id), { position: position(1), now: second(0), until: null })
      const again = (topics: ReadonlyArray<string>) => consumers.register({ name, topics, startAt: "head" }, second(9))
      assert.deepStrictEqual(yield* again([paths]), [gates, paths])
      assert.deepStrictEqual(yield* again([gates]), [gates, paths])
      assert.strictEqual(yield* consumers.position(name, id), 1)
    }))

  it.effect("who cannot handle all topics a consumer is registered for neither gets leases nor moves positions", () =>
    Effect.gen(function*() {
      const consumers = yield* OutboxConsumerRepository
      const { id } = yield* makeProject
      const name = yield* makeConsumer()
      yield* append(id, ["a"])
      const old = yield* leaseOf(name, id)
      yield* consumers.register({ name, topics: [gates, paths], startAt: "earliest" }, second(1))
      yield* append(id, ["p"], paths)
      assert.strictEqual(yield* consumers.advance(old, { position: position(2), now: second(1), until: null }), "lost")
      yield* consumers.release(old)
      assert.deepStrictEqual(yield* lease(name), [])
      const next = yield* leaseOf(name, id, { topics: [paths, gates, "more"] })
      assert.strictEqual(next.position, 0)
    }))

  it.effect("an unknown or forgotten consumer has no position, no leases and is not waited for", () =>
    Effect.gen(function*() {
      const consumers = yield* OutboxConsumerRepository
      const outbox = yield* Outbox
      const { id } = yield* makeProject
      yield* append(id, ["a"])
      const name = yield* makeConsumer()
      const held = yield* leaseOf(name, id)
      assert.isTrue(yield* outbox.forget(name))
      assert.isFalse(yield* outbox.forget(name))
      assert.strictEqual(yield* outbox.position(name, id), undefined)
      assert.strictEqual(yield* consumers.hasPassed(name, id, position(0)), undefined)
      assert.strictEqual(yield* consumers.advance(held, { position: position(1), now: second(0), until: null }), "lost")
      assert.deepStrictEqual(yield* lease(name), [])
      yield* makeConsumer({ name })
      assert.strictEqual(yield* outbox.position(name, id), 0)
      const anew = yield* leaseOf(name, id)
      assert.strictEqual(anew.worker, held.worker)
      assert.strictEqual(yield* consumers.advance(held, { position: position(1), now: second(0), until: null }), "lost")
      assert.isFalse(yield* consumers.renew(held, second(90)))
      assert.isTrue(yield* consumers.renew(anew, second(90)))
    }))

  it.effect("consumers nobody has registered for long are forgotten", () =>
    Effect.gen(function*() {
      const consumers = yield* OutboxConsumerRepository
      const [old, seen] = [yield* makeConsumer(), yield* makeConsumer()]
      yield* consumers.register({ name: seen, topics: [gates], startAt: "head" }, second(10))
      const forgotten = yield* consumers.forgetUnseen(second(10))
      assert.include(forgotten, old)
      assert.notInclude(forgotten, seen)
    }))

  it.effect("a position is passed once no row of the consumer's topics up to it is left", () =>
    Effect.gen(function*() {
      const consumers = yield* OutboxConsumerRepository
      const { id } = yield* makeProject
      const name = yield* makeConsumer()
      yield* append(id, ["a", "b"])
      yield* append(id, ["p"], paths)
      const passed = () => Effect.forEach([0, 1, 2, 3], (at) => consumers.hasPassed(name, id, position(at)))
      assert.deepStrictEqual(yield* passed(), [true, false, false, false])
      const held = yield* leaseOf(name, id)
      yield* consumers.advance(held, { position: position(1), now: second(0), until: second(30) })
      assert.deepStrictEqual(yield* passed(), [true, true, false, false])
      yield* consumers.advance(held, { position: position(2), now: second(0), until: null })
      assert.deepStrictEqual(yield* passed(), [true, true, true, true])
    }))

  it.effect("a consumer is moved past rows that are not its own, unless somebody works on the project", () =>
    Effect.gen(function*() {
      const consumers = yield* OutboxConsumerRepository
      const [foreign, mixed, held] = yield* Effect.all([makeProject, makeProject, makeProject])
      const name = yield* makeConsumer()
      yield* append(held.id, ["a"])
      const own = yield* leaseOf(name, held.id)
      yield* consumers.advance(own, { position: position(1), now: second(0), until: second(30) })
      yield* append(held.id, ["p"], paths)
      yield* append(foreign.id, ["p", "q"], paths)
      yield* append(mixed.id, ["p"], paths)
      yield* append(mixed.id, ["a"])
      const positions = Effect.forEach([foreign, mixed, held], ({ id }) => consumers.position(name, id))
      yield* consumers.skip(name, second(1))
      assert.deepStrictEqual(yield* positions, [position(2), position(0), position(1)])
      yield* consumers.skip(name, second(30))
      assert.deepStrictEqual(yield* positions, [position(2), position(0), position(2)])
    }))

  it.effect("status tells how far each consumer is behind and where it fails", () =>
    Effect.gen(function*() {
      const consumers = yield* OutboxConsumerRepository
      const outbox = yield* Outbox
      const [failing, fine] = yield* makeTwoProjects
      const name = yield* makeConsumer({ startAt: "head" })
      const lagBefore = yield* consumers.lag(name)
      assert.strictEqual(lagBefore, 0)
      yield* append(failing.id, ["a", "b", "c"])
      yield* append(fine.id, ["x", "y"])
      const held = yield* leaseOf(name, failing.id)
      yield* consumers.fail(held, { error: "the gate is shut", retryAt: second(5) })
      const done = yield* leaseOf(name, fine.id)
      yield* consumers.advance(done, { position: position(1), now: second(0), until: null })
      assert.strictEqual(yield* consumers.lag(name), 4)
      const status = (yield* outbox.status).find(({ consumer }) => consumer === name)
      assert.deepStrictEqual({ ...status, seenAt: undefined, failures: undefined }, {
        consumer: name,
        topics: [gates],
        seenAt: undefined,
        lag: 4,
        projectsBehind: 2,
        failures: undefined
      })
      assert.deepStrictEqual(
        status?.failures.map(({ retryAt, ...failure }) => [failure, retryAt.epochMilliseconds]),
        [[
          { project: failing.id, position: position(0), attempts: 1, error: "the gate is shut" },
          second(5).epochMilliseconds
        ]]
      )
      const retried = yield* leaseOf(name, failing.id, { now: second(5), until: second(9) })
      assert.strictEqual(retried.attempts, 1)
      yield* consumers.advance(retried, { position: position(3), now: second(6), until: null })
      const after = (yield* outbox.status).find(({ consumer }) => consumer === name)
      assert.deepStrictEqual([after?.lag, after?.projectsBehind, after?.failures], [1, 1, []])
    }))
}
