import { assert, it } from "@effect/vitest"
import { DefinitionsVersionRepository } from "@hedgerow/core/caching/DefinitionsVersionRepository"
import { DefinitionsVersions } from "@hedgerow/core/caching/DefinitionsVersions"
import { ProjectId } from "@hedgerow/core/identity/Project"
import { JobId } from "@hedgerow/core/jobs/Job"
import { Jobs } from "@hedgerow/core/jobs/Jobs"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { blankSurvey } from "@hedgerow/core/surveys/editing/SurveyChanging"
import { SurveyResponseTracker } from "@hedgerow/core/surveys/responses/SurveyResponseTracker"
import { Survey, SurveyId } from "@hedgerow/core/surveys/Survey"
import { SurveyRepository } from "@hedgerow/core/surveys/SurveyRepository"
import { DateTime, Effect, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"

const project = ProjectId.make(1)
const idOf = (digit: number) => SurveyId.make(`0190a5d0-0000-7000-8000-00000000000${digit}`)

const survey = (digit: number, fields: Partial<Survey>) =>
  new Survey({
    ...blankSurvey({
      project_id: project,
      id: idOf(digit),
      name: String(digit),
      type: "popover",
      created_by: null,
      created_at: DateTime.makeUnsafe(0)
    }),
    start_date: DateTime.makeUnsafe(0),
    ...fields
  })

/** The surveys that were settled, with their times. */
class World {
  readonly looks: Array<string> = []
  failures = 0
  reads = 0

  readonly layer = SurveyResponseTracker.layer.pipe(
    Layer.provide(DefinitionsVersions.layer),
    Layer.provide(Layer.mergeAll(
      Layer.mock(DefinitionsVersionRepository)({ current: () => Effect.succeed(1), changes: Stream.empty }),
      Layer.mock(SurveyRepository)({
        all: () =>
          Effect.sync(() => {
            this.reads++
            return [survey(1, { responses_limit: 5 }), survey(2, { iteration_count: 2, iteration_frequency_days: 7 })]
          })
      }),
      Layer.mock(Jobs)({
        enqueue: Effect.fnUntraced(
          function*(this: World, _kind: unknown, options: { uniqueKey?: string; runAt?: DateTime.Utc }) {
            if (this.failures-- > 0) return yield* Effect.die(new Error("away"))
            this.looks.push(
              `${options.uniqueKey?.at(-1)} at ${DateTime.toEpochMillis(options.runAt ?? DateTime.makeUnsafe(-1))}`
            )
            return JobId.make(yield* makeUuid7)
          }
        ).bind(this)
      })
    ))
  )
}

const sent = (id: unknown, event = "survey sent") => ({ event, values: { $survey_id: id } })

const settle = Effect.repeat(Effect.yieldNow, { times: 50 })

it.effect("answers are counted at once, and then every ten seconds at most", () => {
  const world = new World()
  return Effect.gen(function*() {
    const { see } = yield* SurveyResponseTracker
    for (let round = 0; round < 100; round++) {
      yield* see(project, [sent(idOf(1)), sent(idOf(1).toUpperCase())])
      yield* settle
      yield* TestClock.adjust("100 millis")
    }
    assert.deepStrictEqual(world.looks, ["1 at 0", "1 at 10000"], "the answers of ten seconds")
    assert.strictEqual(world.reads, 1)
    yield* TestClock.adjust("1 hour")
    yield* see(project, [sent(idOf(1))])
    yield* settle
    assert.strictEqual(world.looks.at(-1), "1 at 3610000")
  }).pipe(Effect.provide(world.layer))
})

it.effect("surveys without counts, other events and texts that are no ids request no look", () => {
  const world = new World()
  return Effect.gen(function*() {
    const { see } = yield* SurveyResponseTracker
    yield* see(project, [sent(idOf(2)), sent(idOf(3)), sent("x"), sent(1), sent(idOf(1), "survey shown")])
    yield* settle
    assert.deepStrictEqual(world.looks, [])
    yield* see(project, [sent(idOf(1), "survey dismissed")])
    yield* settle
    assert.strictEqual(world.reads, 1, "events of no survey ask nothing of the storage")
  }).pipe(Effect.provide(world.layer))
})

it.effect("a storage that is away fails no capture, and the next answer asks again", () => {
  const world = new World()
  world.failures = 1
  return Effect.gen(function*() {
    const { see } = yield* SurveyResponseTracker
    yield* see(project, [sent(idOf(1))])
    yield* settle
    assert.deepStrictEqual(world.looks, [])
    yield* see(project, [sent(idOf(1))])
    yield* settle
    assert.deepStrictEqual(world.looks, ["1 at 0"])
  }).pipe(Effect.provide(world.layer))
})
