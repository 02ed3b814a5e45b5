import { assert, type Vitest } from "@effect/vitest"
import { afterCommit } from "@hedgerow/core/shared/AfterCommit"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { Deferred, Effect, Fiber } from "effect"
import { makeProject } from "../fixtures.ts"
import type { TransactionPorts } from "./TransactionPorts.ts"
import { putVersion, versionOf } from "./Versions.ts"

const recorder = () => {
  const seen: Array<string> = []
  const note = (text: string) => afterCommit(Effect.sync(() => seen.push(text)))
  return { seen, note }
}

/** Tests of effects that wait for a commit. */
export const afterCommitTests = (it: Vitest.MethodsNonLive<TransactionPorts>): void => {
  it.effect("what waits for the commit runs after it, in order, and sees what was written", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const { id } = yield* makeProject
      const { note, seen } = recorder()
      const versions: Array<number | undefined> = []
      const look = versionOf(id, "a").pipe(
        Effect.map((version) => {
          versions.push(version)
        }),
        Effect.provide(yield* Effect.context<TransactionPorts>())
      )
      yield* run(Effect.gen(function*() {
        yield* note("first")
        yield* afterCommit(look)
        yield* putVersion(id, "a", 3)
        yield* run(note("nested"))
        yield* note("last")
        assert.deepStrictEqual(seen, [])
      }))
      assert.deepStrictEqual([seen, versions], [["first", "nested", "last"], [3]])
      yield* note("outside")
      assert.strictEqual(seen.at(-1), "outside")
    }))

  it.effect("nothing runs of what was rolled back", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const { note, seen } = recorder()
      yield* run(Effect.andThen(note("failed"), Effect.fail("no"))).pipe(Effect.ignore)
      yield* run(Effect.andThen(note("died"), Effect.die("bug"))).pipe(Effect.exit)
      yield* run(Effect.gen(function*() {
        yield* note("kept")
        yield* run(Effect.andThen(note("savepoint"), Effect.fail("no"))).pipe(Effect.ignore)
      }))
      assert.deepStrictEqual(seen, ["kept"])
      yield* run(Effect.andThen(run(note("finished")), Effect.fail("no"))).pipe(Effect.ignore)
      assert.deepStrictEqual(seen, ["kept"])
    }))

  it.effect("a step that breaks harms neither the change nor the other steps", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const { id } = yield* makeProject
      const { note, seen } = recorder()
      yield* run(Effect.gen(function*() {
        yield* putVersion(id, "a", 1)
        yield* afterCommit(Effect.die("bug"))
        yield* note("next")
      }))
      assert.deepStrictEqual([seen, yield* versionOf(id, "a")], [["next"], 1])
    }))

  it.effect("what a nested transaction keeps brings its steps along, however late that one alone is interrupted", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const { id } = yield* makeProject
      for (let round = 0; round < 60; round++) {
        const name = `nested-${round}`
        const { note, seen } = recorder()
        yield* run(Effect.gen(function*() {
          const written = yield* Deferred.make<void>()
          const nested = run(
            Effect.andThen(putVersion(id, name, 1), Effect.andThen(note("kept"), Deferred.succeed(written, undefined)))
          )
          const fiber = yield* Effect.forkChild(nested)
          yield* Deferred.await(written)
          for (let step = 0; step < round / 3; step++) yield* Effect.yieldNow
          yield* Fiber.interrupt(fiber)
        }))
        const isKept = (yield* versionOf(id, name)) !== undefined
        assert.deepStrictEqual(seen, isKept ? ["kept"] : [])
      }
    }))

  it.effect("whenever a change is kept, what waits for it runs, however late an interruption comes", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const { id } = yield* makeProject
      for (let round = 0; round < 40; round++) {
        const name = `round-${round}`
        const { note, seen } = recorder()
        const fiber = yield* Effect.forkChild(run(Effect.gen(function*() {
          yield* note("nested").pipe(run)
          yield* putVersion(id, name, 1)
          yield* note("kept")
        })))
        for (let step = 0; step < round; step++) yield* Effect.yieldNow
        if (round % 4 === 3) yield* Effect.sleep(round / 20)
        yield* Fiber.interrupt(fiber)
        const isKept = (yield* versionOf(id, name)) !== undefined
        assert.deepStrictEqual(seen, isKept ? ["nested", "kept"] : [])
      }
    }))
}
