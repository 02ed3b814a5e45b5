import { assert, it } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Outbox } from "@hedgerow/core/outbox/Outbox"
import { personRemoved } from "@hedgerow/core/persons/CopiedPersons"
import { ChangeCapture } from "@hedgerow/core/replication/ChangeCapture"
import { type CopiedChange, withoutCopies } from "@hedgerow/core/replication/CopiedChange"
import { withAfterCommit } from "@hedgerow/core/shared/AfterCommit"
import { BeforeCommit } from "@hedgerow/core/shared/BeforeCommit"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { Effect, Layer } from "effect"

/** The steps that a test makes, in order. */
const makeWorld = Effect.gen(function*() {
  const steps: Array<string> = []
  const step = (name: string) => Effect.sync(() => void steps.push(name))
  const gathered = new BeforeCommit<{ readonly key: string }>((messages) =>
    step(`append ${messages.map(({ key }) => key).join(" ")}`)
  )
  const run = withAfterCommit((effect, whenKept) =>
    step("begin").pipe(
      Effect.andThen(Effect.tapError(effect, () => step("roll back"))),
      Effect.tap(step("commit")),
      Effect.tap(whenKept)
    )
  )
  const { capture } = yield* Effect.provide(
    ChangeCapture,
    ChangeCapture.layer.pipe(
      Layer.provide([Layer.mock(Outbox)({ append: gathered.add }), Layer.succeed(Transaction, { run })])
    )
  )
  const removed = (...keys: ReadonlyArray<string>): CopiedChange => ({
    isCopied: true,
    uncaptured: Effect.as(
      step(`change ${keys.join(" ")}`),
      keys.map((key) => personRemoved(1 as ProjectId, key as Uuid))
    )
  })
  return { capture, removed, run, step, steps }
})

it.effect("a change that is copied is one transaction with its messages", () =>
  Effect.gen(function*() {
    const { capture, removed, steps } = yield* makeWorld
    yield* capture(removed("a", "b"))
    assert.deepStrictEqual(steps, ["begin", "change a b", "append a b", "commit"])
  }))

it.effect("inside a transaction there is no savepoint, and the messages of all changes are its last step", () =>
  Effect.gen(function*() {
    const { capture, removed, run, step, steps } = yield* makeWorld
    yield* run(Effect.all([capture(removed("a")), step("more"), capture(removed("b")), step("end")]))
    assert.deepStrictEqual(steps, ["begin", "change a", "more", "change b", "end", "append a b", "commit"])
  }))

it.effect("a change that nothing copies is made, and there is neither a transaction nor an append", () =>
  Effect.gen(function*() {
    const { capture, step, steps } = yield* makeWorld
    yield* capture(withoutCopies(step("change")))
    assert.deepStrictEqual(steps, ["change"])
  }))

it.effect("a transaction that fails after the change appends nothing", () =>
  Effect.gen(function*() {
    const { capture, removed, run, steps } = yield* makeWorld
    yield* Effect.ignore(run(Effect.andThen(capture(removed("a")), Effect.fail("no"))))
    assert.deepStrictEqual(steps, ["begin", "change a", "roll back"])
  }))
