/** Import, export and deletion beside what the bare engine takes for the same rows; `bench/README.md` has the rules. */
import type { Event } from "@hedgerow/core/events/Event"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { toIso } from "@hedgerow/sql/types/Instants"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import * as EmbeddedClickHouse from "@hedgerow/storage-clickhouse/embedded/EmbeddedClickHouse"
import { eventRow } from "@hedgerow/storage-clickhouse/events/EventRows"
import { Effect, ManagedRuntime } from "effect"
import { spawn } from "node:child_process"
import { createWriteStream, writeFileSync } from "node:fs"
import { request } from "node:http"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { bundlePath } from "../scripts/bundle.ts"
import { settle } from "./clickHouse.ts"
import { createBare, engineOf, insertBare } from "./clickHouseIngestion.ts"
import type { Comparison, Measured } from "./Comparison.ts"
import { generatedBatches, type GeneratedSet, lastMicros, spanMicros } from "./generatedEvents.ts"
import { insertGenerated } from "./generatedSql.ts"
import { closeLoad, send } from "./load.ts"
import { treeCpuMillis } from "./processCpu.ts"
import { type HedgerowServer, startHedgerow } from "./servers.ts"

/** The events of a batch of the command, and of one bare insert. */
const perInsert = 5_000

const persons = 4_000

/** What some work took, of all processes below this one, in microseconds. */
interface Taken {
  readonly cpu: number
  readonly wall: number
}

const taken = async (work: () => Promise<unknown>): Promise<Taken> => {
  const [cpu, begun] = [treeCpuMillis(process.pid), performance.now()]
  await work()
  const wall = (performance.now() - begun) * 1000
  return { cpu: (treeCpuMillis(process.pid) - cpu) * 1000, wall }
}

const compared = (name: string, unit: string, units: number, ours: Taken, bare: Taken): ReadonlyArray<Comparison> => [
  { name: `data: ${name}`, unit, ours: ours.cpu / units, baseline: bare.cpu / units },
  { name: `data: ${name}, time`, unit, measure: "wall", ours: ours.wall / units, baseline: bare.wall / units }
]

const hedgerow = ({ directory }: HedgerowServer, ...args: ReadonlyArray<string>): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bundlePath, ...args], {
      env: { PATH: process.env["PATH"], HOME: process.env["HOME"], HEDGEROW_DATA_DIR: directory },
      stdio: ["ignore", "ignore", "inherit"]
    })
    child.once("exit", (code) => code === 0 ? resolve() : reject(new Error(`${args.join(" ")} ended with ${code}`)))
  })

type Engine = ManagedRuntime.ManagedRuntime<ClickHouse | EmbeddedClickHouse.EmbeddedClickHouse, unknown>

const lineOf = ({ distinct_id, event, properties, session_id, timestamp, uuid }: Event): string =>
  `${
    JSON.stringify({
      uuid,
      event,
      distinct_id,
      timestamp: toIso(timestamp),
      properties: { ...(JSON.parse(properties) as object), $session_id: session_id }
    })
  }\n`

const setOf = (count: number): GeneratedSet => ({ project: 1 as ProjectId, count, persons })

const importing = async (server: HedgerowServer, engine: Engine, count: number) => {
  const file = (name: string) => join(server.directory, name)
  const args = (name: string) => [
    "import",
    "events",
    "--state",
    file("state"),
    "--rejects",
    file("rejects"),
    "--batch-size",
    String(perInsert),
    file(name)
  ]
  // Everybody is known before, and the program is compiled.
  const early = [...generatedBatches({ ...setOf(40_000), project: 1 as ProjectId }, 40_000)].flat()
  writeFileSync(
    file("early.ndjson"),
    early.map((event) => lineOf({ ...event, uuid: event.uuid.replace(/^./, "f") as Event["uuid"] })).join("")
  )
  await hedgerow(server, ...args("early.ndjson"))
  await pipeline(
    Readable.from(function*() {
      for (const batch of generatedBatches(setOf(count), perInsert)) yield batch.map(lineOf).join("")
    }()),
    createWriteStream(file("events.ndjson"))
  )
  const texts = [...generatedBatches(setOf(count), perInsert)].map((events) => events.map(eventRow).join(""))
  await engine.runPromise(Effect.andThen(createBare, settle))
  const bare = await taken(() => engine.runPromise(insertBare(texts)))
  await engine.runPromise(settle)
  const ours = await taken(() => hedgerow(server, ...args("events.ndjson")))
  await engine.runPromise(settle)
  return compared(`import of ${count} events`, "event", count, ours, bare)
}

const exported = "SELECT uuid, event, distinct_id, timestamp, properties, person_id, person_properties FROM "

/** The rows of a statement as the engine writes them, into a file. */
const bareRows = (socketPath: string, sql: string, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const outgoing = request({ socketPath, path: "/", method: "POST" }, (response) => {
      if (response.statusCode !== 200) {
        response.setEncoding("utf8").once("data", (text) => reject(new Error(String(text))))
      } else pipeline(response, createWriteStream(path)).then(resolve, reject)
    })
    outgoing.on("error", reject)
    outgoing.end(sql)
  })

const exporting = async (server: HedgerowServer, engine: Engine) => {
  const { count, database, socketPath } = await engine.runPromise(Effect.gen(function*() {
    const { database, query } = yield* ClickHouse
    const { rows } = yield* query({ sql: "SELECT count() FROM events WHERE project_id = 1" })
    return {
      count: Number(rows[0]?.[0]),
      database,
      socketPath: (yield* EmbeddedClickHouse.EmbeddedClickHouse).socketPath
    }
  }))
  if (socketPath === undefined) throw new Error("the engine listens on no socket")
  const sql = `${exported}${database}.events WHERE project_id = 1 ORDER BY timestamp, uuid FORMAT JSONEachRow`
  const bare = await taken(() => bareRows(socketPath, sql, join(server.directory, "bare.ndjson")))
  const ours = await taken(() => hedgerow(server, "export", "events", "--to", join(server.directory, "out")))
  return compared(`export of ${count} events`, "event", count, ours, bare)
}

const gone = (condition: string) =>
  Effect.gen(function*() {
    const { query } = yield* ClickHouse
    for (const table of ["events", "events_by_person"]) {
      const { rows } = yield* query({ sql: `SELECT count() FROM ${table} WHERE ${condition}` })
      if (Number(rows[0]?.[0]) > 0) return false
    }
    return true
  })

const deleting = async (server: HedgerowServer, engine: Engine, count: number) => {
  const fill = Effect.gen(function*() {
    const { command } = yield* ClickHouse
    for (const sql of ["TRUNCATE TABLE events", "TRUNCATE TABLE events_by_person", "TRUNCATE TABLE events_bare"]) {
      yield* command({ sql })
    }
    const step = 100_000
    for (let first = 0; first < count; first += step) {
      yield* command({ sql: insertGenerated(setOf(count), first, Math.min(step, count - first)) })
    }
    yield* command({ sql: "INSERT INTO events_bare SELECT * FROM events" })
    yield* settle
  })
  await engine.runPromise(fill)
  const from = lastMicros - spanMicros / 100
  const condition = `project_id = 1 AND toUnixTimestamp64Micro(timestamp) >= ${from}`
  const removal = { sql: `ALTER TABLE events_bare DELETE WHERE ${condition}`, settings: { mutations_sync: 2 } }
  const bare = await taken(() => engine.runPromise(Effect.flatMap(ClickHouse, ({ command }) => command(removal))))
  const ours = await taken(async () => {
    await send({
      url: `${server.url}/api/projects/1/data_deletions/`,
      method: "POST",
      headers: { authorization: `Bearer ${server.key}`, "content-type": "application/json" },
      body: JSON.stringify({ date_from: new Date(from / 1000).toISOString() })
    })
    await engine.runPromise(
      Effect.repeat(Effect.andThen(Effect.sleep("50 millis"), gone(condition)), { until: (done) => done })
    )
  })
  return compared(`deletion of 1 % of ${count} events`, "deletion", 1, ours, bare)
}

/** Import, export and deletion on embedded storage beside a running server. */
export const benchData = async (imported: number, deletedOf: number): Promise<Measured> => {
  const server = await startHedgerow()
  const engine = ManagedRuntime.make(engineOf(server))
  try {
    const rows = [
      ...await importing(server, engine, imported),
      ...await exporting(server, engine),
      ...await deleting(server, engine, deletedOf)
    ]
    const [cpu, time] = rows.map(({ baseline, ours }) => Math.round(100 * baseline / ours))
    const note =
      `data: an import has ${cpu} % of the bare insert's events per CPU second, and ${time} % of its events per second.`
    return { rows, notes: [note] }
  } finally {
    closeLoad()
    await engine.dispose()
    await server.stop()
  }
}
