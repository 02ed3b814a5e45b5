import { Cause, Clock, Effect, Exit, Metric, Option, Stream } from "effect"
import type { Scope } from "effect"
import { measureSeconds, readGauge, secondsSince } from "../shared/Measuring.ts"
import type { QueryEngine, QueryEngineError } from "./QueryEngine.ts"

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

const kindOf = (cause: Cause.Cause<QueryEngineError>): string => {
  if (Cause.hasInterrupts(cause)) return "Interrupted"
  return Option.match(Cause.findErrorOption(cause), { onNone: () => "Defect", onSome: ({ _tag }) => _tag })
}

const countFailure = <A>(exit: Exit.Exit<A, QueryEngineError>): Effect.Effect<void> =>
  Exit.isSuccess(exit)
    ? Effect.void
    : Metric.update(Metric.withAttributes(failures, { kind: kindOf(exit.cause) }), 1)

/** The same engine, measured: queries running, their duration, the rows they read and why they fail. */
export const measuredEngine = (
  engine: QueryEngine["Service"]
): Effect.Effect<QueryEngine["Service"], never, Scope.Scope> => {
  let running = 0
  const enter = Effect.sync(() => {
    running++
  })
  const leave = Effect.sync(() => {
    running--
  })
  const run: QueryEngine["Service"]["run"] = (plan, options) =>
    Effect.andThen(enter, engine.run(plan, options)).pipe(
      Effect.tap((result) => Metric.update(rowsRead, result.rowsRead)),
      Effect.onExit(countFailure),
      measureSeconds(duration),
      Effect.ensuring(leave)
    )
  const stream: QueryEngine["Service"]["stream"] = (plan, options) =>
    Stream.unwrap(Effect.gen(function*() {
      const clock = yield* Clock.Clock
      const start = clock.monotonicTimeNanosUnsafe()
      yield* Effect.acquireRelease(enter, () =>
        Effect.andThen(leave, Effect.suspend(() => Metric.update(duration, secondsSince(start, clock)))))
      return engine.stream(plan, options).pipe(
        Stream.tap((piece) =>
          piece._tag === "Summary" ? Metric.update(rowsRead, piece.summary.rowsRead) : Effect.void
        ),
        Stream.onExit(countFailure)
      )
    }))
  return Effect.as(
    readGauge("hedgerow_queries_running", { description: "Queries the engine is running" }, () => running),
    { run, stream, estimate: engine.estimate }
  )
}
