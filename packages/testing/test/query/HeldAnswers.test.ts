import { assert, it } from "@effect/vitest"
import { defaultExecutionBounds, ExecutionLimits } from "@hedgerow/core/query/execution/ExecutionLimits"
import { defaultLimits, QueryLimits } from "@hedgerow/core/query/QueryLimits"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { TestApi } from "@hedgerow/testing"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"

const mebibyte = 1024 * 1024

/** Room for one answer of at most 6 MiB that is computed. */
const tiny = TestApi.layerOn(MemoryStorage.layer).pipe(
  Layer.provideMerge(Layer.mergeAll(
    Layer.succeed(QueryLimits, { ...defaultLimits, maxBytes: 6 * mebibyte }),
    Layer.succeed(ExecutionLimits, { ...defaultExecutionBounds, answersHeld: 24 * mebibyte })
  ))
)

/** Asks for an answer of 5 MiB, another one for each number. */
const ask = Effect.fnUntraced(function*(number: number, leaving?: AbortSignal) {
  const api = yield* TestApi
  return yield* api.request(`/api/projects/${api.project.id}/query/`, {
    method: "POST",
    signal: leaving ?? null,
    headers: { authorization: `Bearer ${api.key}`, "content-type": "application/json" },
    body: JSON.stringify({
      query: { kind: "HogQLQuery", query: `select repeat('x', ${5_200 + number}) from numbers(1000) limit 1000` }
    })
  })
})

const hangUp = (response: Response) => Effect.promise(() => response.body?.cancel() ?? Promise.resolve())

/** One turn of the event loop, in which sockets and timers have theirs, too. */
const eventLoopTurn = Effect.callback<void>((resume) => void setImmediate(() => resume(Effect.void)))

/** The answers that have come after this number of turns, in which nobody's patience ends. */
const after = Effect.fnUntraced(function*(turns: number, asking: ReadonlyArray<Fiber.Fiber<Response>>) {
  for (let turn = 0; turn < turns; turn++) yield* eventLoopTurn
  return asking.flatMap((fiber) => {
    const exit = fiber.pollUnsafe()
    return exit?._tag === "Success" ? [exit.value] : []
  })
})

it.effect("of eight large answers at once those without memory wait, then get 503; who hangs up leaves none behind", () =>
  Effect.gen(function*() {
    const asking = yield* Effect.forEach([1, 2, 3, 4, 5, 6, 7, 8], (number) => Effect.forkChild(ask(number)))
    const answered = yield* after(3_000, asking)
    assert.deepStrictEqual(answered.map(({ status }) => status), [200, 200])
    yield* TestClock.adjust(defaultExecutionBounds.patience)
    const all = yield* Effect.forEach(asking, Fiber.join)
    const refused = all.filter(({ status }) => status !== 200)
    assert.deepStrictEqual(refused.map(({ status }) => status), [503, 503, 503, 503, 503, 503])
    for (const response of refused) {
      assert.isNotNull(response.headers.get("retry-after"))
      assert.deepInclude(yield* Effect.promise(() => response.json()), { type: "server_error" })
    }
    for (const response of answered) yield* hangUp(response)
    for (const number of [9, 10, 11]) {
      const response = yield* ask(number)
      assert.strictEqual(response.status, 200)
      assert.isAbove((yield* Effect.promise(() => response.text())).length, 5 * 1_000_000)
    }
  }).pipe(Effect.provide(tiny)))

it.effect("who leaves while an answer is computed or waited for leaves its memory to others", () =>
  Effect.gen(function*() {
    const leaving = new AbortController()
    const asked = [1, 2, 3, 4].map((number) => Effect.exit(ask(number, leaving.signal)))
    const asking = yield* Effect.forEach(asked, (one) => Effect.forkChild(one))
    for (let turn = 0; turn < 20; turn++) yield* Effect.yieldNow
    leaving.abort()
    yield* Effect.forEach(asking, Fiber.join)
    for (const number of [5, 6]) {
      const response = yield* ask(number)
      assert.strictEqual(response.status, 200)
      yield* hangUp(response)
    }
  }).pipe(Effect.provide(tiny)))

it.effect("a cached answer waits for memory before it is read, and has it until it is sent", () =>
  Effect.gen(function*() {
    const whole = yield* ask(1)
    yield* Effect.promise(() => whole.text())
    const sending = yield* Effect.forEach([1, 2, 3, 4], () => ask(1))
    assert.deepStrictEqual(sending.map(({ status }) => status), [200, 200, 200, 200])
    const waiting = yield* Effect.forkChild(ask(1))
    assert.isEmpty(yield* after(500, [waiting]))
    const [first, ...others] = sending
    if (first !== undefined) yield* hangUp(first)
    const last = yield* Fiber.join(waiting)
    assert.strictEqual(last.status, 200)
    yield* Effect.forEach([last, ...others], hangUp)
  }).pipe(Effect.provide(tiny)))
