import { NodeServices } from "@effect/platform-node"
import { EmbeddedPostgres } from "@hedgerow/storage-pg"
import { Effect, FileSystem, Layer, ManagedRuntime, Redacted } from "effect"
import { tmpdir } from "node:os"
import type { TestProject } from "vitest/node"

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of the PostgreSQL server that this test run started. */
    readonly hedgerowPostgresUrl: string
  }
}

const prefix = "hedgerow-run-"

/** Stops and removes what earlier runs left behind because they were killed. */
const removeLeftBehind = Effect.gen(function*() {
  const fs = yield* FileSystem.FileSystem
  const names = yield* fs.readDirectory(tmpdir())
  yield* Effect.forEach(names.filter((name) => name.startsWith(prefix)), (name) => {
    const directory = `${tmpdir()}/${name}`
    return Effect.flatMap(
      EmbeddedPostgres.stopLeftBehind(directory),
      (wasThere) => wasThere ? fs.remove(directory, { recursive: true }) : Effect.void
    )
  })
})

/** Not durable: the data lives as long as the run. */
const server = Effect.gen(function*() {
  yield* removeLeftBehind
  const fs = yield* FileSystem.FileSystem
  const directory = yield* fs.makeTempDirectoryScoped({ directory: tmpdir(), prefix })
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
