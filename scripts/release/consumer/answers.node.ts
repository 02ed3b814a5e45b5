import { startTestApi, TestApi } from "@hedgerow/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import assert from "node:assert/strict"
import { test } from "node:test"

await test("answers questions about yesterday", () =>
  Effect.gen(function*() {
    const api = yield* TestApi
    yield* api.capture({ event: "signed up", distinct_id: "ada" })
    yield* TestClock.adjust("1 day")
    yield* api.capture({ event: "signed up", distinct_id: "bob" })
    assert.deepEqual(yield* api.query("SELECT count() FROM events WHERE timestamp < today()"), [[1]])
  }).pipe(Effect.provide(TestApi.layer), Effect.provide(TestClock.layer()), Effect.scoped, Effect.runPromise))

await test("answers questions about yesterday, by promises", async () => {
  const api = await startTestApi()
  await api.capture({ event: "signed up", distinct_id: "ada" })
  await api.moveClock("1 day")
  assert.deepEqual(await api.query("SELECT count() FROM events WHERE timestamp < today()"), [[1]])
  await api.close()
})
