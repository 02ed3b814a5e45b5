import { assert, it } from "@effect/vitest"
import { TestApi } from "@hedgerow/testing"
import { Effect, Tracer } from "effect"
import { TestClock } from "effect/testing"

it.effect("answers questions about yesterday", () =>
  Effect.gen(function*() {
    const api = yield* TestApi
    yield* api.capture({ event: "signed up", distinct_id: "ada", properties: { plan: "pro" } })
    yield* TestClock.adjust("1 day")
    yield* api.capture({ event: "signed up", distinct_id: "bob" })
    assert.deepStrictEqual(
      yield* api.query("SELECT distinct_id, properties.plan FROM events WHERE timestamp < today()"),
      [["ada", "pro"]]
    )
  }).pipe(Effect.provide(TestApi.layer)))

it.effect("takes any date a test begins with, however far from the clock's own", () =>
  Effect.gen(function*() {
    const api = yield* TestApi
    yield* TestClock.setTime(Date.UTC(2026, 10, 21, 12))
    yield* api.capture({ event: "signed up", distinct_id: "ada" })
    assert.deepStrictEqual(yield* api.query("SELECT toString(timestamp), toString(today()) FROM events"), [
      ["2026-11-21 12:00:00.000000", "2026-11-21"]
    ])
  }).pipe(Effect.provide(TestApi.layer)))

it.effect("gives every test a project of its own", () =>
  Effect.gen(function*() {
    const api = yield* TestApi
    assert.deepStrictEqual(yield* api.query("SELECT count() FROM events"), [[0]])
    const response = yield* api.request("/api/projects/@current/")
    assert.strictEqual(response.status, 200)
    const project = yield* api.client.project.project({ params: { project_id: "@current" } })
    assert.strictEqual(project.api_token, api.token)
  }).pipe(Effect.provide(TestApi.layer)))

it.effect("fails with the answer when the API refuses", () =>
  Effect.gen(function*() {
    const api = yield* TestApi
    const refused = yield* Effect.flip(api.query("SELECT nonsense FROM events"))
    assert.strictEqual(refused._tag === "UnexpectedAnswer" ? refused.status : 0, 400)
    assert.include(refused.message, "Unable to resolve field: nonsense")
  }).pipe(Effect.provide(TestApi.layer)))

it.effect("the cost of a jump of the clock is the work due in it, not its length", () =>
  Effect.gen(function*() {
    const steps: Array<string> = []
    const tracer = Tracer.make({
      span: (options) => {
        steps.push(options.name)
        return new Tracer.NativeSpan(options)
      }
    })
    yield* Effect.gen(function*() {
      const api = yield* TestApi
      yield* api.capture({ event: "signed up", distinct_id: "ada" })
      yield* TestClock.adjust("1 hour")
      steps.length = 0
      yield* TestClock.adjust("30 days")
      assert.isBelow(steps.length, 30 * 100)
      assert.isAbove(steps.length, 30)
      yield* TestClock.adjust("365 days")
      assert.isBelow(steps.length, 400 * 100)
    }).pipe(Effect.provide(TestApi.layer), Effect.withTracer(tracer))
  }))
