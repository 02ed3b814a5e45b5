import { assert, it } from "@effect/vitest"
import { supervise } from "@hedgerow/core/shared/Supervision"
import { Deferred, Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"

/** A program that the test ends at will; it may fail to start. */
const makeProgram = () => {
  const running: Array<Deferred.Deferred<string>> = []
  let starts = 0
  let isBroken = false
  let open = 0
  const start = Effect.gen(function*() {
    starts++
    if (isBroken) return yield* Effect.fail("it does not start")
    const ended = yield* Deferred.make<string>()
    running.push(ended)
    yield* Effect.acquireRelease(Effect.sync(() => open++), () => Effect.sync(() => open--))
    return { pid: starts, exited: Deferred.await(ended) }
  })
  return {
    start,
    starts: () => starts,
    open: () => open,
    break: () => {
      isBroken = true
    },
    end: Effect.suspend(() => Deferred.succeed(running.at(-1) ?? Deferred.makeUnsafe<string>(), "killed"))
  }
}

const supervised = (program: ReturnType<typeof makeProgram>, mostCrashes?: number, hasSpace?: Effect.Effect<boolean>) =>
  supervise({
    hasSpace,
    name: "It",
    directory: "/nowhere",
    start: program.start,
    exited: ({ exited }) => exited,
    mostCrashes
  })

it.effect("a process that ends is started again, each time later, and given up when it ends too often in a row", () =>
  Effect.gen(function*() {
    const program = makeProgram()
    const it = yield* supervised(program, 3)
    for (const [starts, wait] of [[1, "99 millis"], [2, "199 millis"]] as const) {
      yield* program.end
      yield* TestClock.adjust(wait)
      assert.deepStrictEqual([program.starts(), program.open()], [starts, 0])
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual([program.starts(), program.open(), (yield* it.current).pid], [starts + 1, 1, starts + 1])
    }
    yield* program.end
    assert.strictEqual(yield* Effect.flip(it.crashed), "killed")
    yield* TestClock.adjust("1 hour")
    assert.deepStrictEqual([program.starts(), program.open()], [3, 0])
  }).pipe(Effect.scoped))

it.effect("one that may end as often as it does is never given up, and waits ever longer up to a bound", () =>
  Effect.gen(function*() {
    const program = makeProgram()
    yield* supervised(program, undefined)
    for (let start = 2; start <= 30; start++) {
      const pause = Math.min(30_000, 50 * 2 ** (start - 1))
      yield* program.end
      yield* TestClock.adjust(pause - 1)
      assert.deepStrictEqual([program.starts(), program.open()], [start - 1, 0])
      yield* TestClock.adjust(1)
      assert.deepStrictEqual([program.starts(), program.open()], [start, 1])
    }
  }).pipe(Effect.scoped))

it.effect("one that ran for a minute begins a new row", () =>
  Effect.gen(function*() {
    const program = makeProgram()
    const it = yield* supervised(program, 2)
    for (let i = 0; i < 5; i++) {
      yield* TestClock.adjust("61 seconds")
      yield* program.end
      yield* TestClock.adjust("100 millis")
    }
    assert.deepStrictEqual([(yield* it.current).pid, program.open()], [6, 1])
  }).pipe(Effect.scoped))

it.effect("one that ran long and then does not start is given up as well", () =>
  Effect.gen(function*() {
    const program = makeProgram()
    const it = yield* supervised(program, 4)
    yield* TestClock.adjust("2 minutes")
    program.break()
    yield* program.end
    const crash = yield* Effect.forkChild(Effect.flip(it.crashed))
    yield* TestClock.adjust("1 minute")
    assert.strictEqual(yield* Fiber.join(crash), "it does not start")
    assert.strictEqual(program.starts(), 4)
  }).pipe(Effect.scoped))

it.effect("one whose disk is full is not started and not given up until there is room", () =>
  Effect.gen(function*() {
    const program = makeProgram()
    let isFull = false
    const it = yield* supervised(program, 2, Effect.sync(() => !isFull))
    yield* program.end
    yield* TestClock.adjust("1 second")
    isFull = true
    yield* program.end
    yield* TestClock.adjust("1 hour")
    assert.deepStrictEqual([program.starts(), program.open()], [2, 0])
    isFull = false
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual([program.starts(), (yield* it.current).pid], [3, 3])
  }).pipe(Effect.scoped))

it.effect("interruption ends a start at once and leaves nothing open", () =>
  Effect.gen(function*() {
    let open = 0
    const scope = yield* Scope.make()
    const start = Effect.acquireRelease(Effect.sync(() => open++), () => Effect.sync(() => open--)).pipe(
      Effect.andThen(Effect.never)
    )
    const starting = yield* supervise({
      name: "It",
      directory: "/nowhere",
      start,
      exited: () => Effect.never,
      mostCrashes: 2
    }).pipe(Scope.provide(scope), Effect.forkChild({ startImmediately: true }))
    assert.strictEqual(open, 1)
    yield* Fiber.interrupt(starting)
    assert.strictEqual(open, 0)
    yield* Scope.close(scope, Exit.void)
  }))
