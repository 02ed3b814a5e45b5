import { Effect, Metric } from "effect"
import type { JobState } from "./Job.ts"

/** The outcome of a run. */
export type JobOutcome = "done" | "retried" | "failed" | "lost" | "released"

const total = Metric.counter("hedgerow_jobs_total", {
  description: "Runs of background jobs, by kind and how they ended",
  incremental: true
})

const seconds = Metric.histogram("hedgerow_job_seconds", {
  description: "How long runs of background jobs took",
  boundaries: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1800]
})

const gauges: Readonly<Record<JobState, Metric.Metric<number, unknown>>> = {
  ready: Metric.gauge("hedgerow_jobs_waiting", { description: "Background jobs that wait for their time or a worker" }),
  running: Metric.gauge("hedgerow_jobs_running", { description: "Background jobs that a worker holds" }),
  failed: Metric.gauge("hedgerow_jobs_failed", { description: "Background jobs that were given up" })
}

/** Counts a run that ended. */
export const recordRun = (kind: string, outcome: JobOutcome, millis: number): Effect.Effect<void> =>
  Effect.andThen(
    Metric.update(Metric.withAttributes(total, { kind, outcome }), 1),
    Metric.update(Metric.withAttributes(seconds, { kind }), millis / 1000)
  )

/** Shows how many jobs the installation has. */
export const recordCounts = (counts: Readonly<Record<JobState, number>>): Effect.Effect<void> =>
  Effect.forEach(["ready", "running", "failed"] as const, (state) => Metric.update(gauges[state], counts[state]), {
    discard: true
  })
