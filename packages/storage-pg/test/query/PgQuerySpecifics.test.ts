import { assert, layer } from "@effect/vitest"
import type { Event } from "@hedgerow/core/events/Event"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import type { Expr, SelectPlan, Source } from "@hedgerow/sql/plan/Plan"
import { integerCell } from "@hedgerow/sql/types/Cell"
import { dateTime, scalar } from "@hedgerow/sql/types/SqlType"
import { PgDatabase } from "@hedgerow/storage-pg"
import * as PgQueryEngine from "@hedgerow/storage-pg/query/PgQueryEngine"
import { renderPlan } from "@hedgerow/storage-pg/query/RenderPlan"
import { queryHelpers } from "@hedgerow/storage-pg/query/server/QueryFunctions"
import { SeedTables, SmallPlans as P } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Duration, Effect, Fiber, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as PgSeedTables from "./PgSeedTables.ts"

const storage = Layer.mergeAll(PgQueryEngine.layer, PgSeedTables.layer).pipe(Layer.provideMerge(PgTest.layer))

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
  derived: JSON.stringify(properties),
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

/** A query that would take hours: all pairs of pairs of the events. */
const endless = (): SelectPlan => {
  const cross = (left: Source, right: Source): Source => ({ _tag: "Join", kind: "cross", left, right, on: undefined })
  const from = ["a", "b", "c", "d", "f"].map((alias) => P.scan("events", alias)).reduce(cross, P.events)
  return P.select([P.aggregate("count", [])], {
    from,
    where: P.call("notEquals", [P.column("a", "events", "distinct_id"), P.column("f", "events", "lib")])
  })
}

const run = (plan: SelectPlan) =>
  Effect.flatMap(QueryEngine, (engine) => engine.run(plan, { timeout: Duration.seconds(20) }))
const valueOf = (expr: Expr) => Effect.map(run(P.select([expr])), ({ rows }) => rows[0]?.[0])
const codeOf = (expr: Expr) =>
  valueOf(expr).pipe(
    Effect.map(() => "no failure"),
    Effect.catchTag("QueryRuntimeError", ({ code }) => Effect.succeed(code))
  )

/** The number of sessions of this database that run a statement over all those events. */
const running = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'active' AND query LIKE '%CROSS JOIN%'
    AND pid <> pg_backend_pid()`
  return rows.length
})

/** Waits for the server: each round is a query of its own. */
const untilRunning = (expected: (count: number) => boolean) =>
  running.pipe(Effect.repeat({ while: (count) => !expected(count), times: 2000 }))

const seeded = Layer.effectDiscard(Effect.flatMap(SeedTables, (tables) =>
  tables.seed(P.project, {
    events: Array.from({ length: 200 }, (_, i) => eventAt(i, { plan: i % 4 === 0 ? "pro" : "free", price: i / 2 }))
  }))).pipe(Layer.provideMerge(storage))

layer(seeded)("PgQueryEngine", (it) => {
  it.effect("stops the statement in the server when the query is interrupted", () =>
    Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(run(endless()))
      assert.isAbove(yield* untilRunning((count) => count > 0), 0)
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(yield* untilRunning((count) => count === 0), 0)
      assert.strictEqual(yield* valueOf(P.number(1)), 1)
    }))

  it.effect("the server waits while nobody takes its rows, and is free when the stream is left", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const engine = yield* QueryEngine
      const { from } = endless()
      const plan = P.select([P.column("a", "events", "distinct_id"), P.column("f", "events", "uuid")], { from })
      const waiting = sql<{ readonly wait_event: string | null }>`SELECT wait_event FROM pg_stat_activity
        WHERE datname = current_database() AND state = 'active' AND query LIKE '%CROSS JOIN%'
        AND pid <> pg_backend_pid()`
      const pieces = engine.stream(plan, { timeout: Duration.seconds(20) }).pipe(
        Stream.take(2),
        Stream.mapEffect(({ _tag }) =>
          _tag === "Columns" ? Effect.succeed("") : Effect.map(
            Effect.repeat(waiting, { until: (rows) => rows[0]?.wait_event === "ClientWrite", times: 2000 }),
            (rows) => rows.map(({ wait_event }) => wait_event).join()
          )
        )
      )
      assert.deepStrictEqual(yield* Stream.runCollect(pieces), ["", "ClientWrite"])
      assert.strictEqual(yield* untilRunning((count) => count === 0), 0)
    }).pipe(TestClock.withLive))

  it.effect("leaves connections of the pool to the rest, however many queries wait", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { maxConnections } = yield* PgDatabase.PgDatabase
      const slow = yield* Effect.forkChild(
        Effect.forEach(Array.from({ length: maxConnections + 5 }), () => run(endless()), { concurrency: "unbounded" })
      )
      assert.strictEqual(yield* untilRunning((count) => count >= maxConnections - 4), maxConnections - 4)
      const free = yield* Effect.all(Array.from({ length: 20 }, () => sql`SELECT 1 AS one`), {
        concurrency: "unbounded"
      })
      assert.strictEqual(free.length, 20)
      assert.strictEqual(yield* running, maxConnections - 4)
      yield* Fiber.interrupt(slow)
      assert.strictEqual(yield* untilRunning((count) => count === 0), 0)
    }))

  it.effect("a query that waits too long for its turn is refused with a time to come back", () =>
    Effect.gen(function*() {
      const { maxConnections } = yield* PgDatabase.PgDatabase
      const slow = yield* Effect.forkChild(
        Effect.forEach(Array.from({ length: maxConnections - 4 }), () => run(endless()), { concurrency: "unbounded" })
      )
      yield* untilRunning((count) => count >= maxConnections - 4)
      const late = yield* Effect.forkChild(Effect.flip(run(endless())))
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual((yield* Fiber.join(late))._tag, "QueryEngineBusy")
      yield* Fiber.interrupt(slow)
      assert.strictEqual(yield* untilRunning((count) => count === 0), 0)
    }))

  it.effect("stops the statement at its limit", () =>
    Effect.gen(function*() {
      const engine = yield* QueryEngine
      const failure = yield* Effect.flip(engine.run(endless(), { timeout: Duration.millis(200) }))
      assert.strictEqual(failure._tag, "QueryTimedOut")
      assert.deepInclude(failure, { limitMillis: 200 })
      assert.strictEqual(yield* untilRunning((count) => count === 0), 0)
    }))

  it.effect("refuses a text that no text of the database can be equal to", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* codeOf(P.text("a\u0000")), "invalid_text")
    }))

  it.effect("carries every kind of cell exactly", () =>
    Effect.gen(function*() {
      const cells: ReadonlyArray<Expr> = [
        P.number(2n ** 63n - 1n),
        P.number(-(2n ** 53n) + 1n),
        P.real(Number.NaN),
        P.real(-Infinity),
        P.real(5e-324),
        P.real(-0),
        P.literal(-2_208_988_799_999_999, dateTime("Asia/Kolkata")),
        P.literal(-25_567, scalar("Date")),
        P.literal(true, scalar("Bool")),
        P.text("naïve \u{1F98A} \\ ' \""),
        P.literal("0190a0a0-0000-7000-8000-00000000000a", scalar("UUID")),
        P.literal([1, 2n ** 60n, null], { kind: "Array", nullable: false, element: P.nullable(P.int) }),
        P.literal(["a", Number.NaN, false], {
          kind: "Tuple",
          nullable: false,
          elements: [P.string, P.float, scalar("Bool")]
        })
      ]
      const { rows } = yield* run(P.select(cells))
      const expected = cells.map((expr) => expr._tag === "Literal" ? expr.value : undefined)
      assert.deepStrictEqual(rows, [
        expected.map((cell) => typeof cell === "bigint" ? integerCell(cell) : cell ?? null)
      ])
    }))

  it.effect("leaves no transaction open and the session as it was", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const before = yield* sql`SHOW statement_timeout`
      yield* run(P.select([P.number(1)]))
      assert.deepStrictEqual(yield* sql`SHOW statement_timeout`, before)
      const open = yield* sql`SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND state LIKE 'idle in transaction%'`
      assert.deepStrictEqual(open, [])
    }))

  it.effect("counts the table rows it read and reports them", () =>
    Effect.gen(function*() {
      const engine = yield* QueryEngine
      const seen: Array<number> = []
      const plan = P.select([P.aggregate("count", [])], { from: P.events })
      const result = yield* engine.run(plan, {
        timeout: Duration.seconds(20),
        onProgress: ({ rowsRead }) => seen.push(rowsRead)
      })
      assert.deepStrictEqual(result.rows, [[200]])
      assert.strictEqual(result.rowsRead, 200)
      assert.strictEqual(result.bytesRead, 6)
      assert.deepStrictEqual(seen, [200])
      assert.strictEqual(result.statement, renderPlan(plan).sql)
    }))

  it.effect("runs many queries at once", () =>
    Effect.gen(function*() {
      const counts = yield* Effect.forEach(
        Array.from({ length: 40 }, (_, i) => i),
        (i) => valueOf(P.call("plus", [P.number(i), P.number(1)], P.int)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(counts, Array.from({ length: 40 }, (_, i) => i + 1))
    }))
})

/** The plan PostgreSQL chooses, as text. */
const explained = Effect.fnUntraced(function*(plan: SelectPlan) {
  const sql = yield* SqlClient.SqlClient
  const rendered = renderPlan(plan)
  const [row] = yield* sql<{ readonly schema: string }>`SELECT current_schema() AS schema`
  const helpers = queryHelpers(row?.schema ?? "")
  return yield* sql.withTransaction(Effect.gen(function*() {
    yield* sql.unsafe(`SET LOCAL search_path TO "${helpers.schema}", "${helpers.tables}"`)
    yield* sql`SET LOCAL enable_seqscan = off`
    const rows = yield* sql.unsafe<{ "QUERY PLAN": string }>(`EXPLAIN ${rendered.sql}`, rendered.values)
    return rows.map((row) => row["QUERY PLAN"]).join("\n")
  }))
})

const partitioned = Layer.effectDiscard(Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  for (const month of [1, 2, 3, 4, 5, 6, 7, 8]) yield* sql`SELECT ensure_events_partition(2024, ${month})`
})).pipe(Layer.provideMerge(seeded))

layer(partitioned)("plans of PostgreSQL", (it) => {
  const march = P.literal(Date.UTC(2024, 2, 1) * 1000, dateTime("America/New_York"))
  const april = P.literal(Date.UTC(2024, 3, 1) * 1000, dateTime("America/New_York"))
  const inMarch = P.call("and", [
    P.call("greaterOrEquals", [P.event("timestamp"), march]),
    P.call("less", [P.event("timestamp"), april])
  ])

  it.effect("read only the months that the timestamps allow", () =>
    Effect.gen(function*() {
      const text = yield* explained(P.select([P.aggregate("count", [])], { from: P.events, where: inMarch }))
      assert.deepStrictEqual([...text.matchAll(/ on (events_\w+)/g)].map(([, table]) => table), ["events_y2024m03"])
    }))

  it.effect("read only those months also through NULL wrapping and conversion of constant texts", () =>
    Effect.gen(function*() {
      const since = P.call("toDateTime", [P.text("2024-03-01"), P.text("UTC")], P.nullable(P.instant))
      const until = P.call("toDateTime", [P.text("2024-04-01"), P.text("UTC")], P.nullable(P.instant))
      const wrapped = (fn: "greaterOrEquals" | "less", bound: Expr) =>
        P.call("coalesce", [P.call(fn, [P.event("timestamp"), bound], P.nullable(P.uint8)), P.literal(0, P.uint8)])
      const where = P.call("and", [wrapped("greaterOrEquals", since), wrapped("less", until)])
      const text = yield* explained(P.select([P.aggregate("count", [])], { from: P.events, where }))
      assert.include(text, "events_y2024m03")
      assert.notInclude(text, "events_y2024m02")
      assert.notInclude(text, "events_y2024m05")
    }))

  it.effect("find the newest events in the index, without sorting", () =>
    Effect.gen(function*() {
      const text = yield* explained(P.select([P.event("event")], {
        from: P.events,
        where: inMarch,
        orderBy: [{ expr: P.event("timestamp"), descending: true }],
        limit: 10
      }))
      assert.match(text, /Index (Only )?Scan Backward/)
      assert.notInclude(text, "Sort")
    }))

  it.effect("find a group by its index though that is stored as int2", () =>
    Effect.gen(function*() {
      const where = P.call("and", [
        P.call("equals", [P.column("g", "groups", "index"), P.literal(0, P.uint8)]),
        P.call("equals", [P.column("g", "groups", "key"), P.text("acme")])
      ])
      const text = yield* explained(P.select([P.column("g", "groups", "key")], { from: P.scan("groups", "g"), where }))
      assert.match(text, /Index Cond: .*group_type_index = /)
      assert.notInclude(text, "Filter")
    }))
})
