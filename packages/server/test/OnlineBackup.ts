import { assert, vi } from "@effect/vitest"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { lstatSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { startLoad } from "./BatchLoad.ts"
import { runProgram } from "./RunProgram.ts"
import { type Access, ask, baseUrlOf, capture } from "./ServerClient.ts"
import { endLeases, inside } from "./ServerEngines.ts"
import { type RunningServer, runServer, stopServer } from "./ServerProcess.ts"

const key = "phx_given-for-this-test-alone"
const token = "phc_given_for_this_test"
const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }

export const settingsOf = (directory: string) => ({
  HEDGEROW_STORAGE: "embedded",
  HEDGEROW_DATA_DIR: directory,
  HEDGEROW_BOOTSTRAP_PERSONAL_API_KEY: key,
  HEDGEROW_BOOTSTRAP_PROJECT_TOKEN: token
})

/** Runs a command on a data directory. */
export const hedgerow = (directory: string, ...args: ReadonlyArray<string>) => runProgram(args, settingsOf(directory))

/** Runs a command that is to succeed; answers its output. */
export const succeeds = async (directory: string, ...args: ReadonlyArray<string>): Promise<string> => {
  const { status, stderr, stdout } = await hedgerow(directory, ...args)
  assert.deepStrictEqual([status, stderr], [0, ""])
  return stdout
}

/** Runs a command that is to be refused; answers its words. */
export const isRefused = async (directory: string, ...args: ReadonlyArray<string>): Promise<string> => {
  const { status, stderr } = await hedgerow(directory, ...args)
  assert.strictEqual(status, 1, stderr)
  assert.match(stderr, /^hedgerow: [^\n]+\n$/)
  return stderr
}

/** A server on a directory, while it is used. */
export const during = async <A>(
  directory: string,
  use: (access: Access, server: RunningServer) => Promise<A>
): Promise<A> => {
  const server = runServer(["serve"], settingsOf(directory))
  try {
    await server.ready
    return await use({ baseUrl: baseUrlOf(server.output()), key }, server)
  } finally {
    assert.strictEqual(await stopServer(server), 0, server.output())
  }
}

/** A flag whose payload is sealed, and events of persons. */
export const fill = async ({ baseUrl }: Access): Promise<void> => {
  const body = {
    key: "secret",
    is_remote_configuration: true,
    has_encrypted_payloads: true,
    filters: { payloads: { true: "\"hush\"" } }
  }
  const url = `${baseUrl}/api/projects/1/feature_flags/`
  assert.strictEqual((await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })).status, 201)
  const batch = Array.from({ length: 20 }, (_, i) => ({ event: "seen", distinct_id: `first ${i}` }))
  assert.strictEqual((await capture(baseUrl, JSON.stringify({ api_key: token, batch }))).status, 200)
}

/** The events of `fill`. */
const filled = 20

/** The counts of an installation, and its sealed payload. */
export const contents = async (access: Access) => {
  const flags = await fetch(`${access.baseUrl}/api/projects/1/feature_flags/`, { headers })
  const { results } = (await flags.json()) as {
    readonly results: ReadonlyArray<{ readonly filters: Readonly<Record<string, unknown>> }>
  }
  return {
    events: await ask(access, "select count(), count(distinct uuid), count(distinct person_id) from events"),
    persons: await ask(access, "select count() from persons"),
    payloads: results.map(({ filters }) => filters["payloads"])
  }
}

/** The state of both engines, past the server: events in both orders, and events without a person in PostgreSQL. */
const agreement = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { query } = yield* ClickHouse
  const persons = yield* sql<{ id: string }>`SELECT id::text FROM persons
    UNION SELECT old_person_id::text FROM person_overrides`
  const known = new Set(persons.map(({ id }) => id))
  const { rows: owners } = yield* query({ sql: "SELECT DISTINCT toString(person_id) FROM events" })
  const { rows: [events] } = yield* query({ sql: "SELECT count(), uniqExact(uuid) FROM events" })
  const { rows: [byPerson] } = yield* query({ sql: "SELECT count(), uniqExact(uuid) FROM events_by_person" })
  return { ownerless: owners.filter(([id]) => !known.has(String(id))), events, byPerson }
})

/** Both engines are of one moment: no event without its person, none that one order of events has alone. */
export const agrees = async (directory: string): Promise<void> => {
  const { byPerson, events, ownerless } = await inside(directory, agreement)
  assert.deepStrictEqual(ownerless, [])
  assert.deepStrictEqual(byPerson, events)
  assert.strictEqual(events?.[0], events?.[1])
}

/** A request that took long is logged too, on a busy machine. */
const isSlowRequest = (line: string): boolean => line.includes("\"message\":\"Request\"")

/** The server has nothing to say about its data. */
export const isHealthy = async ({ baseUrl }: Access, server: RunningServer): Promise<void> => {
  assert.deepStrictEqual(await (await fetch(`${baseUrl}/_ready`)).json(), { status: "ok" })
  const lines = server.output().split("\n").filter((line) => /"level":"(?:warn|error|fatal)"|missing|lost/.test(line))
  assert.deepStrictEqual(lines.filter((line) => !isSlowRequest(line)), [])
}

const storedUuids = async (directory: string): Promise<ReadonlySet<string>> => {
  const { rows } = await inside(
    directory,
    Effect.flatMap(ClickHouse, ({ query }) => query({ sql: "SELECT toString(uuid) FROM events WHERE event != 'seen'" }))
  )
  return new Set(rows.map(([uuid]) => String(uuid)))
}

/** The batches that were sent, as far as a restored copy is asked about them. */
export interface Sent {
  /** Events that were acknowledged before the backup began. */
  readonly before: ReadonlyArray<string>
  readonly batches: ReadonlyArray<{ readonly uuids: ReadonlyArray<string>; readonly body: string }>
}

/** The events of batches. */
export const uuidsOf = (batches: Sent["batches"]): ReadonlyArray<string> => batches.flatMap(({ uuids }) => uuids)

/** Does work while captures go on, some before and some meanwhile. */
export const underLoad = async ({ baseUrl }: Access, work: () => Promise<void>): Promise<Sent> => {
  const load = startLoad(token, baseUrl)
  try {
    await vi.waitUntil(() => load.acknowledged.length >= 10, { timeout: 60_000, interval: 5 })
    const before = uuidsOf(load.acknowledged)
    await work()
    assert.isAbove(uuidsOf(load.acknowledged).length, before.length, "captured meanwhile")
    await load.stop()
    await load.finish()
    return { before, batches: load.sent }
  } finally {
    await load.stop()
  }
}

/** Batches that are sent again although the copy has them. */
const repeated = 10

/** The numbers of all events that were sent, and of different ones among them. */
export const allOf = ({ batches }: Sent): ReadonlyArray<ReadonlyArray<number>> => {
  const all = new Set(uuidsOf(batches)).size + filled
  return [[all, all]]
}

/** A restored copy is whole, and takes what was sent after its moment; answers the numbers of its events then. */
export const goesOn = async (directory: string, { batches, before }: Sent) =>
  during(directory, async (access, server) => {
    await isHealthy(access, server)
    await agrees(directory)
    const stored = await storedUuids(directory)
    assert.deepStrictEqual(before.filter((uuid) => !stored.has(uuid)), [], "acknowledged before, and not in the backup")
    const sent = new Set(uuidsOf(batches))
    assert.deepStrictEqual([...stored].filter((uuid) => !sent.has(uuid)), [])
    assert.deepStrictEqual((await contents(access)).payloads, [{ true: "\"hush\"" }])
    await inside(directory, endLeases)
    const missing = batches.filter(({ uuids }) => uuids.some((uuid) => !stored.has(uuid)))
    for (const { body } of [...batches.slice(0, repeated), ...missing]) {
      assert.strictEqual((await capture(access.baseUrl, body)).status, 200)
    }
    await agrees(directory)
    await isHealthy(access, server)
    return ask(access, "select count(), count(distinct uuid) from events")
  })

/** The replication slots and the sessions of backups, and the freezes, that a data directory still has. */
export const leftBehind = async (directory: string) => {
  const rows = await inside(
    directory,
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) =>
        sql<{ name: string }>`SELECT slot_name::text AS name FROM pg_replication_slots
      UNION ALL SELECT application_name FROM pg_stat_activity WHERE application_name = 'hedgerow backup'`
    )
  )
  const shadow = join(directory, "clickhouse/data/shadow")
  return [...rows.map(({ name }) => name), ...readdirSync(shadow).filter((name) => name.startsWith("backup_"))]
}

/** The paths of all entries below a directory, with their modes. */
export const modesBelow = (directory: string): ReadonlyArray<readonly [string, boolean, number]> =>
  readdirSync(directory, { recursive: true, encoding: "utf8" }).map((name) => {
    const info = lstatSync(join(directory, name))
    return [name, info.isDirectory(), info.mode & 0o777] as const
  })

/** The files of a backup by its list. */
export const listed = (directory: string): ReadonlyArray<string> => {
  const { manifest } = JSON.parse(readFileSync(join(directory, "manifest.json"), "utf8")) as {
    readonly manifest: { readonly files: ReadonlyArray<{ readonly path: string }> }
  }
  return manifest.files.map(({ path }) => path)
}
