import { NodeServices } from "@effect/platform-node"
import { EmbeddedPostgres } from "@hedgerow/storage-pg"
import { Effect, FileSystem, Layer, ManagedRuntime, Redacted } from "effect"
import { tmpdir } from "node:os"
import type { TestProject } from "vitest/node"
import { makeInMemory, postgresPrefix, removeDatabases } from "./RunDirectory.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of the PostgreSQL server that this test run started. */
    readonly hedgerowPostgresUrl: string
  }
}

/** Not durable: the data lives as long as the run. The workers of the tests inherit `TMPDIR`. */
const server = Effect.gen(function*() {
  const memory = process.env["TMPDIR"] === undefined ? yield* makeInMemory("/dev/shm") : undefined
  if (memory !== undefined) process.env["TMPDIR"] = memory
  yield* removeDatabases(tmpdir())
  const fs = yield* FileSystem.FileSystem
  const directory = yield* fs.makeTempDirectoryScoped({ directory: tmpdir(), prefix: postgresPrefix })
  yield* fs.chmod(directory, 0o755)
  return yield* EmbeddedPostgres.make({ directory, durable: false, settings: { max_connections: "300" } })
})

/** Starts one embedded PostgreSQL for the whole run and answers how to stop it. */
export const setup = (project: TestProject): Promise<() => Promise<void>> => {
  const runtime = ManagedRuntime.make(
    Layer.effect(EmbeddedPostgres.EmbeddedPostgres, server).pipe(Layer.provide(NodeServices.layer))
  )
  return runtime.runPromise(Effect.map(EmbeddedPostgres.EmbeddedPostgres, (postgres) => {
    project.provide("hedgerowPostgresUrl", Redacted.value(postgres.url))
    return () => runtime.dispose()
  }))
}
