import { NodeServices } from "@effect/platform-node"
import type { Event } from "@hedgerow/core/events/Event"
import { EventStore } from "@hedgerow/core/events/EventStore"
import { Project, type ProjectId, type ProjectToken } from "@hedgerow/core/identity/Project"
import { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { resolveStatement } from "@hedgerow/core/query/tables/Resolver"
import { makeUuid7, type Uuid } from "@hedgerow/core/shared/Uuid"
import { parseStatement } from "@hedgerow/sql/parse/Parser"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import * as EmbeddedClickHouse from "@hedgerow/storage-clickhouse/embedded/EmbeddedClickHouse"
import * as ClickHouseEventStore from "@hedgerow/storage-clickhouse/events/ClickHouseEventStore"
import { eventRow, eventRowColumns, verbatimCells } from "@hedgerow/storage-clickhouse/events/EventRows"
import * as Migrations from "@hedgerow/storage-clickhouse/migrations/Migrations"
import * as ClickHouseQueryEngine from "@hedgerow/storage-clickhouse/query/ClickHouseQueryEngine"
import { CopyProgress } from "@hedgerow/storage-clickhouse/replication/AwaitCopies"
import { DateTime, Duration, Effect, Layer, ManagedRuntime } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type QueryShape, queryShapes } from "./clickHouseQueries.ts"
import type { Comparison, Measured } from "./Comparison.ts"
import { generatedBatches, generatedEvent, type GeneratedSet, lastMicros, personId } from "./generatedEvents.ts"
import { insertGenerated } from "./generatedSql.ts"
import { memoryOf, treeCpuMillis } from "./processCpu.ts"

const ingestBatch = 1_000
const ingestBatches = 100
const rounds = 10

const project = (id: number): ProjectId => id as ProjectId

/** The project of the queries. */
export const projectOne = new Project({
  id: project(1),
  uuid: personId(0),
  organization_id: personId(0) as Project["organization_id"],
  name: "bench",
  api_token: "phc_bench" as ProjectToken,
  timezone: "UTC",
  week_start_day: 0,
  created_at: DateTime.makeUnsafe(0),
  updated_at: DateTime.makeUnsafe(0)
})

const queryEngine = Layer.provide(ClickHouseQueryEngine.layer, CopyProgress.layerNothingReported)

/** An embedded engine in the directory, with its tables. */
export const embeddedStorage = (directory: string) => {
  const engine = Layer.effect(EmbeddedClickHouse.EmbeddedClickHouse, EmbeddedClickHouse.make({ directory }))
  const clickhouse = Migrations.layerTables.pipe(
    Layer.provideMerge(ClickHouse.layerEmbedded({})),
    Layer.provideMerge(engine),
    Layer.provide(NodeServices.layer)
  )
  return Layer.provideMerge(Layer.mergeAll(ClickHouseEventStore.layer, queryEngine), clickhouse)
}

/** CPU of this process and of the engine, its child, in microseconds per unit. */
export const cpuPer = <E, R>(units: number, work: Effect.Effect<unknown, E, R>) =>
  Effect.gen(function*() {
    const before = treeCpuMillis(process.pid)
    yield* work
    return (treeCpuMillis(process.pid) - before) * 1000 / units
  })

/** The CPU of each work, in turns: what else the machine does falls on all of them alike. */
export const cpuInTurns = <R>(rounds: number, works: ReadonlyArray<Effect.Effect<unknown, unknown, R>>) =>
  Effect.gen(function*() {
    const totals = works.map(() => 0)
    for (let round = 0; round < rounds; round++) {
      for (const [place, work] of works.entries()) totals[place] = (totals[place] ?? 0) + (yield* cpuPer(rounds, work))
    }
    return totals
  })

const append = Effect.fnUntraced(function*(events: ReadonlyArray<Event>) {
  yield* (yield* EventStore).append(yield* makeUuid7, events)
})

/** Waits until the engine has merged what was loaded. */
export const settle = Effect.gen(function*() {
  const { query } = yield* ClickHouse
  let idle = 0
  while (idle < 3) {
    const { rows } = yield* query({ sql: "SELECT count() FROM system.merges" })
    idle = Number(rows[0]?.[0]) === 0 ? idle + 1 : 0
    yield* Effect.sleep("1 second")
  }
})

/** Appends of a thousand events each, against inserts of the same rows, written as text before, into an equal table. */
const ingestion = Effect.gen(function*() {
  const clickhouse = yield* ClickHouse
  const set: GeneratedSet = { project: project(2), count: ingestBatch * ingestBatches, persons: 20_000 }
  const batches = [...generatedBatches(set, ingestBatch)]
  const texts = batches.map((events) => events.map(eventRow).join(""))
  yield* clickhouse.command({ sql: "CREATE TABLE events_bare AS events" })
  const bare = (text: string) => clickhouse.insert("events_bare", eventRowColumns, [text], { settings: verbatimCells })
  yield* Effect.forEach(
    batches.slice(0, 5).map((events) => events.map((event) => ({ ...event, project_id: project(3) }))),
    append
  )
  yield* Effect.forEach(texts.slice(0, 5), bare)
  const ours = yield* cpuPer(set.count, Effect.forEach(batches, append, { discard: true }))
  yield* settle
  const baseline = yield* cpuPer(set.count, Effect.forEach(texts, bare, { discard: true }))
  yield* settle
  const comparison: Comparison = { name: "ClickHouse: events in batches of 1,000", unit: "event", ours, baseline }
  return comparison
})

/** The number of persons that make the events that `load` fills a project with. */
export const personsOf = (count: number): number => Math.ceil(count / 25)

/** The events that one insert makes, and those of a block. */
const [insertEvents, blockEvents] = [1_000_000, 100_000]

const inBlocks = {
  ...verbatimCells,
  max_block_size: blockEvents,
  min_insert_block_size_rows: blockEvents,
  max_memory_usage: 4_000_000_000
}

/** The number of events that are generated here too, to check that both sides make the same. */
const compared = 20

const requireGenerated = Effect.fnUntraced(function*(set: GeneratedSet) {
  const { query } = yield* ClickHouse
  for (let number = 0; number < set.count; number += Math.ceil(set.count / compared)) {
    const event = generatedEvent(set, number)
    const { rows } = yield* query({
      sql:
        `SELECT event, person_id, toUnixTimestamp64Micro(timestamp), properties, derived, person_properties, session_id
        FROM events WHERE project_id = ${set.project} AND uuid = '${event.uuid}'`
    })
    const { derived, person_id, person_properties, properties, session_id, timestamp } = event
    const made = [[event.event, person_id, timestamp, properties, derived, person_properties, session_id]]
    const [found, expected] = [rows, made].map((all) => JSON.stringify(all.map((row) => row.map(String))))
    if (found !== expected) return yield* Effect.die(`The engine makes other events: ${found} is not ${expected}`)
  }
})

/** Fills the project of the queries with generated events, which the engine makes itself. */
export const load = Effect.fnUntraced(function*(count: number, variantKey?: string) {
  const persons = personsOf(count)
  const set: GeneratedSet = { project: project(1), count, persons, ...(variantKey === undefined ? {} : { variantKey }) }
  const { command } = yield* ClickHouse
  for (let first = 0; first < count; first += insertEvents) {
    const length = Math.min(insertEvents, count - first)
    yield* command({ sql: insertGenerated(set, first, length), settings: inBlocks })
  }
  yield* settle
  yield* requireGenerated(set)
})

const runOurs = Effect.fnUntraced(function*(sql: string) {
  const engine = yield* QueryEngine
  const statement = yield* Effect.fromResult(parseStatement(sql))
  const { plan } = yield* Effect.fromResult(
    resolveStatement(statement, { project: projectOne, now: lastMicros as Event["timestamp"] })
  )
  return (yield* engine.run(plan, { timeout: Duration.minutes(5) })).rows
})

const runNative = Effect.fnUntraced(function*(sql: string) {
  return (yield* (yield* ClickHouse).query({ sql })).rows
})

/** Dates are days and times microseconds on both sides, so that the texts are equal when the answers are. */
const textOf = (rows: ReadonlyArray<ReadonlyArray<unknown>>): string =>
  JSON.stringify(rows.map((row) => row.map(String)))

const compareQuery = Effect.fnUntraced(function*({ name, native, ours }: QueryShape) {
  const [mine, theirs] = [yield* runOurs(ours), yield* runNative(native)]
  if (textOf(mine) !== textOf(theirs)) {
    return yield* Effect.die(
      `${name}: the answers differ: ${textOf(mine).slice(0, 300)} ${textOf(theirs).slice(0, 300)}`
    )
  }
  const works: ReadonlyArray<Effect.Effect<unknown, unknown, ClickHouse | QueryEngine>> = [
    runOurs(ours),
    runNative(native)
  ]
  const [own = 0, baseline = 0] = yield* cpuInTurns(rounds, works)
  const comparison: Comparison = { name: `ClickHouse: ${name}`, unit: "query", ours: own, baseline }
  return comparison
})

/** The memory of the engine, and its disk space per table. */
const footprint = Effect.fnUntraced(function*(count: number) {
  const tables = yield* runNative(
    `SELECT concat(table, ': ', formatReadableSize(sum(bytes_on_disk)), ', ', toString(intDiv(sum(bytes_on_disk), sum(rows))),
        ' bytes per event')
      FROM system.parts WHERE active AND database = currentDatabase() AND table IN ('events', 'events_by_person')
      GROUP BY table ORDER BY table`
  )
  const pid = yield* (yield* EmbeddedClickHouse.EmbeddedClickHouse).pid
  return [`${count} events. Memory of the engine: ${memoryOf(pid)}.`, ...tables.map(([text]) => String(text))]
})

/** Runs work on an embedded engine of its own, in a directory that goes with it. */
export const onEmbedded = async <A, E>(
  work: Effect.Effect<A, E, Layer.Success<ReturnType<typeof embeddedStorage>>>
): Promise<A> => {
  const directory = mkdtempSync(join(tmpdir(), "hedgerow-bench-clickhouse-"))
  const runtime = ManagedRuntime.make(embeddedStorage(directory))
  try {
    return await runtime.runPromise(work)
  } finally {
    await runtime.dispose()
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Ingestion and the eight query shapes on that many generated events, in an embedded engine. */
export const benchClickHouse = (count: number): Promise<Measured> =>
  onEmbedded(Effect.gen(function*() {
    const ingested = yield* ingestion
    yield* load(count)
    const busiest: Uuid = personId(0)
    const queries = yield* Effect.forEach(queryShapes(busiest), compareQuery)
    return { rows: [ingested, ...queries], notes: yield* footprint(count) }
  }))
