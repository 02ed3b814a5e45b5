import { assert, describe, it } from "@effect/vitest"
import { now as currentTime } from "@hedgerow/core/events/EventTime"
import { QueryResultRepository } from "@hedgerow/core/query/execution/QueryResultRepository"
import type { QueryRunId } from "@hedgerow/core/query/execution/QueryRun"
import { QueryRunRepository } from "@hedgerow/core/query/execution/QueryRunRepository"
import { wholeText } from "@hedgerow/sql/types/LongText"
import { Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { inWorld, select, turns } from "./QueryWorld.ts"

const count = "select count() from events"

describe("query execution", () => {
  it.effect("blocking: an answer is kept while it is fresh, under any name of the query; force_blocking is new", () =>
    inWorld(({ api, ask, gate }) =>
      Effect.gen(function*() {
        const first = (yield* ask(select(count))).body
        assert.deepStrictEqual([first.results, first.is_cached, first.query_status], [[[0]], false, null])
        yield* api.capture({ event: "seen", distinct_id: "a" })
        const second = (yield* ask(select(count, { name: "named" }))).body
        assert.deepStrictEqual(second, { ...first, is_cached: true })
        assert.strictEqual(gate.seen.begun, 1)
        const forced = (yield* ask(select(count, { refresh: "force_blocking" }))).body
        assert.deepStrictEqual([forced.results, forced.is_cached, forced.cache_key], [[[1]], false, first.cache_key])
        assert.deepStrictEqual((yield* ask(select(count))).body.results, [[1]])
        yield* TestClock.adjust("5 minutes")
        assert.isFalse((yield* ask(select(count))).body.is_cached)
        const other = (yield* ask(select("select 1"))).body
        assert.notStrictEqual(other.cache_key, first.cache_key)
      })
    ))

  it.effect("a cached answer that was returned before is returned no more once another server replaced or removed it", () =>
    inWorld(({ api, ask, gate }) =>
      Effect.gen(function*() {
        const results = yield* QueryResultRepository
        const first = (yield* ask(select(count))).body
        for (const _ of [1, 2]) assert.deepStrictEqual((yield* ask(select(count))).body, { ...first, is_cached: true })
        const kept = Option.getOrThrow(yield* results.find(api.project.id, first.cache_key, yield* currentTime))
        yield* results.keep({ ...kept, body: wholeText(kept.body).replace("[[0]]", "[[7]]") })
        assert.deepStrictEqual((yield* ask(select(count))).body, { ...first, results: [[7]], is_cached: true })
        yield* results.trim({ since: 0 as typeof kept.computed_at, results: 0, bytes: 0 })
        assert.strictEqual(gate.seen.begun, 1)
        const anew = (yield* ask(select(count))).body
        assert.deepStrictEqual([anew.is_cached, anew.results, gate.seen.begun], [false, [[0]], 2])
      })
    ))

  it.effect("an answer with debug or timings is neither kept nor taken from kept ones", () =>
    inWorld(({ ask }) =>
      Effect.gen(function*() {
        const timed = (modifiers: object) => ({ query: { kind: "ServiceSqlQuery", query: count, modifiers } })
        assert.isNotNull((yield* ask(timed({ timings: true }))).body.timings)
        const plain = (yield* ask(timed({}))).body
        assert.deepStrictEqual([plain.is_cached, plain.timings], [false, null])
        const again = (yield* ask(timed({ timings: true }))).body
        assert.isFalse(again.is_cached)
        assert.isNotNull(again.timings)
      })
    ))

  it.effect("force_async: queued, running with its progress, done with the whole answer", () =>
    inWorld(({ ask, gate, poll, untilOver }) =>
      Effect.gen(function*() {
        yield* gate.close
        const { body, status } = yield* ask(
          select("select 2 as two from numbers(1)", { refresh: "force_async", client_query_id: "mine" })
        )
        assert.strictEqual(status, 200)
        assert.deepStrictEqual(Object.keys(body).toSorted(), ["cache_key", "query_status"])
        assert.deepInclude(body.query_status, {
          id: "mine",
          complete: false,
          error: false,
          error_message: null,
          query_async: true,
          results: null,
          pickup_time: null,
          end_time: null,
          query_progress: null
        })
        assert.isString(body.query_status.expiration_time)
        yield* TestClock.adjust("1 second")
        gate.progress(70)
        yield* TestClock.adjust("1 second")
        const running = (yield* poll("mine", "?show_progress=true")).body.query_status
        assert.strictEqual(running.status, "running")
        assert.isString(running.pickup_time)
        assert.deepStrictEqual(running.query_progress, {
          active_cpu_time: 4,
          bytes_read: 700,
          estimated_rows_total: 1_000,
          rows_read: 70,
          time_elapsed: 5
        })
        assert.isNull((yield* poll("mine")).body.query_status.query_progress)
        yield* gate.open
        const done = yield* untilOver("mine")
        assert.deepInclude(done, { complete: true, error: false, status: "done", query_progress: null })
        assert.deepStrictEqual([done.results.results, done.results.columns], [[[2]], ["two"]])
        assert.strictEqual(done.results.cache_key, body.cache_key)
        const kept = (yield* ask(select("select 2 as two from numbers(1)"))).body
        assert.isTrue(kept.is_cached)
        yield* TestClock.adjust("20 minutes")
        const gone = yield* poll("mine")
        assert.deepStrictEqual([gone.status, gone.body.detail], [404, "Query mine not found for team 1"])
      })
    ))

  it.effect("async: identical queries are one run; stale answers come with the status of the new run", () =>
    inWorld(({ ask, gate, untilOver }) =>
      Effect.gen(function*() {
        yield* gate.close
        const first = (yield* ask(select(count, { refresh: "async" }))).body
        const second = (yield* ask(select(count, { async: true }))).body
        assert.strictEqual(second.query_status.id, first.cache_key)
        assert.deepStrictEqual(second, first)
        yield* gate.open
        yield* untilOver(first.cache_key)
        assert.strictEqual(gate.seen.begun, 1)
        const cached = (yield* ask(select(count, { refresh: "async" }))).body
        assert.deepStrictEqual([cached.is_cached, cached.query_status], [true, null])
        yield* TestClock.adjust("6 minutes")
        yield* gate.close
        const lazy = (yield* ask(select(count, { refresh: "lazy_async" }))).body
        assert.deepStrictEqual([lazy.is_cached, lazy.query_status], [true, null])
        const stale = (yield* ask(select(count, { refresh: "async_except_on_cache_miss" }))).body
        assert.deepStrictEqual([stale.is_cached, stale.results, stale.query_status.complete], [true, [[0]], false])
        yield* gate.open
        yield* untilOver(first.cache_key)
        assert.strictEqual(gate.seen.begun, 2)
      })
    ))

  it.effect("a failure is shown by its text and code", () =>
    inWorld(({ ask, untilOver }) =>
      Effect.gen(function*() {
        yield* ask(select("select chipotle from events", { refresh: "force_async", client_query_id: "bad" }))
        const status = yield* untilOver("bad")
        assert.deepInclude(status, {
          complete: true,
          error: true,
          status: "failed",
          error_message: "Unable to resolve field: chipotle",
          results: null
        })
      })
    ))

  it.effect("a cancelled run stops in the engine and says so; another one of its id may begin", () =>
    inWorld(({ ask, cancel, gate, statusOf, untilOver }) =>
      Effect.gen(function*() {
        yield* gate.close
        const body = select(count, { refresh: "force_async", client_query_id: "q" })
        yield* ask(body)
        yield* TestClock.adjust("1 second")
        assert.strictEqual(gate.seen.running, 1)
        assert.strictEqual((yield* cancel("q")).status, 204)
        yield* turns
        assert.deepStrictEqual([gate.seen.running, gate.seen.interrupted], [0, 1])
        const status = yield* statusOf("q")
        assert.deepInclude(status, {
          complete: true,
          error: true,
          status: "cancelled",
          error_message: "Query cancelled"
        })
        assert.strictEqual((yield* cancel("q")).status, 204)
        assert.strictEqual((yield* cancel("nothing")).status, 204)
        yield* gate.open
        yield* ask(body)
        assert.strictEqual((yield* untilOver("q")).status, "done")
      })
    ))

  it.effect("one that is cancelled before its turn never begins", () =>
    inWorld(({ ask, cancel, gate, statusOf }) =>
      Effect.gen(function*() {
        yield* ask(select(count, { refresh: "force_async", client_query_id: "q" }))
        yield* cancel("q")
        yield* TestClock.adjust("5 seconds")
        assert.strictEqual((yield* statusOf("q")).status, "cancelled")
        assert.strictEqual(gate.seen.begun, 0)
      })
    ))

  it.effect("a named query that somebody waits for can be polled and cancelled", () =>
    inWorld(({ ask, cancel, gate, statusOf }) =>
      Effect.gen(function*() {
        yield* gate.close
        const asking = yield* Effect.forkChild(ask(select(count, { client_query_id: "waited" })))
        yield* turns
        assert.deepInclude(yield* statusOf("waited"), { status: "running", query_async: false, complete: false })
        yield* cancel("waited")
        const { body, status } = yield* Fiber.join(asking)
        assert.deepStrictEqual([status, body.code], [400, "query_cancelled"])
        assert.strictEqual(gate.seen.interrupted, 1)
        yield* gate.open
        const { body: answer } = yield* ask(select(count, { client_query_id: "waited" }))
        assert.deepStrictEqual(answer.results, [[0]])
        const done = yield* statusOf("waited")
        assert.deepStrictEqual([done.status, done.results.results], ["done", [[0]]])
      })
    ))

  it.effect("one whose server died has failed as soon as nothing has been heard of it for a while", () =>
    inWorld(({ api, ask, gate, statusOf }) =>
      Effect.gen(function*() {
        const runs = yield* QueryRunRepository
        yield* gate.close
        const asking = yield* Effect.forkChild(ask(select(count, { client_query_id: "alive" })))
        yield* turns
        const alive = Option.getOrThrow(yield* runs.find(api.project.id, "alive" as QueryRunId, yield* currentTime))
        yield* runs.begin({ ...alive, id: "lost" as QueryRunId }, false)
        yield* TestClock.adjust("30 seconds")
        assert.deepInclude(yield* statusOf("lost"), { status: "running" })
        yield* TestClock.adjust("1 second")
        const lost = yield* statusOf("lost")
        assert.deepInclude(lost, { status: "failed", complete: true, error_code: "query_lost" })
        assert.strictEqual(lost.error_extra.retryable, true)
        assert.deepInclude(yield* statusOf("alive"), { status: "running" })
        yield* gate.open
        assert.strictEqual((yield* Fiber.join(asking)).status, 200)
      })
    ))

  it.effect("callers of identical queries share one run, and one that hangs up does not take it from the others", () =>
    inWorld(({ ask, gate }) =>
      Effect.gen(function*() {
        yield* gate.close
        const body = select(count, { refresh: "force_blocking" })
        const [leaves, stays] = [yield* Effect.forkChild(ask(body)), yield* Effect.forkChild(ask(body))]
        yield* turns
        assert.strictEqual(gate.seen.begun, 1)
        yield* Fiber.interrupt(leaves)
        yield* turns
        assert.strictEqual(gate.seen.running, 1)
        yield* gate.open
        assert.deepStrictEqual((yield* Fiber.join(stays)).body.results, [[0]])
        assert.deepStrictEqual([gate.seen.begun, gate.seen.interrupted], [1, 0])
      })
    ))

  it.effect("ten queries of a project run at once; the next one is tried for a moment, waits, and is refused after a while", () =>
    inWorld(({ ask, gate }) =>
      Effect.gen(function*() {
        yield* gate.close
        const begin = (n: number) => Effect.forkChild(ask(select(`select ${n} from numbers(1)`)))
        const running = yield* Effect.forEach(Array.from({ length: 10 }, (_, n) => n), begin)
        yield* turns
        const eleventh = yield* begin(11)
        yield* turns
        assert.strictEqual(gate.seen.running, 11)
        yield* TestClock.adjust("500 millis")
        assert.strictEqual(gate.seen.running, 10)
        yield* TestClock.adjust("31 seconds")
        const refused = yield* Fiber.join(eleventh)
        assert.deepStrictEqual([refused.status, refused.body.code], [429, "too_many_queries"])
        const twelfth = yield* begin(12)
        yield* turns
        yield* gate.open
        for (const fiber of running) assert.strictEqual((yield* Fiber.join(fiber)).status, 200)
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual((yield* Fiber.join(twelfth)).body.results, [[12]])
      })
    ))
})
