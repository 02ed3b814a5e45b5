import { Effect, Metric } from "effect"
import type { Scope } from "effect"
import { measureSeconds, readGauge } from "../shared/Measuring.ts"
import type { CaptureRejected, IngestionUnavailable } from "./Capture.ts"

const batchSizes = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000]
const writeSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const batchEvents = Metric.histogram("hedgerow_ingestion_batch_events", {
  description: "Events of one write to the event store",
  boundaries: batchSizes
})

const writeDuration = Metric.histogram("hedgerow_ingestion_write_seconds", {
  description: "Duration of one write of events, persons and groups included",
  boundaries: writeSeconds
})

const rejected = Metric.counter("hedgerow_ingestion_rejected_total", {
  description: "Capture requests that were refused or turned away, by reason",
  incremental: true
})

/** The events that ingestion holds, waiting and in writing. */
export interface HeldEvents {
  readonly events: number
  readonly chars: number
}

/** Shows what ingestion holds as gauges. */
export const observeHeld = (held: HeldEvents): Effect.Effect<void, never, Scope.Scope> =>
  Effect.andThen(
    readGauge(
      "hedgerow_ingestion_queued_events",
      { description: "Events waiting or being written" },
      () => held.events
    ),
    readGauge(
      "hedgerow_ingestion_queued_chars",
      { description: "What those events take, in characters of text; each JSON value counts as 32" },
      () => held.chars
    )
  )

/** Measures one write of a number of events, whether it succeeds or not. */
export const measureWrite = (events: number) => <A, E, R>(write: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.andThen(Metric.update(batchEvents, events), measureSeconds(writeDuration)(write))

const reasonOf = (error: CaptureRejected | IngestionUnavailable): string =>
  error._tag === "CaptureRejected" ? error.fault : error.reason

/** Counts a capture request that failed. */
export const countRejected = (error: CaptureRejected | IngestionUnavailable): Effect.Effect<void> =>
  Metric.update(Metric.withAttributes(rejected, { reason: reasonOf(error) }), 1)
