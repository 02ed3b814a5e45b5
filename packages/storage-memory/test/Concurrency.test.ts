import { assert, it, layer } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { GroupRepository } from "@hedgerow/core/persons/GroupRepository"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { Context, Deferred, Effect, Exit, Fiber, Layer } from "effect"

const project = 1 as ProjectId
const letOthersRun = Effect.repeat(Effect.yieldNow, { times: 50 })

const makeSignal = Deferred.make<void>()

const add = Effect.fnUntraced(function*(of: ProjectId, name: string) {
  yield* (yield* GroupRepository).ensureTypes(of, [name])
})

const names = Effect.fnUntraced(function*(of: ProjectId) {
  return [...(yield* (yield* GroupRepository).types(of)).keys()].toSorted()
})

layer(MemoryStorage.layer)("forks in memory transactions", (it) => {
  it.effect("a savepoint in one fork never takes back another fork's writes", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const of = 10 as ProjectId
      const opened = yield* Deferred.make<void>()
      const failing = run(Effect.gen(function*() {
        yield* add(of, "lost")
        yield* Deferred.succeed(opened, undefined)
        yield* letOthersRun
        return yield* Effect.fail("no")
      }))
      const writing = Effect.andThen(Deferred.await(opened), add(of, "plain"))
      const nesting = Effect.andThen(Deferred.await(opened), run(add(of, "nested")))
      yield* run(Effect.all([Effect.ignore(failing), writing, nesting], { concurrency: "unbounded" }))
      assert.deepStrictEqual(yield* names(of), ["nested", "plain"])
    }))

  it.effect("a transaction ends after the savepoints its forks have open", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const of = 11 as ProjectId
      const opened = yield* Deferred.make<void>()
      const proceed = yield* Deferred.make<void>()
      const inner = run(Effect.gen(function*() {
        yield* add(of, "lost")
        yield* Deferred.succeed(opened, undefined)
        yield* Deferred.await(proceed)
        return yield* Effect.fail("no")
      }))
      const outer = yield* Effect.gen(function*() {
        yield* Effect.forkDetach(inner)
        yield* Deferred.await(opened)
      }).pipe(run, Effect.forkChild)
      yield* Deferred.await(opened)
      yield* letOthersRun
      assert.isUndefined(outer.pollUnsafe())
      yield* Deferred.succeed(proceed, undefined)
      yield* Fiber.join(outer)
      assert.deepStrictEqual(yield* names(of), [])
    }))

  it.effect("a fork that outlives its transaction works on its own afterwards", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const of = 12 as ProjectId
      const proceed = yield* Deferred.make<void>()
      const late = yield* run(Effect.gen(function*() {
        yield* add(of, "lost")
        const fork = Deferred.await(proceed).pipe(
          Effect.andThen(add(of, "alone")),
          Effect.andThen(run(add(of, "late")))
        )
        return yield* Effect.flip(Effect.forkDetach(fork))
      })).pipe(Effect.flip)
      yield* Deferred.succeed(proceed, undefined)
      yield* Fiber.join(late)
      assert.deepStrictEqual(yield* names(of), ["alone", "late"])
    }))

  it.effect("a fork that outlives its savepoint goes on in the transaction around it", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const of = 13 as ProjectId
      const left = yield* run(Effect.gen(function*() {
        const fork = yield* run(Effect.forkDetach(Effect.andThen(letOthersRun, add(of, "from the fork"))))
        yield* Fiber.join(fork)
        assert.deepStrictEqual(yield* names(of), ["from the fork"])
        return yield* Effect.fail("no")
      })).pipe(Effect.exit)
      assert.deepStrictEqual(left, Exit.fail("no"))
      assert.deepStrictEqual(yield* names(of), [])
    }))

  it.effect("forks that wait for a transaction while it ends join no other transaction instead", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const of = 15 as ProjectId
      const [opened, ending, proceed] = yield* Effect.all([makeSignal, makeSignal, makeSignal])
      const outer = yield* Effect.gen(function*() {
        yield* Effect.forkDetach(run(Effect.andThen(Deferred.succeed(opened, undefined), Deferred.await(proceed))))
        yield* Deferred.await(opened)
        const late = ["a", "b", "c", "d"].map((name) => Effect.andThen(Deferred.await(ending), add(of, name)))
        return yield* Effect.forkDetach(Effect.all(late, { concurrency: "unbounded" }))
      }).pipe(run, Effect.forkChild)
      yield* Deferred.await(opened)
      yield* letOthersRun
      yield* Deferred.succeed(ending, undefined)
      yield* letOthersRun
      const other = yield* letOthersRun.pipe(Effect.andThen(Effect.fail("no")), run, Effect.exit, Effect.forkChild)
      yield* letOthersRun
      yield* Deferred.succeed(proceed, undefined)
      yield* Fiber.join(yield* Fiber.join(outer))
      assert.deepStrictEqual(yield* Fiber.join(other), Exit.fail("no"))
      assert.deepStrictEqual(yield* names(of), ["a", "b", "c", "d"])
    }))

  it.effect("an interrupted writer in the queue holds nobody up", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const of = 14 as ProjectId
      const opened = yield* Deferred.make<void>()
      const proceed = yield* Deferred.make<void>()
      const holder = yield* Deferred.succeed(opened, undefined).pipe(
        Effect.andThen(Deferred.await(proceed)),
        run,
        Effect.forkChild
      )
      yield* Deferred.await(opened)
      const queued = yield* Effect.forkChild(add(of, "queued"))
      yield* letOthersRun
      yield* Fiber.interrupt(queued)
      yield* Deferred.succeed(proceed, undefined)
      yield* Fiber.join(holder)
      yield* add(of, "next")
      assert.deepStrictEqual(yield* names(of), ["next"])
    }))
})

it.effect("two databases have transactions of their own, also one inside the other", () =>
  Effect.gen(function*() {
    const build = Layer.build(Layer.fresh(MemoryStorage.layer))
    const [one, two] = yield* Effect.all([build, build])
    const inOne = Effect.provideContext(Context.pick(GroupRepository, Transaction)(one))
    const inTwo = Effect.provideContext(Context.pick(GroupRepository, Transaction)(two))
    const run = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.flatMap(Transaction, (it) => it.run(effect))
    const both = Effect.gen(function*() {
      yield* inOne(add(project, "one"))
      yield* inTwo(run(inTwo(Effect.andThen(add(project, "two"), inOne(add(project, "one again"))))))
      return yield* Effect.fail("no")
    })
    yield* inOne(run(both)).pipe(Effect.ignore)
    assert.deepStrictEqual(yield* inOne(names(project)), [])
    assert.deepStrictEqual(yield* inTwo(names(project)), ["two"])
  }))
