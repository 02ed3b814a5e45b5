import { TestApi } from "@hedgerow/testing"
import { expect, test } from "@jest/globals"
import { Effect } from "effect"
import { TestClock } from "effect/testing"

test("answers questions about yesterday", () =>
  Effect.gen(function*() {
    const api = yield* TestApi
    yield* api.capture({ event: "signed up", distinct_id: "ada" })
    yield* TestClock.adjust("1 day")
    yield* api.capture({ event: "signed up", distinct_id: "bob" })
    expect(yield* api.query("SELECT count() FROM events WHERE timestamp < today()")).toEqual([[1]])
  }).pipe(Effect.provide(TestApi.layer), Effect.provide(TestClock.layer()), Effect.scoped, Effect.runPromise))
