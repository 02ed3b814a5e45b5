import { assert, describe, it } from "@effect/vitest"
import { runTerminal, type TerminalOptions } from "@hedgerow/server/terminal/SqlTerminal"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { PassThrough } from "node:stream"

/** A terminal with keys to type; `seen` waits for a text on its screen. */
const makeTerminal = (more: Partial<TerminalOptions> = {}) => {
  const input = new PassThrough()
  const output = new PassThrough()
  let screen = ""
  const waiting = new Set<() => void>()
  output.on("data", (part: Buffer) => {
    screen += part.toString()
    for (const look of waiting) look()
  })
  const asked: Array<string> = []
  const options: TerminalOptions = {
    input,
    output,
    format: "table",
    history: ["select 'before';"],
    ask: (sql, format) =>
      Effect.sync(() => {
        asked.push(`${format}: ${sql}`)
        return `answer ${asked.length}`
      }),
    complete: (text) => Effect.succeed(text.endsWith("ev") ? ["events", "event"] : ["lower("]),
    tables: (table) => Effect.succeed(`tables ${table}`),
    ...more
  }
  return {
    asked,
    type: (keys: string) => Effect.sync(() => input.write(keys)),
    /** Waits until the text was shown since the last wait. */
    seen: (text: string) =>
      Effect.callback<void>((resume) => {
        const look = () => {
          const place = screen.indexOf(text)
          if (place === -1) return
          screen = screen.slice(place + text.length)
          waiting.delete(look)
          resume(Effect.void)
        }
        waiting.add(look)
        look()
      }),
    run: runTerminal(options)
  }
}

describe("SQL at a terminal", () => {
  it.effect("answers statements in their order, on as many lines as they take", () =>
    Effect.gen(function*() {
      const { asked, run, seen, type } = makeTerminal()
      const terminal = yield* Effect.forkChild(run)
      yield* seen("hedgerow> ")
      yield* type("select 1; select\r")
      yield* seen("answer 1")
      yield* seen("... ")
      yield* type("2;\r")
      yield* seen("answer 2")
      yield* type("\\f ndjson\r")
      yield* seen("shown as ndjson")
      yield* type("\\f xml\r")
      yield* seen("The formats are")
      yield* type("\\d events\r")
      yield* seen("tables events")
      yield* type("\\?\r")
      yield* seen("EXPLAIN")
      yield* type("select 3;\r")
      yield* seen("answer 3")
      yield* type("\\q\r")
      const history = yield* Fiber.join(terminal)
      assert.deepStrictEqual(asked, ["table: select 1", "table: select\n2", "ndjson: select 3"])
      assert.strictEqual(history.at(-1), "select 'before';")
      assert.include(history, "select 3;")
    }).pipe(TestClock.withLive))

  it.effect("completes words, and recalls earlier lines", () =>
    Effect.gen(function*() {
      const { asked, run, seen, type } = makeTerminal()
      const terminal = yield* Effect.forkChild(run)
      yield* seen("hedgerow> ")
      yield* type("select lo\t")
      yield* seen("lower(")
      yield* type("1) from ev\t")
      yield* seen("event")
      yield* type("s;\r")
      yield* seen("answer 1")
      // The key that goes back in the history, twice: past what was just asked.
      yield* type("\u001b[A\u001b[A\r")
      yield* seen("answer 2")
      yield* type("\u0004")
      yield* Fiber.join(terminal)
      assert.deepStrictEqual(asked, ["table: select lower(1) from events", "table: select 'before'"])
    }).pipe(TestClock.withLive))

  it.effect("Ctrl+C stops a query that runs, and forgets a line that does not", () =>
    Effect.gen(function*() {
      const begun = yield* Deferred.make<void>()
      let stopped = 0
      const never = Effect.andThen(Deferred.succeed(begun, undefined), Effect.never)
      const ask = (sql: string) =>
        sql === "select 1" ? Effect.succeed("one") : Effect.onInterrupt(never, () => Effect.sync(() => stopped++))
      const { run, seen, type } = makeTerminal({ ask })
      const terminal = yield* Effect.forkChild(run)
      yield* seen("hedgerow> ")
      yield* type("select slow;\r")
      yield* Deferred.await(begun)
      yield* type("\u0003")
      yield* seen("Stopped.")
      yield* type("select wrong\r")
      yield* seen("... ")
      yield* type("and more\u0003")
      yield* seen("hedgerow> ")
      yield* type("select 1;\r")
      yield* seen("one")
      yield* type("exit\r")
      yield* Fiber.join(terminal)
      assert.strictEqual(stopped, 1)
    }).pipe(TestClock.withLive))
})
