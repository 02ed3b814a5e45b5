import { assert, it } from "@effect/vitest"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Person } from "@hedgerow/core/persons/Person"
import { type EngineBounds, EngineLimits, noEngineBounds } from "@hedgerow/core/query/EngineLimits"
import { QueryEngine, type QueryOptions, type QueryProgress } from "@hedgerow/core/query/QueryEngine"
import { batchLimits } from "@hedgerow/core/query/RowBatches"
import type { TableName } from "@hedgerow/core/query/tables/Tables"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import { type Expr, type SelectPlan, selectPlan, type Source } from "@hedgerow/sql/plan/Plan"
import { scalar } from "@hedgerow/sql/types/SqlType"
import * as MemoryQueryEngine from "@hedgerow/storage-memory/query/MemoryQueryEngine"
import { QueryRowLimit } from "@hedgerow/storage-memory/query/RowBudget"
import { type TableRows, TableSource } from "@hedgerow/storage-memory/query/TableSource"
import { Duration, Effect, Fiber, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"

const project = 7 as ProjectId
const options: QueryOptions = { timeout: Duration.minutes(1) }

const person = (index: number): Person =>
  new Person({
    project_id: project,
    id: deriveUuid(project, index),
    created_at: 0 as EventTime,
    properties: {},
    is_identified: false,
    version: index
  })
const people = Array.from({ length: 20_000 }, (_, index) => person(index))

/** An engine over that many persons that remembers its scans. */
const engineOver = (rows: number) => {
  const scans: Array<string> = []
  const tables: { readonly [T in TableName]: ReadonlyArray<TableRows[T]> } = {
    events: [],
    persons: people.slice(0, rows),
    person_distinct_ids: [],
    person_overrides: [],
    cohort_members: [],
    groups: []
  }
  const source = Layer.succeed(
    TableSource,
    TableSource.of({
      scan: (table) =>
        Effect.sync(() => {
          scans.push(table)
          return tables[table]
        })
    })
  )
  return { scans, layer: MemoryQueryEngine.layer.pipe(Layer.provide(source)) }
}

const persons = (alias: string): Source => ({ _tag: "Scan", table: "persons", tenant: project, alias })
const column = (source: string, name: "id" | "version"): Expr => ({
  _tag: "Column",
  source,
  name,
  type: scalar(name === "id" ? "UUID" : "Int64")
})
const count: Expr = { _tag: "Aggregate", fn: "count", args: [], filter: undefined, type: scalar("UInt64") }
const call = (fn: "equals" | "less", ...args: ReadonlyArray<Expr>): Expr => ({
  _tag: "Call",
  fn,
  args,
  type: scalar("UInt8")
})
const select = (exprs: ReadonlyArray<Expr>, rest: Partial<Omit<SelectPlan, "_tag">>): SelectPlan =>
  selectPlan(exprs.map((expr, index) => ({ name: `c${index}`, expr })), rest)

/** Every pair of two persons: minutes of work that keeps no row but the right side's. */
const pairs = select([count], {
  from: { _tag: "Join", kind: "cross", left: persons("a"), right: persons("b"), on: undefined },
  where: call("less", column("a", "version"), column("a", "version"))
})

const run = Effect.fnUntraced(function*(plan: SelectPlan, overrides: Partial<QueryOptions> = {}) {
  const engine = yield* QueryEngine
  return yield* engine.run(plan, { ...options, ...overrides })
})

it.effect("joins by equal keys without trying every pair", () =>
  Effect.gen(function*() {
    const on = call("equals", column("a", "id"), column("b", "id"))
    const from: Source = { _tag: "Join", kind: "inner", left: persons("a"), right: persons("b"), on }
    const { rows, rowsRead } = yield* run(select([count], { from }))
    assert.deepStrictEqual(rows, [[20_000]])
    assert.strictEqual(rowsRead, 40_000)
  }).pipe(Effect.provide(engineOver(20_000).layer)), 5_000)

it.effect("reads a table once however often the plan scans it", () => {
  const { layer, scans } = engineOver(10)
  return Effect.gen(function*() {
    yield* run(pairs)
    assert.deepStrictEqual(scans, ["persons"])
  }).pipe(Effect.provide(layer))
})

it.effect("works no further than the rows that are taken", () =>
  Effect.gen(function*() {
    let rowsRead = 0
    const engine = yield* QueryEngine
    const onProgress = (progress: QueryProgress) => {
      rowsRead = progress.rowsRead
    }
    const plan = select([column("a", "id")], { from: persons("a") })
    const pieces = engine.stream(plan, { ...options, onProgress })
    const batches = pieces.pipe(Stream.filter(({ _tag }) => _tag === "Batch"), Stream.map(() => rowsRead))
    assert.isAtMost((yield* Stream.runCollect(Stream.take(batches, 1)))[0] ?? 0, 2 * batchLimits.rows)
    const seen = yield* Stream.runCollect(batches)
    assert.deepStrictEqual(seen, seen.map((_, index) => Math.min(seen[index] ?? 0, (index + 2) * batchLimits.rows)))
    assert.strictEqual(rowsRead, 20_000)
  }).pipe(Effect.provide(engineOver(20_000).layer)))

it.effect("refuses to hold more rows than the limit", () => {
  const held = {
    answer: select([column("a", "id")], { from: persons("a") }),
    groups: select([count], { from: persons("a"), groupBy: [column("a", "id")] }),
    join: pairs,
    subquery: select([count], {
      from: { _tag: "Subquery", plan: select([column("a", "id")], { from: persons("a") }), alias: "s" }
    }),
    distinct: select([{
      _tag: "Aggregate",
      fn: "countDistinct",
      args: [column("a", "id")],
      filter: undefined,
      type: scalar("UInt64")
    }], { from: persons("a") })
  }
  return Effect.gen(function*() {
    for (const [name, plan] of Object.entries(held)) {
      const error = yield* run(plan).pipe(Effect.flip)
      assert.strictEqual(error._tag, "QueryTooLarge", name)
    }
    const { rows } = yield* run(select([count], { from: persons("a") }))
    assert.deepStrictEqual(rows, [[1000]])
  }).pipe(Effect.provideService(QueryRowLimit, 100), Effect.provide(engineOver(1000).layer))
})

it.effect("refuses to read more rows and bytes, and to hold more bytes, than a query may", () => {
  const answer = select([column("a", "id")], { from: persons("a") })
  const within = (bounds: Partial<EngineBounds>, plan = answer) =>
    run(plan).pipe(Effect.provideService(EngineLimits, { ...noEngineBounds, ...bounds }))
  return Effect.gen(function*() {
    const { bytesRead, memoryBytes = 0, rowsRead } = yield* within({})
    assert.strictEqual(rowsRead, 1_000)
    const grouped = select([count], { from: persons("a"), groupBy: [column("a", "id")] })
    const held = (yield* within({}, grouped)).memoryBytes ?? 0
    assert.isAbove(held, memoryBytes)
    yield* within({ rowsRead, bytesRead })
    yield* within({ memory: held }, grouped)
    const limits = [
      [yield* Effect.flip(within({ rowsRead: rowsRead - 1 })), "rows", 999],
      [yield* Effect.flip(within({ bytesRead: bytesRead - 1 })), "bytes", bytesRead - 1],
      [yield* Effect.flip(within({ memory: held - 1 }, grouped)), "memory", held - 1]
    ] as const
    for (const [error, limit, most] of limits) {
      assert.strictEqual(error._tag, "QueryTooLarge")
      if (error._tag === "QueryTooLarge") assert.deepStrictEqual([error.limit, error.most], [limit, most])
    }
  }).pipe(Effect.provide(engineOver(1_000).layer))
})

it.effect("lets others run after few rows when each of them takes long, and once the statement is compiled", () => {
  const version = column("a", "version")
  const pausesOf = Effect.fnUntraced(function*(plan: SelectPlan) {
    let pauses = 0
    yield* run(plan, { onProgress: () => pauses++ })
    // The last report is that of the end.
    return pauses - 1
  })
  return Effect.gen(function*() {
    const from = persons("a")
    assert.strictEqual(yield* pausesOf(select([version], { from })), 0)
    assert.isAtLeast(yield* pausesOf(select(Array.from({ length: 1_000 }, () => version), { from })), 25)
    const conditions = Array.from({ length: 6_600 }, () => call("less", version, version))
    const where: Expr = { _tag: "Call", fn: "or", args: conditions, type: scalar("UInt8") }
    assert.isAtLeast(yield* pausesOf(select([count], { from, where })), 250)
    const ofNothing = Effect.provide(pausesOf(select([count], { from, where })), engineOver(0).layer)
    assert.isAtLeast(yield* ofNothing, 1)
  }).pipe(Effect.provide(engineOver(1_000).layer))
})

it.effect("lets others run while it works, and stops when interrupted", () =>
  Effect.gen(function*() {
    const reports: Array<QueryProgress> = []
    const fiber = yield* run(pairs, { onProgress: (progress) => reports.push(progress) }).pipe(Effect.forkChild)
    while (reports.length < 5) yield* Effect.yieldNow
    yield* Fiber.interrupt(fiber)
    const stoppedAt = reports.length
    for (let i = 0; i < 20; i++) yield* Effect.yieldNow
    assert.strictEqual(reports.length, stoppedAt)
    assert.deepStrictEqual(
      reports.map(({ estimatedRowsTotal }) => estimatedRowsTotal >= 20_000),
      reports.map(() => true)
    )
  }).pipe(Effect.provide(engineOver(20_000).layer)))

it.effect("times out by the clock", () =>
  Effect.gen(function*() {
    const fiber = yield* run(pairs, { timeout: Duration.seconds(30) }).pipe(Effect.flip, Effect.forkChild)
    yield* TestClock.adjust("29 seconds")
    assert.isUndefined(fiber.pollUnsafe())
    yield* TestClock.adjust("1 second")
    const error = yield* Fiber.join(fiber)
    assert.deepStrictEqual(error._tag === "QueryTimedOut" ? error.limitMillis : error, 30_000)
  }).pipe(Effect.provide(engineOver(20_000).layer)))

it.effect("sorts long lists in order and keeps ties as they were", () =>
  Effect.gen(function*() {
    const half: Expr = {
      _tag: "Call",
      fn: "modulo",
      args: [column("a", "version"), { _tag: "Literal", value: 2, type: scalar("Int64") }],
      type: scalar("Int64")
    }
    const plan = select([column("a", "version")], { from: persons("a"), orderBy: [{ expr: half, descending: true }] })
    const { rows } = yield* run(plan)
    const versions = people.map(({ version }) => version)
    assert.deepStrictEqual(
      rows.map(([version]) => version),
      [...versions.filter((version) => version % 2 === 1), ...versions.filter((version) => version % 2 === 0)]
    )
  }).pipe(Effect.provide(engineOver(20_000).layer)))

it.effect("a compiled expression serves only sources with the same layout", () =>
  Effect.gen(function*() {
    const engine = yield* QueryEngine
    const shared = call("equals", column("p", "version"), column("p", "version"))
    const version = { name: "version", type: scalar("Int64") } as const
    const values: Source = { _tag: "Values", alias: "p", columns: [version], rows: [[42]] }
    const wider: Source = {
      _tag: "Values",
      alias: "p",
      columns: [{ ...version, name: "other" }, version],
      rows: [[7, 42]]
    }
    const read = column("p", "version")
    const answers = yield* Effect.forEach(
      [persons("p"), values, wider, persons("p")],
      (from) => engine.run(select([read, shared], { from }), options)
    )
    assert.deepStrictEqual(answers.map(({ rows }) => rows), [[[0, 1]], [[42, 1]], [[42, 1]], [[0, 1]]])
  }).pipe(Effect.provide(engineOver(1).layer)))
