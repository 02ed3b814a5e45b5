import { assert, it } from "@effect/vitest"
import { wholeEngine } from "@hedgerow/core/query/QueryCursor"
import { type QueryEngine, QueryTimedOut } from "@hedgerow/core/query/QueryEngine"
import { measuredEngine } from "@hedgerow/core/query/QueryMetrics"
import type { SelectPlan } from "@hedgerow/sql/plan/Plan"
import { Duration, Effect, Fiber, Metric } from "effect"
import { TestClock } from "effect/testing"

type Run = ReturnType<QueryEngine["Service"]["run"]>

const answer = { rows: [], rowsRead: 40, bytesRead: 0, statement: undefined, warnings: [] }

/** Runs an engine with the given behaviour, which ignores its plan. */
const runWith = (behaviour: Run) =>
  Effect.flatMap(
    measuredEngine(wholeEngine(() => behaviour)),
    (engine) => engine.run({} as SelectPlan, { timeout: Duration.seconds(1) })
  )

const read = (id: string) => Effect.map(Metric.snapshot, (series) => series.filter((one) => one.id === id))

it.effect("an engine counts running queries, their times, the rows read and the failures by kind", () =>
  Effect.gen(function*() {
    const state = (id: string) => Effect.map(read(id), (series) => series[0]?.state)
    yield* runWith(Effect.delay(Effect.succeed(answer), "3 seconds")).pipe(
      Effect.forkChild,
      Effect.tap(() => TestClock.adjust("1 second")),
      Effect.tap(() =>
        Effect.map(state("hedgerow_queries_running"), (now) => assert.deepStrictEqual(now, { value: 1 }))
      ),
      Effect.tap(() => TestClock.adjust("2 seconds")),
      Effect.flatMap(Fiber.join)
    )
    yield* Effect.exit(runWith(Effect.fail(new QueryTimedOut({ limitMillis: 1 }))))
    yield* Effect.exit(runWith(Effect.die("broken")))
    yield* Effect.flatMap(Effect.forkChild(runWith(Effect.never), { startImmediately: true }), Fiber.interrupt)

    assert.deepStrictEqual(yield* state("hedgerow_queries_running"), { value: 0 })
    assert.include(yield* state("hedgerow_query_seconds"), { count: 4, sum: 3 })
    assert.include(yield* state("hedgerow_query_rows_read_total"), { count: 40 })
    const failures = yield* read("hedgerow_query_failures_total")
    assert.deepStrictEqual(
      new Set(failures.map(({ attributes }) => attributes?.["kind"])),
      new Set(["Defect", "Interrupted", "QueryTimedOut"])
    )
  }).pipe(Effect.scoped, Effect.provideService(Metric.MetricRegistry, new Map())))
