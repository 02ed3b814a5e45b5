import { codeOf, program } from "@hedgerow/server/Program"
import { ConfigProvider, Effect } from "effect"
import { TestConsole } from "effect/testing"

/** The end of a command: its exit code, and its texts for people and programs. */
export interface Ran {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

const textOf = (lines: ReadonlyArray<unknown>): string => lines.map((line) => `${String(line)}\n`).join("")

/** Runs `hedgerow <args>` with these settings to its end, within this process: a process of its own loads everything anew. */
export const runProgram = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>>): Promise<Ran> =>
  Effect.gen(function*() {
    const exit = yield* Effect.exit(program(args))
    const [stdout, stderr] = [textOf(yield* TestConsole.logLines), textOf(yield* TestConsole.errorLines)]
    return { status: codeOf(args, exit), stdout, stderr }
  }).pipe(
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env })),
    Effect.provide(TestConsole.layer),
    Effect.runPromise
  )
