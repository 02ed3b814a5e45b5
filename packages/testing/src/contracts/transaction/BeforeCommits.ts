import { assert, type Vitest } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import { BeforeCommit } from "@hedgerow/core/shared/BeforeCommit"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { Effect, Exit } from "effect"
import { makeProject } from "../fixtures.ts"
import type { TransactionPorts } from "./TransactionPorts.ts"
import { putVersion, versionOf } from "./Versions.ts"

/** Gathers words; each transaction's are one entry of `seen`, in which they are joined. */
const recorder = () => {
  const seen: Array<string> = []
  const words = new BeforeCommit<string>((items) => Effect.sync(() => void seen.push(items.join(" "))))
  const say = (...items: ReadonlyArray<string>) => words.add(items)
  return { seen, say }
}

/** Tests of values that a transaction gathers for its end. */
export const beforeCommitTests = (it: Vitest.MethodsNonLive<TransactionPorts>): void => {
  it.effect("what a transaction gathers is dealt with once, at its end and in order, that of savepoints too", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const { say, seen } = recorder()
      const last = recorder()
      yield* run(Effect.gen(function*() {
        yield* say("a", "b")
        yield* run(Effect.andThen(say("c"), run(say("d"))))
        yield* last.say("x")
        yield* run(Effect.andThen(say("lost"), Effect.fail("no"))).pipe(Effect.ignore)
        yield* run(Effect.andThen(run(say("lost too")), Effect.die("bug"))).pipe(Effect.exit)
        yield* say("e")
        assert.deepStrictEqual([seen, last.seen], [[], []])
      }))
      assert.deepStrictEqual([seen, last.seen], [["a b c d e"], ["x"]])
      yield* run(say("next"))
      yield* say("outside")
      assert.deepStrictEqual(seen.slice(1), ["next", "outside"])
    }))

  it.effect("nothing is dealt with of what was rolled back", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const { say, seen } = recorder()
      yield* run(Effect.andThen(say("failed"), Effect.fail("no"))).pipe(Effect.ignore)
      yield* run(Effect.andThen(run(say("finished")), Effect.fail("no"))).pipe(Effect.ignore)
      assert.deepStrictEqual(seen, [])
    }))

  it.effect("dealing with it is part of the transaction: it sees the changes, and its failure takes them back", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const persons = yield* PersonRepository
      const { id } = yield* makeProject
      const seen: Array<number | undefined> = []
      const raise = Effect.fnUntraced(function*(project: ProjectId) {
        seen.push(yield* versionOf(project, "a"))
        yield* putVersion(project, "a", 4)
      }, Effect.provideService(PersonRepository, persons))
      const looks = new BeforeCommit<ProjectId>((ids) => Effect.forEach(ids, raise, { discard: true }))
      yield* run(Effect.andThen(putVersion(id, "a", 3), looks.add([id])))
      assert.deepStrictEqual([seen, yield* versionOf(id, "a")], [[3], 4])
      const breaks = new BeforeCommit<string>(() => Effect.die("bug"))
      const exit = yield* run(Effect.andThen(putVersion(id, "a", 5), breaks.add(["x"]))).pipe(Effect.exit)
      assert.deepStrictEqual([exit, yield* versionOf(id, "a")], [Exit.die("bug"), 4])
    }))
}
