import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schedule from "effect/Schedule"
import * as Terminal from "effect/Terminal"

/** One step of a start: its name while it runs, and the words for its end. */
export interface Step {
  readonly running: string
  readonly done: string
}

/** The steps of a start. */
export const startSteps = {
  postgres: { running: "PostgreSQL starts", done: "PostgreSQL runs" },
  clickHouse: { running: "ClickHouse starts", done: "ClickHouse runs" },
  program: { running: "the program is loaded", done: "the program is loaded" },
  tables: { running: "tables are brought up to date", done: "tables are up to date" }
} as const satisfies Readonly<Record<string, Step>>

/** What the person who waits for a start is shown of it. */
export interface Shown {
  /** Says that this is the first start in the directory. From then on each step that ends is a line. */
  readonly announceFirst: (directory: string) => Effect.Effect<void>
  /** Shows the work as a step for as long as it runs. */
  readonly during: (step: Step) => <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Ends the steps that still run, as the server is ready. */
  readonly ready: Effect.Effect<void>
  /** Takes the line of running steps away. */
  readonly end: Effect.Effect<void>
}

const nothing: Shown = {
  announceFirst: () => Effect.void,
  during: () => (work) => work,
  ready: Effect.void,
  end: Effect.void
}

/** What is shown of the start that goes on; outside of one, nothing. */
export class StartSteps extends Context.Reference<Shown>("@hedgerow/server/serving/StartSteps", {
  defaultValue: () => nothing
}) {}

const clearLine = "\r\u001b[2K"

const spinner = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

const redraw = 100

/** The line of a terminal that shows what runs. Its cursor stays at its start, so that an entry of the log covers it. */
export const runningLine = (steps: Iterable<Step>, millis: number): string => {
  const sign = spinner[Math.floor(millis / redraw) % spinner.length] ?? ""
  const names = Array.from(steps, ({ running }) => running).join(", ")
  return names === "" ? clearLine : `${clearLine}${sign} ${names} (${Math.floor(millis / 1000)} s)\r`
}

/** The line of a step that has ended, that long after the start began. */
export const doneLine = (step: Step, millis: number): string => `  ${step.done} (after ${(millis / 1000).toFixed(1)} s)`

/**
 * Makes what shows a start on standard output. A terminal has one line that changes until the end. A first start has a
 * line for each step that ended, on a terminal and elsewhere; a later start elsewhere shows nothing.
 */
export const makeStartSteps = Effect.fnUntraced(function*(isTerminal: boolean) {
  const terminal = yield* Terminal.Terminal
  const began = yield* Clock.currentTimeMillis
  const elapsed = Effect.map(Clock.currentTimeMillis, (now) => now - began)
  const running = new Set<Step>()
  const lines = { areShown: false }
  const display = (text: string) => isTerminal ? Effect.ignore(terminal.display(text)) : Effect.void
  const print = (text: string) => Effect.andThen(display(clearLine), Console.log(text))
  const draw = Effect.flatMap(elapsed, (millis) => display(runningLine(running, millis)))
  const drawing = isTerminal ? yield* Effect.forkDetach(Effect.repeat(draw, Schedule.spaced(redraw))) : undefined
  const finish = Effect.fnUntraced(function*(step: Step) {
    if (running.delete(step) && lines.areShown) yield* print(doneLine(step, yield* elapsed))
  })
  const end = drawing === undefined ? Effect.void : Effect.andThen(Fiber.interrupt(drawing), display(clearLine))
  const shown: Shown = {
    announceFirst: (directory) =>
      Effect.suspend(() => {
        lines.areShown = true
        return print(`The first start makes the storage in ${directory}, which takes some seconds.`)
      }),
    during: (step) => (work) =>
      Effect.sync(() => running.add(step)).pipe(
        Effect.andThen(work),
        Effect.tap(finish(step)),
        Effect.ensuring(Effect.sync(() => running.delete(step)))
      ),
    ready: Effect.suspend(() => Effect.andThen(Effect.forEach([...running], finish, { discard: true }), end)),
    end
  }
  return shown
})
