import { assert, it } from "@effect/vitest"
import { codeOf, failingUnlessSignalled } from "@hedgerow/server/Program"
import { Effect, Exit, Fiber } from "effect"

const serve = ["serve"]

it.effect("a signal, which interrupts the command in its own name, ends a server with 0 and a command with 130", () =>
  Effect.gen(function*() {
    const running = yield* Effect.forkChild(failingUnlessSignalled(Effect.never), { startImmediately: true })
    running.interruptUnsafe(running.id)
    const exit = yield* Fiber.await(running)
    assert.isTrue(Exit.isFailure(exit))
    assert.deepStrictEqual([codeOf(serve, exit), codeOf(["query"], exit)], [0, 130])
  }))

it.effect("an interruption from within is a failure with words", () =>
  Effect.gen(function*() {
    const within = Effect.flatMap(
      Effect.forkChild(Effect.never, { startImmediately: true }),
      (part) => Effect.andThen(Fiber.interrupt(part), Effect.flatten(Fiber.await(part)))
    )
    const ended = yield* Fiber.await(yield* Effect.forkChild(within.pipe(Effect.interruptible, failingFromOutside)))
    assert.deepStrictEqual([codeOf(serve, ended), codeOf(["query"], ended)], [1, 1])
    assert.include(String(ended), "stopped by itself")
  }))

/** Joined by a fiber that did not ask for the interruption, as the users of a layer are. */
const failingFromOutside = <A, E>(self: Effect.Effect<A, E>) =>
  Effect.flatMap(Effect.forkDetach(self), (part) => failingUnlessSignalled(Fiber.join(part)))
