import { assert, describe, it } from "@effect/vitest"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { QueryLog } from "@hedgerow/core/query/log/QueryLog"
import type { QueryLogEntry } from "@hedgerow/core/query/log/QueryLogEntry"
import { QueryLogRepository } from "@hedgerow/core/query/log/QueryLogRepository"
import { defaultQueryLogLimits, QueryLogSettings } from "@hedgerow/core/query/log/QueryLogSettings"
import { Effect, Layer, Metric } from "effect"
import { TestClock } from "effect/testing"

const project = 1 as ProjectId

const entry = (queryId: string): QueryLogEntry => ({
  id: queryId as never,
  project_id: project,
  query_id: queryId,
  event_time: 0 as EventTime,
  query_start_time: 0 as EventTime,
  query_duration_ms: 0,
  endpoint: "",
  query_kind: "ServiceSqlQuery",
  query: "SELECT 1",
  hogql_name: "",
  created_by: null,
  is_personal_api_key_request: false,
  is_async: false,
  is_cached: false,
  read_rows: 0,
  read_bytes: 0,
  result_rows: 0,
  result_bytes: 0,
  memory_usage: 0,
  cpu_microseconds: 0,
  status: "QueryFinish",
  exception_code: 0,
  error_code: "",
  exception: ""
})

/** A storage that records each call of `append`, and that can be set to be away. */
const makeStorage = () => {
  const state = { isAway: false, written: new Array<number>(), trims: 0 }
  const layer = Layer.mock(QueryLogRepository)({
    append: (entries) =>
      Effect.suspend(() => {
        if (state.isAway) return Effect.die("away")
        state.written.push(entries.length)
        return Effect.void
      }),
    newest: () => Effect.succeed([]),
    trim: () => Effect.sync(() => ++state.trims)
  })
  return { state, layer: QueryLog.layer.pipe(Layer.provide(layer)) }
}

const noteMany = (count: number) =>
  Effect.flatMap(
    QueryLog,
    ({ note }) => Effect.forEach(Array.from({ length: count }), (_, n) => note(entry(`${n}`)), { discard: true })
  )

const limits = (waiting: number) => Layer.succeed(QueryLogSettings, { ...defaultQueryLogLimits, waiting })

const droppedSoFar = Effect.map(Metric.snapshot, (series) => {
  const found = series.find(({ id }) => id === "hedgerow_query_log_dropped_total")
  return found?.type === "Counter" ? Number(found.state.count) : 0
})

describe("writing the query log", () => {
  it.effect("long queries are written a few at a time, the longest alone", () => {
    const { layer, state } = makeStorage()
    return Effect.gen(function*() {
      const { note } = yield* QueryLog
      const lengths = [1_000, 3_000_000, 900_000, 900_000, 900_000, 1_000]
      for (const [n, length] of lengths.entries()) yield* note({ ...entry(`${n}`), query: "x".repeat(length) })
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(state.written, [1, 1, 2, 2])
    }).pipe(Effect.provide(layer))
  })

  it.effect("entries are written together, a moment after the first", () => {
    const { layer, state } = makeStorage()
    return Effect.gen(function*() {
      yield* noteMany(3)
      assert.deepStrictEqual(state.written, [])
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(state.written, [3])
      yield* noteMany(1_100)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(state.written, [3, 500, 500, 100])
    }).pipe(Effect.provide(layer))
  })

  it.effect("a reader does not wait for that moment, and a process that stops writes the rest", () => {
    const { layer, state } = makeStorage()
    return Effect.gen(function*() {
      yield* Effect.gen(function*() {
        yield* noteMany(2)
        yield* (yield* QueryLog).newest(project)
        assert.deepStrictEqual(state.written, [2])
        yield* noteMany(4)
      }).pipe(Effect.provide(layer))
      assert.deepStrictEqual(state.written, [2, 4])
    })
  })

  it.effect("while the storage is away entries wait up to a limit; the others are dropped and counted", () => {
    const { layer, state } = makeStorage()
    return Effect.gen(function*() {
      const before = yield* droppedSoFar
      state.isAway = true
      yield* noteMany(12)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual([state.written, (yield* droppedSoFar) - before], [[], 2])
      assert.deepStrictEqual(yield* (yield* QueryLog).newest(project), [])
      state.isAway = false
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(state.written, [10])
      yield* noteMany(1)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(state.written, [10, 1])
    }).pipe(Effect.provide(layer.pipe(Layer.provide(limits(10)))))
  })

  it.effect("it is trimmed now and then by the process that writes it", () => {
    const { layer, state } = makeStorage()
    return Effect.gen(function*() {
      yield* noteMany(1_999)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(state.trims, 0)
      yield* noteMany(1)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(state.trims, 1)
    }).pipe(Effect.provide(layer))
  })
})
