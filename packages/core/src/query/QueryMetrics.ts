import { Effect, Metric } from "effect"
import type { Scope } from "effect"
import { measureSeconds, readGauge } from "../shared/Measuring.ts"
import type { QueryEngine } from "./QueryEngine.ts"

const querySeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

const duration = Metric.histogram("hedgerow_query_seconds", {
  description: "Duration of one run of the query engine, failures included",
  boundaries: querySeconds
})

const failures = Metric.counter("hedgerow_query_failures_total", {
  description: "Runs of the query engine that gave no rows, by kind",
  incremental: true
})

const rowsRead = Metric.counter("hedgerow_query_rows_read_total", {
  description: "Table rows that queries have read, as far as the engine knows",
  incremental: true
})

const countFailure = (kind: string): Effect.Effect<void> => Metric.update(Metric.withAttributes(failures, { kind }), 1)

/** The same engine, measured: queries running, their duration, the rows they read and why they fail. */
export const measuredEngine = (
  engine: QueryEngine["Service"]
): Effect.Effect<QueryEngine["Service"], never, Scope.Scope> => {
  let running = 0
  const leave = Effect.sync(() => {
    running--
  })
  const run: QueryEngine["Service"]["run"] = (plan, options) =>
    Effect.suspend(() => {
      running++
      return engine.run(plan, options).pipe(
        Effect.tap((result) => Metric.update(rowsRead, result.rowsRead)),
        Effect.tapError((error) => countFailure(error._tag)),
        Effect.tapDefect(() => countFailure("Defect")),
        Effect.onInterrupt(() => countFailure("Interrupted")),
        measureSeconds(duration),
        Effect.ensuring(leave)
      )
    })
  return Effect.as(
    readGauge("hedgerow_queries_running", { description: "Queries the engine is running" }, () => running),
    { run }
  )
}
