import { assert, describe, it } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { EngineSlots } from "@hedgerow/core/query/execution/EngineSlots"
import { defaultExecutionBounds, ExecutionLimits } from "@hedgerow/core/query/execution/ExecutionLimits"
import { QuerySlotRepository } from "@hedgerow/core/query/execution/QuerySlotRepository"
import { QuerySlots } from "@hedgerow/core/query/execution/QuerySlots"
import { QueryEngine, QueryTooLarge } from "@hedgerow/core/query/QueryEngine"
import { Context, Duration, Effect, Fiber, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"

const [a, b] = [1 as ProjectId, 2 as ProjectId]
const settle = Effect.forEach(Array.from({ length: 40 }), () => Effect.yieldNow, { discard: true })

/** Slots of projects over all servers, as the storage counts them. */
const makeSlotStorage = () => {
  const held = new Map<ProjectId, number>()
  const add = (project: ProjectId, slots: number) => held.set(project, (held.get(project) ?? 0) + slots)
  const layer = Layer.succeed(QuerySlotRepository, {
    take: ({ capacity, project }) =>
      Effect.sync(() => {
        const isFree = (held.get(project) ?? 0) < capacity
        if (isFree) add(project, 1)
        return isFree
      }),
    give: (project, _node, slots) => Effect.sync(() => add(project, -slots)),
    renew: () => Effect.void
  })
  return { held, layer }
}

const limits = Layer.succeed(ExecutionLimits, { ...defaultExecutionBounds, patience: Duration.minutes(20) })

const makeServer = (storage: Layer.Layer<QuerySlotRepository>) =>
  Effect.map(
    Layer.build(Layer.fresh(QuerySlots.layer).pipe(Layer.provide([storage, Layer.succeed(EngineSlots, 4), limits]))),
    (context) => Context.get(context, QuerySlots)
  )

interface Run {
  readonly key: string
  readonly isShort: boolean
}

/** Queries that take a time, on a server; and what the engine saw. */
const makeAsking = (slots: QuerySlots["Service"]) => {
  const begun: Array<Run> = []
  const ended: Array<string> = []
  const seen = { running: 0, most: 0 }
  const engineFor = (key: string, millis: number) =>
    QueryEngine.of({
      estimate: () => Effect.succeed({ statement: undefined, rows: undefined }),
      stream: () => Stream.empty,
      run: (_, { isShort = false }) =>
        Effect.acquireUseRelease(
          Effect.sync(() => {
            begun.push({ key, isShort })
            seen.most = Math.max(seen.most, ++seen.running)
          }),
          () => Effect.as(Effect.sleep(millis), { rows: [], statement: "", rowsRead: 0, bytesRead: 0, warnings: [] }),
          () => Effect.sync(() => seen.running--)
        )
    })
  const ask = (project: ProjectId, key: string, millis: number) =>
    Effect.forkChild(
      slots.ask({
        project,
        key,
        run: (slotted) =>
          Effect.andThen(
            slotted(engineFor(key, millis)).run({} as never, { timeout: Duration.minutes(1) }),
            Effect.sync(() => ended.push(key))
          )
      }),
      { startImmediately: true }
    )
  const timesBegun = (key: string): number => begun.filter((run) => run.key === key).length
  return { ask, begun, ended, seen, timesBegun }
}

const setUp = Effect.gen(function*() {
  const storage = makeSlotStorage()
  const slots = yield* makeServer(storage.layer)
  return { ...makeAsking(slots), slots, storage }
})

const heavies = Array.from({ length: 20 }, (_, n) => `heavy ${n}`)
const minute = 60_000

/** Waits until each of the heavy ones was tried, which is known of it afterwards. */
const tried = TestClock.adjust("10 seconds")

describe("short queries", () => {
  it.effect("a small one that was never seen is answered within the time of one trial, twenty heavy ones ahead of it", () =>
    Effect.gen(function*() {
      const { ask, ended } = yield* setUp
      yield* Effect.forEach(heavies, (key) => ask(a, key, minute))
      yield* settle
      const small = yield* ask(a, "small", 10)
      yield* TestClock.adjust("500 millis")
      yield* TestClock.adjust("10 millis")
      yield* settle
      assert.deepStrictEqual(ended, ["small"])
      assert.isDefined(small.pollUnsafe())
    }).pipe(Effect.scoped))

  it.effect("a hundred small ones that were short before are answered one after the other without any wait", () =>
    Effect.gen(function*() {
      const { ask, ended } = yield* setUp
      yield* ask(a, "small", 10)
      yield* TestClock.adjust("10 millis")
      yield* Effect.forEach(heavies, (key) => ask(a, key, minute))
      yield* settle
      for (let n = 0; n < 100; n++) {
        const small = yield* ask(a, "small", 10)
        yield* TestClock.adjust("10 millis")
        yield* settle
        assert.isDefined(small.pollUnsafe())
      }
      assert.deepStrictEqual(ended, Array.from({ length: 101 }, () => "small"))
    }).pipe(Effect.scoped))

  it.effect("heavy ones keep all common slots and end as fast as without small ones, however many those are", () =>
    Effect.gen(function*() {
      const { ask, ended, seen } = yield* setUp
      yield* Effect.forEach(heavies.slice(0, 9), (key) => ask(a, key, minute))
      yield* tried
      const stream = yield* Effect.forkChild(Effect.forever(Effect.gen(function*() {
        const three = yield* Effect.forEach(["x", "y", "z"], (key) => ask(a, key, 100))
        yield* Effect.forEach(three, Fiber.join, { discard: true })
      })))
      yield* TestClock.adjust(3 * minute)
      yield* settle
      assert.strictEqual(ended.filter((key) => key.startsWith("heavy")).length, 9)
      assert.isAtMost(seen.most, 3 + 3)
      assert.isAbove(ended.length, 3_000)
      yield* Fiber.interrupt(stream)
    }).pipe(Effect.scoped))

  it.effect("one that takes long where it was short before is stopped once, and runs in a common slot later", () =>
    Effect.gen(function*() {
      const { ask, begun, ended, seen } = yield* setUp
      yield* ask(a, "changing", 10)
      yield* TestClock.adjust("10 millis")
      yield* Effect.forEach(heavies.slice(0, 3), (key) => ask(a, key, minute))
      yield* settle
      yield* ask(a, "changing", minute)
      yield* settle
      assert.deepStrictEqual(begun.at(-1), { key: "changing", isShort: true })
      yield* TestClock.adjust("1900 millis")
      assert.strictEqual(seen.running, 4)
      yield* TestClock.adjust("100 millis")
      assert.strictEqual(seen.running, 3)
      yield* TestClock.adjust(minute)
      assert.deepStrictEqual(begun.at(-1), { key: "changing", isShort: false })
      yield* TestClock.adjust(minute)
      assert.strictEqual(ended.at(-1), "changing")
      assert.strictEqual(begun.filter(({ key }) => key === "changing").length, 3)
    }).pipe(Effect.scoped))

  it.effect("one that gets its common slot while it is tried goes on there, and frees the short one", () =>
    Effect.gen(function*() {
      const { ask, ended, timesBegun } = yield* setUp
      yield* Effect.forEach(heavies.slice(0, 3), (key) => ask(a, key, 300))
      yield* settle
      yield* ask(a, "long", minute)
      yield* TestClock.adjust("300 millis")
      const next = yield* Effect.forEach(heavies.slice(3, 5), (key) => ask(a, key, minute))
      const small = yield* ask(a, "small", 10)
      yield* TestClock.adjust("10 millis")
      yield* settle
      assert.isDefined(small.pollUnsafe())
      yield* TestClock.adjust(minute)
      assert.strictEqual(timesBegun("long"), 1)
      assert.include(ended, "long")
      yield* Effect.forEach(next, Fiber.join, { discard: true })
    }).pipe(Effect.scoped))

  it.effect("of projects, that with the fewest short ones is next", () =>
    Effect.gen(function*() {
      const { ask, begun } = yield* setUp
      yield* Effect.forEach(["s0", "s1", "s2", "s3", "s4", "t0"], (key) => ask(a, key, 10))
      yield* TestClock.adjust("1 second")
      yield* Effect.forEach(heavies.slice(0, 3), (key) => ask(a, key, minute))
      yield* Effect.forEach(heavies.slice(3, 6), (key) => ask(b, key, minute))
      yield* tried
      yield* Effect.forEach(["s0", "s1", "s2", "s3"], (key) => ask(a, key, 400))
      yield* ask(b, "of b", 10)
      const from = begun.length
      yield* TestClock.adjust("410 millis")
      assert.strictEqual(begun[from]?.key, "of b")
    }).pipe(Effect.scoped))

  it.effect("are answered by another server too while one has all slots of the project", () =>
    Effect.gen(function*() {
      const storage = makeSlotStorage()
      const first = makeAsking(yield* makeServer(storage.layer))
      const second = makeAsking(yield* makeServer(storage.layer))
      yield* Effect.forEach(heavies, (key) => first.ask(a, key, minute))
      yield* settle
      assert.strictEqual(storage.held.get(a), 10)
      const small = yield* second.ask(a, "small", 10)
      yield* TestClock.adjust("10 millis")
      yield* settle
      assert.isDefined(small.pollUnsafe())
      assert.strictEqual(storage.held.get(a), 10)
    }).pipe(Effect.scoped))

  it.effect("whoever leaves, waiting, tried or in a common slot, takes no slot along", () =>
    Effect.gen(function*() {
      const { ask, ended, seen, storage } = yield* setUp
      const all = yield* Effect.forEach(heavies, (key) => ask(a, key, minute))
      yield* settle
      yield* Fiber.interruptAll(all)
      assert.strictEqual(seen.running, 0)
      const three = yield* Effect.forEach(["x", "y", "z"], (key) => ask(a, key, 10))
      yield* TestClock.adjust("10 millis")
      yield* Effect.forEach(three, Fiber.join, { discard: true })
      assert.deepStrictEqual(ended, ["x", "y", "z"])
      yield* TestClock.adjust("40 seconds")
      assert.strictEqual(storage.held.get(a), 0)
    }).pipe(Effect.scoped))

  it.effect("one that needs more memory than a short one has runs in a common slot", () =>
    Effect.gen(function*() {
      const { ask, slots } = yield* setUp
      yield* Effect.forEach(heavies.slice(0, 3), (key) => ask(a, key, minute))
      yield* settle
      const runs: Array<string> = []
      const large = yield* Effect.forkChild(slots.ask({
        project: a,
        key: "large",
        run: () =>
          Effect.suspend(() => {
            runs.push("run")
            return runs.length === 1 ? Effect.fail(new QueryTooLarge({ limit: "memory" })) : Effect.succeed("answer")
          })
      }))
      yield* settle
      assert.deepStrictEqual(runs, ["run"])
      yield* TestClock.adjust(minute)
      assert.strictEqual(yield* Fiber.join(large), "answer")
      assert.strictEqual(runs.length, 2)
    }).pipe(Effect.scoped))
})
