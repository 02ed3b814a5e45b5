import { NodeServices } from "@effect/platform-node"
import { EmbeddedPostgres } from "@hedgerow/storage-pg"
import { Effect, Exit, FileSystem, Redacted, Scope } from "effect"
import type { TestProject } from "vitest/node"

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of the PostgreSQL server that this test run started. */
    readonly hedgerowPostgresUrl: string
  }
}

/** Not durable: the data lives as long as the run. */
const server = Effect.gen(function*() {
  const fs = yield* FileSystem.FileSystem
  const directory = yield* fs.makeTempDirectoryScoped({ prefix: "hedgerow-test-" })
  yield* fs.chmod(directory, 0o755)
  return yield* EmbeddedPostgres.make({ directory, durable: false, settings: { max_connections: "300" } })
})

/** Starts one embedded PostgreSQL for the whole run and answers how to stop it. */
export const setup = (project: TestProject): Promise<() => Promise<void>> =>
  Effect.runPromise(Effect.gen(function*() {
    const scope = yield* Scope.make()
    const postgres = yield* server.pipe(Scope.provide(scope), Effect.provide(NodeServices.layer))
    project.provide("hedgerowPostgresUrl", Redacted.value(postgres.url))
    return () => Effect.runPromise(Scope.close(scope, Exit.void))
  }))
