import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, it } from "@effect/vitest"
import * as EmbeddedPostgres from "@hedgerow/storage-pg/embedded/EmbeddedPostgres"
import { Effect, FileSystem } from "effect"

const ofOthers = 0o077

it.live(
  "others of this computer reach neither the embedded database's files nor its socket",
  () =>
    Effect.gen(function*() {
      const fs = yield* FileSystem.FileSystem
      const directory = yield* fs.makeTempDirectoryScoped({ prefix: "hedgerow-test-" })
      yield* fs.chmod(directory, 0o755)
      const { socketDirectory } = yield* EmbeddedPostgres.make({ directory, durable: false })
      for (const closed of [`${directory}/data`, socketDirectory]) {
        assert.strictEqual((yield* fs.stat(closed)).mode & ofOthers, 0, closed)
      }
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
)
