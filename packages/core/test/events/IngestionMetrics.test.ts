import { assert, describe, it } from "@effect/vitest"
import { CaptureRejected } from "@hedgerow/core/events/Capture"
import { EventStoreUnavailable } from "@hedgerow/core/events/EventStore"
import { makeGroupCommit } from "@hedgerow/core/events/GroupCommit"
import { countRejected } from "@hedgerow/core/events/IngestionMetrics"
import { Deferred, Effect, Fiber, Metric } from "effect"
import { TestClock } from "effect/testing"

/** Runs with metrics of its own; `read` answers the states of one metric's series. */
const withMetrics = <A, E, R>(
  use: (read: (id: string) => Effect.Effect<ReadonlyArray<Metric.Metric.Snapshot>>) => Effect.Effect<A, E, R>
) => {
  const read = (id: string) => Effect.map(Metric.snapshot, (series) => series.filter((one) => one.id === id))
  return Effect.provideService(use(read), Metric.MetricRegistry, new Map())
}

const first = (series: ReadonlyArray<Metric.Metric.Snapshot>) => series[0]?.state

describe("metrics of ingestion", () => {
  it.effect("show waiting events, and the size and time of one write", () =>
    withMetrics((read) =>
      Effect.gen(function*() {
        const gate = yield* Deferred.make<void>()
        const submit = yield* makeGroupCommit<string>(() => Deferred.await(gate))
        const requests = yield* Effect.forkChild(
          Effect.all([submit({ items: ["a", "b"], chars: 10 }), submit({ items: ["c"], chars: 5 })], {
            concurrency: "unbounded"
          })
        )
        yield* TestClock.adjust("2 seconds")
        assert.deepStrictEqual(first(yield* read("hedgerow_ingestion_queued_events")), { value: 3 })
        assert.deepStrictEqual(first(yield* read("hedgerow_ingestion_queued_chars")), { value: 15 })
        yield* Deferred.succeed(gate, undefined)
        yield* Fiber.join(requests)
        assert.deepStrictEqual(first(yield* read("hedgerow_ingestion_queued_events")), { value: 0 })
        assert.include(first(yield* read("hedgerow_ingestion_batch_events")), { count: 1, sum: 3 })
        assert.include(first(yield* read("hedgerow_ingestion_write_seconds")), { count: 1, sum: 2 })
      }).pipe(Effect.scoped)
    ))

  it.effect("measure writes that fail too", () =>
    withMetrics((read) =>
      Effect.gen(function*() {
        const submit = yield* makeGroupCommit<string>(() => Effect.fail(new EventStoreUnavailable({ cause: "away" })))
        yield* Effect.flip(submit({ items: ["a"], chars: 1 }))
        assert.include(first(yield* read("hedgerow_ingestion_write_seconds")), { count: 1 })
      }).pipe(Effect.scoped)
    ))

  it.effect("count refusals by reason", () =>
    withMetrics((read) =>
      Effect.gen(function*() {
        const refused = new CaptureRejected({ fault: "empty_body", index: null, detail: "" })
        yield* countRejected(refused)
        yield* countRejected(refused)
        const [series] = yield* read("hedgerow_ingestion_rejected_total")
        assert.deepStrictEqual(series?.attributes, { reason: "empty_body" })
        assert.include(series?.state, { count: 2 })
      })
    ))
})
