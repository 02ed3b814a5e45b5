import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { DataDirectory } from "@hedgerow/server/storage/DataDirectory"
import { Effect, Layer, Logger } from "effect"
import { chmodSync, mkdirSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { makeDataDir } from "./ServerProcess.ts"

/** Owns a directory once; answers its mode afterwards, and what was logged. */
const modeAfter = (directory: string) =>
  Effect.gen(function*() {
    const logged: Array<string> = []
    const logger = Logger.make(({ message }) => void logged.push(String(message)))
    yield* Effect.scoped(Layer.build(DataDirectory.layer(directory, "refuse"))).pipe(
      Effect.provide([Logger.layer([logger]), NodeServices.layer])
    )
    return { mode: statSync(directory).mode & 0o777, logged: logged.join("\n") }
  })

const temporary = Effect.acquireRelease(Effect.sync(makeDataDir), ({ remove }) => Effect.sync(remove))

describe("the mode of the data directory", () => {
  it.live("a new one is its owner's alone, the levels above it are as the system makes them", () =>
    Effect.gen(function*() {
      const { path } = yield* temporary
      const { logged, mode } = yield* modeAfter(join(path, "level/data"))
      assert.strictEqual(mode, 0o700)
      assert.strictEqual(statSync(join(path, "level")).mode & 0o777, 0o777 & ~process.umask())
      assert.strictEqual(logged, "")
    }).pipe(Effect.scoped))

  it.live("an empty one, and one of an earlier release, are closed", () =>
    Effect.gen(function*() {
      const { path } = yield* temporary
      const directory = join(path, "data")
      mkdirSync(directory)
      for (const entries of [[], ["format", "clickhouse", "secret_keys", "fresh-7-x"]]) {
        chmodSync(directory, 0o755)
        for (const name of entries) writeFileSync(join(directory, name), "")
        assert.deepStrictEqual(yield* modeAfter(directory), { mode: 0o700, logged: "" })
      }
    }).pipe(Effect.scoped))

  it.live("one that holds other things is left open, with a warning", () =>
    Effect.gen(function*() {
      const { path } = yield* temporary
      writeFileSync(join(path, "of somebody else"), "")
      const { logged, mode } = yield* modeAfter(path)
      assert.strictEqual(mode, 0o755)
      assert.strictEqual(logged, `Others may enter ${path}: it should be its owner's only (chmod 700).`)
    }).pipe(Effect.scoped))
})
