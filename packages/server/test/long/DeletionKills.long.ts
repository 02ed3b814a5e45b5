import { afterAll, assert, beforeAll, it, vi } from "@effect/vitest"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { type Access, ask, capture } from "../ServerClient.ts"
import { endLeases, inside, insidePostgres } from "../ServerEngines.ts"
import { makeDataDir, parsePrinted, type RunningServer, runServer, stopServer } from "../ServerProcess.ts"

type Json = Readonly<Record<string, unknown>>

const data = makeDataDir()
const steps = `${data.path}.steps`
/** At one of this many steps, chosen anew in each run; `HEDGEROW_TEST_KILL_ONE_OF=1` kills at each. */
const oneOf = process.env["HEDGEROW_TEST_KILL_ONE_OF"] ?? "6"
const settings = {
  KILL_ONE_OF: oneOf,
  HEDGEROW_STORAGE: "embedded",
  HEDGEROW_DATA_DIR: data.path,
  KILL_STEPS: steps,
  NODE_OPTIONS: `--import ${fileURLToPath(new URL("../KillAtStep.ts", import.meta.url))}`
}

/** Values that are in no file once the deletions have ended; the last one is of the project that goes. */
const markers = {
  id: "zq-id-5d81c7aa",
  email: "zq-mail-0c9b14fe",
  note: "zq-note-bb20d6e3",
  old: "zq-old-71f9a4c2",
  other: "zq-other-e05a9c17"
}

let server: RunningServer
let access: Access
let port = ""
let tokens: Readonly<Record<"kept" | "removed", string>>

const call = async (method: string, path: string, body?: Json): Promise<Json> => {
  const response = await fetch(`${access.baseUrl}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${access.key}`, "content-type": "application/json" },
    ...(body === undefined ? undefined : { body: JSON.stringify(body) })
  })
  const text = await response.text()
  if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return text === "" ? {} : JSON.parse(text) as Json
}

const rows = (value: unknown) => value as ReadonlyArray<Json>

const start = async (): Promise<void> => {
  server = runServer(["serve"], { ...settings, ...(port === "" ? undefined : { HEDGEROW_PORT: port }) })
  await server.ready
}

/** A start may be killed, too. */
const startAgain = async (): Promise<void> => {
  for (let tries = 0; tries < 10; tries++) {
    const isUp = await start().then(() => true, () => false)
    if (isUp) return
  }
  throw new Error(server.output())
}

/** The work of the job begins again: nobody waits for the lease of a server that is dead, or for the hour of a next run. */
const hurried = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE jobs SET run_at = now() WHERE state = 'ready'
    AND kind IN ('data.delete', 'data.compact', 'projects.remove_data')`
}).pipe(Effect.orDie)

const freed = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* endLeases
  yield* sql`UPDATE jobs SET leased_until = now() WHERE state = 'running'`
}).pipe(Effect.orDie)

const jobsLeft = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql`SELECT 1 FROM jobs WHERE kind IN ('data.delete', 'data.compact', 'projects.remove_data')`).length
}).pipe(Effect.orDie)

const killed = (): ReadonlyArray<string> =>
  existsSync(steps) ? readFileSync(steps, "utf8").split("\n").filter((line) => line !== "") : []

/** Asks, perhaps of a server that is killed before it answers. */
const askFor = async (removal: Removal): Promise<void> => {
  if (await removal.isKept()) return
  await removal.ask().catch((error: unknown) => {
    if (!(error instanceof TypeError)) throw error
  })
}

interface Removal {
  readonly ask: () => Promise<unknown>
  /** Whether the request was taken: one that is cut off may have been, or not. */
  readonly isKept: () => Promise<boolean>
}

/** Whether the server has died, or dies within a time. */
const hasDied = (millis: number): Promise<boolean> =>
  Promise.race([server.exited.then(() => true), pause(millis).then(() => false)])

/** Whether no job of a removal is left. */
const isOver = async (): Promise<boolean> => {
  try {
    await insidePostgres(data.path, hurried)
    return await insidePostgres(data.path, jobsLeft) === 0
  } catch {
    return false
  }
}

let known: ReadonlyArray<string> = []

/** Has a removal done by a server that is killed at each of its steps, and answers those. */
const killedAtEachStep = async (removal: Removal): Promise<ReadonlyArray<string>> => {
  // The steps of the jobs are those of each kind; what they call is killed at each step once, by whoever comes first.
  const before = known.filter((step) => !step.includes("/core/"))
  writeFileSync(steps, before.map((step) => `${step}\n`).join(""))
  await askFor(removal)
  for (;;) {
    let isDead = false
    while (!isDead && !(await isOver())) isDead = await hasDied(250)
    if (!isDead && !(await hasDied(250))) break
    await startAgain()
    await insidePostgres(data.path, freed)
    await askFor(removal)
  }
  known = killed()
  rmSync(steps)
  return known.slice(before.length)
}

const eventsOf = (project: string, batch: ReadonlyArray<Json>) =>
  capture(access.baseUrl, JSON.stringify({ api_key: project, batch })).then(({ status }) =>
    assert.strictEqual(status, 200)
  )

const timestamp = new Date(Date.now() - 86_400_000).toISOString()
const event = (name: string, distinct_id: string, properties: Json = {}) => ({
  event: name,
  distinct_id,
  timestamp,
  properties
})

/** What must stay: 40 events of others. */
const others = Array.from({ length: 40 }, (_, at) => event(at % 2 === 0 ? "page" : "order", `other ${at % 10}`, { at }))

const question = "SELECT event, count() FROM events GROUP BY event ORDER BY event"

beforeAll(async () => {
  await start()
  const printed = parsePrinted(server.output())
  access = { baseUrl: printed.baseUrl, key: printed.key }
  port = new URL(printed.baseUrl).port
  const removed = await call("POST", "/projects/", { name: "Removed" })
  tokens = { kept: printed.token, removed: String(removed["api_token"]) }
  const { email, id, note, old, other } = markers
  await eventsOf(tokens.kept, [
    event("page", `before ${id}`, { note }),
    event("$identify", id, { $anon_distinct_id: `before ${id}`, $set: { email } }),
    event("order", id, { note }),
    ...Array.from({ length: 20 }, (_, at) => event("debug", `other ${at % 10}`, { old, at })),
    ...others
  ])
  await eventsOf(tokens.removed, [event("page", other, { $set: { email: other } }), event("order", "x", { other })])
  await call("POST", `/projects/${String(removed["id"])}/feature_flags/`, { key: other })
  assert.strictEqual((await ask(access, question)).length, 4)
}, 240_000)

afterAll(() => {
  server.process.kill("SIGKILL")
  data.remove()
  rmSync(steps, { force: true })
})

/** The stored answer, which a deletion removes. */
const cached = async () => {
  const query = { kind: "HogQLQuery", query: question }
  return (await call("POST", "/projects/1/query/", { refresh: "blocking", query }))["results"]
}

const loggedOf = async (deletion: Json) => {
  const { results } = await call("GET", `/projects/1/data_deletions/${String(deletion["id"])}/activity/`)
  return rows(results).map(({ activity }) => activity)
}

const deletions = async () => rows((await call("GET", "/projects/1/data_deletions/"))["results"])

const ofKind = async (kind: string): Promise<Json> => {
  const found = (await deletions()).filter((one) => one["kind"] === kind)
  assert.strictEqual(found.length, 1)
  return found[0] ?? {}
}

const personsOf = async () => {
  const { results } = await call("GET", "/projects/1/persons/?limit=100")
  return rows(results).flatMap((person) => person["distinct_ids"] as ReadonlyArray<string>).toSorted()
}

it(
  "a person with its events: killed at each step, it is gone with them, nobody else is, and the log says it once",
  async () => {
    assert.deepStrictEqual(await cached(), [["$identify", 1], ["debug", 20], ["order", 21], ["page", 21]])
    const { results } = await call("GET", `/projects/1/persons/?distinct_id=${markers.id}`)
    const [person] = rows(results)
    const killedAt = await killedAtEachStep({
      ask: () => call("DELETE", `/projects/1/persons/${String(person?.["id"])}/?delete_events=true`),
      isKept: async () => (await deletions()).length > 0
    })
    assert.isAbove(killedAt.length, 20, killedAt.join("\n"))
    assert.deepStrictEqual(await cached(), [["debug", 20], ["order", 20], ["page", 20]])
    assert.deepStrictEqual(await personsOf(), Array.from({ length: 10 }, (_, at) => `other ${at}`))
    const deletion = await ofKind("persons")
    assert.deepInclude(deletion, { status: "completed", events_count: 3, persons_count: 1 })
    assert.deepStrictEqual(await loggedOf(deletion), ["updated", "created"])
  },
  1_200_000
)

it("events by condition: killed at each step, they are gone, the others stay, and the log says it once", async () => {
  const killedAt = await killedAtEachStep({
    ask: () => call("POST", "/projects/1/data_deletions/", { events: ["debug"] }),
    isKept: async () => (await deletions()).length > 1
  })
  assert.isAbove(killedAt.length, 8, killedAt.join("\n"))
  assert.deepStrictEqual(await cached(), [["order", 20], ["page", 20]])
  assert.deepStrictEqual(await ask(access, "SELECT count(), sum(properties.at) FROM events"), [[40, 780]])
  assert.deepStrictEqual(await personsOf(), Array.from({ length: 10 }, (_, at) => `other ${at}`))
  const deletion = await ofKind("events")
  assert.deepInclude(deletion, { status: "completed", events_count: 20 })
  assert.deepStrictEqual(await loggedOf(deletion), ["updated", "created"])
}, 1_800_000)

/** The tables of both engines that have rows of a project. */
const tablesWith = (project: number) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { query } = yield* ClickHouse
    const known = yield* sql<{ name: string }>`SELECT c.table_name AS name FROM information_schema.columns c
      JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = current_schema() AND c.column_name = 'project_id' AND t.table_type = 'BASE TABLE'`
    const found: Array<string> = []
    for (const { name } of known) {
      const some = yield* sql`SELECT 1 FROM ${sql(name)} WHERE project_id = ${project} LIMIT 1`
      if (some.length > 0) found.push(name)
    }
    const copied = yield* query({
      sql: `SELECT table FROM system.columns c JOIN system.tables t ON t.database = c.database AND t.name = c.table
        WHERE c.database = currentDatabase() AND c.name = 'project_id' AND t.engine LIKE '%MergeTree'`
    })
    for (const [table] of copied.rows) {
      const some = yield* query({ sql: `SELECT 1 FROM ${String(table)} WHERE project_id = ${project} LIMIT 1` })
      if (some.rows.length > 0) found.push(`clickhouse ${String(table)}`)
    }
    return found
  })

it(
  "a project: killed at each step, no table of either engine has a row of it, and the other project is whole",
  async () => {
    assert.include(await inside(data.path, tablesWith(2)), "clickhouse events")
    const killedAt = await killedAtEachStep({
      ask: () => call("DELETE", "/projects/2/"),
      isKept: async () => {
        const { results } = await call("GET", "/organizations/@current/projects/")
        return !rows(results).some(({ id }) => id === 2)
      }
    })
    assert.isAbove(killedAt.length, 4, killedAt.join("\n"))
    assert.deepStrictEqual(await inside(data.path, tablesWith(2)), [])
    assert.deepStrictEqual(await ask(access, "SELECT count(), sum(properties.at) FROM events"), [[40, 780]])
    const { results } = await call("GET", "/organizations/@current/activity_log/?scope=Project")
    const removals = rows(results).filter((entry) => entry["activity"] === "deleted" && entry["item_id"] === "2")
    assert.strictEqual(removals.length, 1)
  },
  1_200_000
)

/** The names of the markers that each file of the directory has; write-ahead logs and text logs age out by themselves. */
const left = (): ReadonlyArray<string> =>
  readdirSync(data.path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).flatMap(
    (entry) => {
      const path = join(entry.parentPath, entry.name)
      if (path.includes("/pg_wal/") || path.endsWith(".log")) return []
      const bytes = readFileSync(path)
      return Object.entries(markers).flatMap(([name, marker]) =>
        bytes.includes(marker) ? [`${relative(data.path, path)}: ${name}`] : []
      )
    }
  )

/** Parts of tables that ClickHouse has replaced by others, and not yet removed. */
const replacedParts = Effect.gen(function*() {
  const { query } = yield* ClickHouse
  return Number((yield* query({ sql: "SELECT count() FROM system.parts WHERE NOT active" })).rows[0]?.[0])
}).pipe(Effect.orDie)

it("no file of either engine has a byte of the deleted person, events and project", async () => {
  await vi.waitUntil(async () => await inside(data.path, replacedParts) === 0, { timeout: 120_000, interval: 500 })
  assert.strictEqual(await stopServer(server), 0, server.output())
  assert.deepStrictEqual(left(), [])
})
