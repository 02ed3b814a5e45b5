import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { call, create, FlagApi } from "./FlagApi.ts"

/** The turns that others have while an effect runs. */
const turnsDuring = Effect.fnUntraced(function*<A, E, R>(work: Effect.Effect<A, E, R>) {
  let [turns, isRunning] = [0, true]
  const seeTurn = () => {
    turns++
    if (isRunning) setImmediate(seeTurn)
  }
  setImmediate(seeTurn)
  const result = yield* work
  isRunning = false
  return [result, turns] as const
})

it.effect("definitions of large flags are made flag by flag: others run in between", () =>
  Effect.gen(function*() {
    const { project } = yield* FlagApi
    const count = 12
    const value = Array.from({ length: 10 }, () => "x".repeat(20_000))
    for (let number = 0; number < count; number++) {
      const properties = [{ key: "plan", type: "person", operator: "exact", value }]
      yield* create(`large-${number}`, { filters: { groups: [{ properties }] } })
    }
    const ask = call("GET", `/api/projects/${project.id}/feature_flags/local_evaluation/`)
    const [made, turns] = yield* turnsDuring(ask)
    assert.strictEqual(made.status, 200)
    assert.isAtLeast(turns, count)
    const [kept, fewer] = yield* turnsDuring(ask)
    assert.strictEqual(kept.text, made.text)
    assert.isBelow(fewer, count)
  }).pipe(Effect.provide(FlagApi.layer)))
