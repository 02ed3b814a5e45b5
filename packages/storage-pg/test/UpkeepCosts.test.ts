import { PgClient } from "@effect/sql-pg"
import { assert, it } from "@effect/vitest"
import { EventKeys } from "@hedgerow/core/events/EventKeys"
import { JobId } from "@hedgerow/core/jobs/Job"
import { JobRepository } from "@hedgerow/core/jobs/JobRepository"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { blankSurvey } from "@hedgerow/core/surveys/editing/SurveyChanging"
import type { SurveyId } from "@hedgerow/core/surveys/Survey"
import { surveyEntity } from "@hedgerow/core/surveys/SurveyEntity"
import { PgStorage } from "@hedgerow/storage-pg"
import * as PgEntity from "@hedgerow/storage-pg/entities/PgEntity"
import { fixtures } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { DateTime, Effect, Layer, Option, Queue } from "effect"
import { SqlClient } from "effect/sql"

const storage = PgStorage.layerPorts.pipe(Layer.provideMerge(PgTest.layer))

/** The number of rows of a table that the effect read. */
const rowsRead = <A, E, R>(table: string, effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { run } = yield* Transaction
    return yield* run(Effect.gen(function*() {
      const answer = yield* effect
      const [row] = yield* sql<{ read: number }>`SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int4 AS read
        FROM pg_stat_xact_user_tables WHERE relname = ${table}`
      return { answer, read: row?.read ?? 0 }
    }))
  })

it.live("a worker does not read the jobs of kinds that are not its own, however many are due", () =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const jobs = yield* JobRepository
    const now = yield* DateTime.now
    yield* sql`INSERT INTO jobs (id, kind, payload, state, run_at, attempts, max_attempts, lease, created_at)
      SELECT gen_random_uuid(), CASE WHEN n % 10000 = 0 THEN 'own' ELSE 'foreign' END, '{}', 'ready',
        now() - interval '1 day' + n * interval '1 ms', 0, 3, 0, now()
      FROM generate_series(1, 50000) n`
    yield* sql`ANALYZE jobs`
    const next = yield* rowsRead("jobs", jobs.nextDue(["own"]))
    assert.isTrue(Option.isSome(next.answer))
    assert.isAtMost(next.read, 10)
    const until = DateTime.add(now, { seconds: 30 })
    const claimed = yield* rowsRead("jobs", jobs.claim({ kinds: ["own", "none"], node: "n", now, until, limit: 4 }))
    assert.lengthOf(claimed.answer, 4)
    assert.isAtMost(claimed.read, 40)
    const tally = yield* rowsRead("jobs", jobs.tally(1000))
    assert.deepStrictEqual(tally.answer, { ready: 1000, running: 4, failed: 0 })
    assert.isAtMost(tally.read, 1100)
  }).pipe(Effect.provide(storage)))

it.live("what a page shows to its end is not counted beside it", () =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    let counts = 0
    const watched = new Proxy(sql, {
      apply: (target, self, parts: [TemplateStringsArray]) => {
        if (String(parts[0][0]).startsWith("SELECT count(*)")) counts += 1
        return Reflect.apply(target, self, parts)
      }
    })
    const surveys = yield* Effect.provideService(PgEntity.make(surveyEntity), SqlClient.SqlClient, watched)
    const { id } = yield* fixtures.makeProject
    const created_at = yield* DateTime.now
    for (const name of ["a", "b", "c"]) {
      const fields = { project_id: id, name, type: "popover", created_by: null, created_at } as const
      yield* surveys.insert(blankSurvey({ ...fields, id: (yield* makeUuid7) as SurveyId }))
    }
    const listed = Effect.fnUntraced(function*(limit: number, offset: number) {
      const before = counts
      const { count, items } = yield* surveys.list(id, {}, { limit, offset })
      return [count, items.length, counts - before]
    })
    assert.deepStrictEqual(yield* listed(3, 0), [3, 3, 0])
    assert.deepStrictEqual(yield* listed(2, 0), [3, 2, 1])
    assert.deepStrictEqual(yield* listed(2, 2), [3, 1, 0])
    assert.deepStrictEqual(yield* listed(2, 5), [3, 0, 1])
  }).pipe(Effect.provide(storage)))

it.live("a job that is due later than every worker looks is not announced", () =>
  Effect.gen(function*() {
    const client = yield* PgClient.PgClient
    const jobs = yield* JobRepository
    const now = yield* DateTime.now
    const announced = yield* client.listen("hedgerow")
    const enqueue = Effect.fnUntraced(function*(run_at: DateTime.Utc) {
      const id = JobId.make(yield* makeUuid7)
      const fields = { project_id: null, kind: "dig", unique_key: null, payload: {}, max_attempts: 3 }
      yield* jobs.enqueue({ id, ...fields, run_at, created_at: now })
    })
    yield* enqueue(DateTime.add(now, { minutes: 1 }))
    yield* Effect.sleep("200 millis")
    assert.strictEqual(yield* Queue.size(announced), 0)
    yield* enqueue(DateTime.add(now, { seconds: 5 }))
    assert.include((yield* Queue.take(announced)).payload, "jobs")
  }).pipe(Effect.scoped, Effect.provide(storage)))

it.live("old event keys are found in one pass, wherever they lie", () =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const keys = yield* EventKeys
    yield* sql`INSERT INTO event_key (project_id, uuid, batch_id, confirmed, arrived, leased_until)
      SELECT 1, gen_random_uuid(), gen_random_uuid(), true, arrived, arrived FROM (
        SELECT now() - CASE WHEN n % 2 = 0 THEN interval '40 days' ELSE interval '1 day' END AS arrived
        FROM generate_series(1, 60000) n
      ) k`
    yield* sql`ANALYZE event_key`
    const before = DateTime.subtract(yield* DateTime.now, { days: 30 })
    const { answer, read } = yield* rowsRead("event_key", keys.removeOld(before))
    assert.strictEqual(answer, 30_000)
    assert.isAtMost(read, 60_000 + 30_000 + 1000)
    const [left] = yield* sql<{ count: number }>`SELECT count(*)::int4 AS count FROM event_key`
    assert.strictEqual(left?.count, 30_000)
  }).pipe(Effect.provide(storage)))
