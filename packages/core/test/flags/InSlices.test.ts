import { assert, describe, it } from "@effect/vitest"
import type { PausingWork } from "@hedgerow/core/evaluation/EvaluateFlags"
import { makeInSlices } from "@hedgerow/core/evaluation/InSlices"
import { Effect } from "effect"

/** Counts the rounds of the event loop: what comes from outside is looked at between them. */
const makeRounds = Effect.acquireRelease(
  Effect.sync(() => {
    const rounds = { count: 0, isOver: false }
    const next = (): void => {
      rounds.count++
      if (!rounds.isOver) setImmediate(next)
    }
    setImmediate(next)
    return rounds
  }),
  (rounds) => Effect.sync(() => void (rounds.isOver = true))
)

describe("long work in turns", () => {
  it.effect("does one part of many at a time, with what came from outside in between", () =>
    Effect.gen(function*() {
      const inSlices = yield* makeInSlices
      const rounds = yield* makeRounds
      const done: Array<number> = []
      function* long(name: number): PausingWork<number> {
        for (let part = 0; part < 3; part++) {
          done.push(rounds.count)
          yield
        }
        return name
      }
      const names = Array.from({ length: 20 }, (_, name) => name)
      const answers = yield* Effect.forEach(names, (name) => inSlices(long(name)), { concurrency: "unbounded" })
      assert.deepStrictEqual(answers, names)
      assert.lengthOf(done, 60)
      const inOneRound = done.map((round) => done.filter((other) => other === round).length)
      assert.isAtMost(Math.max(...inOneRound), 2)
    }))

  it.effect("short work comes past long work that waits", () =>
    Effect.gen(function*() {
      const inSlices = yield* makeInSlices
      const order: Array<string> = []
      function* long(): PausingWork<void> {
        for (let part = 0; part < 50; part++) yield
        order.push("long")
      }
      function* short(): PausingWork<void> {
        order.push("short")
      }
      const later = Effect.andThen(
        Effect.repeat(Effect.yieldNow, { times: 3 }),
        Effect.suspend(() => inSlices(short()))
      )
      yield* Effect.all([inSlices(long()), inSlices(long()), later], { concurrency: "unbounded" })
      assert.deepStrictEqual(order, ["short", "long", "long"])
    }))
})
