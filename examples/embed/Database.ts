/** A PostgreSQL for an example: yours runs already. */
import { NodeServices } from "@effect/platform-node"
import { EmbeddedPostgres } from "@hedgerow/storage-pg"
import { Effect, Layer, ManagedRuntime } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

export const database = async () => {
  const directory = mkdtempSync(join(tmpdir(), "hedgerow-example-"))
  const runtime = ManagedRuntime.make(
    EmbeddedPostgres.layer({ directory, durable: false }).pipe(Layer.provide(NodeServices.layer))
  )
  const { url } = await runtime.runPromise(Effect.map(EmbeddedPostgres.EmbeddedPostgres, (postgres) => postgres))
  return {
    url,
    close: async () => {
      await runtime.dispose()
      rmSync(directory, { recursive: true })
    }
  }
}
