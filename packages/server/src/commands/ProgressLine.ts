import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import * as Terminal from "effect/Terminal"

/** Between two lines of a log, and between two looks at a terminal. */
const rests = { log: 5_000, terminal: 100 }

const isTerminal = process.stdout.isTTY

const clearLine = "\r\u001b[2K"

/** Shows how far a command is, now and then: one line that changes on a terminal, lines elsewhere. */
export interface ProgressLine {
  readonly show: (text: string) => Effect.Effect<void>
  /** Ends the line; the last text stays. */
  readonly end: (text: string) => Effect.Effect<void>
}

/** A line for one piece of work. */
export const makeProgressLine: Effect.Effect<ProgressLine, never, Terminal.Terminal> = Effect.gen(function*() {
  const terminal = yield* Terminal.Terminal
  const shown = yield* Ref.make(yield* Clock.currentTimeMillis)
  const write = (text: string) =>
    isTerminal ? Effect.ignore(terminal.display(`${clearLine}${text}`)) : Console.log(text)
  return {
    show: Effect.fnUntraced(function*(text: string) {
      const now = yield* Clock.currentTimeMillis
      const last = yield* Ref.get(shown)
      if (now - last < (isTerminal ? rests.terminal : rests.log)) return
      yield* Ref.set(shown, now)
      yield* write(text)
    }),
    end: (text) => write(isTerminal ? `${text}\n` : text)
  }
})
