import { assert, it } from "@effect/vitest"
import { defaultExecutionBounds, ExecutionLimits } from "@hedgerow/core/query/execution/ExecutionLimits"
import { makeHeldAnswers } from "@hedgerow/core/query/execution/HeldAnswers"
import { defaultLimits, QueryLimits } from "@hedgerow/core/query/QueryLimits"
import { Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"

const mebibyte = 1024 * 1024

/** Room for two answers of at most 10 MiB that are computed, and 20 MiB of text. */
const held = makeHeldAnswers.pipe(
  Effect.provideService(ExecutionLimits, { ...defaultExecutionBounds, answersHeld: 100 * mebibyte }),
  Effect.provideService(QueryLimits, { ...defaultLimits, maxBytes: 10 * mebibyte })
)

it.effect("as many large answers are computed as there is memory for; the others wait in their order", () =>
  Effect.gen(function*() {
    const answers = yield* held
    const scopes = yield* Effect.forEach([1, 2, 3, 4], () => Scope.make())
    const order: Array<number> = []
    for (const [index, scope] of scopes.entries()) {
      const admitted = Effect.andThen(Scope.provide(answers.admit, scope), Effect.sync(() => order.push(index)))
      yield* Effect.forkScoped(admitted, { startImmediately: true })
    }
    assert.deepStrictEqual(order, [0, 1])
    const [first, second] = scopes
    if (first === undefined || second === undefined) return assert.fail("there is no scope")
    yield* Scope.close(second, Exit.void)
    yield* Effect.yieldNow
    assert.deepStrictEqual(order, [0, 1, 2])
    yield* Scope.close(first, Exit.void)
    yield* Effect.yieldNow
    assert.deepStrictEqual(order, [0, 1, 2, 3])
  }))

it.effect("texts that are sent take memory from those that are computed, but for one that is alone", () =>
  Effect.gen(function*() {
    const answers = yield* held
    const sending = yield* Scope.make()
    const text = Scope.provide(answers.hold(70 * mebibyte), sending)
    yield* text
    const waiting = yield* Effect.forkScoped(Effect.scoped(answers.admit), { startImmediately: true })
    assert.isUndefined(waiting.pollUnsafe())
    yield* Scope.close(sending, Exit.void)
    yield* Fiber.join(waiting)
    const small = yield* Scope.make()
    yield* Scope.provide(answers.hold(4 * mebibyte), small)
    yield* Effect.scoped(Effect.andThen(answers.admit, answers.admit))
  }))

it.effect("a long cached text is admitted before it is read, in the order of all; a short one waits for nothing", () =>
  Effect.gen(function*() {
    const answers = yield* held
    const reading = yield* Scope.make()
    const letGo = yield* Scope.provide(answers.admitText(90 * mebibyte), reading)
    const [long, computed] = yield* Effect.forEach(
      [answers.admitText(20 * mebibyte), answers.admit],
      (admitted) => Effect.forkScoped(Effect.scoped(admitted), { startImmediately: true })
    )
    yield* Effect.asVoid(Effect.scoped(answers.admitText(4 * mebibyte)))
    assert.deepStrictEqual([long?.pollUnsafe(), computed?.pollUnsafe()], [undefined, undefined])
    yield* letGo
    yield* Effect.forEach([long, computed], (fiber) => fiber === undefined ? Effect.void : Fiber.join(fiber))
    yield* Scope.close(reading, Exit.void)
    const all = yield* Scope.make()
    yield* Scope.provide(Effect.andThen(answers.admit, answers.admit), all)
    const third = yield* Effect.forkScoped(Effect.scoped(answers.admit), { startImmediately: true })
    assert.isUndefined(third.pollUnsafe(), "memory that was given back early is not given back again")
    yield* Scope.close(all, Exit.void)
    yield* Fiber.join(third)
  }))

it.effect("an answer that is larger than all memory for answers is computed when it is alone", () =>
  Effect.gen(function*() {
    const answers = yield* makeHeldAnswers.pipe(
      Effect.provideService(ExecutionLimits, { ...defaultExecutionBounds, answersHeld: 1 })
    )
    yield* Effect.scoped(answers.admit)
    yield* Effect.scoped(answers.admit)
  }))

it.effect("who waits for too long is refused, and takes nothing; who leaves neither", () =>
  Effect.gen(function*() {
    const answers = yield* held
    const first = yield* Scope.make()
    yield* Scope.provide(Effect.andThen(answers.admit, answers.admit), first)
    const refused = yield* Effect.forkScoped(Effect.flip(Effect.scoped(answers.admit)), { startImmediately: true })
    const left = yield* Effect.forkScoped(Effect.scoped(answers.admit), { startImmediately: true })
    yield* Fiber.interrupt(left)
    yield* TestClock.adjust(defaultExecutionBounds.patience)
    assert.strictEqual((yield* Fiber.join(refused))._tag, "QueryEngineBusy")
    yield* Scope.close(first, Exit.void)
    yield* Effect.scoped(Effect.andThen(answers.admit, answers.admit))
  }))
