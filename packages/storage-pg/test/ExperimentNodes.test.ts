import { assert, it } from "@effect/vitest"
import { UserRepository } from "@hedgerow/core/access/AccessRepository"
import { bootstrap } from "@hedgerow/core/access/Bootstrap"
import * as Domain from "@hedgerow/core/Domain"
import { Experiments } from "@hedgerow/core/experiments/Experiments"
import { ExperimentAnalysis } from "@hedgerow/core/experiments/results/ExperimentAnalysis"
import { DailyResultRepository } from "@hedgerow/core/experiments/timeseries/DailyResultRepository"
import { ExperimentTimeseries } from "@hedgerow/core/experiments/timeseries/ExperimentTimeseries"
import { RecalculationRepository } from "@hedgerow/core/experiments/timeseries/RecalculationRepository"
import * as Workers from "@hedgerow/core/Workers"
import { PgStorage } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { DateTime, Deferred, Effect, Fiber, Layer, Option } from "effect"

/** The days that were computed, in their order, and what holds a computation up. */
class Computed {
  readonly days: Array<string> = []
  hold: Effect.Effect<void> = Effect.void
}

const answer = { baseline: { key: "control" }, variant_results: [], breakdown_results: null }

const analysis = (computed: Computed) =>
  Layer.mock(ExperimentAnalysis)({
    compute: (_project, _experiment, _metric, asOf) =>
      Effect.suspend(() => {
        computed.days.push(asOf === undefined ? "now" : DateTime.formatIsoDateUtc(asOf))
        return Effect.as(computed.hold, answer as never)
      })
  })

/** One of several servers on the test's database, each with services and connections of its own. */
const services = (computed: Computed) =>
  Layer.fresh(
    Layer.fresh(ExperimentTimeseries.layer).pipe(
      Layer.provide(analysis(computed)),
      Layer.provideMerge(Domain.layer.pipe(Layer.provideMerge(PgStorage.layerPorts)))
    )
  )

const server = (computed: Computed) =>
  Layer.fresh(Workers.layer.pipe(
    Layer.provide(Layer.fresh(ExperimentTimeseries.layer).pipe(Layer.provide(analysis(computed)))),
    Layer.provideMerge(Layer.fresh(Domain.layer.pipe(Layer.provideMerge(PgStorage.layerPorts))))
  ))

const days = 12

const makeWorld = Effect.gen(function*() {
  const made = yield* bootstrap({ projectName: "Test", personalApiKey: Option.none(), projectToken: Option.none() })
  const { project } = Option.getOrThrow(made)
  const [owner] = yield* (yield* UserRepository).list
  const actor = yield* Effect.fromNullishOr(owner)
  const experiments = yield* Experiments
  const results = yield* DailyResultRepository
  const recalculations = yield* RecalculationRepository
  const timeseries = yield* ExperimentTimeseries
  const metric = {
    kind: "ExperimentMetric",
    metric_type: "mean",
    uuid: "m1",
    source: { kind: "EventsNode", event: "x" }
  }
  const experiment = yield* experiments.create({ project, actor }, {
    name: "x",
    feature_flag_key: "x",
    start_date: "2026-01-01T00:00:00Z",
    end_date: `2026-01-${days + 1}T00:00:00Z`,
    metrics: [metric]
  })
  const request = yield* timeseries.recalculate(project, String(experiment.id), { metric, fingerprint: "f" })
  const expected = Array.from({ length: days }, (_, day) => `2026-01-${String(day + 2).padStart(2, "0")}`)
  return {
    expected,
    run: timeseries.run(project.id, request.id, false),
    status: Effect.map(recalculations.find(project.id, request.id), (found) => Option.getOrThrow(found).status),
    kept: Effect.map(
      results.all(project.id, { order: [{ field: "query_to", isDescending: false }] }),
      (rows) => rows.map(({ query_to }) => DateTime.formatIsoDateUtc(query_to))
    )
  }
})

it.live("two servers with workers compute each day once", () => {
  const computed = new Computed()
  computed.hold = Effect.sleep("20 millis")
  return Effect.gen(function*() {
    const { expected, kept, status } = yield* makeWorld
    yield* Layer.build(server(computed))
    yield* Layer.build(server(computed))
    yield* status.pipe(Effect.tap(Effect.sleep("20 millis")), Effect.repeat({ until: (now) => now === "completed" }))
    assert.deepStrictEqual(computed.days, expected)
    assert.deepStrictEqual(yield* kept, expected)
  }).pipe(Effect.scoped, Effect.provide(Layer.provideMerge(services(computed), PgTest.layer)))
}, 60_000)

it.live("a run that was cut off is gone on with where it stopped: no day twice, none missing", () => {
  const computed = new Computed()
  return Effect.gen(function*() {
    const { expected, kept, run, status } = yield* makeWorld
    for (const place of [3, 7]) {
      const reached = yield* Deferred.make<void>()
      computed.hold = Effect.suspend(() =>
        computed.days.length === place
          ? Effect.andThen(Deferred.succeed(reached, undefined), Effect.never)
          : Effect.void
      )
      const cutOff = yield* Effect.forkChild(run)
      yield* Deferred.await(reached)
      yield* Fiber.interrupt(cutOff)
      // The day that was under way is computed again.
      computed.days.pop()
      assert.deepStrictEqual(yield* kept, expected.slice(0, place - 1))
      assert.strictEqual(yield* status, "in_progress")
    }
    computed.hold = Effect.void
    yield* run
    assert.deepStrictEqual(computed.days, expected)
    assert.deepStrictEqual(yield* kept, expected)
    assert.strictEqual(yield* status, "completed")
    yield* run
    assert.strictEqual(computed.days.length, days, "one that is over is not begun again")
  }).pipe(Effect.scoped, Effect.provide(Layer.provideMerge(services(computed), PgTest.layer)))
}, 60_000)

it.live("runs at the same time keep each day once", () => {
  const computed = new Computed()
  computed.hold = Effect.sleep("5 millis")
  return Effect.gen(function*() {
    const { expected, kept, run, status } = yield* makeWorld
    yield* Effect.all(Array.from({ length: 4 }, () => run), { concurrency: "unbounded" })
    assert.deepStrictEqual(yield* kept, expected)
    assert.strictEqual(yield* status, "completed")
  }).pipe(Effect.scoped, Effect.provide(Layer.provideMerge(services(computed), PgTest.layer)))
}, 60_000)
