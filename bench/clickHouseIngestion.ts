import { NodeServices } from "@effect/platform-node"
import type { Event } from "@hedgerow/core/events/Event"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { toIso } from "@hedgerow/sql/types/Instants"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import * as EmbeddedClickHouse from "@hedgerow/storage-clickhouse/embedded/EmbeddedClickHouse"
import { eventRow, eventRowColumns, verbatimCells } from "@hedgerow/storage-clickhouse/events/EventRows"
import { Effect, Layer, ManagedRuntime } from "effect"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { settle } from "./clickHouse.ts"
import { besideHeavyQuery } from "./clickHouseLatency.ts"
import type { Comparison, Measured } from "./Comparison.ts"
import { generatedEvent, type GeneratedSet } from "./generatedEvents.ts"
import { closeLoad, sendMany } from "./load.ts"
import { memoryOf, treeCpuMillis } from "./processCpu.ts"
import { type HedgerowServer, startHedgerow } from "./servers.ts"

const counted = 100_000
/** Sees about every person, so that none is new afterwards. */
const warmUp = 40_000
const perInsert = 1_000
const clients = 16
const requestSizes = [100, 1_000]

const set: GeneratedSet = {
  project: 1 as ProjectId,
  count: warmUp + counted * requestSizes.length,
  persons: 4_000
}

/** The events of the numbers from `first` on, in batches: no two ranges share an event. */
const batchesOf = (first: number, count: number, size: number): ReadonlyArray<ReadonlyArray<Event>> =>
  Array.from(
    { length: count / size },
    (_, at) => Array.from({ length: size }, (_, i) => generatedEvent(set, first + at * size + i))
  )

/** The engine of the server, reached past it. */
export const engineOf = ({ directory }: HedgerowServer) =>
  ClickHouse.layerEmbedded({}).pipe(
    Layer.provideMerge(
      EmbeddedClickHouse.layer({ directory: join(directory, "clickhouse"), whenRunning: "wait" })
    ),
    Layer.provide(NodeServices.layer)
  )

const bodyOf = (token: string, events: ReadonlyArray<Event>): Uint8Array =>
  gzipSync(JSON.stringify({
    api_key: token,
    batch: events.map(({ distinct_id, event, properties, session_id, timestamp, uuid }) => ({
      uuid,
      event,
      distinct_id,
      timestamp: toIso(timestamp),
      properties: { ...(JSON.parse(properties) as object), $session_id: session_id }
    }))
  }))

const send = async (server: HedgerowServer, batches: ReadonlyArray<ReadonlyArray<Event>>): Promise<void> => {
  const bodies = batches.map((events) => bodyOf(server.token, events))
  await sendMany(bodies.length, clients, (i) => ({
    url: `${server.url}/batch/`,
    method: "POST",
    headers: { "content-type": "application/json", "content-encoding": "gzip" },
    body: bodies[i] ?? ""
  }))
}

/** The CPU that a process and its children have used per event. */
const cpuPerEvent = async (pids: ReadonlyArray<number>, work: () => Promise<unknown>) => {
  const before = pids.map(treeCpuMillis)
  await work()
  return pids.map((pid, at) => (treeCpuMillis(pid) - (before[at] ?? 0)) * 1000 / counted)
}

/** Inserts events, written as text before, into an equal table that no other copies. */
export const insertBare = Effect.fnUntraced(function*(texts: ReadonlyArray<string>) {
  const clickhouse = yield* ClickHouse
  yield* Effect.forEach(
    texts,
    (text) => clickhouse.insert("events_bare", eventRowColumns, [text], { settings: verbatimCells }),
    { discard: true }
  )
})

/** An equal table of events that no other copies. */
export const createBare = Effect.flatMap(
  ClickHouse,
  ({ command }) => command({ sql: "CREATE TABLE events_bare AS events" })
)

/** The process of the engine. */
export const enginePid = Effect.flatMap(EmbeddedClickHouse.EmbeddedClickHouse, ({ pid }) => pid)

/** Durable capture of gzipped batches by a server, against bare inserts of the same events into its engine. */
export const benchBatches = async (): Promise<Measured> => {
  const server = await startHedgerow()
  const engine = ManagedRuntime.make(engineOf(server))
  try {
    const pid = await engine.runPromise(enginePid)
    await send(server, batchesOf(0, warmUp, perInsert))
    await engine.runPromise(Effect.andThen(createBare, settle))
    const texts = batchesOf(warmUp, counted, perInsert).map((events) => events.map(eventRow).join(""))
    const [baseline = 0] = await cpuPerEvent([pid], () => engine.runPromise(insertBare(texts)))
    const rows: Array<Comparison> = []
    const notes: Array<string> = []
    for (const [at, size] of requestSizes.entries()) {
      await engine.runPromise(settle)
      const batches = batchesOf(warmUp + at * counted, counted, size)
      const start = performance.now()
      const [ours = 0, clickHouse = 0, postgres = 0] = await cpuPerEvent(
        [server.pid, pid, server.postgres.pid],
        () => send(server, batches)
      )
      const seconds = (performance.now() - start) / 1000
      const name = `ClickHouse: /batch with ${size} events`
      rows.push({ name, unit: "event", ours, baseline })
      notes.push(shares(name, { ours, clickHouse, postgres, seconds }))
    }
    const memory = `Memory after /batch: server ${memoryOf(server.pid)}; ClickHouse ${memoryOf(pid)}.`
    await engine.runPromise(settle)
    return { rows, notes: [...notes, memory, await besideHeavyQuery(server)] }
  } finally {
    closeLoad()
    await engine.dispose()
    await server.stop()
  }
}

const shares = (
  name: string,
  used: { readonly ours: number; readonly clickHouse: number; readonly postgres: number; readonly seconds: number }
): string => {
  const server = (used.ours - used.clickHouse - used.postgres).toFixed(1)
  return `${name}: ${Math.round(counted / used.seconds)} events/s; CPU µs per event: server ${server}, `
    + `ClickHouse ${used.clickHouse.toFixed(1)}, PostgreSQL ${used.postgres.toFixed(1)}.`
}
