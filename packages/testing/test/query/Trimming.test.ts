import { assert, it } from "@effect/vitest"
import { type EventTime, now as currentTime } from "@hedgerow/core/events/EventTime"
import { Jobs } from "@hedgerow/core/jobs/Jobs"
import { trimming } from "@hedgerow/core/query/execution/ExecutionTrimming"
import { QueryResultRepository } from "@hedgerow/core/query/execution/QueryResultRepository"
import { QueryRunRepository } from "@hedgerow/core/query/execution/QueryRunRepository"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { inWorld, select } from "./QueryWorld.ts"

const inBackground = (client_query_id: string, sql: string) => select(sql, { refresh: "force_async", client_query_id })

const day = 24 * 3_600_000_000

it.effect("the daily job removes runs and answers that are over, and leaves those that are not", () =>
  inWorld(({ api, ask, gate, statusOf, untilOver }) =>
    Effect.gen(function*() {
      yield* TestClock.adjust("30 days")
      const results = yield* QueryResultRepository
      const runs = yield* QueryRunRepository
      yield* ask(inBackground("expired", "select 1 from numbers(1)"))
      yield* untilOver("expired")
      yield* TestClock.adjust("21 minutes")
      yield* ask(inBackground("kept", "select 2 from numbers(1)"))
      const { cache_key } = yield* untilOver("kept")
      yield* gate.close
      yield* ask(inBackground("running", "select 3 from numbers(1)"))
      yield* TestClock.adjust("1 second")
      const now = yield* currentTime
      const isKept = (key: string) => Effect.map(results.find(api.project.id, key, now), Option.isSome)
      const old = {
        project_id: api.project.id,
        cache_key: "cache_old",
        body: "{}",
        computed_at: now - 8 * day as EventTime
      }
      yield* results.keep(old)
      assert.deepStrictEqual(yield* Effect.all([isKept("cache_old"), isKept(cache_key)]), [true, true])
      yield* (yield* Jobs).enqueue(trimming, { project: null, payload: {} })
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* Effect.all([isKept("cache_old"), isKept(cache_key)]), [false, true])
      assert.strictEqual(yield* runs.removeExpired(now, 100), 0)
      assert.strictEqual((yield* statusOf("kept")).status, "done")
      assert.strictEqual((yield* statusOf("running")).status, "running")
    })
  ))
