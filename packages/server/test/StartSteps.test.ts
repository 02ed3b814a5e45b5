import { assert, describe, it } from "@effect/vitest"
import { makeStartSteps, runningLine, startSteps } from "@hedgerow/server/serving/StartSteps"
import { Effect, Layer, Queue, Terminal } from "effect"
import { TestClock, TestConsole } from "effect/testing"

/** A terminal that keeps what it is told to show. */
const withTerminal = <A>(use: (displayed: ReadonlyArray<string>) => Effect.Effect<A, never, Terminal.Terminal>) =>
  Effect.suspend(() => {
    const displayed: Array<string> = []
    const terminal = Terminal.make({
      columns: Effect.succeed(80),
      rows: Effect.succeed(24),
      display: (text) => Effect.sync(() => void displayed.push(text)),
      size: Effect.die("no size"),
      readInput: Effect.scoped(Queue.unbounded<Terminal.UserInput>()),
      readLine: Effect.never
    })
    return use(displayed).pipe(Effect.provide(Layer.succeed(Terminal.Terminal, terminal)))
  }).pipe(Effect.provide(TestConsole.layer))

const after = (seconds: number) => Effect.sleep(seconds * 1000)

/** Two steps at once, the second of which lasts until the server is ready. */
const start = (isTerminal: boolean, isFirst: boolean) =>
  Effect.gen(function*() {
    const steps = yield* makeStartSteps(isTerminal)
    if (isFirst) yield* steps.announceFirst("/data")
    const engine = steps.during(startSteps.postgres)(after(2))
    const rest = steps.during(startSteps.tables)(Effect.andThen(after(3), steps.ready))
    yield* Effect.forkChild(Effect.all([engine, rest], { concurrency: "unbounded" }))
    yield* TestClock.adjust("4 seconds")
  })

const firstLines = [
  "The first start makes the storage in /data, which takes some seconds.",
  "  PostgreSQL runs (after 2.0 s)",
  "  tables are up to date (after 3.0 s)"
]

describe("what a start shows", () => {
  it.effect("lines of the steps of a first start, where no terminal is", () =>
    withTerminal((displayed) =>
      Effect.gen(function*() {
        yield* start(false, true)
        assert.deepStrictEqual(yield* TestConsole.logLines, firstLines)
        assert.deepStrictEqual(displayed, [])
      })
    ))

  it.effect("nothing of a later start there", () =>
    withTerminal((displayed) =>
      Effect.gen(function*() {
        yield* start(false, false)
        assert.deepStrictEqual([yield* TestConsole.logLines, displayed], [[], []])
      })
    ))

  it.effect("a line that changes on a terminal, taken away in the end", () =>
    withTerminal((displayed) =>
      Effect.gen(function*() {
        yield* start(true, false)
        const both = [startSteps.postgres, startSteps.tables]
        assert.includeMembers([...displayed], [runningLine(both, 1000), runningLine(both.slice(1), 2500)])
        assert.strictEqual(displayed.at(-1), runningLine([], 0))
        assert.deepStrictEqual(yield* TestConsole.logLines, [])
      })
    ))

  it.effect("both of a first start on a terminal", () =>
    withTerminal(() => Effect.andThen(start(true, true), TestConsole.logLines)).pipe(
      Effect.map((lines) => assert.deepStrictEqual(lines, firstLines))
    ))

  it.effect("no line of a step that failed", () =>
    withTerminal(() =>
      Effect.gen(function*() {
        const steps = yield* makeStartSteps(false)
        yield* steps.announceFirst("/data")
        const failed = yield* Effect.flip(steps.during(startSteps.postgres)(Effect.fail("no room")))
        yield* steps.ready
        assert.deepStrictEqual([failed, yield* TestConsole.logLines], ["no room", firstLines.slice(0, 1)])
      })
    ))
})
