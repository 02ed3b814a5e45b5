import { assert, layer } from "@effect/vitest"
import { deriveProperties } from "@hedgerow/core/events/DerivedProperties"
import type { Event } from "@hedgerow/core/events/Event"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { distinctIdCopied, distinctIdRemoved } from "@hedgerow/core/persons/CopiedPersons"
import { EngineLimits, noEngineBounds } from "@hedgerow/core/query/EngineLimits"
import { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { resolveStatement } from "@hedgerow/core/query/tables/Resolver"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import { parseStatement } from "@hedgerow/sql/parse/Parser"
import type { Expr, QueryPlan, SelectPlan, Source } from "@hedgerow/sql/plan/Plan"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import { addHotKey } from "@hedgerow/storage-clickhouse/hotkeys/HotColumns"
import { ClickHouseUnavailable } from "@hedgerow/storage-clickhouse/protocol/ClickHouseErrors"
import * as ClickHouseQueryEngine from "@hedgerow/storage-clickhouse/query/ClickHouseQueryEngine"
import { querySettings } from "@hedgerow/storage-clickhouse/query/QuerySettings"
import { renderPlan } from "@hedgerow/storage-clickhouse/query/RenderPlan"
import { copyColumns, copyRow } from "@hedgerow/storage-clickhouse/replication/CopyRows"
import { fixtures, SeedTables, SmallPlans as P } from "@hedgerow/testing/contracts"
import { Duration, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as EventStoreTest from "../EventStoreTest.ts"
import * as ChSeedTables from "./ChSeedTables.ts"

const second = 1_000_000
const january = Date.UTC(2024, 0, 1) * 1000

const eventAt = (index: number, properties: object): Event => ({
  project_id: P.project,
  uuid: deriveUuid(P.project, `event ${index}`),
  event: index % 2 === 0 ? "opened" : "closed",
  distinct_id: `walker ${index}`,
  person_id: deriveUuid(P.project, `walker ${index % 10}`),
  person_mode: "full",
  timestamp: january + index * 86_400 * second + 1 as EventTime,
  sent_at: null,
  received_at: january as EventTime,
  inserted_at: january as EventTime,
  properties: JSON.stringify(properties),
  derived: deriveProperties(JSON.stringify(properties)),
  person_properties: "{}",
  person_created_at: null,
  group_0: "",
  group_1: "",
  group_2: "",
  group_3: "",
  group_4: "",
  session_id: "",
  window_id: "",
  elements_chain: "",
  lib: ""
})

const strange = {
  a: "[1,2]",
  b: [1e21, { k: [-2.5e-7, "x\"/y", null] }],
  c: { d: { e: { f: { g: "deep" }, h: [true, 7] } } },
  "x.y/`z": { "": "odd" }
}

const seeded = Layer.effectDiscard(Effect.flatMap(SeedTables, (tables) =>
  tables.seed(P.project, {
    events: [
      ...Array.from({ length: 200 }, (_, i) => eventAt(i, { plan: i % 4 === 0 ? "pro" : "free", price: i / 2 })),
      { ...eventAt(200, strange), event: "strange" }
    ]
  }))).pipe(
    Layer.provideMerge(Layer.mergeAll(ClickHouseQueryEngine.layer, ChSeedTables.layer)),
    Layer.provideMerge(EventStoreTest.clickhouse)
  )

/** A query that would take hours: all pairs of pairs of the events. */
const endless = (): SelectPlan => {
  const cross = (left: Source, right: Source): Source => ({ _tag: "Join", kind: "cross", left, right, on: undefined })
  const from = ["a", "b", "c", "d", "f"].map((alias) => P.scan("events", alias)).reduce(cross, P.events)
  return P.select([P.aggregate("count", [])], {
    from,
    where: P.call("notEquals", [P.column("a", "events", "distinct_id"), P.column("f", "events", "lib")])
  })
}

const run = (plan: QueryPlan) =>
  Effect.flatMap(QueryEngine, (engine) => engine.run(plan, { timeout: Duration.seconds(20) }))

/** The number of statements over all those events that the engine works on. */
const running = Effect.gen(function*() {
  const clickhouse = yield* ClickHouse
  const { rows } = yield* clickhouse.query({
    sql: "SELECT count() FROM system.processes WHERE query LIKE '%CROSS JOIN%' AND query NOT LIKE '%system.processes%'"
  })
  return Number(rows[0]?.[0])
})

const untilRunning = (expected: (count: number) => boolean) =>
  running.pipe(Effect.delay("20 millis"), Effect.repeat({ while: (count) => !expected(count), times: 200 }))

/** The parts that the engine would read for a plan. */
const explain = Effect.fnUntraced(function*(plan: SelectPlan) {
  const clickhouse = yield* ClickHouse
  const { params, sql } = renderPlan(plan, new Map())
  const { rows } = yield* clickhouse.query({
    sql: `EXPLAIN indexes = 1 ${sql}`,
    params,
    settings: querySettings(10, false, {})
  })
  return rows.map(([line]) => String(line)).join("\n")
})

layer(seeded, { timeout: "10 minutes" })("ClickHouseQueryEngine", (it) => {
  it.effect("stops the statement in the engine when the query is interrupted", () =>
    Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(run(endless()))
      assert.isAbove(yield* untilRunning((count) => count > 0), 0)
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(yield* untilRunning((count) => count === 0), 0)
      assert.deepStrictEqual((yield* run(P.select([P.number(1)]))).rows, [[1]])
    }).pipe(TestClock.withLive))

  it.effect("aggregates around 1970, NaN and NULL in code that ClickHouse has compiled, too", () =>
    Effect.gen(function*() {
      const project = fixtures.unstoredProject(P.project + 1)
      const tables = yield* SeedTables
      const times = [-900_000_000 * second, -1, 0, 900_000_000 * second]
      const numbers = [{ n: "nan", i: -7 }, { n: "-inf", $browser: "1e3" }, { n: "2.5", i: 3 }, {
        n: "Infinity",
        $os: "nan"
      }]
      yield* tables.seed(project.id, {
        events: times.map((time, i) => ({
          ...eventAt(i, numbers[i] ?? {}),
          project_id: project.id,
          timestamp: time as EventTime,
          event: "a"
        }))
      })
      const extremes = (value: string): string => `min(${value}), max(${value})`
      const statement = yield* Effect.fromResult(parseStatement(
        `select ${extremes("timestamp")}, ${extremes("toDate(timestamp)")}, `
          + `${extremes("nullIf(timestamp, toDateTime('1970-01-01 00:00:00'))")}, ${
            extremes("toFloat(properties.n)")
          }, `
          + `${
            extremes("toInt(properties.i)")
          }, sum(toInt(properties.i)), avg(toFloat(properties.i)), any(properties.n), `
          + `${extremes("toFloat(properties.$browser)")}, ${extremes("toFloat(properties.$os)")}, `
          + "quantile(0.5)(toFloat(properties.i)) from events group by event"
      ))
      const { plan } = yield* Effect.fromResult(resolveStatement(statement, { project, now: 0 as EventTime }))
      const [first = 0, , , last = 0] = times
      const days = [first, last].map((time) => Math.floor(time / second / 86_400))
      const found = [-Infinity, 2.5, -7, 3, -4, -2, "-inf", 1000, 1000, Number.NaN, Number.NaN, -2]
      const expected = [first, last, ...days, first, last, ...found]
      for (let turn = 0; turn < 8; turn++) assert.deepStrictEqual((yield* run(plan)).rows, [expected])
    }).pipe(TestClock.withLive))

  it.effect("stops the statement at its limit", () =>
    Effect.gen(function*() {
      const engine = yield* QueryEngine
      const failure = yield* Effect.flip(engine.run(endless(), { timeout: Duration.millis(200) }))
      assert.deepInclude(failure, { _tag: "QueryTimedOut", limitMillis: 200 })
      assert.strictEqual(yield* untilRunning((count) => count === 0), 0)
    }).pipe(TestClock.withLive))

  it.effect("stands still while nobody takes its rows, in the engine too, and is stopped there when it is left", () =>
    Effect.gen(function*() {
      const clickhouse = yield* ClickHouse
      const sql = "SELECT number, toString(number) FROM numbers(1000000000000)"
      const work = Effect.map(
        clickhouse.query({
          sql: "SELECT read_rows, ProfileEvents['OSCPUVirtualTimeMicroseconds'] FROM system.processes " +
            "WHERE Settings['log_comment'] = 'unread'"
        }),
        ({ rows }) => rows[0]
      )
      yield* Effect.scoped(Effect.gen(function*() {
        const { next } = yield* clickhouse.open({ sql, logComment: "unread" })
        yield* next
        let before = yield* work
        yield* Effect.repeat(Effect.delay(work, "100 millis"), {
          until: (now) => {
            const isSame = now !== undefined && String(now) === String(before)
            before = now
            return isSame
          },
          times: 50
        })
        const stopped = yield* work
        // Rows in the buffers on the way: one block of the engine, one pipe and some of the connection.
        assert.isBelow(Number(stopped?.[0]), 2_000_000)
        yield* Effect.sleep("300 millis")
        assert.deepStrictEqual(yield* work, stopped)
        for (let i = 0; i < 200; i++) yield* next
        assert.isAbove(Number((yield* work)?.[0]), Number(stopped?.[0]))
      }))
      assert.isUndefined(yield* Effect.repeat(work, { until: (now) => now === undefined, times: 100 }))
    }).pipe(TestClock.withLive))

  it.effect("has limits of memory and of rows", () =>
    Effect.gen(function*() {
      const plan = P.select([P.aggregate("countDistinct", [P.event("distinct_id")])], { from: P.events })
      const failureWith = (options: ClickHouseQueryEngine.QueryLimitOptions) =>
        Effect.flip(run(plan)).pipe(Effect.provide(Layer.fresh(ClickHouseQueryEngine.layerWith(options))))
      assert.strictEqual((yield* failureWith({ maxMemory: 1000 }))._tag, "QueryTooLarge")
      assert.strictEqual((yield* failureWith({ maxRowsToRead: 10 }))._tag, "QueryTooLarge")
      assert.strictEqual((yield* failureWith({ maxBytesToRead: 10 }))._tag, "QueryTooLarge")
      const bounds = [["memory", { memory: 1_000 }], ["rows", { rowsRead: 10 }], ["bytes", { bytesRead: 10 }]] as const
      for (const [limit, bound] of bounds) {
        const limits = { ...noEngineBounds, ...bound }
        const error = yield* Effect.flip(run(plan)).pipe(Effect.provideService(EngineLimits, limits))
        assert.deepInclude(error, { _tag: "QueryTooLarge", limit })
      }
    }))

  it.effect("reads only the days and names that the conditions leave", () =>
    Effect.gen(function*() {
      const since = P.dateCall("add", "day", "Europe/Berlin", [P.literal(january, P.instant), P.number(190)], P.instant)
      const isLate = P.call("greaterOrEquals", [P.event("timestamp"), since])
      const isOpened = P.call("equals", [P.event("event"), P.text("opened")])
      const plan = P.select([P.property("properties", "plan")], {
        from: P.events,
        where: P.call("and", [isLate, P.call("coalesce", [isOpened, P.literal(0, P.uint8)])])
      })
      const text = yield* explain(plan)
      assert.match(text, /PrimaryKey[^]*Keys:\s+project_id\s+toDate32\(timestamp\)\s+event/)
      assert.strictEqual((yield* run(plan)).rows.length, 5)
    }))

  it.effect("reads documents in arrays and below the cells as the text has them", () =>
    Effect.gen(function*() {
      const of = (...path: ReadonlyArray<string>): Expr => P.property("properties", ...path)
      const where = P.call("equals", [P.event("event"), P.text("strange")])
      const exprs = [
        of("a"),
        of("a", "1"),
        of("b"),
        of("b", "1"),
        of("b", "2", "k"),
        of("b", "2", "k", "1"),
        of("b", "2", "k", "2"),
        of("b", "2", "k", "3"),
        of("c", "d", "e", "f"),
        of("c", "d", "e", "f", "g"),
        of("c", "d", "e", "h", "2"),
        of("x.y/`z", "")
      ]
      const { rows } = yield* run(P.select(exprs, { from: P.events, where }))
      assert.deepStrictEqual(rows, [[
        "[1,2]",
        null,
        "[1000000000000000000000,{\"k\":[-0.00000025,\"x\\\"/y\",null]}]",
        "1000000000000000000000",
        "[-0.00000025,\"x\\\"/y\",null]",
        "-0.00000025",
        "x\"/y",
        null,
        "{\"g\":\"deep\"}",
        "deep",
        "7",
        "odd"
      ]])
    }))

  it.effect("uses the column of a hot key as soon as it knows of it", () =>
    Effect.gen(function*() {
      const plan = P.select([P.property("properties", "plan"), P.aggregate("count", [])], {
        from: P.events,
        groupBy: [P.property("properties", "plan")],
        orderBy: [{ expr: P.property("properties", "plan"), descending: false }]
      })
      const before = yield* run(plan)
      yield* addHotKey({ key: "plan", fewValues: true })
      const after = yield* run(plan).pipe(Effect.provide(Layer.fresh(ClickHouseQueryEngine.layer)))
      assert.notInclude(before.statement ?? "", "mat_plan")
      assert.include(after.statement ?? "", "mat_plan")
      assert.deepStrictEqual(after.rows, before.rows)
      assert.deepStrictEqual(after.rows, [["free", 150], ["pro", 50], [null, 1]])
    }))

  it.effect("has an answer for the next query when the engine was away and is back", () =>
    Effect.gen(function*() {
      const clickHouse = yield* ClickHouse
      const away = new ClickHouseUnavailable({ cause: new Error("away") })
      let isAway = true
      const sometimes = ClickHouse.of({
        ...clickHouse,
        query: (statement) => Effect.suspend(() => isAway ? Effect.fail(away) : clickHouse.query(statement))
      })
      yield* Effect.gen(function*() {
        const error = yield* Effect.flip(run(P.select([P.number(1)])))
        assert.strictEqual(error._tag, "QueryEngineUnavailable")
        isAway = false
        assert.deepStrictEqual((yield* run(P.select([P.number(1)]))).rows, [[1]])
      }).pipe(
        Effect.provide(
          Layer.fresh(ClickHouseQueryEngine.layer).pipe(Layer.provide(Layer.succeed(ClickHouse, sometimes)))
        )
      )
    }))

  it.effect("sees the latest copy of a row, and none that was removed", () =>
    Effect.gen(function*() {
      const clickhouse = yield* ClickHouse
      const [ann, bob] = [deriveUuid(P.project, "ann"), deriveUuid(P.project, "bob")]
      const changes = [
        distinctIdCopied(P.project, "a", ann),
        distinctIdCopied(P.project, "b", ann),
        distinctIdCopied(P.project, "a", bob),
        distinctIdRemoved(P.project, "b")
      ]
      for (const [place, { payload }] of changes.entries()) {
        const line = copyRow("person_distinct_ids", P.project, place + 1, payload)
        yield* clickhouse.insert("person_distinct_ids", copyColumns("person_distinct_ids"), [line])
      }
      const column = (name: string) => P.column("d", "person_distinct_ids", name)
      const plan = P.select([column("distinct_id"), column("person_id")], {
        from: P.scan("person_distinct_ids", "d")
      })
      assert.deepStrictEqual((yield* run(plan)).rows, [["a", bob]])
    }))

  it.effect("takes lists, statements and expressions of the sizes that the dialect allows", () =>
    Effect.gen(function*() {
      const items = Array.from({ length: 100_000 }, (_, i) => `walker '${i}\\`).concat("walker 7")
      const where: Expr = { _tag: "InList", value: P.event("distinct_id"), items, negated: false, type: P.uint8 }
      const count = P.aggregate("count", [])
      assert.deepStrictEqual((yield* run(P.select([count], { from: P.events, where }))).rows, [[1]])
      const deep = Array.from({ length: 200 }).reduce<Expr>(
        (sum) => P.call("plus", [sum, P.number(1)], P.int),
        P.number(0)
      )
      assert.deepStrictEqual((yield* run(P.select([deep]))).rows, [[200]])
      const wide = P.call(
        "or",
        Array.from({ length: 5000 }, (_, i) => P.call("equals", [P.event("event"), P.text(`e${i}`)]))
      )
      assert.deepStrictEqual((yield* run(P.select([count], { from: P.events, where: wide }))).rows, [[0]])
    }))
})
