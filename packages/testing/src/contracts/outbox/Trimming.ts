import { assert, type Vitest } from "@effect/vitest"
import { Outbox } from "@hedgerow/core/outbox/Outbox"
import { consume } from "@hedgerow/core/outbox/OutboxConsumer"
import { OutboxConsumerRepository } from "@hedgerow/core/outbox/OutboxConsumerRepository"
import { OutboxRepository } from "@hedgerow/core/outbox/OutboxRepository"
import { trim } from "@hedgerow/core/outbox/OutboxTrimming"
import { DateTime, Effect, References } from "effect"
import { makeProject, makeTwoProjects } from "../fixtures.ts"
import {
  append,
  gates,
  keysOf,
  leaseOf,
  makeConsumer,
  type OutboxPorts,
  paths,
  position,
  rowsBehind,
  second
} from "./OutboxWorld.ts"

/** Consumers are the installation's: those of other tests are removed first. */
const emptyOutbox = Effect.gen(function*() {
  const outbox = yield* Outbox
  const rows = yield* OutboxRepository
  for (const { consumer } of yield* outbox.status) yield* outbox.forget(consumer)
  yield* rows.trim(100_000)
})

const passTo = Effect.fnUntraced(function*(consumer: string, project: Parameters<typeof leaseOf>[1], to: number) {
  const consumers = yield* OutboxConsumerRepository
  const held = yield* leaseOf(consumer, project)
  yield* consumers.advance(held, { position: position(to), now: second(0), until: null })
})

/** Rows stay as long as anybody has yet to read them, and no longer. */
export const trimmingTests = (it: Vitest.MethodsNonLive<Outbox | OutboxPorts>): void => {
  it.effect("rows go once every registered consumer has passed them", () =>
    Effect.gen(function*() {
      yield* emptyOutbox
      const rows = yield* OutboxRepository
      const [here, there] = yield* makeTwoProjects
      const [first, last] = [yield* makeConsumer(), yield* makeConsumer()]
      yield* append(here.id, ["a", "b", "c"])
      yield* append(there.id, ["x"])
      yield* passTo(first, here.id, 3)
      assert.strictEqual(yield* rows.trim(100), 0)
      yield* passTo(last, here.id, 2)
      assert.strictEqual(yield* rows.trim(100), 2)
      assert.deepStrictEqual(keysOf(yield* rowsBehind(here.id)), ["c"])
      assert.deepStrictEqual(keysOf(yield* rowsBehind(there.id)), ["x"])
      assert.strictEqual(yield* rows.head(here.id), 3)
      yield* append(here.id, ["d"])
      assert.deepStrictEqual((yield* rowsBehind(here.id)).map(({ position }) => position), [3, 4])
    }))

  it.effect("at most the given number of rows goes at once, the rest with the next", () =>
    Effect.gen(function*() {
      yield* emptyOutbox
      const rows = yield* OutboxRepository
      const { id } = yield* makeProject
      yield* append(id, ["a", "b", "c", "d", "e"])
      assert.deepStrictEqual([yield* rows.trim(2), yield* rows.trim(2), yield* rows.trim(2), yield* rows.trim(2)], [
        2,
        2,
        1,
        0
      ])
    }))

  it.effect("where no consumer is registered nothing stays, and a consumer that is forgotten holds nothing", () =>
    Effect.gen(function*() {
      yield* emptyOutbox
      const outbox = yield* Outbox
      const rows = yield* OutboxRepository
      const { id } = yield* makeProject
      const name = yield* makeConsumer()
      yield* append(id, ["a", "b"])
      assert.strictEqual(yield* rows.trim(100), 0)
      yield* outbox.forget(name)
      assert.strictEqual(yield* rows.trim(100), 2)
      const late = yield* makeConsumer({ startAt: "earliest" })
      assert.strictEqual(yield* outbox.position(late, id), 2)
      assert.strictEqual((yield* outbox.status)[0]?.lag, 0)
    }))

  it.effect("rows of a topic without consumers do not pile up", () =>
    Effect.gen(function*() {
      yield* emptyOutbox
      const { id } = yield* makeProject
      const consumer = yield* consume({
        name: "gatekeeper",
        topics: [gates],
        startAt: "head",
        batchSize: 10,
        run: () => Effect.void
      })
      yield* trim([consumer])
      yield* append(id, ["p", "q"], paths)
      yield* append(id, ["a"])
      yield* append(id, ["r"], paths)
      yield* trim([consumer])
      assert.deepStrictEqual(keysOf(yield* rowsBehind(id)), ["p", "q", "a", "r"])
      yield* passTo("gatekeeper", id, 3)
      yield* trim([consumer])
      assert.deepStrictEqual(keysOf(yield* rowsBehind(id)), [])
    }))

  it.effect("trimming keeps the process's own consumers and forgets those unseen for a month", () =>
    Effect.gen(function*() {
      yield* emptyOutbox
      const consumers = yield* OutboxConsumerRepository
      const outbox = yield* Outbox
      const options = { topics: [gates], startAt: "head", batchSize: 10, run: () => Effect.void } as const
      const own = yield* consume({ ...options, name: "own" })
      const now = yield* DateTime.now
      const before = (duration: { readonly days: number }) => DateTime.subtract(now, duration)
      yield* consumers.register(own, before({ days: 40 }))
      yield* consumers.register({ ...options, name: "gone" }, before({ days: 31 }))
      yield* consumers.register({ ...options, name: "elsewhere" }, before({ days: 29 }))
      yield* trim([own])
      assert.deepStrictEqual((yield* outbox.status).map(({ consumer }) => consumer), ["elsewhere", "own"])
    }).pipe(Effect.provideService(References.MinimumLogLevel, "Error")))
}
