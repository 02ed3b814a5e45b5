/** The embedded engine: a process of its own that holds chDB and serves it over ClickHouse's HTTP protocol. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { writeSync } from "node:fs"
import { dirname, join } from "node:path"
import { openEngine } from "./Engine.ts"
import { type Listen, openFront } from "./Front.ts"
import { loadNative } from "./Native.ts"
import { lowerPriorities } from "./Priorities.ts"

/** The values that the parent passes in the environment: its arguments can be read by others. */
interface EngineConfig {
  readonly library: string
  readonly directory: string
  readonly listen: Listen
  readonly queries: number
  readonly configFile: string
  readonly stuckAfter: number
  readonly memory: number
}

/** The longest that running statements may take to stop; then the process ends as it is, which loses nothing. */
const stopWithin = "4 seconds"

/** The parent holds the other end of stdin: it ends with the parent, however that ended. */
const parentGone: Effect.Effect<void> = Effect.callback((resume) => {
  process.stdin.once("end", () => resume(Effect.void))
  process.stdin.once("close", () => resume(Effect.void))
  process.stdin.resume()
})

/** Another process may have inherited the pipe. */
const adopted = Effect.suspend(() => {
  const parent = process.ppid
  const wait: Effect.Effect<void> = Effect.sleep("1 second").pipe(
    Effect.flatMap(() => process.ppid === parent ? wait : Effect.void)
  )
  return wait
})

const signalled: Effect.Effect<void> = Effect.callback((resume) => {
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.once(signal, () => resume(Effect.void))
})

/** The last words, which the parent reads: written at once, as the process ends with them. */
const endFor = (comment: string): void => {
  writeSync(process.stdout.fd, `\nstuck ${comment}\n`)
  process.kill(process.pid, "SIGKILL")
}

const run = Effect.gen(function*() {
  const config: EngineConfig = JSON.parse(process.env["HEDGEROW_ENGINE"] ?? "{}")
  const engine = yield* openEngine({
    native: loadNative(config.library),
    directory: config.directory,
    configFile: config.configFile,
    pipes: join(dirname(config.directory), "pipes"),
    stuckAfter: config.stuckAfter,
    memory: config.memory,
    endFor,
    lanes: { query: config.queries, ingest: 1, control: 1 }
  })
  yield* lowerPriorities
  const port = yield* openFront(engine, config.listen)
  process.stdout.write(`ready ${port}\n`)
  yield* Effect.raceAllFirst([parentGone, adopted, signalled])
  yield* Effect.forkDetach(Effect.andThen(
    Effect.sleep(stopWithin),
    Effect.sync(() => process.kill(process.pid, "SIGKILL"))
  ))
})

Effect.runFork(run.pipe(
  Effect.scoped,
  Effect.matchCause({
    onSuccess: () => process.exit(0),
    onFailure: (cause) => {
      process.stderr.write(`${Cause.prettyErrors(cause).map(({ message }) => message).join("\n")}\n`)
      process.exit(1)
    }
  })
))
