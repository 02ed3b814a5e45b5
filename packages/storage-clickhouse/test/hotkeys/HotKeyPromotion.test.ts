import { assert, layer } from "@effect/vitest"
import { EventStore } from "@hedgerow/core/events/EventStore"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { StorageHandlers } from "@hedgerow/core/Workers"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import * as ClickHouseEventStore from "@hedgerow/storage-clickhouse/events/ClickHouseEventStore"
import { promote } from "@hedgerow/storage-clickhouse/hotkeys/HotKeyPromotion"
import * as HotKeyPromotion from "@hedgerow/storage-clickhouse/hotkeys/HotKeyPromotion"
import { defaultHotKeyRule } from "@hedgerow/storage-clickhouse/hotkeys/HotKeyRule"
import * as PropertyReads from "@hedgerow/storage-clickhouse/hotkeys/PropertyReads"
import * as ClickHouseQueryEngine from "@hedgerow/storage-clickhouse/query/ClickHouseQueryEngine"
import { CopyProgress } from "@hedgerow/storage-clickhouse/replication/AwaitCopies"
import { fixtures, SmallPlans as P } from "@hedgerow/testing/contracts"
import { Clock, Duration, Effect, Layer } from "effect"
import { clickhouse } from "../EventStoreTest.ts"

const store = Layer.provideMerge(ClickHouseEventStore.layer, clickhouse)

/** The engine of one server, which writes what it has counted when it stops. */
const oneServer = ClickHouseQueryEngine.layer.pipe(
  Layer.provide([PropertyReads.layer, CopyProgress.layerNothingReported]),
  Layer.fresh
)

const readsOf = (...keys: ReadonlyArray<string>) =>
  P.select(keys.map((key) => P.property("properties", key)), {
    from: P.events,
    orderBy: [{ expr: P.event("uuid"), descending: false }]
  })

const read = (...keys: ReadonlyArray<string>) =>
  Effect.flatMap(QueryEngine, (engine) => engine.run(readsOf(...keys), { timeout: Duration.seconds(20) }))

const values = (at: number) => ({
  plan: at % 2 === 0 ? "pro" : "free",
  "session/id": `s${at}`,
  ...at % 10 === 0 ? { rare: at } : {}
})

const append = Effect.fnUntraced(function*(project: ProjectId, count: number) {
  const events = yield* EventStore
  const now = (yield* Clock.currentTimeMillis) * 1000 - 60_000_000
  const made = yield* Effect.forEach(
    Array.from({ length: count }),
    (_, at) => fixtures.makeEvent(project, { timestamp: now as EventTime, derived: JSON.stringify(values(at)) })
  )
  yield* events.append(yield* makeUuid7, made)
})

const uses = Effect.gen(function*() {
  const { rows } = yield* (yield* ClickHouse).query({
    sql: "SELECT project_id, key, sum(queries), sum(rows_read) FROM property_reads GROUP BY 1, 2 ORDER BY 1, 2"
  })
  return rows.map(([project, key, queries, read]) => [project, key, Number(queries), Number(read)])
})

const rule = { ...defaultHotKeyRule, leastQueries: 3, mostFewValues: 10 }

layer(store, { excludeTestServices: true, timeout: "10 minutes" })("hot keys by use", (it) => {
  it.effect("counts of several servers add up, by project and key, without timelines and hot keys", () =>
    Effect.gen(function*() {
      yield* append(P.project, 100)
      yield* append(9 as ProjectId, 10)
      for (const count of [1, 2]) {
        yield* Effect.repeat(read("plan", "session/id", "rare"), { times: count - 1 }).pipe(Effect.provide(oneServer))
      }
      yield* Effect.gen(function*() {
        const engine = yield* QueryEngine
        const ofPerson = P.call("equals", [P.event("distinct_id"), P.text("somebody")])
        yield* engine.run({ ...readsOf("plan"), where: ofPerson }, { timeout: Duration.seconds(20) })
        yield* read("$browser")
        const plan = P.select([P.property("properties", "plan")], { from: P.scan("events", "e", 9 as ProjectId) })
        yield* engine.run(plan, { timeout: Duration.seconds(20) })
      }).pipe(Effect.provide(oneServer))
      const counted = yield* uses
      assert.deepStrictEqual(counted.map(([project, key, queries]) => [project, key, queries]), [
        [P.project, "plan", 3],
        [P.project, "rare", 3],
        [P.project, "session/id", 3],
        [9, "plan", 1]
      ])
      // The rows of both projects are in one granule once the engine has merged their parts.
      assert.isTrue(counted.every(([, , queries, rows]) => {
        const [least, most] = queries === 3 ? [300, 330] : [10, 110]
        return Number(rows) >= least && Number(rows) <= most
      }))
    }))

  it.effect("a key that is read often has a column, with the same cells, while events come in", () =>
    Effect.gen(function*() {
      const keys = ["plan", "session/id", "rare"]
      const before = yield* read(...keys).pipe(Effect.provide(oneServer))
      assert.include(before.statement, "`pj`.`plan`.:String")
      assert.deepStrictEqual(yield* promote({ ...rule, leastQueries: 100 }), [])

      const [promoted] = yield* Effect.all([promote(rule), Effect.repeat(append(8 as ProjectId, 50), { times: 9 })], {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(promoted, [{ key: "plan", fewValues: true }, { key: "session/id", fewValues: false }])

      const after = yield* read(...keys).pipe(Effect.provide(oneServer))
      assert.include(after.statement, "`mat_plan`")
      assert.include(after.statement, "`mat_session%2Fid`")
      assert.include(after.statement, "`pj`.`rare`.:String")
      assert.deepStrictEqual(after.rows, before.rows)
      const { rows } = yield* (yield* ClickHouse).query({
        sql: "SELECT count(), countIf(mat_plan IS DISTINCT FROM pj.plan.:String) FROM events WHERE project_id = 8"
      })
      assert.deepStrictEqual(rows.flat().map(Number), [500, 0])
    }))

  it.effect("a run after that changes nothing, and the number of columns is bounded", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* promote(rule), [])
      const everyKey = { ...rule, leastShare: 0 }
      assert.deepStrictEqual(yield* promote({ ...everyKey, mostColumns: 8 }), [])
      assert.deepStrictEqual(yield* promote({ ...everyKey, mostColumns: 9 }), [{ key: "rare", fewValues: true }])
    }))

  it.effect("the storage brings the daily job", () =>
    Effect.gen(function*() {
      const handlers = yield* StorageHandlers
      assert.deepStrictEqual(handlers.map(({ name, schedule }) => [name, schedule]), [
        ["clickhouse.promote_hot_keys", Duration.days(1)]
      ])
    }).pipe(Effect.provide(HotKeyPromotion.layer)))
})
