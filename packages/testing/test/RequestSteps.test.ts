import { assert, it } from "@effect/vitest"
import { TestApi } from "@hedgerow/testing"
import { Effect, Layer, Scheduler } from "effect"
import { TracerEnabled } from "effect/References"

/** Counts the steps of fibers. */
class CountingScheduler extends Scheduler.MixedScheduler {
  steps = 0

  override shouldYield(fiber: Parameters<Scheduler.MixedScheduler["shouldYield"]>[0]): boolean {
    this.steps++
    return super.shouldYield(fiber)
  }
}

const scheduler = new CountingScheduler()

/** The steps of a request that is asked for again: the fewest, as work in the background may come in between. */
const stepsOf = Effect.fnUntraced(function*(path: string, init: RequestInit = {}) {
  const { key, request } = yield* TestApi
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
  let fewest = Number.POSITIVE_INFINITY
  for (let at = 0; at < 10; at++) {
    const before = scheduler.steps
    assert.strictEqual((yield* request(path, { ...init, headers })).status, 200)
    fewest = Math.min(fewest, scheduler.steps - before)
  }
  return fewest
})

const withoutTracer = Effect.provide(TestApi.layer.pipe(
  Layer.provide(Layer.mergeAll(Layer.succeed(Scheduler.Scheduler, scheduler), Layer.succeed(TracerEnabled, false)))
))

it.effect("a small request takes few steps, and what is known of its sender is not looked for", () =>
  Effect.gen(function*() {
    assert.isAtMost(yield* stepsOf("/_health"), 30)
    assert.isAtMost(yield* stepsOf("/api/projects/1/"), 70)
  }).pipe(withoutTracer))

it.effect("a cached answer takes few steps more", () =>
  Effect.gen(function*() {
    const body = JSON.stringify({ query: { kind: "ServiceSqlQuery", query: "SELECT count() FROM events" } })
    assert.isAtMost(yield* stepsOf("/api/projects/1/query/", { method: "POST", body }), 130)
  }).pipe(withoutTracer))
