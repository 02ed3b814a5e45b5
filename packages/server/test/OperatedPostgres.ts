import { NodeServices } from "@effect/platform-node"
import * as EmbeddedPostgres from "@hedgerow/storage-pg/embedded/EmbeddedPostgres"
import { Effect, Exit, Redacted, Scope } from "effect"
import { postgresPid } from "./ServerEngines.ts"

/** A PostgreSQL as an operator has it: ended and started from outside, at the same address. */
export const openPostgres = async (directory: string) => {
  const start = async () => {
    const scope = Scope.makeUnsafe()
    const server = await EmbeddedPostgres.make({ directory, mostCrashes: 1 }).pipe(
      Scope.provide(scope),
      Effect.provide(NodeServices.layer),
      Effect.runPromise
    )
    return { server, stop: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
  }
  let running = await start()
  return {
    url: Redacted.value(running.server.url),
    /** Ends it by a signal (fast, immediate, or a kill) and starts it again. */
    restart: async (signal: "SIGINT" | "SIGKILL" | "SIGQUIT") => {
      process.kill(postgresPid(directory), signal)
      await running.stop()
      running = await start()
    },
    stop: () => running.stop()
  }
}
