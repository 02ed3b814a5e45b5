import { assert, type Vitest } from "@effect/vitest"
import { QueryEngine, type QueryOptions, type QueryPiece, type QueryProgress } from "@hedgerow/core/query/QueryEngine"
import { batchLimits } from "@hedgerow/core/query/RowBatches"
import type { SelectPlan } from "@hedgerow/sql/plan/Plan"
import { Duration, Effect, Fiber, Stream } from "effect"
import { TestClock } from "effect/testing"
import { column, int, join, scan, select, text } from "./PlanBuilder.ts"
import { meadow } from "./plans/Meadow.ts"

const options: QueryOptions = { timeout: Duration.minutes(1) }

const aliases = (count: number): ReadonlyArray<string> => Array.from({ length: count }, (_, index) => `e${index}`)

const uuidOf = (alias: string) => column(alias, "events", "uuid")

/** Each of the meadow's six events beside each, as often as the count says: six to the power of the count rows. */
const crossed = (count: number): SelectPlan["from"] =>
  aliases(count).map((alias) => scan("events", meadow, alias)).reduce((left, right) => join("cross", left, right))

/** More rows than anybody waits for; the first come at once. */
const endless = select([uuidOf("e0"), uuidOf("e11")], { from: crossed(12) })

const stream = (plan: SelectPlan, overrides: Partial<QueryOptions> = {}) =>
  Stream.unwrap(Effect.map(QueryEngine, (engine) => engine.stream(plan, { ...options, ...overrides })))

const run = (plan: SelectPlan) => Effect.flatMap(QueryEngine, (engine) => engine.run(plan, options))

const batchesIn = (pieces: ReadonlyArray<QueryPiece>) =>
  pieces.flatMap((piece) => piece._tag === "Batch" ? [piece] : [])

const answersAgain = Effect.map(run(select([int(1)])), ({ rows }) => assert.deepStrictEqual(rows, [[1]]))

/** The duties of an engine that streams. The meadow is seeded. */
export const streamTests = (it: Vitest.MethodsNonLive<QueryEngine>): void => {
  it.effect("streams: columns first, then the rows of the answer in its order and in batches, at last the summary", () =>
    Effect.gen(function*() {
      const keys = aliases(5).map(uuidOf)
      const plan = select(keys, { from: crossed(5), orderBy: keys.map((expr) => ({ expr, descending: true })) })
      const pieces = yield* Stream.runCollect(stream(plan))
      const [first] = pieces
      const last = pieces.at(-1)
      if (first?._tag !== "Columns" || last?._tag !== "Summary") return assert.fail("it has no columns or no summary")
      assert.deepStrictEqual(first.columns, plan.select.map(({ expr, name }) => ({ name, type: expr.type })))
      const batches = batchesIn(pieces)
      assert.strictEqual(batches.length, pieces.length - 2)
      assert.isAbove(batches.length, 1)
      for (const { rows } of batches) assert.isTrue(rows.length > 0 && rows.length <= batchLimits.rows)
      const answer = yield* run(plan)
      assert.strictEqual(answer.rows.length, 6 ** 5)
      assert.deepStrictEqual(batches.flatMap(({ rows }) => rows), answer.rows)
      assert.isAtLeast(last.summary.rowsRead, 1)
      assert.deepStrictEqual(last.summary.warnings, answer.warnings)
    }))

  it.effect("streams: batches are bounded in bytes, and an answer without rows has none", () =>
    Effect.gen(function*() {
      const wide = text("wide".repeat(5_000))
      const batches = batchesIn(yield* Stream.runCollect(stream(select([wide], { from: crossed(3) }))))
      assert.strictEqual(batches.flatMap(({ rows }) => rows).length, 6 ** 3)
      assert.isAtLeast(batches.length, 5)
      for (const { bytes, rows } of batches) {
        assert.isAtMost(bytes, batchLimits.bytes)
        assert.strictEqual(bytes, `["${"wide".repeat(5_000)}"],`.length * rows.length)
      }
      const none = yield* Stream.runCollect(stream(select([wide], { from: crossed(1), limit: 0 })))
      assert.deepStrictEqual(none.map(({ _tag }) => _tag), ["Columns", "Summary"])
    }))

  it.effect("streams: who leaves early has the first rows of an answer without end, and stops it", () =>
    Effect.gen(function*() {
      const pieces = yield* Stream.runCollect(Stream.take(stream(endless), 6))
      assert.deepStrictEqual(pieces.map(({ _tag }) => _tag), ["Columns", "Batch", "Batch", "Batch", "Batch", "Batch"])
      yield* answersAgain
    }).pipe(TestClock.withLive))

  it.effect("streams: interruption stops it while it is read, and while nobody reads", () =>
    Effect.gen(function*() {
      for (const pause of [Effect.void, Effect.never]) {
        let batches = 0
        const reading = yield* Effect.forkChild(Stream.runForEach(stream(endless), ({ _tag }) => {
          if (_tag === "Batch") batches += 1
          return batches < 2 ? Effect.void : pause
        }))
        yield* Effect.repeat(Effect.sleep("5 millis"), { until: () => batches >= 2 })
        yield* Fiber.interrupt(reading)
        yield* answersAgain
      }
    }).pipe(TestClock.withLive))

  it.effect("streams: the time limit ends it between its rows with the error of its type", () =>
    Effect.gen(function*() {
      let batches = 0
      const reading = stream(endless, { timeout: Duration.seconds(1) }).pipe(
        Stream.runForEach(({ _tag }) => {
          if (_tag === "Batch") batches += 1
          return Effect.sleep("20 millis")
        })
      )
      const error = yield* Effect.flip(reading)
      assert.deepInclude(error, { _tag: "QueryTimedOut", limitMillis: 1_000 })
      assert.isAbove(batches, 0)
      yield* answersAgain
    }).pipe(TestClock.withLive))

  it.effect("streams: progress grows and never falls", () =>
    Effect.gen(function*() {
      const reports: Array<QueryProgress> = []
      const reading = stream(endless, { onProgress: (progress) => reports.push(progress) }).pipe(
        Stream.takeWhile(() => (reports.at(-1)?.timeElapsed ?? 0) < 600),
        Stream.runDrain
      )
      yield* reading
      assert.isAbove(reports.length, 1)
      assert.isAbove(reports.at(-1)?.rowsRead ?? 0, 0)
      for (const [index, report] of reports.entries()) {
        const before = reports[index - 1] ?? report
        assert.isAtLeast(report.rowsRead, before.rowsRead)
        assert.isAtLeast(report.bytesRead, before.bytesRead)
        assert.isAtLeast(report.timeElapsed, before.timeElapsed)
        assert.isAtLeast(report.activeCpuTime, before.activeCpuTime)
        assert.isAtLeast(report.estimatedRowsTotal, report.rowsRead)
      }
    }).pipe(TestClock.withLive))
}
