import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import { createInterface } from "node:readline"
import type { Readable, Writable } from "node:stream"
import { type AnswerFormat, answerFormats } from "./AnswerFormat.ts"
import { TerminalInput } from "./TerminalInput.ts"

/** The streams of a terminal, and its queries. */
export interface TerminalOptions {
  readonly input: Readable
  readonly output: Writable
  readonly format: AnswerFormat
  /** The statements of before, the last one first. */
  readonly history: ReadonlyArray<string>
  /** The answer to a statement, or why there is none, as text. */
  readonly ask: (sql: string, format: AnswerFormat) => Effect.Effect<string>
  /** Completions of the last word of the text. */
  readonly complete: (text: string) => Effect.Effect<ReadonlyArray<string>>
  /** The tables, or the fields of one, in words. */
  readonly tables: (table: string) => Effect.Effect<string>
}

type TerminalEvent = { readonly _tag: "Line"; readonly line: string } | { readonly _tag: "End" }

const prompt = "hedgerow> "
const morePrompt = "      ... "

const help = `A statement ends with a semicolon, on one line or several; Tab completes, Ctrl+C stops a query.
  EXPLAIN SELECT …;   how a query would be run, and how many rows it would read
  \\d                  the tables
  \\d events           the fields of a table
  \\f csv              the format of answers: ${answerFormats.join(", ")}
  \\q                  leave (or Ctrl+D)`

/** The word that a text ends with: completions take its place. */
export const lastWord = (text: string): string => /[\w$]*$/.exec(text)?.[0] ?? ""

const isFormat = (text: string): text is AnswerFormat => answerFormats.some((format) => format === text)

/**
 * Reads statements until the input ends, and answers each in its turn. Returns the history, the last statement first.
 */
export const runTerminal = Effect.fnUntraced(function*(options: TerminalOptions) {
  const { ask, complete, input, output, tables } = options
  const services = yield* Effect.context<never>()
  const events = yield* Queue.unbounded<TerminalEvent>()
  const stops = yield* Queue.unbounded<void>()
  const lines = new TerminalInput()
  const state = { format: options.format, isBusy: false, isOver: false, history: [...options.history] }
  const reader = createInterface({
    input,
    output,
    prompt,
    terminal: true,
    history: [...options.history],
    historySize: 1_000,
    removeHistoryDuplicates: true,
    completer: (line: string, done: (error: null, found: [Array<string>, string]) => void) => {
      const found = Effect.map(complete(`${lines.pending}${line}`), (words) => done(null, [[...words], lastWord(line)]))
      Effect.runForkWith(services)(found)
    }
  })
  const write = (text: string): void => {
    output.write(`${text}\n`)
  }
  const ready = (): void => {
    if (state.isOver) return
    reader.setPrompt(lines.pending === "" ? prompt : morePrompt)
    reader.prompt()
  }
  reader.on("line", (line) => Queue.offerUnsafe(events, { _tag: "Line", line }))
  reader.on("close", () => {
    state.isOver = true
    Queue.offerUnsafe(events, { _tag: "End" })
  })
  reader.on("history", (history: ReadonlyArray<string>) => {
    state.history = [...history]
  })
  reader.on("SIGINT", () => {
    if (state.isBusy) return Queue.offerUnsafe(stops, undefined)
    lines.clear()
    output.write("\n")
    // Text that stands on the line is removed, too.
    reader.write(null, { ctrl: true, name: "u" })
    return ready()
  })
  const answer = (sql: string) => {
    state.isBusy = true
    const stopped = Effect.as(Queue.take(stops), "Stopped.")
    return Effect.raceFirst(ask(sql, state.format), stopped).pipe(
      Effect.map(write),
      Effect.ensuring(Effect.sync(() => {
        state.isBusy = false
      }))
    )
  }
  const command = Effect.fnUntraced(function*(name: string, argument: string) {
    if (name === "d") return write(yield* tables(argument))
    if (name === "f" && isFormat(argument)) {
      state.format = argument
      return write(`Answers are shown as ${argument}.`)
    }
    return write(name === "f" ? `The formats are ${answerFormats.join(", ")}.` : help)
  })
  write(`SQL over the project's data. \\? helps.`)
  ready()
  while (true) {
    const event = yield* Queue.take(events)
    if (event._tag === "End") break
    const step = lines.take(event.line)
    if (step._tag === "Command" && step.name === "q") break
    if (step._tag === "Command") yield* command(step.name, step.argument)
    if (step._tag === "Statements") yield* Effect.forEach(step.statements, answer, { discard: true })
    ready()
  }
  reader.close()
  return state.history
})
