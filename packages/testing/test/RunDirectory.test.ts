import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { RunDirectory } from "@hedgerow/testing/node"
import { Effect, FileSystem } from "effect"
import { spawnSync } from "node:child_process"

/** A process that has ended. */
const dead = () => spawnSync(process.execPath, ["--version"]).pid

describe("the directory of a run's files", () => {
  it.effect("lives as long as the run; what a killed run left goes, what another run has stays", () =>
    Effect.gen(function*() {
      const fs = yield* FileSystem.FileSystem
      const memory = yield* fs.makeTempDirectoryScoped()
      const [left, other] = [`hedgerow-tests-${dead()}`, `hedgerow-tests-${process.ppid}`]
      for (const name of [left, other, "another's"]) {
        yield* fs.makeDirectory(`${memory}/${name}/data`, { recursive: true })
      }
      const within = yield* Effect.scoped(Effect.gen(function*() {
        const directory = yield* RunDirectory.makeInMemory(memory, 0)
        assert.strictEqual(directory, `${memory}/hedgerow-tests-${process.pid}`)
        yield* fs.writeFileString(`${directory}/file`, "text")
        return yield* fs.readDirectory(memory)
      }))
      assert.sameMembers(within, [`hedgerow-tests-${process.pid}`, other, "another's"])
      assert.sameMembers(yield* fs.readDirectory(memory), [other, "another's"])
    }).pipe(Effect.provide(NodeServices.layer)))

  it.effect("is none where memory is missing or short", () =>
    Effect.gen(function*() {
      const fs = yield* FileSystem.FileSystem
      const memory = yield* fs.makeTempDirectoryScoped()
      assert.isUndefined(yield* RunDirectory.makeInMemory(memory, Infinity))
      assert.isUndefined(yield* RunDirectory.makeInMemory(`${memory}/missing`))
      assert.deepStrictEqual(yield* fs.readDirectory(memory), [])
    }).pipe(Effect.provide(NodeServices.layer)))
})
